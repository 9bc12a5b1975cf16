"""The books of a club with the names of what its accounts are about: tournaments, and people who did not collect."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from clubs.models import Club, ClubPurses, Leg
from clubs.read.books import Balance, balances
from clubs.read.chouettes.listing import names_at_tables
from clubs.read.persons.rows import person_rows
from clubs.read.seasons.view import seasons_of
from tournaments.models import Payer, Tournament
from tournaments.read.entrants.names import names_in_tournament
from tournaments.read.entrants.payer_names import payer_names


@dataclass(frozen=True, slots=True)
class ClubAccount:
    """An account of a club in one currency; ``balance`` in minor units, positive: the club has it.

    ``name`` is the tournament's or the payer's, ``tournament`` its key, 0 for none.
    """

    kind: str
    about: int
    name: str
    tournament: int
    currency: str
    balance: int


def club_accounts(club: Club) -> list[ClubAccount]:
    """Return the accounts of a club, by currency: money first, then where it came from, then what it keeps."""
    rows = balances(club.stream_id)
    titles = dict(Tournament.objects.filter(club=club).values_list("pk", "name"))
    payers = _payers({row.about for row in rows if row.kind == ClubPurses.UNCLAIMED})
    players = names_at_tables({row.about for row in rows if row.kind == ClubPurses.PLAYER})
    seasons = {each.pk: each.name for each in seasons_of(club)} if _has(rows, ClubPurses.SEASON) else {}
    people = {each.id: each.name for each in person_rows(club.pk)} if _has(rows, ClubPurses.PRIZE) else {}
    order = list(ClubPurses.values)
    accounts = []
    for row in sorted(rows, key=lambda row: (row.currency, order.index(row.kind), row.about)):
        tournament, name = row.about, titles.get(row.about, "")
        if row.kind == ClubPurses.UNCLAIMED:
            tournament, name = payers.get(row.about, (0, "…"))
        elif row.kind == ClubPurses.PLAYER:
            tournament, name = 0, players.get(row.about, "…")
        elif row.kind == ClubPurses.SEASON:
            tournament, name = 0, seasons.get(row.about, "")
        elif row.kind == ClubPurses.PRIZE:
            tournament, name = 0, people.get(row.about, "…")
        elif row.kind != ClubPurses.INCOME:
            tournament, name = 0, ""
        accounts.append(ClubAccount(row.kind, row.about, name, tournament, row.currency, row.balance))
    return accounts


def _has(rows: Iterable[Balance], kind: str) -> bool:
    return any(row.kind == kind for row in rows)


def club_legs(club: Club) -> Iterator[tuple[int, datetime, str, str, int, str, int]]:
    """Yield (record, time, posting, account, about, currency, minor units) of every leg, the oldest first."""
    legs = Leg.objects.filter(account__stream=club.stream_id).order_by("posting", "number")
    yield from legs.values_list(
        "posting__record__number", "posting__record__at", "posting__kind", "account__kind", "account__about",
        "account__currency", "amount",
    )  # fmt: skip


def _payers(keys: set[int]) -> dict[int, tuple[int, str]]:
    """Return payer → their tournament and name."""
    tournaments = dict(Payer.objects.filter(pk__in=keys).values_list("pk", "tournament"))
    names: dict[int, str] = {}
    for tournament in set(tournaments.values()):
        names |= payer_names(tournament, names_in_tournament(tournament))
    return {payer: (tournament, names.get(payer, "…")) for payer, tournament in tournaments.items()}
