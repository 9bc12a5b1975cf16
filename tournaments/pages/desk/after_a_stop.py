"""After a crash: the desk confirms that it has checked the last record."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from clubs.http.access import staff
from journal.actors import Actor
from runtime.server.crash_marker import dismiss
from tournaments.permissions import may_run_desk, must
from tournaments.read.events import tournament_of


@require_POST
@staff
def stop_seen(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Tell it no more. Not a change of the domain: nothing is recorded."""
    must(may_run_desk(actor, tournament_of(pk).club_id))
    dismiss(settings.DATA_DIR)
    # A page that this browser holds would still tell it: an address that it has not seen.
    return HttpResponseRedirect(f"{reverse('memory', args=[pk])}?after-a-stop", status=303)
