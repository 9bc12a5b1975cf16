"""The first page of the site, and that of a tournament."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.freshness import fresh
from clubs.visitor import visitor
from rules.errors import RuleBroken
from tournaments.models import Tournament
from tournaments.permissions import directed_by
from tournaments.selectors.fronts import Found, front_sheet, the_one_on, tournament_of, tournament_sheet
from tournaments.selectors.nav import Nav
from tournaments.views.draws import refused
from tournaments.views.top import top

LONGEST_SEARCH = 80


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """The one tournament that is on; else, or when asked for ``?all``, every club."""
    on = None if "all" in request.GET else the_one_on(timezone.now())
    if on is not None:
        return _tournament(request, on)
    may = directed_by(visitor(request))
    sheet = front_sheet(owns=may.site, directed=may.clubs)
    return render(request, "tournaments/events/front.html", {"sheet": sheet})


@require_safe
def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """What is on in a tournament, who won it, and where a player is."""
    try:
        found = tournament_of(pk)
    except RuleBroken as broken:
        return refused(request, broken)
    return _tournament(request, found)


def _tournament(request: HttpRequest, found: Tournament) -> HttpResponse:
    now = timezone.now()
    nav = top(request, found, "front")
    slot = int(now.timestamp()) // 300
    return fresh(
        request,
        [found.stream],
        lambda: _page(request, found, nav, now),
        nav.club,
        nav.staff,
        nav.directs,
        nav.clock,
        slot,
    )


def _page(request: HttpRequest, found: Tournament, nav: Nav, now: datetime) -> HttpResponse:
    looked_for = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    sheet = tournament_sheet(found, now, looked_for)
    if len(sheet.found) == 1:
        return redirect(_address_of(sheet.found[0]))
    return render(request, "tournaments/events/tournament.html", {"sheet": sheet, "nav": nav})


def _address_of(found: Found) -> str:
    """Return where a player is seen: his path through the draw, before it his line on the entry list."""
    if found.drawn:
        return f"{reverse('draw', args=[found.event])}?player={found.entrant}"
    return f"{reverse('event_entrants', args=[found.event])}#e{found.entrant}"
