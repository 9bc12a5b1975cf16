"""Limits of tries within a time. In tests/served/test_guessing.py eight clients guess at once."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from clubs.actions.sign_in import Origin, make_code
from clubs.actions.tries import A_QUARTER, Limit, spend
from clubs.models import SignInCode, Tries
from journal.refusals import TooOften

LIMIT = Limit("guesses", 20, A_QUARTER)


@pytest.mark.django_db
def test_a_limit_says_how_long_to_wait_and_ends() -> None:
    now = timezone.now()
    left = [spend(LIMIT, "petra", now) for _ in range(20)]

    with pytest.raises(TooOften) as refused:
        spend(LIMIT, "petra", now + timedelta(minutes=4, seconds=30))

    assert (left[0], left[-1], refused.value.facts) == (19, 0, {"minutes": 11})
    assert spend(LIMIT, "sten", now) == 19
    assert spend(LIMIT, "petra", now + timedelta(minutes=16)) == 19


@pytest.mark.django_db
def test_codes_and_tries_of_yesterday_are_deleted() -> None:
    yesterday = timezone.now() - timedelta(days=2)
    make_code("petra@barpoint.example", Origin("127.0.0.1"), yesterday)

    make_code("sten@barpoint.example", Origin("127.0.0.2"), timezone.now())

    assert (SignInCode.objects.count(), Tries.objects.count()) == (1, 3)


@pytest.mark.django_db
def test_a_guess_that_comes_between_reading_and_writing_is_counted() -> None:
    """A limiter that reads, checks and saves would let both guesses through."""
    now = timezone.now()
    for _ in range(LIMIT.most - 1):
        spend(LIMIT, "petra", now)
    others = 0

    def guess_at_once(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Spend the last try by another guess, right after anything was read."""
        nonlocal others
        answer = execute(sql, params, many, context)
        if sql.startswith("SELECT"):
            table = Tries._meta.db_table
            with connection.cursor() as cursor:
                cursor.cursor.execute(f"UPDATE {table} SET spent = spent + 1 WHERE spent < {LIMIT.most}")  # noqa: S608 -- our own names
                others += cursor.cursor.rowcount
        return answer

    own = 0
    with connection.execute_wrapper(guess_at_once):
        try:
            spend(LIMIT, "petra", now)
            own = 1
        except TooOften:
            own = 0

    assert own + others == 1
    assert Tries.objects.get().spent == LIMIT.most


@pytest.mark.django_db
def test_tries_spent_while_the_clock_ran_ahead_lock_nobody_out() -> None:
    now = timezone.now()
    for _ in range(LIMIT.most):
        spend(LIMIT, "petra", now + timedelta(days=400))

    assert spend(LIMIT, "petra", now) == LIMIT.most - 1
