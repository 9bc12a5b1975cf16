"""Who comes through pools: so many of each, the best of the next place over all, and where a tie decides."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draws.separation import meeting_round
from rules.errors import RuleBroken
from rules.pairing.pools import Ranked, cut, rank_pool
from rules.pairing.results import Result
from rules.pairing.round_robin import schedule
from rules.pairing.through import OVER_ALL, Rule, Through, come_through, decided, next_of

KEY = "2026-11-20 63 55 21"
RANKING = ("wins", "head_to_head", "point_difference", "points_for")


def pairs_of(pool: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """Return round and pair of every match of a pool."""
    rounds = enumerate(schedule(len(pool)), start=1)
    return [(at, pool[one - 1], pool[other - 1]) for at, each in rounds for one, other in each if other]


def ranked(number: int, pool: tuple[int, ...], lost: int, ranking: tuple[str, ...] = RANKING) -> Ranked:
    """Return a pool in which the smaller number wins every match 5 to ``lost``."""
    results = [Result(at, min(pair), max(pair), (5, lost)) for at, *pair in pairs_of(pool)]
    return rank_pool(number, pool, results, KEY, ranking)


def a_circle(number: int, one: int, two: int, three: int) -> Ranked:
    """Return a pool of three who have beaten each other by the same score."""
    results = [Result(1, one, two, (5, 3)), Result(2, two, three, (5, 3)), Result(3, three, one, (5, 3))]
    return rank_pool(number, (one, two, three), results, KEY, RANKING)


def test_the_next_of_each_pool_are_ranked_by_rates_not_by_sums() -> None:
    # The third of four made 11 points in three matches, the third of three 8 in two.
    ranking = ("points_for",)
    pools = [ranked(1, (1, 2, 3, 4), 3, ranking), ranked(2, (5, 6, 7), 4, ranking)]

    known = come_through(pools, Rule(2, 1, ranking), KEY)

    assert [(each.entrant, [str(rate) for rate in each.rates]) for each in known.following] == [
        (7, ["4"]), (3, ["11/3"]),
    ]  # fmt: skip
    assert known.of(Rule(2, 1, ranking)) == [(1, 2), (5, 6, 7)]
    assert known.tied == ()


def test_a_win_of_three_matches_is_better_than_none_of_two() -> None:
    pools = [ranked(1, (1, 2, 3, 4), 0), ranked(2, (5, 6, 7), 4)]

    known = come_through(pools, Rule(2, 1, RANKING), KEY)

    # Without the matches between those who are tied: wins, difference, points.
    assert [str(rate) for rate in known.following[0].rates] == ["1/3", "-5/3", "5/3"]
    assert [each.entrant for each in known.following] == [3, 7]


def test_wins_of_the_beaten_are_divided_by_the_matches_twice() -> None:
    ranking = ("wins", "sonneborn_berger")

    known = come_through([ranked(1, (1, 2, 3, 4), 0, ranking)], Rule(1, 1, ranking), KEY)

    # The second of four has beaten the third with one win and the fourth with none.
    assert [str(rate) for rate in known.following[0].rates] == ["2/3", "1/9"]


def test_whoever_has_withdrawn_is_no_next_of_a_pool() -> None:
    pool, rule = ranked(1, (1, 2, 3), 3), Rule(1, 1, RANKING)

    following = [next_of(pool, rule, gone) for gone in ([], [2], [1], [2, 3])]

    assert [each.entrant if each else None for each in following] == [2, 3, 3, None]


def test_equal_rates_at_the_cut_are_drawn_by_lot_and_named() -> None:
    pools = [ranked(number, (first, first + 1, first + 2), 3) for number, first in ((1, 1), (2, 4), (3, 7))]
    rule = Rule(2, 1, RANKING)

    drawn = {tuple(sorted(come_through(pools, rule, key).more)) for key in "abcdefgh"}
    tied = come_through(pools, rule, KEY).tied

    assert drawn == {(1,), (2,), (3,)}
    assert [(each.number, each.entrants, each.seats) for each in tied] == [(OVER_ALL, (3, 6, 9), 1)]


def test_matches_decide_between_players_of_several_pools() -> None:
    pools = [ranked(number, (first, first + 1, first + 2), 3) for number, first in ((1, 1), (2, 4), (3, 7))]
    rule = Rule(2, 2, RANKING)
    known = come_through(pools, rule, KEY)

    chosen = decided(known, [3, 9])

    assert chosen.of(rule) == [(1, 2, 3), (4, 5), (7, 8, 9)]
    for wrong, code in (((), "pools.tied_best"), ((3,), "pools.tied_best"), ((3, 6, 9), "pools.tied_best"),
                        ((3, 1), "pools.choice")):  # fmt: skip
        with pytest.raises(RuleBroken) as refused:
            decided(known, wrong)
        assert refused.value.code == code


def test_one_more_of_a_pool_comes_through_at_most_however_many_are_equal() -> None:
    pools, rule = [a_circle(1, 1, 2, 3), a_circle(2, 4, 5, 6)], Rule(1, 1, RANKING)
    known = come_through(pools, rule, KEY)

    assert [(each.number, each.entrants, each.seats) for each in known.tied] == [(OVER_ALL, (1, 2, 3, 4, 5, 6), 3)]
    assert [set(each) for each in decided(known, [3, 2, 5]).of(rule)] == [{2, 3}, {5}]
    for wrong in ((1, 2, 3), (4, 5, 6), (1, 4)):
        with pytest.raises(RuleBroken, match=r"pools\.tied_best"):
            decided(known, wrong)


def test_nobody_plays_for_a_place_where_all_who_are_equal_come_through() -> None:
    # The circle has half of its matches won, so that its third is better than the other one.
    known = come_through([a_circle(1, 1, 2, 3), ranked(2, (4, 5, 6), 3)], Rule(2, 1, RANKING), KEY)

    assert (known.more, known.tied) == (frozenset({1}), ())


def test_a_tie_in_a_pool_of_which_none_of_the_best_comes_is_where_it_was() -> None:
    pools = [a_circle(1, 1, 2, 3), ranked(2, (4, 5, 6, 7), 3), ranked(3, (8, 9, 10, 11), 0)]

    known = come_through(pools, Rule(1, 1, RANKING), KEY)

    # Seconds with two of three are better than those with one of two; of these one comes through by a match.
    assert [(each.number, each.entrants, each.seats) for each in known.tied] == [(1, (1, 2, 3), 1)]
    assert known.more == {3}


def test_the_best_thirds_are_drawn_apart_from_their_pool_mates_and_are_not_seeded() -> None:
    sizes = [tuple(range(4 * at + 1, 4 * at + 5)) for at in range(6)]
    pools = [ranked(number, pool, number % 4) for number, pool in enumerate(sizes, start=1)]
    known = come_through(pools, Rule(2, 4, RANKING), KEY)

    lines = cut(known.ranked, 2, KEY, (), known.more)

    near = [
        meeting_round(one, other)
        for one in lines for other in lines
        if one < other and (lines[one] - 1) // 4 == (lines[other] - 1) // 4
    ]  # fmt: skip
    assert len(lines) == 16
    assert min(near) == 3
    assert sorted(near) == [3] * 4 + [4] * 10


def anything(chance: Random, least: int, more: list[bool]) -> list[Ranked]:
    """Return pools of ``least`` players, or one more, in which anybody wins."""
    pools, before = [], 0
    for number, larger in enumerate(more, start=1):
        pool = tuple(range(before + 1, before + least + larger + 1))
        before = pool[-1]
        results = []
        for at, *pair in pairs_of(pool):
            won, lost = chance.sample(pair, 2)
            results.append(Result(at, won, lost, (5, chance.randint(2, 4))))
        pools.append(rank_pool(number, pool, results, KEY, RANKING))
    return pools


@given(
    st.randoms(use_true_random=False),
    st.integers(3, 5),
    st.lists(st.booleans(), min_size=1, max_size=6),
    st.integers(1, 3),
    st.data(),
)
def test_whatever_is_played_the_best_come_through_and_each_choice_that_a_tie_allows_counts(
    chance: Random, least: int, more: list[bool], each: int, data: st.DataObject
) -> None:
    pools = anything(chance, least, more)
    most = sum(len(pool.order) > each for pool in pools)
    rule = Rule(each, data.draw(st.integers(0, most)), RANKING)
    gone = data.draw(st.sets(st.sampled_from([who for pool in pools for who in pool.order]), max_size=3))

    known = come_through(pools, rule, KEY, gone)

    coming = known.of(rule, gone)
    left = [[who for who in pool.order if who not in gone] for pool in pools]
    there = sum(len(pool) > each for pool in left) if rule.best else 0
    assert [set(through) - set(pool) for through, pool in zip(coming, left, strict=True)] == [set()] * len(pools)
    assert sum(map(len, coming)) == sum(min(each, len(pool)) for pool in left) + min(rule.best, there)
    assert all(len(through) <= each + 1 for through in coming)
    through = {who for pool in coming for who in pool}
    taken = [following.rates for following in known.following if following.number in known.more]
    others = [following.rates for following in known.following if following.number not in known.more]
    assert not taken or not others or min(taken) >= max(others)
    assert come_through(pools[::-1], rule, KEY, gone).more == known.more
    # The lot is one of the choices that matches could bring.
    chosen = through.intersection(who for tied in known.tied for who in tied.entrants)
    assert {who for pool in decided(known, chosen).of(rule, gone) for who in pool} == through
    assert sum(tied.seats for tied in known.tied) == len(chosen)
    others_chosen = chosen_otherwise(known, chance)
    if others_chosen is not None:
        again = {who for pool in decided(known, others_chosen).of(rule, gone) for who in pool}
        assert len(again) == len(through)
        assert others_chosen <= again


def chosen_otherwise(known: Through, chance: Random) -> set[int] | None:
    """Return another choice in every tie of a single pool, None where players of several are equal."""
    if any(tied.number == OVER_ALL for tied in known.tied):
        return None
    return {who for tied in known.tied for who in chance.sample(tied.entrants, tied.seats)}
