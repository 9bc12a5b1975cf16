"""Groups drawn apart, pots, play-in, redraw and re-entry, as docs/rules/separation.md says."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.draws.facts import Kind
from rules.draws.seeding import draw_lines
from rules.draws.separation import (
    draw_separated,
    meeting_round,
    nearness,
    open_lines,
    play_in_matches,
    re_entry_line,
    redraw,
    seeds_of_pots,
    separate,
)
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.registry import compile_plan, read_format

KEY = "2026-11-20 63 55 21"


def test_players_meet_in_the_round_in_which_their_lines_join() -> None:
    assert [meeting_round(1, other) for other in (2, 3, 4, 5, 8, 9)] == [1, 2, 2, 3, 3, 4]


def test_two_of_a_club_come_into_different_halves() -> None:
    lines = {line: line for line in range(1, 9)}

    drawn = separate(lines, {1: ["Kazan"], 2: ["Kazan"]}, KEY)

    assert nearness(lines, {1: ["Kazan"], 2: ["Kazan"]}) == 0.5
    assert nearness(drawn, {1: ["Kazan"], 2: ["Kazan"]}) == 0.125
    assert sorted(drawn.values()) == sorted(lines.values())


@settings(max_examples=10)
@given(st.integers(4, 6), st.randoms(use_true_random=False))
def test_small_fields_come_as_far_apart_as_any_draw(entrants: int, chance: Random) -> None:
    groups = {
        who: [f"club:{chance.randint(1, 3)}", f"country:{chance.randint(1, 2)}"] for who in range(1, entrants + 1)
    }
    lines = draw_lines(range(1, entrants + 1), {}, KEY)

    best = min(nearness(dict(zip(lines, order, strict=True)), groups) for order in permutations(lines.values()))

    assert nearness(separate(lines, groups, KEY), groups) == best


@pytest.mark.parametrize("members", [2, 4, 8, 16])
def test_a_group_of_a_power_of_two_has_a_section_each(members: int) -> None:
    groups = {who: ["Denmark"] for who in range(1, members + 1)}

    drawn = draw_separated(range(1, 33), {}, KEY, groups)

    sections = {(line - 1) * members // 32 for line, who in drawn.items() if who <= members}
    assert len(sections) == members


def test_seeds_and_byes_keep_their_lines_and_the_same_key_gives_the_same_draw() -> None:
    groups = {who: [f"club:{who % 5}"] for who in range(1, 28)}
    seeds = {7: 1, 12: 2, 2: 3, 17: 4}
    plain = draw_lines(range(1, 28), seeds, KEY)

    drawn = draw_separated(range(1, 28), seeds, KEY, groups)

    assert set(drawn) == set(plain)
    assert all(drawn[line] == who for line, who in plain.items() if who in seeds)
    assert drawn == draw_separated(range(27, 0, -1), seeds, KEY, groups)
    assert nearness(drawn, groups) < nearness(plain, groups)


def test_without_groups_the_draw_is_the_lot_alone() -> None:
    assert draw_separated(range(1, 12), {3: 1}, KEY, {1: ["alone"]}) == draw_lines(range(1, 12), {3: 1}, KEY)


def test_the_last_eight_are_drawn_anew_and_apart() -> None:
    players, groups = [3, 5, 8, 13, 21, 34, 55, 89], {3: ["London"], 5: ["London"]}

    drawn = redraw(players, KEY, groups)

    assert (sorted(drawn), sorted(drawn.values())) == (list(range(1, 9)), players)
    assert nearness(drawn, groups) == 0.125
    with pytest.raises(RuleBroken, match=r"redraw\.field"):
        redraw(players[:7], KEY, groups)


def test_a_pot_of_four_comes_into_four_quarters() -> None:
    seeds = seeds_of_pots([[9, 10, 11, 12], [1, 2, 3, 4]], KEY)

    drawn = draw_lines(range(1, 17), seeds, KEY)

    line = {who: at for at, who in drawn.items()}
    assert {(line[who] - 1) // 4 for who in (9, 10, 11, 12)} == {0, 1, 2, 3}
    assert {(line[who] - 1) // 4 for who in (1, 2, 3, 4)} == {0, 1, 2, 3}
    assert seeds_of_pots([[5], [3], [4]], KEY) == {5: 1, 3: 2, 4: 3}
    with pytest.raises(RuleBroken, match=r"pots\.twice"):
        seeds_of_pots([[1, 2], [2]], KEY)


@pytest.mark.parametrize(
    ("entrants", "matches"), [(16, 0), (17, 1), (18, 2), (19, 0), (33, 1), (36, 4), (37, 0), (65, 1), (9, 1), (5, 0)]
)
def test_a_field_just_above_a_power_of_two_has_a_play_in(entrants: int, matches: int) -> None:
    assert play_in_matches(entrants) == matches


def test_another_entry_takes_a_bye_by_lot_until_the_draw_is_full() -> None:
    plan = compile_plan(8, read_format({}))
    state = DrawState(plan, draw_lines(range(1, 6), {}, KEY))
    assert len(open_lines(state, 6)) == 3

    line = re_entry_line(state, KEY, 6)
    state = state.having(lines={**state.lines, line: 6})

    assert line in range(1, 9)
    assert len(open_lines(state, 7)) == 2
    full = state.having(lines={at: at for at in range(1, 9)})
    with pytest.raises(RuleBroken, match=r"re_entry\.full"):
        re_entry_line(full, KEY, 9)


def test_a_line_is_closed_once_the_holder_of_the_bye_has_begun() -> None:
    plan = compile_plan(4, read_format({}))
    state = DrawState(plan, {1: 1, 3: 3, 4: 4})
    begun = state.having([(Kind.RESULT, 1, 3, 4, 3, 1), (Kind.START, 2, 1, 3, 0, 2)])

    assert (open_lines(state, 9), open_lines(begun, 9)) == ([2], [])
