"""My club: for players who claimed their person, their next matches, their account, and what is kept about them."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.http.access import staff
from clubs.read.nights import NightLine, coming_nights
from clubs.read.persons.own import OwnPerson, own_people
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
class MyClub:
    """A club in which the user claimed a person; ``kind`` is their membership today in words."""

    own: OwnPerson
    kind: str
    entries: tuple[OwnEntry, ...]
    nights: tuple[NightLine, ...]


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
        clubs.append(MyClub(own, str(MEMBERSHIPS.get(kind, "")), entries, nights))
    return render(request, "tournaments/my_club/page.html", {"clubs": clubs})


def _entry(entrant: Entrant, now: datetime) -> OwnEntry:
    account = own_account(entrant, now)
    owes, credit = (account.owes, account.credit) if account else (0, 0)
    return OwnEntry(page_for(entrant.pk, now), owes, credit, entrant.event.tournament.currency)
