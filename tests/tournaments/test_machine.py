"""Random sequences of all actions, also after later play; ``bin/test --long`` plays more days than CI does."""

import os
import random

import pytest
from django.db import connection
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.depth import deeper
from tests.tournaments import machine

FIRST_DAY = int(os.environ.get("BARPOINT_FIRST_DAY", "0"))
DAYS, STEPS, DAYS_ON_A_SERVER = deeper(32), 52, deeper(12)
PHASES = [Phase.generate] if os.environ.get("BARPOINT_NO_SHRINKING") else list(Phase)

# A sequence that never does something proves nothing about it.
EVERYTHING = {
    "report", "start", "confirm", "correct", "correct each", "clear", "clear each", "withdraw main", "withdraw all",
    "late", "replace", "rename", "remake", "undo", "undo of the last", "match.begun", "stale", "undo.superseded",
    "affected.torn", "line.begun", "seen.needed", "call", "penalise", "table.taken", "match.called", "penalty.match",
}  # fmt: skip
# Half as many days are played where less can be affected.
RARE = {"correct each", "clear each", "line.begun", "confirm", "match.called", "table.taken", "penalty.match"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("consolation", "last_chance"),
    [("none", False), ("first_match", False), ("progressive", False), ("first_match", True), ("progressive", True)],
)
def test_a_long_day_leaves_the_event_whole(consolation: str, last_chance: bool) -> None:
    is_embedded, most_affected = connection.vendor == "sqlite", consolation == "progressive" and not last_chance
    if not is_embedded and not most_affected:
        pytest.skip("played on SQLite: a database does not know one bracket from another")
    machine.happened.clear()
    days = (DAYS if most_affected else DAYS // 2) if is_embedded else DAYS_ON_A_SERVER
    for day in range(FIRST_DAY, FIRST_DAY + days):
        lot = random.Random(day)
        desk = machine.Desk()
        try:
            desk.open(n=lot.randint(2, 13), consolation=consolation, seeds=lot.randint(0, 3), last_chance=last_chance)
            desk.be_busy(lot, STEPS)
            desk.teardown()
        except Exception as problem:
            problem.add_note(f"day {day}:\n" + "\n".join(desk.story))
            raise

    expected = EVERYTHING if most_affected else EVERYTHING - RARE - ({"seen.needed"} if last_chance else set())
    if not is_embedded:
        return  # the ids of a server's rows differ, and with them what a few days bring
    assert {what for what in expected if not machine.happened[what]} == set()


@pytest.mark.django_db
def test_whatever_a_director_does_in_any_order_the_event_stays_whole() -> None:
    run_state_machine_as_test(
        machine.Desk, settings=settings(max_examples=deeper(12), stateful_step_count=12, phases=PHASES)
    )
