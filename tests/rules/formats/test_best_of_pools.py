"""The best of the next place over all pools: the plan, the cut, what a correction changes, and the places."""

from collections import Counter

import pytest

from rules.draws.separation import meeting_round
from rules.draws.state import DrawState
from rules.draws.written import read_plan
from rules.errors import RuleBroken
from rules.formats.cuts import differs, knockout_lines, people_through, pools_of, rule_of, ties_now
from rules.formats.registry import compile_plan, places, read_format
from rules.money.standing import round_sizes, standing
from tests.rules.formats.pools import KEY, after_cut, cut_of, drawn, played, pools, with_result

NUMBERS = {who: who for who in range(1, 30)}


@pytest.mark.parametrize(
    ("data", "entrants", "best", "through", "lines"),
    [
        ({"best": 4}, 24, 4, 16, 16), ({"best": "fill"}, 24, 4, 16, 16), ({"best": "fill"}, 20, 5, 15, 16),
        ({"best": "fill"}, 16, 0, 8, 8), ({"best": 1}, 16, 1, 9, 16), ({"best": "fill", "through": 1}, 12, 1, 4, 4),
        ({"best": "fill", "pools": 3, "through": 3}, 11, 2, 11, 16),
    ],
)  # fmt: skip
def test_the_knockout_has_lines_for_the_best_of_the_next_place(
    data: dict[str, object], entrants: int, best: int, through: int, lines: int
) -> None:
    format_ = pools(**data)
    plan = compile_plan(format_.size(entrants), format_, entrants)

    assert (rule_of(plan).best, people_through(plan), len(knockout_lines(plan))) == (best, through, lines)
    assert read_plan(plan.text()) == plan
    assert read_format(format_.as_data()) == format_


def test_a_plan_without_them_reads_as_it_did() -> None:
    plan = compile_plan(pools().size(14), pools(), 14)

    assert plan.options == (
        "pools=4,4,4,4", "through=2", "ranking=wins,head_to_head,point_difference,points_for", "ties=lot",
    )  # fmt: skip
    assert rule_of(plan).best == 0


def test_more_than_there_are_on_the_next_place_are_refused_by_name() -> None:
    refusals = []
    for data, entrants in (({"best": 7}, 24), ({"best": 1, "through": 3, "pools": 3}, 9)):
        with pytest.raises(RuleBroken) as refused:
            pools(**data).size(entrants)
        refusals.append((refused.value.code, refused.value.facts["most"]))

    assert refusals == [("pools.best", 6), ("pools.best", 0)]


@pytest.mark.parametrize(
    ("best", "code"), [(-1, "pools.best"), (65, "pools.best"), ("many", "format.shape"), (True, "format.shape")]
)
def test_what_is_no_number_of_the_best_is_refused_by_name(best: object, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        pools(best=best)

    assert refused.value.code == code


def test_four_best_thirds_of_six_pools_fill_a_knockout_of_sixteen() -> None:
    cut = cut_of(played(drawn(pools(best=4), 24)))

    assert Counter(map(len, cut.coming)) == {3: 4, 2: 2}
    assert sorted(cut.best) == sorted(pool[2] for pool in cut.coming if len(pool) == 3)
    assert len(cut.lines) == 16
    first = min(cut.lines)
    line = {who: at - first + 1 for at, who in cut.lines.items()}
    near = [
        meeting_round(line[one], line[other]) for pool in cut.coming for one in pool for other in pool if one < other
    ]
    assert min(near) == 3


def test_thirds_with_equal_rates_are_one_tie_over_all_pools() -> None:
    state = played(drawn(pools(best=4, ties="match"), 24))
    thirds = [sorted(state.lines[at] for at in pool.lines)[2] for pool in pools_of(state.plan)]

    with pytest.raises(RuleBroken) as refused:
        cut_of(state)
    cut = cut_of(state, tuple(thirds[2:]))

    assert refused.value.code == "pools.tied_best"
    assert refused.value.facts == {"entrants": sorted(thirds), "seats": 4}
    assert [(each.number, each.seats) for each in ties_now(state, NUMBERS)] == [(0, 4)]
    assert list(map(len, cut.coming)) == [2, 2, 3, 3, 3, 3]
    assert sorted(cut.best) == sorted(thirds[2:])


def seconds(state: DrawState) -> list[tuple[int, int, int]]:
    """Return the second and the third of each pool, and the place of the match between them."""
    in_pools = []
    for pool in pools_of(state.plan):
        second, third = sorted(state.lines[at] for at in pool.lines)[1:3]
        place = next(at for at in pool.matches if state.seat(at).pair == (second, third))
        in_pools.append((second, third, place))
    return in_pools


def a_better_second() -> tuple[DrawState, list[tuple[int, int, int]]]:
    """Return two pools of four after a cut for which the second of the first pool has the better difference."""
    state = played(drawn(pools(through=1, best=1), 8))
    known = seconds(state)
    second, third, at = known[0]
    return after_cut(with_result(state, at, second, third, (5, 0))), known


def test_a_correction_after_the_cut_says_whose_second_would_have_come_through() -> None:
    state, known = a_better_second()
    (second, third, at), (other, _, _) = known
    came = {who for line, who in state.lines.items() if line > len(state.plan.seats)}
    assert (second in came, other in came) == (True, False)
    assert differs(state, NUMBERS, KEY, 7) == (set(), set())

    worse = with_result(state, at, second, third, (5, 4))
    equal = with_result(state, at, second, third, (5, 3))

    assert differs(worse, NUMBERS, KEY, 7) == ({other}, {second})
    assert differs(equal, NUMBERS, KEY, 7) == (set(), set())
    assert worse.lines == state.lines


def test_those_of_the_next_place_who_are_left_share_theirs() -> None:
    state = played(after_cut(played(drawn(pools(best=4), 24))))

    listed = places(state.derived, state.facts)

    assert [each.place for each in listed] == [1, 2, 3, 3, *[5] * 4, *[9] * 8, *[17] * 2, *[19] * 6]
    groups = standing(state.derived, state.facts, set()).brackets[0][1]
    assert [len(group) for group in groups] == [1, 1, 2, 4, 8, 2, 6]
    assert round_sizes(state.plan, {"main": 24}) == {"main": (1, 1, 2, 4, 8, 2, 6)}


def test_pools_show_what_a_full_knockout_would_cost_beside_the_choice() -> None:
    choices = [(each.largest, each.as_data()["best"]) for each in pools(largest=4).alternatives()]

    assert choices == [(4, 0), (4, "fill"), (5, 0), (6, 0)]
