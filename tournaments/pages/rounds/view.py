"""The rounds of a Swiss: the pairing of the last one by table and by name, and the next tables at a press."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from clubs.papers.listing import listing_pdf
from runtime.pages.etags import with_etag
from tournaments.actions.draws.pairing import pair_round
from tournaments.http.access import admitted, an_event, see
from tournaments.http.answers import pdf
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.models import Event
from tournaments.pages.rounds.sheet import rounds_sheet
from tournaments.papers.pairings import pairing_list

PAGE = "tournaments/rounds/page.html"


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("anybody", an_event, "draw", posting="desk")
def rounds(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """Who plays whom in this round; the desk pairs the next one."""
    if request.method != "POST":
        context = {"sheet": rounds_sheet(event, for_desk=nav.staff), "nav": nav, "refusal": ""}
        if nav.staff:
            return render(request, PAGE, context)
        return with_etag(request, [event.tournament.stream], lambda: render(request, PAGE, context), nav.clock)
    done = do(request, lambda caller: pair_round(event.pk, caller, request.POST.get("shown", "")))
    if isinstance(done, Refusal):
        context = {"sheet": rounds_sheet(event, for_desk=nav.staff), "nav": nav, "refusal": done.text}
        return render(request, PAGE, context, status=done.status)
    return see("event_rounds", event.pk)


@require_safe
@admitted("anybody", an_event, "draw")
def pairings_pdf(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """The pairing list on paper, by table or by name."""
    order, paper = request.GET.get("order", "table"), request.GET.get("paper", "A4")
    return pdf(f"pairings-{event.pk}.pdf", listing_pdf(pairing_list(event, order), paper))
