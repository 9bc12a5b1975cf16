"""What joining costs in statements, and what a start adds: the same however many play elsewhere in the tournament."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.jackpots import Terms
from tests.factories import a_caller, named_players
from tests.tournaments.jackpots.queues import a_queue, an_evening, joins
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.jackpots.joining import join_queue, leave_queue
from tournaments.actions.matches.tables import furnish
from tournaments.models import Table, Tournament

pytestmark = pytest.mark.django_db


def cost(act: Callable[[], Any]) -> int:
    """Return the statements of an action between BEGIN and COMMIT."""
    with CaptureQueriesContext(connection) as captured:
        act()
    rows = [query["sql"] for query in captured.captured_queries]
    begin = next(at for at, sql in enumerate(rows) if sql.startswith(("BEGIN", "SAVEPOINT")))
    end = max(at for at, sql in enumerate(rows) if sql.startswith(("COMMIT", "RELEASE")))
    return end - begin - 1


def joining(queue: int, name: str) -> Callable[[], Any]:
    """Return the action of putting somebody into a queue."""
    return partial(join_queue, queue, name, "", a_caller())


def a_hall(entered: int, tables: int) -> Tournament:
    """Return a tournament with a Main that is not drawn, and tables."""
    tournament, main = an_evening()
    furnish(tournament.pk, [Table(str(at)) for at in range(1, tables + 1)], a_caller())
    enter(main.pk, [Entry(f"Main player {at}") for at in range(entered)], a_caller())
    return tournament


def test_joining_and_leaving_cost_the_same_in_a_small_and_in_a_large_tournament() -> None:
    counts = []
    for entered in (8, 128):
        queue = a_queue(a_hall(entered, 0))
        joins(queue, *named_players(1))
        known = cost(joining(queue, "Main player 1"))
        left = cost(partial(leave_queue, queue, 2, a_caller()))
        new = cost(joining(queue, "Ann Ash"))
        counts.append((known, left, new))

    assert counts == [(10, 9, 12), (10, 9, 12)]


def test_a_start_costs_the_same_in_a_small_and_in_a_large_tournament() -> None:
    counts = []
    for entered in (8, 128):
        queue = a_queue(a_hall(entered, 2))
        joins(queue, *named_players(3))
        counts.append(cost(joining(queue, "Ann Ash")))

    assert counts == [36, 36]


def test_a_start_costs_the_same_for_one_call_and_for_four() -> None:
    counts = []
    for tables in (1, 4):
        queue = a_queue(a_hall(8, tables), Terms("Jackpot 5", 8, 3, 500))
        joins(queue, *named_players(7))
        counts.append(cost(joining(queue, "Ann Ash")))

    assert counts[1] == counts[0]
