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
def dismiss_notice(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Dismiss the notice. It is not a change of the domain, so nothing is recorded."""
    must(may_run_desk(actor, tournament_of(pk).club_id))
    dismiss(settings.DATA_DIR)
    # A cached page would still show the notice, so redirect to a new address.
    return HttpResponseRedirect(f"{reverse('memory', args=[pk])}?after-a-crash", status=303)
