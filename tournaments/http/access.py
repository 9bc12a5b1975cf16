"""Pages of one tournament, event, entrant or match: who is let in, and what is said where nothing is found."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, Literal

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse

from clubs.http.visitor import visitor
from journal.refusals import Superseded
from rules.errors import RuleBroken
from tournaments.http.answers import refused
from tournaments.http.navigation import Nav
from tournaments.http.top import top
from tournaments.models import Auction, Entrant, Event, Tournament
from tournaments.papers.languages import printed_for
from tournaments.permissions import must
from tournaments.read.entrants.listed import entrant_of
from tournaments.read.events import event_of, tournament_with_event
from tournaments.read.matches.head import MatchHead, match_head
from tournaments.read.money.auctions.listing import auction_row
from tournaments.words.refusals import speak

type Who = Literal["anybody", "desk", "directors"]
type Page[Thing] = Callable[Concatenate[HttpRequest, Thing, Nav, ...], HttpResponseBase]
type View = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Named[Thing]:
    """What an address names: the thing its page is of, and the event or tournament that the line on top tells.

    ``event``: for a page of a tournament, the event that Draw and Entrants lead to, 0 where there is none.
    """

    thing: Thing
    of: Event | Tournament
    event: int | None = None


def a_tournament(pk: int) -> Named[Tournament]:
    tournament, event = tournament_with_event(pk)
    return Named(tournament, tournament, event or 0)


def an_event(pk: int) -> Named[Event]:
    event = event_of(pk)
    return Named(event, event)


def an_auction(pk: int) -> Named[Auction]:
    """Return an auction; the line on top is that of its event."""
    auction = auction_row(pk)
    return Named(auction, auction.event)


def an_entrant(pk: int) -> Named[Entrant]:
    entrant = entrant_of(pk)
    return Named(entrant, entrant.event)


def a_match(pk: int) -> Named[MatchHead]:
    head = match_head(pk)
    return Named(head, head.match.draw.event)


def admitted[Thing](
    who: Who, to: Callable[[int], Named[Thing]], current: str, *, posting: Who | None = None
) -> Callable[[Page[Thing]], View]:
    """Let in whom a page is for, and give the view what its address names and the line on top.

    ``posting``: who may post to it, if not the same. A passer-by signs in first; who may not gets PermissionDenied.
    Whatever is refused below, here or in the view, becomes a page that says why.
    """

    def admitting(view: Page[Thing]) -> View:
        @wraps(view)
        def answer(request: HttpRequest, pk: int, **which: Any) -> HttpResponseBase:
            needed = posting or who if request.method == "POST" else who
            if needed != "anybody" and visitor(request) is None:
                return redirect_to_login(request.get_full_path())
            try:
                named = to(pk)
                nav = top(request, named.of, current, event=named.event)
                must(needed == "anybody" or nav.directs or (needed == "desk" and nav.staff))
                with _languages(request, named.of):
                    return view(request, named.thing, nav, **which)
            except Superseded as gone:
                return _drawn_anew(request, gone)
            except RuleBroken as broken:
                return refused(request, broken)

        return answer

    return admitting


def _languages(request: HttpRequest, of: Event | Tournament) -> AbstractContextManager[None]:
    """Print a paper in the languages of its tournament; a page is in that of its reader."""
    tournament = of.tournament if isinstance(of, Event) else of
    return printed_for(tournament) if request.path_info.endswith(".pdf") else nullcontext()


def _drawn_anew(request: HttpRequest, gone: Superseded) -> HttpResponse:
    """Lead on from a match of a draw that counts no longer."""
    sentence = {"refusal": speak(gone.code, gone.facts), "match": gone.facts["match"], "event": gone.facts["event"]}
    return render(request, "tournaments/match/correction/superseded.html", sentence, status=410)


def see(name: str, pk: int, mark: str = "") -> HttpResponse:
    """Lead to the page called ``name`` after a change; to the draw while nobody serves that page."""
    try:
        address = reverse(name, args=[pk])
    except NoReverseMatch:
        address, mark = reverse("draw", args=[pk]), ""
    answer = HttpResponseRedirect(address + mark)
    answer.status_code = 303
    return answer


def back_to(match: int, record: int | None) -> HttpResponse:
    """Lead to the match that changed, with the record that did it marked."""
    return see("match", match, f"?record={record}#r{record}" if record else "")


def posted(request: HttpRequest) -> QueryDict | None:
    """Return what was posted; a form posted empty is wrong, not new."""
    return request.POST if request.method == "POST" else None
