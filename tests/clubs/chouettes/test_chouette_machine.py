"""Random nights of chouettes: tables are the replay of their entries, undo restores, and refusals change nothing."""

import inspect
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from django.db import connection
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.clubs.chouettes import machine
from tests.depth import deeper

NIGHTS, STEPS, NIGHTS_ON_A_SERVER = deeper(5), 40, deeper(2)
BUSY = {
    "play_on": 12, "try_anything": 3, "take_back": 2, "take_game_back": 1, "correct": 3, "pay": 4,
    "take_payment_back": 3, "close": 2, "reopen": 2, "split": 2, "merge": 2, "copy": 0.5, "send_twice": 1,
    "write_late": 1,
}  # fmt: skip
# Nights in which something never happens prove nothing about it.
EVERYTHING = {
    "play", "anything", "undo", "undo game", "correct", "pay", "undo payment", "close", "reopen", "split",
    "import", "twice", "chouette.preview", "chouette.ended", "chouette.nothing_to_undo", "chouette.running",
    "chouette.amount", "chouette.no_payment", "chouette.not_ended", "chouette.twice", "chouette.split",
}  # fmt: skip
OTHERS: dict[str, Sequence[Any]] = {
    "is_seen": [True, True, True, False], "unit": [None, 0, 0, 7, 500], "steps": range(1, 10), "back": range(1, 5),
    "amount": [0, 1, 25],
}  # fmt: skip


@pytest.mark.django_db
def test_busy_nights_leave_every_table_as_its_entries_say() -> None:
    is_embedded = connection.vendor == "sqlite"
    machine.happened.clear()
    for number in range(NIGHTS if is_embedded else NIGHTS_ON_A_SERVER):
        rng = Random(number)
        night = machine.Night()
        night.open(seed=rng.getrandbits(40), stake=rng.choice([0, 0, 25, 70]))
        for _ in range(STEPS):
            step = getattr(night, rng.choices(list(BUSY), list(BUSY.values()))[0])
            names = inspect.signature(step).parameters
            step(**{each: rng.choice(OTHERS[each]) if each in OTHERS else rng.getrandbits(40) for each in names})
        night.teardown()

    if is_embedded:
        assert {what for what in EVERYTHING if not machine.happened[what]} == set()


@pytest.mark.django_db
def test_whatever_happens_in_any_order_every_table_is_as_its_entries_say() -> None:
    run_state_machine_as_test(machine.Night, settings=settings(max_examples=deeper(4), stateful_step_count=10))
