"""Pages of a tournament's memory, for the desk."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from clubs.http.memory import MemoryPage, Visit
from clubs.models import Role
from clubs.read.memory.shown import Owner
from tournaments.http.access import a_tournament, admitted
from tournaments.http.navigation import Nav
from tournaments.models import Tournament
from tournaments.read.memory import TournamentReader
from tournaments.read.money.till import counts_blind
from tournaments.words.refusals import speak


def of_tournament(view: MemoryPage) -> Callable[..., HttpResponseBase]:
    """Let the desk in to a page of its tournament's memory."""

    @admitted("desk", a_tournament, "memory")
    def answer(request: HttpRequest, tournament: Tournament, nav: Nav, **which: int) -> HttpResponse:
        role = Role.Kind.DIRECTOR if nav.directs else Role.Kind.DESK
        expected = nav.directs or not counts_blind(tournament.club_id)
        return view(request, Visit(_owner(tournament, expected), role, nav, nav.clock, speak), **which)

    return answer


def _owner(tournament: Tournament, expected: bool) -> Owner:
    address, zone = reverse("memory", args=[tournament.pk]), ZoneInfo(tournament.timezone)
    reader = TournamentReader(tournament, expected)
    return Owner("tournament", tournament.pk, tournament.name, tournament.stream, zone, address, reader)
