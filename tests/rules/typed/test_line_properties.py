"""What holds for every line and every hall; and how many keys a result costs."""

from itertools import combinations
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.match.terms import BOTTOM, TOP, Side
from rules.typed.hall import Hall, HallMatch
from rules.typed.line import read_line
from rules.typed.meaning import MOST_CHOICES, Reports, Several
from rules.typed.names import starts, words_of

from .halls import LENGTH, a_round, made_up
from .test_line import BOTH

HALL = a_round(made_up(64))
PIECES = st.sampled_from(
    ["petro", "main", "c3", "g6", "t4", "t", "call", "new", "late", "out", "leaves", "start", "undo", "3", "1", "-",
     "re-enters", ":", "٣", "'", "Ana", "jackpot 5", " ", "\u202e", "\x00", "ﬀ"]
)  # fmt: skip


@given(st.text() | st.lists(PIECES, max_size=7).map(" ".join) | st.lists(PIECES, max_size=7).map("".join))
def test_reading_never_fails_and_never_gives_more_than_five_choices(typed: str) -> None:
    meant = read_line(typed, BOTH)

    assert not isinstance(meant, Several) or 2 <= len(meant.choices) <= MOST_CHOICES
    assert read_line(typed, Hall()) is not None


@given(st.integers(0, 63), st.integers(1, 12), st.booleans(), st.integers(0, LENGTH - 1))
def test_a_unique_start_of_a_name_and_the_losers_points_are_that_result(
    entrant: int, letters: int, upper: bool, loser: int
) -> None:
    match, side = HALL.matches[entrant // 2], (TOP, BOTTOM)[entrant % 2]
    typed = words_of(HALL.entrants[entrant].name)[-1][:letters]
    points = (LENGTH, loser) if side is TOP else (loser, LENGTH)

    meant = read_line(f"{typed.upper() if upper else typed} {loser}", HALL)

    others = [each for each in HALL.entrants if starts(typed, each.name)]
    assert isinstance(meant, Several | Reports)
    if len(others) == 1:
        assert meant == Reports(match, side, points)


@given(st.integers(0, 31), st.integers(0, LENGTH - 1), st.sampled_from(["-", ":", "/", " ", " - ", "–"]), st.booleans())
def test_a_code_and_a_score_are_that_result(place: int, loser: int, between: str, top: bool) -> None:
    match, points = HALL.matches[place], (LENGTH, loser) if top else (loser, LENGTH)

    meant = read_line(f"{match.code} {points[0]}{between}{points[1]}", HALL)

    assert meant == Reports(match, TOP if top else BOTTOM, points)


def keys_to_a_result(hall: Hall, match: HallMatch, side: Side) -> int:
    """Return the fewest keys, Enter included, that report a win of this side with one point for the loser."""
    sitter = match.sitter(side)
    assert sitter is not None
    points = (LENGTH, 1) if side is TOP else (1, LENGTH)
    tried = [word[:letters] for word in words_of(sitter.name) for letters in range(1, len(word) + 1)]
    for one, other in combinations(words_of(sitter.name), 2):
        tried += [f"{one[:a]} {other[:b]}" for a in (1, 2, 3) for b in (1, 2, 3)]
    means = Reports(match, side, points)
    lines = [f"{typed} 1" for typed in tried]
    return min(len(line) + 1 for line in lines if read_line(line, hall) == means)


@pytest.mark.parametrize(("entrants", "most"), [(64, 6.0), (128, 7.0)])
def test_a_result_costs_few_keys(entrants: int, most: float) -> None:
    hall = a_round(made_up(entrants))

    keys = [keys_to_a_result(hall, match, side) for match in hall.matches for side in (TOP, BOTTOM)]

    assert len(set(made_up(entrants))) == entrants
    assert mean(keys) <= most
    assert max(keys) <= 8
