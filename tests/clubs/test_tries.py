"""Limits of tries within a time. In tests/served/test_guessing.py eight clients guess at once."""

from datetime import timedelta

import pytest
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
