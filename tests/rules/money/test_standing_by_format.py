"""Places as money sees them follow those of the format where a loss in a round says nothing about the place."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draws.state import DrawState
from rules.formats.notation.compiler import Structure, compile_structure
from rules.formats.notation.parser import parse
from rules.formats.notation.presets import preset
from rules.formats.registry import places
from rules.money.pots import Division, Pot
from rules.money.presets import table_of
from rules.money.standing import round_sizes, standing
from tests.rules.formats import test_round_robin as round_robin
from tests.rules.formats import test_swiss as swiss
from tests.rules.formats.test_any_order import result
from tests.rules.formats.test_structures_played import drawn, played

THREE = Division(table_of(("main", 1, 50), ("main", 2, 30), ("main", 3, 20)))
ROUND_ROBIN = [(1, 2), (1, 3), (1, 4), (3, 2), (2, 4), (3, 4)]


def main_of(state: DrawState, unsettled: set[int] | None = None) -> list[tuple[int | None, ...]]:
    return list(standing(state.derived, state.facts, unsettled or set()).brackets[0][1])


def paid(state: DrawState) -> dict[str, int]:
    known = standing(state.derived, state.facts, set()).results()
    return dict(Pot(THREE, 1000, entrants=4).split(known).payouts)


def a_round_robin(results: list[tuple[int, int]]) -> DrawState:
    state = round_robin.drawn(4)
    for winner, loser in results:
        state = round_robin.won(state, winner, loser)
    return state


def test_a_round_robin_pays_by_its_table_not_by_who_won_the_match_played_last() -> None:
    state = a_round_robin(ROUND_ROBIN)

    assert main_of(state) == [(1,), (3,), (2,), (4,)]
    assert paid(state) == {"1": 500, "3": 300, "2": 200}


def test_players_who_share_a_place_of_the_table_share_its_money() -> None:
    state = round_robin.drawn(3)
    for winner, loser in [(1, 2), (2, 3), (3, 1)]:
        state = round_robin.won(state, winner, loser)

    assert main_of(state) == [(1, 2, 3)]
    assert paid(state) == {"1": 334, "2": 333, "3": 333}


def test_every_place_of_a_table_is_open_until_its_last_result_is_settled() -> None:
    state = a_round_robin(ROUND_ROBIN)

    assert main_of(a_round_robin(ROUND_ROBIN[:-1])) == [(None,)] * 4
    assert main_of(state, {0}) == [(None,)] * 4


def test_a_swiss_pays_by_its_exits_and_those_still_in_are_open() -> None:
    format_ = swiss.a_swiss(losses=2)
    state, rounds = swiss.play_out(format_, 8, Random(4))
    last = [at for at, match in enumerate(state.plan.matches) if match.round == rounds and state.seat(at).pair]

    groups, before = main_of(state), main_of(state, set(last))

    assert [who for group in groups for who in group] == [each.entrant for each in places(state.derived, state.facts)]
    assert [len(group) for group in groups[:2]] == [1, 1]
    assert before[:2] == [(None,), (None,)]
    assert before[2:] == groups[2:]


def test_a_player_who_comes_back_from_the_lower_bracket_is_paid_once_for_the_final() -> None:
    plan = compile_structure(8, preset("double_elimination", 8)).plan
    derived, facts = played(plan, 8, lambda at, top, bottom: 2 if 2 in (top, bottom) and at > 4 else min(top, bottom))

    groups = standing(derived, facts, set()).brackets[0][1]

    assert sorted(who or 0 for group in groups for who in group) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [len(group) for group in groups] == [1, 1, 1, 1, 2, 2]


@pytest.mark.parametrize("notation", ["A.B.X", "A.B.X.R"])
def test_a_final_that_is_not_settled_keeps_two_places_open(notation: str) -> None:
    plan = compile_structure(4, Structure(parse(notation))).plan
    derived, facts = played(plan, 4, lambda _, top, bottom: min(top, bottom))
    first = plan.final if notation == "A.B.X" else plan.of("main")[-2]

    groups = standing(derived, facts, {first}).brackets[0][1]

    assert groups == ((None,), (None,), (3,), (4,))


def test_where_the_losing_finalist_drops_the_winner_of_the_lower_bracket_is_second() -> None:
    plan = compile_structure(8, preset("denver", 8)).plan
    derived, facts = played(plan, 8, lambda _, top, bottom: min(top, bottom))

    groups = standing(derived, facts, set()).brackets[0][1]

    in_order = [each.entrant for each in places(derived, facts)]
    assert [who for group in groups[:2] for who in group] == in_order[:2]
    assert sorted(who or 0 for group in groups for who in group) == [1, 2, 3, 4, 5, 6, 7, 8]


@given(st.integers(3, 16), st.sampled_from(["double_elimination", "double_elimination_recharge", "denver"]), st.data())
def test_while_a_structure_is_played_there_are_as_many_places_as_players(
    entrants: int, name: str, data: st.DataObject
) -> None:
    plan = compile_structure(entrants, preset(name, entrants)).plan
    state = DrawState(plan, drawn(plan, entrants))
    while open_ := [at for at in range(len(plan.matches)) if state.derived.statuses[at] == 1]:
        groups = main_of(state)
        assert sum(map(len, groups)) == entrants
        at = data.draw(st.sampled_from(open_))
        top, bottom = state.seat(at).pair or (0, 0)
        winner = data.draw(st.sampled_from([top, bottom]))
        state = with_result(state, at, winner, bottom if winner == top else top)

    groups = main_of(state)

    assert sorted(who or 0 for group in groups for who in group) == list(range(1, entrants + 1))
    shared = {each.entrant: each.place for each in places(state.derived, state.facts)}
    assert [{shared[who or 0] for who in group} for group in groups] == [
        {1 + sum(map(len, groups[:at]))} for at in range(len(groups))
    ]


def with_result(state: DrawState, at: int, winner: int, loser: int) -> DrawState:
    return state.having([result(state, at, winner, loser)])


def test_the_shared_places_of_a_double_elimination_are_known_beforehand() -> None:
    plan = compile_structure(16, preset("double_elimination", 16)).plan
    again = compile_structure(16, preset("double_elimination_recharge", 16)).plan

    assert round_sizes(plan, {"main": 16})["main"] == (1, 1, 1, 1, 2, 2, 4, 4)
    assert round_sizes(again, {"main": 16})["main"] == (1, 1, 1, 1, 2, 2, 4, 4)


def test_where_a_table_decides_nobody_shares_a_place_beforehand() -> None:
    state = round_robin.drawn(6)

    assert round_sizes(state.plan, {"main": 6}) == {"main": (1, 1, 1, 1, 1, 1)}
    assert round_sizes(state.plan, {"main": 5}) == {"main": (1, 1, 1, 1, 1)}
