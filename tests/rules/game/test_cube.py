from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.game import cube as cubes
from rules.game.board import win_multiple
from rules.game.cube import Cube, Moment, Passed, Pending
from rules.rulesets import STANDARD, CounterDouble, OpeningRefusal, Ruleset, ruleset

A, B = 0, 1
BEAVERS = STANDARD.with_options(counter_double=CounterDouble.BEAVER)
RACCOONS = STANDARD.with_options(counter_double=CounterDouble.BEAVER_RACCOON)
SNAP = STANDARD.with_options(counter_double=CounterDouble.SNAP)
GAMMON = [0] * 18 + [15] + [0] * 7  # all on the own 18 point


def offer(cube: Cube, side: int, game: Ruleset = STANDARD, **moment: Any) -> Cube:
    return cubes.offer(cube, side, Moment(side, **moment), game)


def turned(cube: Cube, side: int, times: int = 1, game: Ruleset = STANDARD) -> Cube:
    """The cube after ``times`` doubles that were taken, offered by ``side`` first and then in turn."""
    for turn in range(times):
        doubler = (side + turn) % 2
        cube = cubes.rolled(cubes.take(offer(cube, doubler, game), 1 - doubler))
    return cube


def code(act: Callable[..., object], *args: Any, **kwargs: Any) -> str:
    with pytest.raises(RuleBroken) as refused:
        act(*args, **kwargs)
    return refused.value.code


def test_cu_1_a_passed_double_loses_what_the_game_was_worth() -> None:
    assert cubes.drop(offer(Cube(), A), B, STANDARD) == Passed(winner=A, points=1)


def test_cu_2_a_passed_redouble_loses_two() -> None:
    assert cubes.drop(offer(turned(Cube(), A), B), A, STANDARD) == Passed(winner=B, points=2)


def test_cu_3_a_gammon_at_four_pays_eight() -> None:
    cube = turned(Cube(), A, times=2)

    assert cube.value * win_multiple(GAMMON, STANDARD) == 8
    assert cube.owner == A


def test_cu_4_to_cu_6_jacoby_counts_gammons_only_after_an_accepted_double() -> None:
    jacoby = STANDARD.with_options(jacoby=True, auto_limit=1)
    automatic = cubes.opening_tie(Cube(), jacoby)

    def worth(cube: Cube) -> int:
        return cube.value * win_multiple(GAMMON, jacoby, jacoby_applies=cubes.jacoby_applies(cube, jacoby))

    assert [worth(Cube()), worth(turned(Cube(), A)), worth(automatic)] == [1, 4, 2]
    assert not cubes.jacoby_applies(Cube(), STANDARD)


def test_cu_7_a_beaver_turns_the_cube_once_more_and_keeps_it() -> None:
    beavered = cubes.beaver(offer(Cube(), A, BEAVERS), B, BEAVERS)

    accepted = cubes.take(beavered, A)

    assert (accepted.value, accepted.owner, accepted.pending) == (4, B, None)
    assert accepted.value * win_multiple(GAMMON, BEAVERS) == 8


def test_cu_8_a_passed_beaver_loses_two() -> None:
    beavered = cubes.beaver(offer(Cube(), A, BEAVERS), B, BEAVERS)

    assert cubes.drop(beavered, A, BEAVERS) == Passed(winner=B, points=2)
    assert code(cubes.drop, beavered, A, BEAVERS.with_options(beaver_decline=False)) == "cube.no_decline"


def test_cu_9_after_a_raccoon_the_other_side_still_owns_the_cube() -> None:
    beavered = cubes.beaver(offer(Cube(), A, RACCOONS), B, RACCOONS)
    accepted = cubes.take(cubes.beaver(beavered, A, RACCOONS), B)

    again = offer(accepted, B, RACCOONS)

    assert (accepted.value, accepted.owner) == (8, B)
    assert (again.pending, again.offered) == (Pending.OFFER, 16)
    assert cubes.drop(cubes.beaver(beavered, A, RACCOONS), B, RACCOONS) == Passed(winner=A, points=4)


def test_cu_10_automatic_doubles_stop_at_their_limit() -> None:
    game = STANDARD.with_options(auto_limit=2)
    cube = Cube()
    for _ in range(3):
        cube = cubes.opening_tie(cube, game)

    assert (cube.value, cube.owner, cube.automatics) == (4, None, 2)
    assert offer(cube, A, game).offered == 8


def test_cu_11_the_seventh_doubling_is_refused_where_six_are_the_limit() -> None:
    game = STANDARD.with_options(max_doublings=6, gammon_value=2)

    cube = turned(Cube(), A, times=6, game=game)

    assert cube.value == 64
    assert code(offer, cube, A, game) == "cube.limit"
    assert cube.value * win_multiple(GAMMON, game) == 128
    assert turned(Cube(), A, times=20).value == 2**20


def test_cu_11_beavers_count_towards_the_limit() -> None:
    game = RACCOONS.with_options(max_doublings=2)
    beavered = cubes.beaver(offer(Cube(), A, game), B, game)

    assert code(cubes.beaver, beavered, A, game) == "cube.limit"
    one = RACCOONS.with_options(max_doublings=1)
    assert code(cubes.beaver, offer(Cube(), A, one), B, one) == "cube.limit"


