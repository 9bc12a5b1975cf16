"""My club: for players who claimed their person, their next matches, their account, and what is kept about them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.http.access import staff
from clubs.read.casual import casual_matches
from clubs.read.ladders.claims import WaitingClaims, claims_on, waiting_claims
from clubs.read.ladders.view import LadderView, ladders_of
from clubs.read.nights import NightLine, coming_nights
from clubs.read.persons.own import OwnPerson, own_people
from clubs.read.ratings.own import OwnRating, own_ratings
from clubs.words.persons import MEMBERSHIPS
from journal.actors import Actor
from tournaments.models import Entrant
from tournaments.read.money.own import own_account
from tournaments.read.players.people import current_entries
from tournaments.read.players.player import PlayerPage, page_for

# A player in more events at once than this looks them up on the club's page.
MOST_ENTRIES = 12


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """An event that the player is in, with their next match, and what they owe or are owed in its currency."""

    player: PlayerPage
    owes: int
    credit: int
    currency: str


@dataclass(frozen=True, slots=True)
class OwnChallenge:
    """An open challenge of the player; ``asks``: it waits for an answer of theirs."""

    opponent: str
    deadline: datetime | None
    asks: bool


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """The player's place on a ladder of the club, and their open challenges."""

    ladder: int
    name: str
    place: int
    of: int
    challenges: tuple[OwnChallenge, ...]


@dataclass(frozen=True, slots=True)
class MyClub:
    """A club in which the user claimed a person; ``kind`` is their membership today in words.

    ``to_confirm`` counts the casual matches that wait for the player's word.
    """

    own: OwnPerson
    kind: str
    entries: tuple[OwnEntry, ...]
    nights: tuple[NightLine, ...]
    places: tuple[OwnPlace, ...]
    ratings: tuple[OwnRating, ...]
    to_confirm: int


@never_cache
@require_safe
@staff
def my_club(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Show the clubs of a player; nobody sees another's account here."""
    now, today = timezone.now(), timezone.localdate()
    clubs = []
    for own in own_people(actor.number):
        kind = own.row.kind(today)
        entries = tuple(_entry(each, now) for each in current_entries(own.row.group)[:MOST_ENTRIES])
        nights = tuple(coming_nights(own.club.pk, now, most=4))
        places, ratings = tuple(_places(own, actor.number)), own_ratings(own.club, own.row)
        words = str(MEMBERSHIPS.get(kind, ""))
        clubs.append(MyClub(own, words, entries, nights, places, ratings, _to_confirm(own)))
    return render(request, "tournaments/my_club/page.html", {"clubs": clubs})


def _entry(entrant: Entrant, now: datetime) -> OwnEntry:
    account = own_account(entrant, now)
    owes, credit = (account.owes, account.credit) if account else (0, 0)
    return OwnEntry(page_for(entrant.pk, now), owes, credit, entrant.event.tournament.currency)


def _places(own: OwnPerson, user: int) -> Iterator[OwnPlace]:
    """Yield the ladders of the club on which the player stands: by their account, else by their name alone."""
    views = ladders_of(own.club)
    claims = claims_on(view.ladder.pk for view in views)
    for view in views:
        same = [number for number in view.order if view.players[number].user_id is None]
        named = [number for number in same if view.name(number) == own.row.name]
        number = view.number_of(user) or (named[0] if len(named) == 1 else None)
        if number is not None:
            open_ones = tuple(_challenges(view, number, waiting_claims(view, claims)))
            place = view.order.index(number) + 1
            yield OwnPlace(view.ladder.pk, view.ladder.name, place, len(view.order), open_ones)


def _challenges(view: LadderView, number: int, claims: Mapping[int, WaitingClaims]) -> Iterator[OwnChallenge]:
    for each in view.open:
        a, b = int(each.a), int(each.b)
        if number in (a, b):
            waiting = claims.get(each.number)
            unanswered = not each.accepted and number == b and waiting is None
            unconfirmed = waiting is not None and waiting.of(number) is None
            opponent = view.name(b if number == a else a)
            deadline = each.deadline.astimezone(view.zone) if each.deadline else None
            yield OwnChallenge(opponent, deadline, unanswered or unconfirmed)


def _to_confirm(own: OwnPerson) -> int:
    """Return how many casual matches of the player wait for their word."""
    return sum(
        view.result is None and view.claim_of(own.row.id) is None
        for view in casual_matches(own.club.pk, people=own.row.group)
    )
