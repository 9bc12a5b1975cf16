"""Lengths as they are typed."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.formats.lengths import Lengths
from rules.typed.lengths import read_written, write_lengths


@pytest.mark.parametrize(
    ("text", "lengths", "of_five_rounds"),
    [
        ("7", Lengths(7), [7, 7, 7, 7, 7]),
        ("5 5 7 7 9", Lengths(5, (), (7, 7, 9)), [5, 5, 7, 7, 9]),
        ("5,7 ; 9", Lengths(5, (), (7, 9)), [5, 5, 5, 7, 9]),
        ("5 5", Lengths(5), [5, 5, 5, 5, 5]),
        ("9 7 5", Lengths(9, (), (7, 5)), [9, 9, 9, 7, 5]),
        ("5 … 7 9", Lengths(5, (), (7, 9)), [5, 5, 5, 7, 9]),
        ("3 3 ... 5 ... 9", Lengths(5, (3, 3), (9,)), [3, 3, 5, 5, 9]),
        ("3 3 … 5 …", Lengths(5, (3, 3)), [3, 3, 5, 5, 5]),
    ],
)
def test_the_last_number_is_the_final(text: str, lengths: Lengths, of_five_rounds: list[int]) -> None:
    read = read_written(text)

    assert read == lengths
    assert [read.of(round_, 5) for round_ in range(1, 6)] == of_five_rounds


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "lengths.empty", None),
        (" … ", "lengths.empty", None),
        ("5 x 7", "lengths.number", 2),
        ("5 100", "lengths.number", 2),
        ("0", "lengths.number", 1),
        ("-5", "lengths.number", 1),
        ("٧", "lengths.number", 1),
        ("3 … 5 5 … 7", "lengths.dots", None),
        ("1 … 2 … 3 … 4", "lengths.dots", None),
        ("… 7", "lengths.dots", None),
        ("1 " * 100, "lengths.dots", None),
    ],
)
def test_what_is_no_length_is_refused(text: str, code: str, place: int | None) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_written(text)

    assert (refused.value.code, refused.value.facts.get("place")) == (code, place)


points = st.lists(st.integers(1, 99), max_size=5).map(tuple)


@given(st.integers(1, 99), points, points)
def test_conditions_read_back_as_written(default: int, rounds: tuple[int, ...], last: tuple[int, ...]) -> None:
    lengths = Lengths(default, rounds, last)

    read = read_written(write_lengths(lengths))

    assert [read.of(at, 12) for at in range(1, 13)] == [lengths.of(at, 12) for at in range(1, 13)]


@given(st.text(max_size=30) | st.text("0123 .…,", max_size=30))
def test_anything_is_read_or_refused(text: str) -> None:
    with suppress(RuleBroken):
        read_written(text)
