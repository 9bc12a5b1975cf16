"""The simulation agrees with printed sheets."""

import pytest

from .simulation import byes_from_the_top, dropped


@pytest.mark.parametrize(
    ("losers", "main_round", "label"),
    [
        (2, 2, [2, 1]),
        (4, 2, [3, 4, 1, 2]),
        (2, 3, [1, 2]),
        (8, 2, [5, 6, 7, 8, 1, 2, 3, 4]),
        (4, 3, [2, 1, 4, 3]),
        (2, 4, [2, 1]),
        (8, 3, [3, 4, 1, 2, 7, 8, 5, 6]),
        (4, 4, [4, 3, 2, 1]),
        (2, 5, [1, 2]),
        (16, 3, [5, 6, 7, 8, 1, 2, 3, 4, 13, 14, 15, 16, 9, 10, 11, 12]),
        (8, 4, [7, 8, 5, 6, 3, 4, 1, 2]),
        (4, 5, [1, 2, 3, 4]),
        (2, 6, [2, 1]),
    ],
)
def test_losers_drop_as_the_printed_labels_say(losers: int, main_round: int, label: list[int]) -> None:
    assert dropped(range(1, losers + 1), main_round) == label


def test_byes_are_spread_over_halves_then_quarters() -> None:
    assert byes_from_the_top(16, 1) == {1}
    assert byes_from_the_top(16, 2) == {1, 5}
    assert byes_from_the_top(16, 4) == {1, 3, 5, 7}
