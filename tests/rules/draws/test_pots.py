"""Pots and full seeding, as docs/rules/separation.md says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draws.pots import Seeding, pots_of, read_seeding, seeds_from
from rules.draws.seeding import draw_lines
from rules.errors import RuleBroken
from rules.formats.registry import read_format

KEY = "2026-11-20 63 55 21"


def test_by_lot_seeds_stay_as_they_are_typed() -> None:
    assert pots_of(Seeding.BY_LOT, {7: 2, 3: 1}, {3: None, 5: 1900, 7: None}) == {7: 2, 3: 1}
    assert seeds_from(Seeding.BY_LOT, {7: 2, 3: 1}, KEY, 4) == {7: 2, 3: 1}


def test_in_full_seeds_come_before_ratings_and_ratings_before_none() -> None:
    ratings = {1: 1500.0, 2: 1800.0, 3: None, 4: 1800.0, 5: 2100.0, 6: None}

    assert pots_of(Seeding.FULL, {3: 4, 1: 2}, ratings) == {1: 1, 3: 2, 5: 3, 2: 4, 4: 4, 6: 5}


def test_seeded_in_full_the_best_meets_the_worst() -> None:
    ratings: dict[int, float | None] = {number: 2000.0 - number for number in range(1, 9)}
    seeds = seeds_from(Seeding.FULL, pots_of(Seeding.FULL, {}, ratings), KEY)

    lines = draw_lines(range(1, 9), seeds, KEY)

    assert [(lines[line], lines[line + 1]) for line in (1, 3, 5, 7)] == [(1, 8), (4, 5), (2, 7), (3, 6)]


def test_the_key_orders_a_pot_and_another_event_otherwise() -> None:
    pots = dict.fromkeys(range(1, 9), 1)

    orders = [tuple(seeds_from(Seeding.POTS, pots, KEY, event)) for event in (None, 1, 2)]

    assert orders == [
        (8, 3, 1, 6, 7, 4, 5, 2),
        (5, 6, 3, 8, 7, 2, 1, 4),
        (5, 2, 3, 7, 1, 4, 6, 8),
    ]


@given(st.lists(st.integers(1, 3), min_size=16, max_size=32), st.integers(1, 99))
def test_a_first_pot_of_four_comes_into_four_quarters(others: list[int], event: int) -> None:
    numbers = range(1, len(others) + 1)
    pots = {number: 1 if number <= 4 else 1 + pot for number, pot in zip(numbers, others, strict=True) if pot < 3}
    pots |= dict.fromkeys(range(1, 5), 1)

    lines = draw_lines(numbers, seeds_from(Seeding.POTS, pots, KEY, event), KEY, event)

    size = 16 if len(others) == 16 else 32
    assert {(line - 1) * 4 // size for line, number in lines.items() if number <= 4} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("format_", "code"),
    [
        ({"seeding": "rating"}, "seeding.unknown"),
        ({"seeding": ["pots"]}, "seeding.unknown"),
        ({"seeding": None}, "seeding.unknown"),
        ({"main": "swiss", "seeding": "pots"}, "seeding.format"),
        ({"main": "round_robin", "seeding": "full"}, "seeding.format"),
    ],
)
def test_what_cannot_be_seeded_so_is_refused(format_: dict[str, object], code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_format(format_)

    assert refused.value.code == code


@pytest.mark.parametrize("main", [{}, {"main": "structure", "preset": "denver"}])
def test_a_way_to_seed_is_written_only_where_it_is_not_the_usual_one(main: dict[str, object]) -> None:
    pots = read_format(main | {"seeding": "pots"})

    assert pots.as_data()["seeding"] == "pots"
    assert read_format(pots.as_data()) == pots
    assert "seeding" not in read_format(main | {"seeding": "by_lot"}).as_data()


def test_the_words_for_a_way_to_seed_are_read() -> None:
    assert [read_seeding(word) for word in ("by_lot", "pots", "full")] == [Seeding.BY_LOT, Seeding.POTS, Seeding.FULL]
