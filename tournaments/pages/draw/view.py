"""The public pages: what is on, and the draw of an event."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from rules.errors import RuleBroken
from runtime.pages.etags import with_etag
from tournaments.http.answers import refused
from tournaments.http.navigation import Nav
from tournaments.http.top import top
from tournaments.models import Event
from tournaments.pages.draw.sheet import draw_page, query_of, with_drawings
from tournaments.read.events import event_of
from tournaments.read.money.auctions.listing import auction_links
from tournaments.read.money.designs import announced_pots
from tournaments.words.money.announced import prize_lines


@require_safe
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """The draw of an event with its results so far; ``?player=`` follows one, ``?draw=`` shows an old one."""
    try:
        event = event_of(pk)
        nav = top(request, event, "draw")
        return with_etag(request, [event.tournament.stream], lambda: _draw(request, event, nav), nav.clock, public=True)
    except RuleBroken as broken:
        return refused(request, broken)


def _draw(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    sheet = draw_page(event, query_of(request.GET))
    prizes = prize_lines(announced_pots(event), event.rules, event.tournament.currency)
    auctions = auction_links(event.tournament, event.pk)
    as_list = request.GET.get("view") == "list"
    shown = {"sheet": sheet, "nav": nav, "as_list": as_list, "prizes": prizes, "auctions": auctions}
    html = render_to_string("tournaments/draw/page.html", shown, request)
    return HttpResponse(with_drawings(html, sheet))
