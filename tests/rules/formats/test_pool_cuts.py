"""Who comes through pools, how they are drawn, and the places of everybody."""

from random import Random

import pytest

from rules.draws.derive import Status
from rules.draws.separation import meeting_round
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.cuts import (
    differs,
    is_drawn,
    knockout_lines,
    pool_standings,
    pools_of,
    ties_now,
)
from rules.formats.registry import places
from tests.rules.formats.pools import KEY, after_cut, cut_of, drawn, played, pools, with_result, won_by


def test_the_knockout_has_the_best_of_each_pool_with_pool_mates_in_different_halves() -> None:
    state = played(drawn(pools(), 16))

    cuts = [cut_of(state, key=key) for key in "abcdefgh"]

    best = [sorted(state.lines[at] for at in pool.lines)[:2] for pool in pools_of(state.plan)]
    for cut in cuts:
        line = {who: at - cut_first(state) for at, who in cut.lines.items()}
        assert [list(pool) for pool in cut.coming] == best
        assert [meeting_round(line[one] + 1, line[other] + 1) for one, other in cut.coming] == [3, 3, 3, 3]
        assert len({line[pool[0]] // 2 for pool in cut.coming}) == 4
    assert len({tuple(cut.lines.items()) for cut in cuts}) > 1
    assert cuts[0] == cut_of(played(drawn(pools(), 16)), key="a")


def cut_first(state: DrawState) -> int:
    return knockout_lines(state.plan).start


def test_the_cut_waits_for_the_last_match_of_the_pools() -> None:
    state = drawn(pools(), 8)

    with pytest.raises(RuleBroken) as refused:
        cut_of(state)

    assert refused.value.code == "pools.open"
    assert refused.value.facts["matches"] == [f"{letter}{n}" for letter in "ABC" for n in (1, 2, 3, 4)]


def test_whoever_has_withdrawn_is_left_out_and_the_next_moves_up() -> None:
    state = played(drawn(pools(pools=2), 8))
    pool = sorted(state.lines[at] for at in pools_of(state.plan)[0].lines)

    cut = cut_of(state.having(withdrawn=[("main", pool[0])]))

    assert cut.coming[0] == (pool[1], pool[2])


def test_fewer_who_come_through_than_there_is_room_for_still_meet_in_the_final() -> None:
    state = played(drawn(pools(pools=2), 8))
    pool = [state.lines[at] for at in pools_of(state.plan)[0].lines]
    state = after_cut(state.having(withdrawn=[("main", who) for who in pool]))

    assert [seat.status for seat in state.derived.seats()[-3:]] == [Status.BYE, Status.BYE, Status.OPEN]


def test_one_who_is_left_alone_has_won() -> None:
    state = played(drawn(pools(), 4))
    gone = sorted(state.lines.values())[:3]

    state = after_cut(state.having(withdrawn=[("main", who) for who in gone]))

    assert [(each.entrant, each.place) for each in places(state.derived, state.facts)] == [
        (4, 1), (1, 2), (2, 2), (3, 2),
    ]  # fmt: skip


def test_nobody_left_is_refused() -> None:
    state = played(drawn(pools(), 3))

    with pytest.raises(RuleBroken, match=r"pools\.nobody"):
        cut_of(state.having(withdrawn=[("main", who) for who in (1, 2, 3)]))


def a_circle(data: dict[str, object], points: tuple[int, int, int] = (0, 0, 0)) -> DrawState:
    """Return a pool of three in which 1 beat 2, 2 beat 3 and 3 beat 1, the losers with these points."""
    state = drawn(pools(**data), 3)
    for (winner, loser), lost in zip(((1, 2), (2, 3), (3, 1)), points, strict=True):
        state = won_by(state, winner, loser, (5, lost))
    return state


def table(state: DrawState) -> list[tuple[int, int]]:
    pool = pools_of(state.plan)[0]
    players = [state.lines[at] for at in pool.lines if at in state.lines]
    listed = pool_standings(state.plan, pool, state.derived.seats(), players, state.facts.points)
    return [(each.place, each.entrant) for each in listed]


def test_the_criteria_count_in_their_order() -> None:
    # Differences: 1 has +2, 2 has -3, 3 has +1. Points won: 1 has 7, 2 has 5, 3 has 8.
    points = (0, 3, 2)

    assert table(a_circle({}, points)) == [(1, 1), (2, 3), (3, 2)]
    assert table(a_circle({"ranking": ["wins", "points_for"]}, points)) == [(1, 3), (2, 1), (3, 2)]
    assert table(a_circle({"ranking": ["wins", "head_to_head"]}, points)) == [(1, 1), (1, 2), (1, 3)]


def test_nobody_has_more_points_than_the_match_is_long() -> None:
    state = drawn(pools(ranking=["points_for"]), 3)

    state = won_by(won_by(won_by(state, 1, 2, (12, 0)), 2, 3, (5, 4)), 3, 1, (5, 0))

    assert table(state) == [(1, 3), (2, 1), (2, 2)]


def test_the_lot_decides_who_comes_through_and_names_the_tie() -> None:
    state = a_circle({})

    cut = cut_of(state)

    assert [(each.number, each.entrants, each.seats) for each in cut.tied] == [(1, (1, 2, 3), 2)]
    assert len(cut.coming[0]) == 2
    with pytest.raises(RuleBroken, match=r"pools\.choice"):
        cut_of(state, (1, 2))


def test_a_match_decides_where_the_format_wants_one() -> None:
    state = a_circle({"ties": "match"})

    with pytest.raises(RuleBroken) as refused:
        cut_of(state)
    cut = cut_of(state, (2, 3))

    assert (refused.value.code, refused.value.facts) == ("pools.tied", {"pool": 1, "entrants": [1, 2, 3], "seats": 2})
    assert sorted(cut.coming[0]) == [2, 3]
    assert [each.seats for each in ties_now(state, {who: who for who in (1, 2, 3)})] == [2]
    for wrong, code in (((1,), "pools.tied"), ((1, 2, 3), "pools.tied"), ((1, 9), "pools.choice")):
        with pytest.raises(RuleBroken, match=code.replace(".", r"\.")):
            cut_of(state, wrong)


def test_places_are_those_of_the_knockout_then_those_of_the_pools() -> None:
    state = played(drawn(pools(), 14))
    before = places(state.derived, state.facts)

    state = played(after_cut(state))
    after = places(state.derived, state.facts)

    assert {each.place for each in before} == {None}
    assert [each.order for each in before] == list(range(1, 15))
    assert [each.place for each in after] == [1, 2, 3, 3, 5, 5, 5, 5, 9, 9, 9, 9, 13, 13]
    assert after[0].entrant == 1
    assert sorted(each.entrant for each in after) == list(range(1, 15))


def test_places_of_the_pools_wait_for_a_match_that_is_open_again() -> None:
    state = after_cut(played(drawn(pools(), 8)))
    pool = pools_of(state.plan)[0]
    first, second = state.seat(pool.matches[0]).pair or (0, 0)

    again = state.having([("cleared", pool.matches[0], first, second, 0, None)])

    assert {each.place for each in places(again.derived, again.facts)} == {None}
    assert is_drawn(again.plan, again.lines)


def test_a_correction_after_the_cut_moves_nobody_and_is_told() -> None:
    state = after_cut(played(drawn(pools(pools=2), 8)))
    numbers = {who: who for who in range(1, 9)}
    pool = pools_of(state.plan)[0]
    first, second, third, last = sorted(state.lines[at] for at in pool.lines)
    knockout = [state.seat(at) for at in range(len(state.plan.tabled), len(state.plan.matches))]
    assert differs(state, numbers, KEY, 7) == (set(), set())

    for loser in (first, second):
        at = next(at for at in pool.matches if state.seat(at).pair == (loser, third))
        state = with_result(state, at, third, loser, (5, 0))

    assert differs(state, numbers, KEY, 7) == ({third}, {second})
    assert [state.seat(at) for at in range(len(state.plan.tabled), len(state.plan.matches))] == knockout
    out = [each.entrant for each in places(state.derived, state.facts)]
    assert out.index(third) < out.index(last)


def test_a_tie_since_the_cut_makes_nobody_wrong() -> None:
    state = after_cut(a_circle({"ties": "match"}), (1, 2))

    assert differs(state, {who: who for who in (1, 2, 3)}, KEY, 7) == (set(), set())


def test_a_double_no_show_costs_both_a_match_and_is_no_meeting() -> None:
    state = drawn(pools(), 3)
    at = next(at for at, seat in enumerate(state.derived.seats()) if seat.pair == (1, 2))

    state = played(state.having([("result", at, 1, 2, 0, 1)]))

    assert table(state) == [(1, 1), (1, 2), (3, 3)]


def test_random_evenings_end_with_a_place_for_everybody() -> None:
    for seed in range(20):
        chance = Random(seed)
        state = played(drawn(pools(largest=chance.choice((3, 4, 5))), chance.randint(6, 20)))
        state = played(after_cut(state))

        listed = places(state.derived, state.facts)

        assert [each.order for each in listed] == list(range(1, len(listed) + 1))
        assert all(each.place is not None for each in listed)
