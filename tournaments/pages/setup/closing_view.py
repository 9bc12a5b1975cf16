"""An event is closed, or opened again: one page that says what it does."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.actions.closing import close_event, reopen_event
from tournaments.http.access import admitted, an_event, see
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.models import Event


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@admitted("directors", an_event, "entrants")
def closing(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """Explain closing an event, or reopening it, with the button."""
    problem, status = "", 200
    if request.method == "POST":
        act = reopen_event if request.POST.get("do") == "open" else close_event
        done = do(request, lambda caller: act(event.pk, caller))
        if not isinstance(done, Refusal):
            return see("link_slips", event.pk)
        problem, status = done.text, done.status
    context = {"event": event, "nav": nav, "refusal": problem}
    return render(request, "tournaments/setup/closing.html", context, status=status)
