"""The first page of the site, and that of a tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.http.visitor import visitor
from rules.errors import RuleBroken
from runtime.pages.etags import with_etag
from tournaments.http.answers import refused
from tournaments.http.top import top
from tournaments.models import Tournament
from tournaments.pages.home.sheet import home_sheet, the_one_on, tournament_sheet
from tournaments.permissions import directed_by
from tournaments.read.events import events_of, tournament_of
from tournaments.read.tournaments import every_stream

LONGEST_SEARCH = 80
ENDS_SECONDS = 300


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The one tournament that is on; else, or when asked for ``?all``, every club."""
    on = None if "all" in request.GET else the_one_on(timezone.now())
    if on is not None:
        return _tournament(request, on)
    may = directed_by(visitor(request))

    def make() -> HttpResponse:
        sheet = home_sheet(owns=may.site, directed=may.clubs)
        return render(request, "tournaments/home/page.html", {"sheet": sheet})

    return with_etag(request, every_stream(), make, may.site, sorted(may.clubs))


@require_safe
def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the current matches and winners of a tournament, and find players."""
    try:
        row = tournament_of(pk)
    except RuleBroken as broken:
        return refused(request, broken)
    return _tournament(request, row)


def _tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    now = timezone.now()
    events = events_of(tournament)
    nav = top(request, tournament, "home", event=events[0].pk if events else 0)
    looked_for = request.GET.get("q", "").strip()[:LONGEST_SEARCH]

    def make() -> HttpResponse:
        sheet = tournament_sheet(tournament, events, now, looked_for)
        if len(sheet.players_named) == 1:
            return redirect("player", sheet.players_named[0].entrant)
        return render(request, "tournaments/home/tournament.html", {"sheet": sheet, "nav": nav})

    # The time at which it ends moves on while nothing happens, in steps of five minutes.
    step = int(now.timestamp()) // ENDS_SECONDS
    more = (nav.club, nav.staff, nav.directs, nav.clock, step)
    return with_etag(request, [tournament.stream], make, *more, public=not looked_for)
