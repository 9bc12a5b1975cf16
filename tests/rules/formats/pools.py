"""Pools to be played: drawn, with results, and cut."""

from rules.draws.derive import Status
from rules.draws.state import DrawState
from rules.formats.cuts import Cut, make_cut
from rules.formats.pools import Pools
from rules.formats.registry import compile_plan, read_format

KEY = "63 55 21"


def pools(**data: object) -> Pools:
    format_ = read_format({"main": "pools", **data})
    assert isinstance(format_, Pools)
    return format_


def drawn(format_: Pools, entrants: int) -> DrawState:
    plan = compile_plan(format_.size(entrants), format_, entrants)
    return DrawState(plan, format_.lines(range(1, entrants + 1), {}, KEY, 7))


def won_by(state: DrawState, winner: int, loser: int, points: tuple[int, int] = (5, 0)) -> DrawState:
    """Enter the result of two players in the match between them that is open."""
    at = next(at for at, each in enumerate(state.derived.statuses) if each == Status.OPEN
              and state.seat(at).pair == tuple(sorted((winner, loser))))  # fmt: skip
    return with_result(state, at, winner, loser, points)


def with_result(state: DrawState, at: int, winner: int, loser: int, points: tuple[int, int] = (5, 0)) -> DrawState:
    ref = len(state.entered) + 1
    made = {**state.facts.points, ref: {winner: points[0], loser: points[1]}}
    entered = (*state.entered, ("result", at, winner, loser, winner, ref))
    return DrawState(state.plan, state.lines, entered, state.withdrawn, points=made)


def played(state: DrawState) -> DrawState:
    """Play all open matches: the smaller number wins 5-3."""
    while open_ := [at for at, each in enumerate(state.derived.statuses) if each == Status.OPEN]:
        winner, loser = state.seat(open_[0]).pair or (0, 0)
        state = with_result(state, open_[0], winner, loser, (5, 3))
    return state


def cut_of(state: DrawState, chosen: tuple[int, ...] = (), key: str = KEY) -> Cut:
    return make_cut(state, {who: who for who in range(1, 200)}, key, 7, chosen)


def after_cut(state: DrawState, chosen: tuple[int, ...] = ()) -> DrawState:
    cut = cut_of(state, chosen)
    return DrawState(
        state.plan, {**state.lines, **cut.lines}, state.entered, state.withdrawn, points=state.facts.points
    )
