"""Tournaments with fees, and what their books say, for tests of money."""

from typing import Any

from django.db.models import Q

from clubs.read.books import balances
from tests.factories import a_caller, a_club, named_players
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import TournamentSheet, open_event, open_tournament
from tournaments.actions.money.fees import FeeSheet, set_fees
from tournaments.models import Event, Tournament
from tournaments.read.money.payers import latest_payers, line_sums

KNOCKOUT = {"length": 5}


def fees_for(main: Event, master: Event | None = None) -> list[dict[str, Any]]:
    """Return the fees of the Bilbao Autumn Open: registration, entries, a side pool, a clock's deposit."""
    fees: list[dict[str, Any]] = [
        {"code": "registration", "kind": "registration", "name": "Registration", "amount": 2500, "event": None,
         "prices": [{"condition": "student", "amount": 1000}]},
        {"code": "main", "kind": "entry", "name": "Main, entry", "amount": 6000, "event": main.pk, "prices": []},
        {"code": "main-pool", "kind": "pool", "name": "Main, side pool", "amount": 4000, "event": main.pk,
         "prices": []},
        {"code": "clock", "kind": "deposit", "name": "Clock", "amount": 2000, "event": None, "prices": []},
    ]  # fmt: skip
    if master is not None:
        fees.append(
            {"code": "master", "kind": "entry", "name": "Master, entry", "amount": 20000, "event": master.pk,
             "prices": []}
        )  # fmt: skip
    return fees


def an_open(*events: str) -> tuple[Tournament, list[Event]]:
    """Return a tournament of a club with these events and no fees."""
    tournament = open_tournament(a_club().pk, TournamentSheet(name="Bilbao Autumn Open"), a_caller())
    return tournament, [open_event(tournament.pk, name, KNOCKOUT, a_caller()) for name in events]


def a_charged_open(players: int = 3) -> tuple[Tournament, Event, Event]:
    """Return a tournament with fees, Main with so many players, and an empty Master."""
    tournament, [main, master] = an_open("Main", "Master")
    charge_fees(tournament, fees_for(main, master))
    if players:
        enter(main.pk, [Entry(name) for name in named_players(players)], a_caller())
    tournament.refresh_from_db()
    return tournament, main, master


def charge_fees(tournament: Tournament, fees: list[dict[str, Any]], release_above: int | None = None) -> None:
    """Set the fees of a tournament."""
    set_fees(tournament.pk, FeeSheet("EUR", fees, release_above), a_caller())


def payer_of(entrant: int) -> int:
    """Return who pays for an entrant."""
    [(_, _, payer, _)] = latest_payers(Q(entrant=entrant))
    return payer


def lines_of(tournament: Tournament, payer: int) -> dict[str, int]:
    """Return the lines of a payer with what is open on each, in minor units."""
    return line_sums(tournament.stream_id, [payer]).get(payer, {})


def books(tournament: Tournament) -> dict[str, int]:
    """Return the balance of every account that is not a payer's, by kind; they and the payers' sum to zero."""
    rows = balances(tournament.stream_id)
    assert sum(row.balance for row in rows) == 0
    sums: dict[str, int] = {}
    for row in rows:
        if row.kind != "payer":
            sums[row.kind] = sums.get(row.kind, 0) + row.balance
    return {kind: amount for kind, amount in sums.items() if amount}
