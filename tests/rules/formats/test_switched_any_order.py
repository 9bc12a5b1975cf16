"""Redraws, chosen lines and jackpots, whatever happens before and after: one end state, nobody stuck.

As in test_any_order.py, with rounds of the last 16 or 8 that are drawn anew and losers who exchange their lines while
results are entered, cleared and corrected, players withdraw and late ones come. 10,000 sequences in a long run.
"""

from collections.abc import Iterator
from random import Random

import pytest

from rules.draws.derive import Status
from rules.draws.plan import ENTRY, From
from rules.draws.seeding import size_for
from rules.draws.state import DrawState
from rules.draws.switches import Switch, begun_from, redraw_of, switched
from rules.errors import RuleBroken
from rules.formats.notation.dynamic import round_exchanges
from rules.formats.registry import compile_plan, read_format
from rules.jackpots import SIZES, Terms
from tests.depth import DEPTH, LONG
from tests.rules.formats.test_any_order import check, happens, result

KEY = "63 55 21"
REDRAWN: list[tuple[dict[str, object], int, int]] = [
    ({"main": "knockout", "consolation": "none"}, 9, 33),
    ({"main": "knockout", "consolation": "first_match"}, 9, 33),
    ({"main": "knockout", "consolation": "progressive", "last_chance": True}, 9, 33),
    ({"main": "structure", "preset": "double_elimination_recharge"}, 9, 20),
    ({"main": "structure", "preset": "last_chance_partial"}, 9, 20),
]
CHOSEN: list[tuple[dict[str, object], int, int]] = [
    ({"main": "structure", "preset": "progressive", "dynamic": True}, 5, 33),
    ({"main": "structure", "preset": "last_chance", "dynamic": True}, 9, 20),
    ({"main": "structure", "preset": "double_elimination", "dynamic": True}, 5, 20),
    ({"main": "structure", "lower": "A.B.C.DE.|.|.|", "dynamic": True}, 45, 48),
]
ALL = [*REDRAWN, *CHOSEN]
NAMES = [" ".join(str(value) for value in data.values()) for data, _, _ in ALL]


def having_switches(state: DrawState, switches: list[Switch]) -> DrawState:
    return DrawState(switched(state.plan, switches), state.lines, state.entered, state.withdrawn)


def redrawn(state: DrawState, done: set[object], chance: Random) -> Iterator[list[Switch]]:
    """Yield the switches of each round that can be drawn anew now, as a director would record them."""
    for left in (16, 8):
        if left in done or chance.random() < 0.3:
            continue
        try:
            yield redraw_of(state, left, {who: who for who in state.lines.values()}, f"{KEY} {left}", {})
        except RuleBroken as broken:
            assert broken.code in ("redraw.round", "redraw.waiting", "redraw.begun")  # noqa: PT017 -- one of three
        else:
            done.add(left)


def chosen(state: DrawState, done: set[object], chance: Random) -> Iterator[list[Switch]]:
    """Yield the exchanges of each round that is over now, and some that no rule proposes."""
    for round_ in range(1, state.plan.rounds(ENTRY) + 1):
        if round_ in done or chance.random() < 0.2:
            continue
        try:
            made = round_exchanges(state, ENTRY, round_)
        except RuleBroken as broken:
            assert broken.code in ("drop.round", "drop.waiting")  # noqa: PT017 -- one of two
        else:
            done.add(round_)
            yield [(From.LOSER, one, other) for one, other in made or any_exchange(state, round_, chance)]


def any_exchange(state: DrawState, round_: int, chance: Random) -> list[tuple[int, int]]:
    """Return an exchange of two losers of a round who have not begun below, if there are two."""
    plan = state.plan
    matches = [at for at in plan.of(ENTRY) if plan.matches[at].round == round_ and (From.LOSER, at) in plan.leads_to]
    free = [at for at in matches if begun_from(state, plan.leads_to[From.LOSER, at]) is None]
    one = chance.choice(free) if free else 0
    others = [at for at in free if at != one and plan.below[at] == plan.below[one]]
    return [(one, chance.choice(others))] if others else []


def one_step(state: DrawState, chance: Random, wild: float) -> DrawState:
    """Let something happen, or play an open match of the first round that has one: a round has to be over at times."""
    if chance.random() < wild:
        return happens(state, chance, [1000 + len(state.entered)] if chance.random() < 0.2 else [])
    open_ = [at for at, status in enumerate(state.derived.statuses) if status == Status.OPEN]
    if not open_:
        return state
    first = min((state.plan.matches[at].bracket != ENTRY, state.plan.matches[at].round, at) for at in open_)[2]
    winner, loser = chance.sample(state.seat(first).pair or (), 2)
    return state.having([result(state, first, winner, loser)])


def settled(state: DrawState, chance: Random) -> DrawState:
    while open_ := [at for at, status in enumerate(state.derived.statuses) if status == Status.OPEN]:
        at = chance.choice(open_)
        winner, loser = chance.sample(state.seat(at).pair or (), 2)
        state = state.having([result(state, at, winner, loser)])
    return state


def an_evening(data: dict[str, object], entrants: int, chance: Random, *, dynamic: bool) -> tuple[DrawState, int]:
    """A draw in which rounds are drawn anew or lines chosen; return its end, and how many switches were made."""
    format_ = read_format(data)
    plan = compile_plan(size_for(entrants), format_, entrants)
    state, done, count = DrawState(plan, format_.lines(range(1, entrants + 1), {}, KEY, 7)), set[object](), 0
    wild = chance.choice([0.02, 0.1, 0.3])
    for _ in range(5 * entrants):
        state = one_step(state, chance, wild)
        for switches in (chosen if dynamic else redrawn)(state, done, chance):
            now = {at: state.seat(at) for at in range(len(plan.matches)) if state.has_begun(at)}
            state, count = having_switches(state, switches), count + len(switches)
            # What was begun keeps its players and its result.
            assert now == {at: state.seat(at) for at in now}
    return settled(state, chance), count


@pytest.mark.parametrize(("data", "fewest", "most"), ALL, ids=NAMES)
def test_a_draw_with_switched_ways_comes_to_one_end(data: dict[str, object], fewest: int, most: int) -> None:
    switches = 0
    for seed in range(1000 if DEPTH >= LONG else 5):
        chance = Random(f"{data} {seed}")

        state, made = an_evening(data, chance.randint(fewest, most), chance, dynamic="dynamic" in data)

        check(state)
        switches += made
    assert switches


@pytest.mark.parametrize("size", SIZES)
def test_a_jackpot_comes_to_one_end_with_one_winner_or_none(size: int) -> None:
    format_ = Terms("Jackpot 5", size, 3).format
    for seed in range(400 if DEPTH >= LONG else 10):
        chance = Random(f"jackpot {size} {seed}")
        plan = compile_plan(format_.size(size), format_, size)
        state = DrawState(plan, format_.lines(range(1, size + 1), {}, KEY, seed + 1))

        for _ in range(chance.randint(1, 3 * size)):
            state = happens(state, chance, [])
        state = settled(state, chance)

        check(state)
        # No line is free for a late player: a full queue makes the draw.
        assert sorted(state.lines) == list(range(1, size + 1))