def test_a_raccoon_may_be_the_last_doubling_of_the_limit() -> None:
    game = RACCOONS.with_options(max_doublings=3)
    beavered = cubes.beaver(offer(Cube(), A, game), B, game)

    accepted = cubes.take(cubes.beaver(beavered, A, game), B)

    assert (accepted.value, accepted.doublings) == (8, 3)
    assert code(offer, accepted, B, game) == "cube.limit"


def test_cu_12_an_opening_roll_may_be_refused_once() -> None:
    game = STANDARD.with_options(opening_refusal=OpeningRefusal.OPENER)

    refused = cubes.refuse_opening(Cube(), A, game, opener=True)

    assert (refused.value, refused.owner) == (2, None)
    assert offer(refused, A, game).offered == 4
    assert code(cubes.refuse_opening, refused, A, game, opener=True) == "cube.refused_before"
    assert code(cubes.refuse_opening, refused, B, game, opener=False) == "cube.no_refusal"
    assert code(cubes.refuse_opening, Cube(), A, STANDARD, opener=True) == "cube.no_refusal"


def test_each_side_may_refuse_its_first_roll_where_that_is_agreed() -> None:
    game = STANDARD.with_options(opening_refusal=OpeningRefusal.EACH_FIRST_ROLL)

    both = cubes.refuse_opening(cubes.refuse_opening(Cube(), A, game, opener=True), B, game, opener=False)

    assert (both.value, both.refusals) == (4, (1, 1))


def test_cu_13_nobody_doubles_after_rolling() -> None:
    assert code(offer, Cube(), A, rolled=True) == "cube.after_roll"


def test_cu_14_only_the_owner_redoubles() -> None:
    assert code(offer, turned(Cube(), A), A) == "cube.not_owner"


def test_cu_15_a_snap_redouble_goes_over_to_the_other_side() -> None:
    taken = cubes.take(offer(Cube(), A, SNAP), B)
    snapped = cubes.offer(taken, B, Moment(turn=A), SNAP)

    final = cubes.take(snapped, A)

    assert (final.value, final.owner) == (4, A)
    assert code(cubes.offer, taken, B, Moment(turn=A), STANDARD) == "cube.not_on_turn"
    assert code(cubes.offer, cubes.rolled(taken), B, Moment(turn=A), SNAP) == "cube.not_on_turn"


def test_nothing_else_happens_while_a_double_is_pending() -> None:
    waiting = offer(Cube(), A)

    assert code(cubes.rolled, waiting) == "cube.unanswered"
    assert code(offer, waiting, A) == "cube.pending"
    assert code(cubes.take, waiting, A) == "cube.own_offer"
    assert code(cubes.drop, waiting, A, STANDARD) == "cube.own_offer"


def test_an_answer_without_an_offer_is_refused() -> None:
    assert code(cubes.take, Cube(), B) == "cube.no_offer"
    assert code(cubes.drop, Cube(), B, STANDARD) == "cube.no_offer"
    assert code(cubes.beaver, Cube(), B, BEAVERS) == "cube.no_offer"


def test_beavers_and_raccoons_need_their_option() -> None:
    waiting = offer(Cube(), A)
    beavered = cubes.beaver(offer(Cube(), A, BEAVERS), B, BEAVERS)

    assert code(cubes.beaver, waiting, B, STANDARD) == "cube.no_beaver"
    assert code(cubes.beaver, waiting, B, SNAP) == "cube.no_beaver"
    assert code(cubes.beaver, beavered, A, BEAVERS) == "cube.no_raccoon"


def test_the_opener_cannot_double_before_the_first_roll_and_the_opponent_can() -> None:
    assert code(offer, Cube(), A, turns=0) == "cube.opening"
    assert offer(Cube(), B, turns=1).offered == 2


def test_a_game_without_a_cube_has_none() -> None:
    assert code(offer, Cube(), A, ruleset("portes")) == "cube.off"


def test_the_match_may_forbid_the_cube() -> None:
    assert code(offer, Cube(), A, barred="crawford.cube") == "crawford.cube"
    assert code(offer, Cube(), B, barred="holland.early") == "holland.early"


EVENTS = st.lists(
    st.tuples(st.sampled_from(["offer", "take", "beaver", "drop", "roll"]), st.integers(0, 1)), max_size=30
)


def act(event: str, cube: Cube, side: int, game: Ruleset) -> Cube:
    if event == "offer":
        return offer(cube, side, game)
    if event == "take":
        return cubes.take(cube, side)
    return cubes.beaver(cube, side, game) if event == "beaver" else cubes.rolled(cube)


@given(EVENTS, st.sampled_from(list(CounterDouble)))
def test_any_cube_event_is_refused_with_a_code_or_keeps_a_power_of_two(events: Any, counter_double: Any) -> None:
    game = STANDARD.with_options(counter_double=counter_double)
    cube = Cube()
    for event, side in events:
        with suppress(RuleBroken):
            if event == "drop":
                ended = cubes.drop(cube, side, game)
                assert (ended.winner, ended.points) == (1 - side, cube.offered // 2)
                return
            cube = act(event, cube, side, game)
        assert cube.value.bit_count() == 1
        assert cube.owner is None or cube.doublings or cube.pending
