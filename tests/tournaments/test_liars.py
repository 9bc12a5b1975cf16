"""Random sequences of all that players and a director do; ``bin/test --long`` plays more days than CI does."""

import os
import random

import pytest
from django.db import connection
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.depth import deeper
from tests.tournaments import machine
from tests.tournaments.liars import Liars

FIRST_DAY = int(os.environ.get("BARPOINT_FIRST_DAY", "0"))
# Ids differ from run to run on a server, and with them the days: there fewer are played, and no list is asked for.
ON_SQLITE = connection.vendor == "sqlite"
DAYS, STEPS = deeper(16 if ON_SQLITE else 6), 60
PHASES = [Phase.generate] if os.environ.get("BARPOINT_NO_SHRINKING") else list(Phase)
EVERYTHING = {
    "tell", "keep score", "confirm by phone", "contest", "rule", "undo", "undo of the last", "correct", "clear",
    "the watcher settles", "settled before the action", "nothing new", "match.settled", "match.begun", "claim.own",
    "claim.unfinished", "match.players", "match.disputed", "undo.never", "undo.superseded",
}  # fmt: skip


@pytest.mark.django_db
def test_a_long_day_of_liars_leaves_the_event_whole() -> None:
    machine.happened.clear()
    for day in range(FIRST_DAY, FIRST_DAY + DAYS):
        lot = random.Random(day)
        hall = Liars()
        try:
            hall.open(n=lot.randint(4, 8), consolation=lot.choice(["progressive", "first_match"]), seeds=0)
            hall.be_busy(lot, STEPS)
        except Exception as problem:
            problem.add_note(f"day {day}:\n" + "\n".join(hall.story))
            raise
        finally:
            hall.teardown()

    missing = {what for what in EVERYTHING if not machine.happened[what]}
    assert not ON_SQLITE or missing == set()


@pytest.mark.django_db
def test_no_sequence_of_lies_settles_what_nobody_confirmed() -> None:
    run_state_machine_as_test(Liars, settings=settings(max_examples=deeper(8), stateful_step_count=14, phases=PHASES))
