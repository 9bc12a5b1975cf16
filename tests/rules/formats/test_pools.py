"""Pools and the knockout behind them on the seam: plan, deal, cut, places, forecast."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draws.plan import From
from rules.draws.written import read_plan
from rules.errors import RuleBroken
from rules.formats.cuts import (
    free_lines,
    knockout_lines,
    lines_for_late,
    people_through,
    pools_of,
    waits_for_cut,
)
from rules.formats.format import StageKind
from rules.formats.registry import compile_plan, read_format
from rules.timing.forecast import forecast
from rules.timing.scorecard import scorecard_of_format
from tests.rules.formats.pools import KEY, drawn, pools


@pytest.mark.parametrize(
    ("data", "entrants", "sizes"),
    [
        ({}, 3, (3,)), ({}, 5, (5,)), ({}, 8, (4, 4)), ({}, 9, (3, 3, 3)), ({}, 14, (4, 4, 3, 3)),
        ({"largest": 7}, 14, (7, 7)), ({"pools": 2}, 9, (5, 4)), ({"pools": 3, "through": 1}, 11, (4, 4, 3)),
    ],
)  # fmt: skip
def test_a_field_makes_pools_whose_sizes_differ_by_one_at_most(
    data: dict[str, object], entrants: int, sizes: tuple[int, ...]
) -> None:
    assert pools(**data).sizes(entrants) == sizes


def test_the_plan_has_the_pools_round_by_round_and_the_knockout_behind_them() -> None:
    plan = compile_plan(24, pools(length={"pools": 5, "knockout": {"default": 7, "last": [9]}}), 14)

    assert [pool.lines for pool in pools_of(plan)] == [range(1, 5), range(5, 9), range(9, 13), range(13, 17)]
    assert knockout_lines(plan) == range(17, 25)
    assert Counter(match.letter for match in plan.matches) == {"A": 8, "B": 8, "C": 8, "D": 4, "E": 2, "F": 1}
    assert [match.length for match in plan.matches if match.letter in "ADEF"] == [5] * 8 + [7] * 6 + [9]
    assert (plan.is_cut, plan.by_rounds, plan.final) == (True, False, 30)
    assert plan.seats == frozenset(range(1, 17))
    assert read_plan(plan.text()) == plan
    assert free_lines(plan, 14) == [12, 16]
    # The matches of a free line have the last numbers of their round.
    empty = [match.code for match in plan.matches if {match.top.of, match.bottom.of} & {12, 16} and match.round == 1]
    assert empty == ["A7", "A8"]


def test_a_knockout_of_two_is_no_round_of_the_table() -> None:
    plan = compile_plan(6, pools(), 3)

    assert (plan.by_rounds, plan.is_cut) == (False, True)
    assert plan.tabled == frozenset(range(6))


def test_matches_in_a_pool_follow_each_other_and_those_of_the_knockout_do_not() -> None:
    plan = compile_plan(12, pools(), 8)

    first_of_knockout = len(plan.tabled)
    assert plan.earlier[4] == (0, 1)
    assert first_of_knockout not in plan.earlier
    assert all(plan.matches[at].top.kind is From.LINE for at in plan.tabled)


@given(st.integers(3, 60), st.integers(3, 8), st.integers(2, 3))
def test_everybody_meets_everybody_of_their_pool_once_and_nobody_else(
    entrants: int, largest: int, through: int
) -> None:
    format_ = pools(largest=largest, through=through)
    sizes = format_.sizes(entrants)
    state = drawn(format_, entrants)

    pairs = Counter(seat.pair for seat in state.derived.seats() if seat.pair)

    pool_of = {state.lines[at]: pool.number for pool in pools_of(state.plan) for at in pool.lines if at in state.lines}
    assert set(pairs.values()) == {1}
    assert all(pool_of[one] == pool_of[other] for one, other in pairs)
    assert len(pairs) == sum(size * (size - 1) // 2 for size in sizes)
    assert Counter(Counter(pool_of.values()).values()) == Counter(sizes)


def test_seeds_are_dealt_in_snake_order_and_clubs_are_spread() -> None:
    format_ = pools(pools=4, separate=["club"])
    groups = {who: ["club:kazan"] for who in (9, 10, 11, 12)}

    lines = format_.lines_apart(range(1, 17), {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}, groups, KEY, 7)

    pool = {who: (line - 1) // 4 for line, who in lines.items()}
    assert [pool[who] for who in (1, 2, 3, 4, 5)] == [0, 1, 2, 3, 3]
    assert {pool[who] for who in (9, 10, 11, 12)} == {0, 1, 2, 3}
    assert format_.kept_apart == ("club",)


def test_players_of_a_club_and_of_a_country_are_spread_together() -> None:
    groups = {who: ["country:den", *(["club:kazan"] if who < 4 else [])] for who in range(1, 7)}

    lines = pools(pools=3, separate=["club", "country"]).lines_apart(range(1, 13), {}, groups, KEY)

    pool = {who: (line - 1) // 4 for line, who in lines.items()}
    assert sorted(pool[who] for who in (1, 2, 3)) == [0, 1, 2]
    assert Counter(pool[who] for who in range(1, 7)) == {0: 2, 1: 2, 2: 2}


def test_latecomers_take_the_lines_of_the_smallest_pool() -> None:
    state = drawn(pools(pools=2, largest=5), 9)
    fewer = {line: who for line, who in state.lines.items() if line not in (7, 8)}

    assert lines_for_late(state.plan, state.lines) == [6]
    assert lines_for_late(state.plan, fewer) == [7, 8, 6]
    assert waits_for_cut(state.plan, state.lines)


def test_rounds_are_named_by_letter_in_the_pools_and_by_who_is_left_behind_them() -> None:
    format_, plan = pools(), compile_plan(24, pools(), 14)

    stages = [format_.stage(plan, at) for at in (0, 24, 28, 30)]

    assert [(each.kind, each.left) for each in stages[1:]] == [
        (StageKind.LAST, 8), (StageKind.LAST, 4), (StageKind.FINAL, 2),
    ]  # fmt: skip
    assert (stages[0].kind, stages[0].letter) == (StageKind.ROUND, "A")
    assert [format_.place_after_loss(plan, at, ()) for at in (0, 24, 28, 30)] == [None, 5, 3, 2]


@pytest.mark.parametrize(
    ("entrants", "matches", "rounds", "minutes"), [(8, 15, 5, 3 * 35 + 2 * 49), (14, 25, 6, 6 * 35 + 49 * 3 - 35)]
)
def test_the_forecast_counts_pools_and_knockout(entrants: int, matches: int, rounds: int, minutes: int) -> None:
    figures = forecast(entrants, pools(), 7, 4)

    assert (figures.fewest, figures.most, figures.brackets[0].rounds) == (matches, matches, rounds)
    assert (figures.lines, figures.byes, figures.minutes) == (entrants, 0, minutes)
    card = scorecard_of_format(pools(), entrants, 7, 4)
    assert (card.matches, card.rounds, card.minutes) == ({"main": matches}, {"main": rounds}, minutes)
    assert (
        people_through(compile_plan(pools().size(entrants), pools(), entrants))
        == matches - sum(size * (size - 1) // 2 for size in pools().sizes(entrants)) + 1
    )


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"pools": -1}, "pools.count"), ({"pools": 65}, "pools.count"), ({"largest": 2}, "pools.count"),
        ({"through": 0}, "pools.through"), ({"through": "2"}, "format.shape"), ({"ties": "dice"}, "pools.ties"),
        ({"ranking": []}, "pools.ranking"), ({"ranking": ["wins", "wins"]}, "pools.ranking"),
        ({"ranking": ["luck"]}, "pools.ranking"), ({"ranking": "wins"}, "pools.ranking"),
        ({"rounds": 3}, "format.unknown"), ({"length": {"pool": 5}}, "format.unknown"),
        ({"holland": True, "crawford": False}, "holland.alone"),
    ],
)  # fmt: skip
def test_what_no_pools_are_is_refused_by_name(data: dict[str, object], code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        pools(**data)

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("data", "entrants", "code"),
    [
        ({}, 2, "pools.size"), ({"pools": 3}, 8, "pools.size"), ({"through": 4}, 9, "pools.through"),
        ({"pools": 1, "through": 1}, 5, "pools.through"), ({}, 513, "draw.field"),
    ],
)  # fmt: skip
def test_a_field_that_makes_no_pools_is_refused_by_name(data: dict[str, object], entrants: int, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        pools(**data).size(entrants)

    assert refused.value.code == code


def test_one_length_holds_for_pools_and_knockout_and_data_read_back_the_same() -> None:
    same = pools(length=3)
    other = pools(length={"pools": [3, 5], "main": 9}, ranking=["wins", "sonneborn_berger"], separate=["country"])

    assert (same.pools_to, same.played_to) == (same.played_to, same.pools_to)
    assert (other.pools_to.rounds, other.played_to.default) == ((3, 5), 9)
    for format_ in (same, other, pools()):
        assert read_format(format_.as_data()) == format_
