"""A side pool waits until its ranking is settled: who takes an open place may be in the pool or not."""

import pytest
from django.db.models import Q

from tests.factories import a_caller, match_of, play_code, play_out
from tests.tournaments.money.evenings import lines_of, payer_of
from tests.tournaments.money.test_prizes import a_funded_event
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.actions.money.prizes import award_prizes, set_pot
from tournaments.models import Entrant, Event
from tournaments.read.money.payers import latest_payers
from tournaments.read.money.payouts import payouts_of

pytestmark = pytest.mark.django_db
FIRST_ROUND = ("A1", "A2", "A3", "A4")
TO_THE_FINAL = (*FIRST_ROUND, "B1", "B2")
POOL = {
    "table": [{"bracket": "main", "place": 1, "share": 3}, {"bracket": "main", "place": 2, "share": 1}],
    "rule": "main",
}


def a_pool(event: Event, numbers: tuple[int, ...], rule: str = "main") -> None:
    """Set up the side pool of an event, entered by these entrants."""
    set_pot(event.pk, "pool", {**POOL, "rule": rule}, "as posted", a_caller())
    for entrant in Entrant.objects.filter(event=event, number__in=numbers):
        decide_line(payer_of(entrant.pk), Decision("chosen", f"pool:{entrant.pk}"), a_caller())


def in_pool(event: Event) -> dict[int, int]:
    """Return the number of an entrant → what they were awarded of the pool."""
    numbers = dict(Entrant.objects.filter(event=event).values_list("pk", "number"))
    sums = {}
    for entrant, _, payer, _ in latest_payers(Q(entrant__event=event)):
        amount = -lines_of(event.tournament, payer).get(f"prize:{event.pk}:pool", 0)
        if amount:
            sums[numbers[entrant]] = amount
    return sums


@pytest.mark.parametrize("rule", ["main", "consolation"])
def test_nobody_is_paid_of_a_pool_before_those_above_them_are_known(rule: str) -> None:
    _, event = a_funded_event()
    a_pool(event, tuple(range(1, 9)), rule)
    for code in TO_THE_FINAL:
        play_code(event, code)

    award_prizes(event.pk, a_caller())

    assert in_pool(event) == {}, "the final is still to be played"
    [pool] = [each for each in payouts_of(event).pots if each.pot.code == "pool"]
    assert [(line.name, line.place, line.amount) for line in pool.lines] == [("", 1, 24000), ("", 2, 8000)]

    play_code(event, "C1")
    award_prizes(event.pk, a_caller())

    final = match_of(event, "C1")
    winner, loser = (each.number for each in (final.top, final.bottom) if each is not None)
    assert in_pool(event) == {winner: 24000, loser: 8000}


def test_a_pool_whose_winner_is_not_in_it_pays_the_next() -> None:
    _, event = a_funded_event()
    for code in FIRST_ROUND:
        play_code(event, code)
    first_losers = Entrant.objects.filter(pk__in=[match_of(event, code).bottom_id for code in FIRST_ROUND])
    a_pool(event, tuple(first_losers.values_list("number", flat=True)))

    award_prizes(event.pk, a_caller())

    assert in_pool(event) == {}
    play_out(event)
    award_prizes(event.pk, a_caller())
    assert sorted(in_pool(event).values()) == [4000, 4000, 4000, 4000]


def test_who_got_the_fee_of_a_pool_back_is_in_it_no_more() -> None:
    _, event = a_funded_event()
    a_pool(event, tuple(range(1, 9)))
    play_out(event)
    final = match_of(event, "C1")
    winner = final.top
    assert winner is not None

    decide_line(payer_of(winner.pk), Decision("refunded", f"pool:{winner.pk}", reason="left the pool"), a_caller())
    award_prizes(event.pk, a_caller())

    assert winner.number not in in_pool(event)
    assert sum(in_pool(event).values()) == 28000
