"""Pages of one event or tournament that not everybody may open: who is let in, and where a passer-by goes."""

from collections.abc import Callable
from functools import wraps
from typing import Literal

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import NoReverseMatch, reverse

from clubs.models import Club
from clubs.visitor import visitor
from rules.errors import RuleBroken
from tournaments.models import Event, Tournament
from tournaments.permissions import may_direct, must
from tournaments.selectors.draws import event_of
from tournaments.selectors.nav import Nav
from tournaments.selectors.setup import club_of, tournament_of
from tournaments.views.draws import refused
from tournaments.views.top import top

type Who = Literal["anybody", "desk", "directors"]
type EventView = Callable[[HttpRequest, Event, Nav], HttpResponse]
type TournamentView = Callable[[HttpRequest, Tournament, Nav], HttpResponse]
type ClubView = Callable[[HttpRequest, Club], HttpResponse]
type View = Callable[[HttpRequest, int], HttpResponse]


def event_page(current: str, who: Who) -> Callable[[EventView], View]:
    """Read the event that the address names, and let in whom the page is for."""

    def admitting(view: EventView) -> View:
        @wraps(view)
        def admitted(request: HttpRequest, pk: int) -> HttpResponse:
            if who != "anybody" and visitor(request) is None:
                return redirect_to_login(request.get_full_path())
            try:
                event = event_of(pk)
            except RuleBroken as broken:
                return refused(request, broken)
            return view(request, event, _let_in(top(request, event, current), who))

        return admitted

    return admitting


def club_page(view: ClubView) -> View:
    """Read the club that the address names, and let in its directors."""

    @wraps(view)
    def admitted(request: HttpRequest, pk: int) -> HttpResponse:
        who = visitor(request)
        if who is None:
            return redirect_to_login(request.get_full_path())
        try:
            club = club_of(pk)
        except RuleBroken as broken:
            return refused(request, broken)
        must(may_direct(who, pk))
        return view(request, club)

    return admitted


def tournament_page(current: str, who: Who) -> Callable[[TournamentView], View]:
    """Read the tournament that the address names, and let in whom the page is for."""

    def admitting(view: TournamentView) -> View:
        @wraps(view)
        def admitted(request: HttpRequest, pk: int) -> HttpResponse:
            if who != "anybody" and visitor(request) is None:
                return redirect_to_login(request.get_full_path())
            try:
                tournament = tournament_of(pk)
            except RuleBroken as broken:
                return refused(request, broken)
            return view(request, tournament, _let_in(top(request, tournament, current), who))

        return admitted

    return admitting


def _let_in(nav: Nav, who: Who) -> Nav:
    must(who == "anybody" or nav.directs or (who == "desk" and nav.staff))
    return nav


def see(name: str, pk: int, mark: str = "") -> HttpResponse:
    """Lead to the page called ``name`` after a change; to the draw while nobody serves that page."""
    try:
        address = reverse(name, args=[pk])
    except NoReverseMatch:
        address, mark = reverse("draw", args=[pk]), ""
    answer = HttpResponseRedirect(address + mark)
    answer.status_code = 303
    return answer


def posted(request: HttpRequest) -> QueryDict | None:
    """Return what was posted; a form posted empty is wrong, not new."""
    return request.POST if request.method == "POST" else None
