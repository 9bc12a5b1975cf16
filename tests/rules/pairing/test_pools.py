"""Pools: dealing, ranking, and the knockout of those who come through."""

from collections import Counter

import pytest

from rules.draws.separation import meeting_round
from rules.errors import RuleBroken
from rules.pairing.pools import Ranked, cut, deal_pools, pool_count, rank_pool
from rules.pairing.results import Result
from rules.pairing.round_robin import schedule

KEY = "2026-11-20 63 55 21"


def played(pool: tuple[int, ...]) -> list[Result]:
    """Every match of a pool, won by the smaller number 7-3."""
    pairs = [(number, pair) for number, each in enumerate(schedule(len(pool)), start=1) for pair in each if pair[1]]
    return [
        Result(round_, min(pool[one - 1], pool[other - 1]), max(pool[one - 1], pool[other - 1]), (7, 3))
        for round_, (one, other) in pairs
    ]


@pytest.mark.parametrize(("entrants", "pools"), [(7, 1), (8, 2), (14, 2), (15, 3)])
def test_a_field_makes_as_few_pools_as_hold_it(entrants: int, pools: int) -> None:
    assert pool_count(entrants) == pools


def test_sizes_seeds_and_groups_are_spread() -> None:
    groups = dict.fromkeys(range(5, 11), "side pool")

    pools = deal_pools(range(1, 18), 3, KEY, {1: 1, 2: 2, 3: 3, 4: 4}, groups)

    assert sorted(map(len, pools)) == [5, 6, 6]
    assert [sorted(set(pool) & {1, 2, 3, 4}) for pool in pools] == [[1], [2], [3, 4]]
    assert [sum(who in groups for who in pool) for pool in pools] == [2, 2, 2]
    assert sorted(who for pool in pools for who in pool) == list(range(1, 18))
    assert pools == deal_pools(range(17, 0, -1), 3, KEY, {1: 1, 2: 2, 3: 3, 4: 4}, groups)


def test_three_who_are_tied_are_ranked_by_their_mini_table_then_by_points() -> None:
    results = [
        Result(1, 1, 2, (7, 0)), Result(2, 2, 3, (7, 6)), Result(3, 3, 1, (7, 6)),
        Result(1, 3, 4), Result(2, 1, 4), Result(3, 2, 4),
    ]  # fmt: skip

    assert rank_pool(1, [1, 2, 3, 4], results, KEY).order == (1, 3, 2, 4)
    assert rank_pool(1, [1, 2, 3, 4], results, KEY, ["wins", "points_for"]).order[0] in (1, 3)


def test_what_the_criteria_leave_equal_is_drawn_and_named() -> None:
    results = [Result(1, 1, 2), Result(2, 2, 3), Result(3, 3, 1)]

    ranked = rank_pool(2, [1, 2, 3], results, KEY)

    assert (
        ranked == rank_pool(2, [3, 2, 1], results, KEY) or ranked.order == rank_pool(2, [3, 2, 1], results, KEY).order
    )
    assert ranked.by_lot == (ranked.order,)


def all_ranked(entrants: int, pools: int) -> list[Ranked]:
    dealt = deal_pools(range(1, entrants + 1), pools, KEY)
    return [rank_pool(number, pool, played(pool), KEY) for number, pool in enumerate(dealt, start=1)]


@pytest.mark.parametrize(("entrants", "pools", "through"), [(16, 4, 2), (24, 4, 2), (32, 8, 2), (20, 4, 4), (15, 3, 2)])
def test_the_cut_avoids_pool_mates_and_seeds_the_winners(entrants: int, pools: int, through: int) -> None:
    ranked = all_ranked(entrants, pools)

    lines = cut(ranked, through, KEY)

    pool_of = {who: each.number for each in ranked for who in each.order}
    assert Counter(pool_of[who] for who in lines.values()) == dict.fromkeys(range(1, pools + 1), through)
    last = (len(lines) - 1).bit_length()
    near = [
        meeting_round(one, other)
        for one in lines for other in lines
        if one < other and pool_of[lines[one]] == pool_of[lines[other]]
    ]  # fmt: skip
    assert min(near) >= (last if through == 2 else last - 1)
    winners = sorted(line for line, who in lines.items() if any(each.order[0] == who for each in ranked))
    assert min(meeting_round(one, other) for one in winners for other in winners if one < other) > 1


def test_whoever_has_withdrawn_is_replaced_by_the_next_of_the_pool() -> None:
    ranked = all_ranked(8, 2)
    gone, following = ranked[0].order[1], ranked[0].order[2]

    lines = cut(ranked, 2, KEY, withdrawn=[gone])

    assert gone not in lines.values()
    assert following in lines.values()


def test_pools_that_cannot_be_are_refused() -> None:
    for refused in (
        lambda: pool_count(2),
        lambda: deal_pools([1, 2, 3, 4, 5], 2, KEY),
        lambda: cut(all_ranked(8, 2), 5, KEY),
        lambda: cut([], 1, KEY),
    ):
        with pytest.raises(RuleBroken, match=r"pools\."):
            refused()
