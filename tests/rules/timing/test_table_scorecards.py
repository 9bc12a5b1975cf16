"""The scorecard of ways to play in which tables decide: every figure, or None where it depends on play."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.formats.registry import read_format
from rules.pairing.fixed import next_fixed_round
from rules.pairing.pairing import BYE, Reason
from rules.pairing.results import Result
from rules.timing.forecast import forecast
from rules.timing.scorecard import Scorecard, scorecard_of_format


def card_of(entrants: int, **data: object) -> Scorecard:
    return scorecard_of_format(read_format(data), entrants)


@pytest.mark.parametrize(
    ("data", "entrants", "matches", "rounds", "gap", "two_byes", "wait"),
    [
        # The last match of everybody's schedule, after seven others.
        ({"main": "round_robin"}, 9, 36, 9, (7, "H4"), 0, 1),
        ({"main": "round_robin"}, 6, 15, 5, (4, "E1"), 0, 0),
        ({"main": "round_robin", "rounds": 3}, 9, 12, 3, (2, "C1"), 0, 1),
        ({"main": "pools"}, 24, 47, 7, (2, "C1"), 0, 1),
        ({"main": "pools", "best": "fill"}, 24, 51, 7, (2, "C1"), 0, 0),
        # Three pools of five, two of four: two rounds of waiting and a bye; of six byes four may go to odd pools.
        ({"main": "pools", "largest": 5}, 23, 51, 9, (3, "D2"), 4, 3),
        ({"main": "swiss", "rounds": 5}, 12, 30, 5, (None, ""), 0, 0),
        ({"main": "swiss", "rounds": 5}, 9, 20, 5, (None, ""), 0, 1),
    ],
)  # fmt: skip
def test_tables_have_figures(
    data: dict[str, object],
    entrants: int,
    matches: int,
    rounds: int,
    gap: tuple[int | None, str],
    two_byes: int,
    wait: int,
) -> None:
    card = card_of(entrants, **data)

    assert (card.matches, card.rounds) == ({"main": matches}, {"main": rounds})
    assert (card.gap, card.gap_at, card.two_byes, card.longest_wait) == (*gap, two_byes, wait)
    assert [(each.name, each.kept) for each in card.demands] == [("levels", True), ("jumps", True)]
    assert card.minutes == forecast(entrants, read_format(data), 11).minutes


def test_what_depends_on_play_has_no_figure() -> None:
    swiss, long, first = card_of(12, main="swiss"), card_of(12, main="swiss", rounds=7), card_of(
        13, main="knockout", consolation="first_match"
    )  # fmt: skip

    assert (swiss.rematches, swiss.gap, swiss.two_byes, swiss.longest_wait) == (None, None, None, 1)
    assert (long.rematches, long.gap, long.two_byes) == (None, None, 0)
    assert (first.gap, first.two_byes, first.matches) == (None, None, {"main": 12, "consolation": 7})


@pytest.mark.parametrize(
    ("data", "entrants", "rematches"),
    [
        ({"main": "round_robin"}, 8, 0.0),
        ({"main": "swiss", "rounds": 4}, 8, 0.0),
        ({"main": "pools", "through": 1}, 16, 0.0),
        # Four pairs in different halves of a knockout of eight: each comes to the final with a quarter.
        ({"main": "pools"}, 16, 4 / 16),
        # Six winners and six seconds on sixteen lines: four winners with a bye, who come to the final with a quarter.
        ({"main": "pools"}, 24, 4 / 32 + 2 / 64),
        # On a full knockout of 128.
        ({"main": "pools"}, 256, 64 / 4096),
    ],
)
def test_rematches_are_those_of_pool_mates(data: dict[str, object], entrants: int, rematches: float) -> None:
    assert card_of(entrants, **data).rematches == pytest.approx(rematches)
    assert forecast(entrants, read_format(data), 11).rematches == pytest.approx(rematches)


def test_the_forecast_of_pools_counts_the_byes_of_the_knockout() -> None:
    assert [forecast(24, read_format({"main": "pools", "best": best}), 11).byes for best in (0, 2, "fill")] == [4, 2, 0]


@given(st.integers(4, 13), st.randoms(use_true_random=False))
def test_a_swiss_of_half_as_many_rounds_has_neither_rematch_nor_second_bye(entrants: int, chance: Random) -> None:
    rounds = (entrants + entrants % 2) // 2
    results: list[Result] = []

    for number in range(1, rounds + 1):
        for table in next_fixed_round(range(1, entrants + 1), rounds, results, "key").tables:
            assert table.reason not in (Reason.REMATCH, Reason.SECOND_BYE)
            won, lost = (table.one, table.other) if table.other == BYE else chance.sample((table.one, table.other), 2)
            results.append(Result(number, won, lost))

    card = card_of(entrants, main="swiss", rounds=rounds)
    assert (card.rematches, card.two_byes) == (0.0, 0)
