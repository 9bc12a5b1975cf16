"""The queues of the demo."""

import pytest

from journal.verify import verify
from tests.contents import nothing_changes
from tournaments.management.demo import CLUB, load_demo
from tournaments.management.demo_formats import FESTIVAL, load_formats
from tournaments.management.demo_jackpots import load_jackpots
from tournaments.models import Tournament
from tournaments.read.jackpots.queues import queues_of

pytestmark = pytest.mark.django_db


def test_the_demo_has_jackpots_in_every_state_and_loads_them_once() -> None:
    load_demo()
    load_formats(CLUB)
    load_jackpots(CLUB)

    with nothing_changes():
        load_jackpots(CLUB)

    five, qualifier = queues_of(Tournament.objects.get(name=FESTIVAL))
    assert (len(five.waiting), [each.is_over for each in five.started]) == (3, [False, True])
    assert len(five.over[0].winners) == 2
    assert (len(qualifier.waiting), qualifier.voucher_for, qualifier.started) == (5, "Sunday Masters", ())
    assert verify() == []
