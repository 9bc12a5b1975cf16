"""Who is drawn on which line: byes spread, seeds apart, the rest by lot.

Source: docs/rules/byes-and-drops.md#byes (bit-reversed order), docs/rules/lot.md; seeds by the standard recursion.
"""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draws.chance import order_by_lot
from rules.draws.seeding import bye_lines, bye_order, draw_lines, seed_order, size_for
from rules.errors import RuleBroken

KEY = "2026-11-20 63 55 21"
ALL_FIELDS = range(2, 513)


@st.composite
def fields(draw: st.DrawFn, fewest: int = 2) -> tuple[list[int], dict[int, int], str]:
    """Entrants' numbers, seeds of some of them, a key."""
    numbers = draw(st.lists(st.integers(1, 10_000), min_size=fewest, max_size=80, unique=True))
    seeded = draw(st.lists(st.sampled_from(numbers), unique=True))
    ranks = draw(st.lists(st.integers(1, 512), min_size=len(seeded), max_size=len(seeded), unique=True))
    return numbers, dict(zip(seeded, ranks, strict=True)), draw(st.text(st.characters(codec="utf-8"), max_size=10))


def meeting_round(one: int, other: int) -> int:
    """The main round (1 is A) in which two lines (from 1) can meet."""
    return ((one - 1) ^ (other - 1)).bit_length()


@pytest.mark.parametrize(
    ("entrants", "size"),
    [(2, 2), (3, 4), (4, 4), (5, 8), (8, 8), (9, 16), (23, 32), (64, 64), (65, 128), (257, 512), (512, 512)],
)
def test_the_smallest_knockout_that_holds_the_field_is_taken(entrants: int, size: int) -> None:
    assert size_for(entrants) == size


@pytest.mark.parametrize("entrants", [-1, 0, 1, 513, 10_000])
def test_a_field_of_fewer_than_2_or_more_than_512_is_refused(entrants: int) -> None:
    with pytest.raises(RuleBroken) as broken:
        size_for(entrants)

    assert (broken.value.code, broken.value.facts) == ("draw.field", {"entrants": entrants, "fewest": 2, "most": 512})


