"""After a stop that was not in order: the desk has seen to it."""

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from clubs.visitor import visitor
from journal.stops import seen_to
from rules.errors import RuleBroken
from tournaments.permissions import may_run_desk, must
from tournaments.selectors.memory import tournament_of
from tournaments.views.draws import refused


@require_POST
def stop_seen(request: HttpRequest, pk: int) -> HttpResponse:
    """Tell it no more. Not a change of the domain: nothing is recorded."""
    actor = visitor(request)
    if actor is None:
        raise PermissionDenied
    try:
        tournament = tournament_of(pk)
    except RuleBroken as broken:
        return refused(request, broken)
    must(may_run_desk(actor, tournament.club_id))
    seen_to(settings.DATA_DIR)
    # A page that this browser holds would still tell it: an address that it has not seen.
    return HttpResponseRedirect(f"{reverse('memory', args=[pk])}?after-a-stop", status=303)
