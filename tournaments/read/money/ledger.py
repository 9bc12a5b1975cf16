"""The books for people to read: accounts with balances and names, the legs of one, and every posting as rows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from clubs.models import Leg
from clubs.read.books import Balance, balances
from clubs.read.records import NUMBER
from rules.typed.names import folded, starts
from tournaments.models import Event, Tournament
from tournaments.models.money.cash import Purses
from tournaments.read.entrants.names import names_in_tournament
from tournaments.read.entrants.payer_names import payer_names

MOST_LEGS = 300
MOST_AT_ONCE = 500
# Accounts that are about an event.
OF_EVENTS = frozenset({Purses.FUND, Purses.ADDED, Purses.POOL})
# Accounts that are about a payer.
OF_PAYERS = frozenset({Purses.PAYER, Purses.UNCLAIMED})


@dataclass(frozen=True, slots=True)
class NamedBalance:
    """An account with the name of what it is about: a payer, an event, a drawer's number; empty for none."""

    account: Balance
    name: str

    @property
    def key(self) -> str:
        """How an address names the account."""
        return f"{self.account.kind}:{self.account.about}"


@dataclass(frozen=True, slots=True)
class LegRow:
    """One leg: the number and time of its record, what the posting was, the line, minor units, and the balance then.

    ``undone``: a later posting took it back.
    """

    number: int
    at: datetime
    kind: str
    line: str
    amount: int
    balance: int
    undone: bool


@dataclass(frozen=True, slots=True)
class BooksNames:
    """The names of what accounts are about."""

    payers: Mapping[int, str]
    events: Mapping[int, str]

    def of(self, kind: str, about: int) -> str:
        """Return the name of what an account is about, empty for none."""
        if kind in OF_PAYERS:
            return self.payers.get(about, f"#{about}")
        if kind in OF_EVENTS:
            return self.events.get(about, "")
        return str(about) if about else ""


def books_names(tournament: Tournament) -> BooksNames:
    """Return the names of payers and events: four statements."""
    events = dict(Event.objects.filter(tournament=tournament).values_list("pk", "name"))
    return BooksNames(payer_names(tournament.pk, names_in_tournament(tournament.pk)), events)


def named_balances(tournament: Tournament, names: BooksNames, search: str = "") -> list[NamedBalance]:
    """Return all accounts, payers last and by name: one statement.

    With a ``search`` only the payers whose name it starts.
    """
    rows = [NamedBalance(each, names.of(each.kind, each.about)) for each in balances(tournament.stream_id)]
    if search:
        rows = [each for each in rows if each.account.kind in OF_PAYERS and starts(search, each.name)]
    order = list(Purses.values)
    return sorted(rows, key=lambda each: (each.account.kind in OF_PAYERS, order.index(each.account.kind)
                  if each.account.kind in order else len(order), folded(each.name)))  # fmt: skip


def legs_of(stream: int, kind: str, about: int) -> list[LegRow]:
    """Return the last legs of an account, the oldest first, each with the balance after it: two statements."""
    legs = Leg.objects.filter(account__stream=stream, account__kind=kind, account__about=about)
    total = int(legs.aggregate(total=Sum("amount", default=0))["total"])
    latest = legs.order_by("-posting", "-number")[:MOST_LEGS]
    columns = ("posting", "posting__record__at", "posting__kind", "about", "amount", "posting__reversed_by")
    rows: list[LegRow] = []
    for posting, at, what, line, amount, later in latest.values_list(*columns):
        rows.append(LegRow(posting & NUMBER, at, what, line, amount, total, later is not None))
        total -= amount
    return rows[::-1]


def all_legs(stream: int) -> Iterator[tuple[int, datetime, str, str, int, str, str, int]]:
    """Yield (record, time, what, kind of account, about, line, currency, minor units) of every leg, in chunks."""
    legs = Leg.objects.filter(account__stream=stream).order_by("posting", "number")
    columns = ("posting", "posting__record__at", "posting__kind", "account__kind", "account__about", "about",
               "account__currency", "amount")  # fmt: skip
    for row in legs.values_list(*columns).iterator(chunk_size=MOST_AT_ONCE):
        yield (row[0] & NUMBER, *row[1:])