@pytest.mark.parametrize(
    ("size", "entrants", "matches"),
    [
        # The i-th bye goes to the i-th A match in bit-reversed order.
        (32, 23, [1, 9, 5, 13, 3, 11, 7, 15, 2]),
        (16, 13, [1, 5, 3]),
        (16, 9, [1, 5, 3, 7, 2, 6, 4]),
        (8, 5, [1, 3, 2]),
        (4, 3, [1]),
        (2, 2, []),
        (128, 120, [1, 33, 17, 49, 9, 41, 25, 57]),
    ],
)
def test_byes_fall_to_these_a_matches(size: int, entrants: int, matches: list[int]) -> None:
    lines = bye_lines(size, entrants)

    assert [line // 2 for line in lines] == matches
    assert all(line % 2 == 0 for line in lines)


@pytest.mark.parametrize("seeds", [0, 1, 2, 3, 7, 20, 512])
def test_byes_are_spread_over_halves_quarters_and_eighths_in_every_field(seeds: int) -> None:
    for entrants in ALL_FIELDS:
        size = size_for(entrants)
        matches = [line // 2 - 1 for line in bye_lines(size, entrants, min(seeds, entrants))]
        section = size // 2
        while section > 1:
            section //= 2
            byes = Counter(match // section for match in matches)
            in_each = [byes[number] for number in range(size // 2 // section)]
            assert max(in_each) - min(in_each) <= 1, (entrants, seeds, section)


@pytest.mark.parametrize("seeds", [0, 1, 5, 512])
def test_no_a_match_has_two_byes_in_any_field(seeds: int) -> None:
    for entrants in ALL_FIELDS:
        size = size_for(entrants)
        lines = bye_lines(size, entrants, min(seeds, entrants))
        assert len(lines) == size - entrants
        assert len({(line - 1) // 2 for line in lines}) == len(lines)


@pytest.mark.parametrize("matches", [1, 2, 4, 8, 16, 256])
def test_every_a_match_stands_once_in_the_order_of_byes_and_of_seeds(matches: int) -> None:
    assert sorted(bye_order(2 * matches)) == list(range(matches))
    assert sorted(bye_order(2 * matches, 3)) == list(range(matches))
    assert sorted(seed_order(matches)) == list(range(matches))


def test_eight_seeds_of_eight_stand_as_on_every_seeded_sheet() -> None:
    lines = draw_lines(range(1, 9), {seed: seed for seed in range(1, 9)}, KEY)

    pairs = {frozenset((lines[line], lines[line + 1])) for line in (1, 3, 5, 7)}
    halves = {frozenset(lines[line] for line in half) for half in (range(1, 5), range(5, 9))}
    assert pairs == {frozenset(pair) for pair in ((1, 8), (2, 7), (3, 6), (4, 5))}
    assert halves == {frozenset((1, 8, 4, 5)), frozenset((2, 7, 3, 6))}
    assert lines[1] == 1


@pytest.mark.parametrize("entrants", [4, 5, 8, 13, 23, 64, 200, 512])
def test_seeds_one_and_two_can_meet_in_the_final_only_and_the_first_four_in_the_semi_finals(entrants: int) -> None:
    rounds = size_for(entrants).bit_length() - 1

    lines = draw_lines(range(1, entrants + 1), {1: 1, 2: 2, 3: 3, 4: 4}, KEY)

    line_of = {number: line for line, number in lines.items()}
    meet = {(one, other): meeting_round(line_of[one], line_of[other]) for one in range(1, 5) for other in range(1, one)}
    assert meet == {
        (2, 1): rounds,
        (3, 1): rounds,
        (3, 2): rounds - 1,
        (4, 1): rounds - 1,
        (4, 2): rounds,
        (4, 3): rounds,
    }


@pytest.mark.parametrize("entrants", [16, 23, 64, 100, 256])
def test_among_the_first_2_4_8_seeds_the_best_can_meet_the_last_earliest(entrants: int) -> None:
    rounds = size_for(entrants).bit_length() - 1

    lines = draw_lines(range(1, entrants + 1), {seed: seed for seed in range(1, entrants + 1)}, KEY)

    line_of = {number: line for line, number in lines.items()}
    for level in range(1, (entrants.bit_length() - 1) + 1):
        group = 1 << level
        for seed in range(1, group // 2 + 1):
            assert meeting_round(line_of[seed], line_of[group + 1 - seed]) == rounds - level + 1


@given(fields())
def test_everyone_drawn_stands_on_one_line_and_the_others_are_byes(
    field: tuple[list[int], dict[int, int], str],
) -> None:
    numbers, seeds, key = field

    lines = draw_lines(numbers, seeds, key)

    size = size_for(len(numbers))
    assert sorted(lines.values()) == sorted(numbers)
    assert set(range(1, size + 1)) - set(lines) == set(bye_lines(size, len(numbers), len(seeds)))
    assert list(lines) == sorted(lines)


@given(fields())
def test_byes_go_to_the_best_seeds(field: tuple[list[int], dict[int, int], str]) -> None:
    numbers, seeds, key = field

    lines = draw_lines(numbers, seeds, key)

    byes = size_for(len(numbers)) - len(numbers)
    ranked = sorted(seeds, key=lambda number: seeds[number])
    line_of = {number: line for line, number in lines.items()}
    without_opponent = [number for number in ranked if ((line_of[number] - 1) ^ 1) + 1 not in lines]
    assert without_opponent == ranked[:byes]


@given(fields())
def test_seeds_take_no_chance_and_the_others_stand_from_the_top_as_the_lot_says(
    field: tuple[list[int], dict[int, int], str],
) -> None:
    numbers, seeds, key = field

    lines = draw_lines(numbers, seeds, key)

    unseeded = [number for number in lines.values() if number not in seeds]
    assert unseeded == order_by_lot(sorted(set(numbers) - set(seeds)), f"{key}/lines")


@given(fields(), st.randoms(use_true_random=False))
def test_the_order_in_which_entrants_are_listed_does_not_matter(
    field: tuple[list[int], dict[int, int], str], chance: Random
) -> None:
    numbers, seeds, key = field
    shuffled = sorted(numbers, key=lambda _: chance.random())

    lines = draw_lines(shuffled, seeds, key)

    assert lines == draw_lines(numbers, seeds, key)


def test_gaps_between_seeds_are_closed() -> None:
    gaps = draw_lines(range(1, 14), {5: 3, 9: 40, 2: 512}, KEY)

    assert gaps == draw_lines(range(1, 14), {5: 1, 9: 2, 2: 3}, KEY)


def test_exchanging_two_seeds_moves_nobody_else() -> None:
    one = draw_lines(range(1, 24), {7: 1, 8: 2}, KEY)

    other = draw_lines(range(1, 24), {7: 2, 8: 1}, KEY)

    assert {line for line in one if one[line] != other[line]} == {1, 17}


def test_a_draw_of_thirteen_by_a_published_key_is_this_one() -> None:
    lines = draw_lines(range(1, 14), {}, KEY)

    assert lines == {1: 2, 3: 9, 4: 11, 5: 13, 7: 6, 8: 10, 9: 7, 11: 4, 12: 12, 13: 1, 14: 5, 15: 3, 16: 8}


def test_a_draw_of_five_with_two_seeds_is_this_one() -> None:
    lines = draw_lines([3, 1, 4, 15, 9], {9: 1, 3: 2}, KEY)

    assert lines == {1: 9, 3: 4, 5: 3, 7: 15, 8: 1}


def test_another_key_draws_another_order() -> None:
    draws = {tuple(draw_lines(range(1, 24), {}, f"{KEY} {number}").items()) for number in range(50)}

    assert len(draws) == 50


def test_an_entrant_listed_twice_is_refused() -> None:
    with pytest.raises(RuleBroken) as broken:
        draw_lines([1, 2, 3, 2], {}, KEY)

    assert (broken.value.code, broken.value.facts) == ("draw.number", {"got": [1, 2, 2, 3]})


def test_a_seed_for_a_number_outside_the_field_is_refused() -> None:
    with pytest.raises(RuleBroken) as broken:
        draw_lines([1, 2, 3], {9: 1, 2: 2, 8: 3}, KEY)

    assert (broken.value.code, broken.value.facts) == ("seed.unknown", {"entrants": [8, 9]})


def test_a_seed_that_two_share_is_refused() -> None:
    with pytest.raises(RuleBroken) as broken:
        draw_lines([1, 2, 3, 4], {1: 2, 2: 2, 3: 1}, KEY)

    assert (broken.value.code, broken.value.facts) == ("seed.shared", {"seeds": [2]})


@pytest.mark.parametrize("numbers", [[], [1], list(range(1, 514))])
def test_a_field_that_cannot_be_drawn_is_refused(numbers: list[int]) -> None:
    with pytest.raises(RuleBroken) as broken:
        draw_lines(numbers, {}, KEY)

    assert broken.value.code == "draw.field"
