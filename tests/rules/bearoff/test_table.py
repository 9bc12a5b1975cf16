"""The table of races: the published values, an oracle in fractions, and files that are damaged."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.bearoff.places import numbers, places, reached
from rules.bearoff.solve import solve
from rules.bearoff.table import HEADER, BearoffTable, table_bytes
from rules.errors import RuleBroken
from tests.rules.bearoff.races import a_place, exact

TABLE = BearoffTable.make(4)
THREE = places(3)


@pytest.mark.parametrize(
    ("own", "other", "wins", "no_double", "double"),
    [
        ((5, 2), (1,), Fraction(19, 36), 0.055556, 0.111111),
        ((6, 1), (1,), Fraction(15, 36), -0.166667, -0.333333),
        ((6, 6), (6, 6), Fraction(410592493, 544195584), 0.603124, 0.961259),
        ((1, 1, 1, 1), (1, 1, 1, 1), Fraction(31, 36), 0.722222, 1.444444),
        ((6, 3), (1, 1, 1, 1), Fraction(6635, 7776), 0.759259, 1.413066),
        ((2, 2, 2), (2, 2, 2), Fraction(1141, 1296), 0.760802, 1.521605),
        ((1, 1, 1), (1,), Fraction(6, 36), -0.666667, -1.333333),
    ],
)
def test_the_values_are_those_of_the_reference_table(
    own: tuple[int, ...], other: tuple[int, ...], wins: Fraction, no_double: float, double: float
) -> None:
    pair = TABLE.pair(a_place(*own), a_place(*other))

    assert (1 + pair.cubeless) / 2 == pytest.approx(float(wins), abs=1e-14)
    assert (round(pair.centred, 6), round(2 * pair.away, 6)) == (no_double, double)


def test_every_pair_of_up_to_two_checkers_is_exact() -> None:
    for own, other in product(places(2)[1:], repeat=2):
        expected = [float(exact(own, other, cube)) for cube in ("dead", "centred", "owned", "away")]
        assert list(TABLE.pair(own, other)) == pytest.approx(expected, abs=1e-13)


@given(st.sampled_from(THREE[1:]), st.sampled_from(THREE[1:]))
def test_pairs_of_three_checkers_are_exact(own: tuple[int, ...], other: tuple[int, ...]) -> None:
    expected = [float(exact(own, other, cube)) for cube in ("dead", "centred", "owned", "away")]

    assert list(TABLE.pair(own, other)) == pytest.approx(expected, abs=1e-13)


# The chance, of 36, to bear the last two checkers off in one roll.
@pytest.mark.parametrize(
    ("two", "ways"),
    [
        ((1, 1), 36), ((2, 1), 36), ((2, 2), 26), ((3, 1), 34), ((3, 2), 25), ((3, 3), 17), ((4, 1), 29), ((4, 2), 23),
        ((4, 3), 17), ((4, 4), 11), ((5, 1), 23), ((5, 2), 19), ((5, 3), 14), ((5, 4), 10), ((5, 5), 6), ((6, 1), 15),
        ((6, 2), 13), ((6, 3), 10), ((6, 4), 8), ((6, 5), 6), ((6, 6), 4),
    ],
)  # fmt: skip
def test_the_last_two_checkers_go_off_in_as_many_rolls_as_published(two: tuple[int, int], ways: int) -> None:
    pair = TABLE.pair(a_place(*two), a_place(1))

    assert round((1 + pair.cubeless) * 18, 9) == ways


def test_there_are_as_many_places_as_ways_to_stand() -> None:
    assert [len(places(most)) for most in range(1, 7)] == [7, 28, 84, 210, 462, 924]


def test_every_roll_of_every_place_leads_to_a_lighter_place() -> None:
    number = numbers(6)
    for place in places(6)[1:]:
        targets = reached(place)
        assert sum(weight for _, weight in targets) == 36
        assert all(max(each) < number[place] for each, _ in targets)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-1],
        lambda content: content + b"x",
        lambda content: content[:-1] + bytes([content[-1] ^ 1]),
        lambda content: content.replace(b"table 1", b"table 2", 1),
        lambda content: content[: len(HEADER)],
        lambda content: HEADER + b"\xff" + content[len(HEADER) + 1 :],
        lambda content: b"",
    ],
)
def test_a_damaged_file_is_refused(damage) -> None:  # type: ignore[no-untyped-def] # a lambda
    content = damage(table_bytes(solve(1), 1))

    with pytest.raises(RuleBroken) as broken:
        BearoffTable(content)

    assert broken.value.code == "bearoff.table"


def test_a_file_that_is_read_has_the_values_that_were_written() -> None:
    assert BearoffTable(table_bytes(solve(2), 2)).pair(a_place(5, 2), a_place(1)).cubeless == pytest.approx(1 / 18)
