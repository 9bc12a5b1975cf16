"""A tournament with queues of jackpots, for tests."""

from typing import Any

import pytest

from rules.errors import RuleBroken
from rules.jackpots import Terms
from tests.contents import nothing_changes
from tests.factories import a_caller, named_players
from tests.tournaments.money.evenings import an_open, charge_fees
from tournaments.actions.jackpots.joining import Joined, join_queue
from tournaments.actions.jackpots.queues import open_queue
from tournaments.models import Event, JackpotEntry, Tournament
from tournaments.read.entrants.payer_names import payer_names
from tournaments.read.jackpots.queues import queue_of
from tournaments.read.money.payers import line_sums

FIVE = Terms("Jackpot 5", size=4, length=3, stake=500)


def an_evening(fees: bool = True) -> tuple[Tournament, Event]:
    """Return a tournament in euros whose Main costs 60, or one without money."""
    tournament, [main] = an_open("Main")
    if fees:
        entry = {"code": "main", "kind": "entry", "name": "", "amount": 6000, "event": main.pk, "prices": []}
        charge_fees(tournament, [entry])
    tournament.refresh_from_db()
    return tournament, main


def a_queue(tournament: Tournament, terms: Terms = FIVE, voucher_for: int | None = None) -> int:
    return open_queue(tournament.pk, terms, a_caller(), voucher_for).jackpot


def joins(queue: int, *names: str) -> list[Joined]:
    """Put people into a queue, one after the other."""
    return [join_queue(queue, name, "", a_caller()) for name in names]


def a_jackpot(queue: int, people: int = 4) -> Event:
    """Return the jackpot that the first named players start in a queue."""
    started = joins(queue, *named_players(people))[-1].started
    assert started is not None
    return Event.objects.get(pk=started.event)


def waiting(queue: int) -> list[str]:
    """Return who waits in a queue, in order."""
    return [each.name for each in queue_of(queue).waiting]


def owed(tournament: Tournament, name: str) -> dict[str, int]:
    """Return what stands open on the account of somebody, by line, in minor units."""
    payers = {each: payer for payer, each in payer_names(tournament.pk, {}).items()}
    lines = line_sums(tournament.stream_id, [payers[name]]).get(payers[name], {})
    return {line: amount for line, amount in lines.items() if amount}


def stake_of(queue: int, number: int) -> str:
    """Return the line on which the stake of an entry stands."""
    return f"jackpot:{JackpotEntry.objects.get(jackpot=queue, number=number).pk}"


def code_of(act: Any) -> str:
    """Return the code with which ``act`` is refused; it must change nothing."""
    with nothing_changes(), pytest.raises(RuleBroken) as refused:
        act()
    return refused.value.code
