"""The knockout behind pools: who comes through, how they would be drawn, and the draw at a press."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from rules.errors import RuleBroken
from runtime.pages.etags import with_etag
from tournaments.actions.draws.cutting import draw_knockout
from tournaments.http.access import admitted, an_event, see
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do, whole_number
from tournaments.models import Event
from tournaments.pages.pools.sheet import knockout_sheet
from tournaments.words.refusals import speak

PAGE = "tournaments/pools/page.html"


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("anybody", an_event, "draw", posting="desk")
def knockout(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """Who comes through the pools; the desk draws the knockout."""
    if not nav.staff:
        return with_etag(
            request,
            [event.tournament.stream],
            lambda: render(request, PAGE, {"sheet": knockout_sheet(event, staff=False), "nav": nav}),
            nav.clock,
        )
    typed = request.POST if request.method == "POST" else request.GET
    chosen = [whole_number(each) for each in typed.getlist("chosen")]
    refusal, status = "", 200
    if request.method == "POST":
        done = do(request, lambda caller: draw_knockout(event.pk, caller, chosen))
        if not isinstance(done, Refusal):
            return see("draw", event.pk)
        refusal, status, chosen = done.text, done.status, []
    try:
        sheet = knockout_sheet(event, staff=True, chosen=chosen)
    except RuleBroken as broken:
        refusal, status = speak(broken.code, broken.facts), 422
        sheet = knockout_sheet(event, staff=True)
    context = {"sheet": sheet, "nav": nav, "refusal": refusal, "chosen": [str(each) for each in chosen]}
    return render(request, PAGE, context, status=status)
