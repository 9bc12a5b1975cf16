"""Every structure, whatever happens in whatever order: one end state, nobody stuck, no result of somebody else.

Random sequences enter results, clear and correct them after later play, withdraw players, let late ones in and record
double no-shows. Public trackers of other programs report that each of these has broken a bracket; their cases stand by
name in test_public_cases.py.
"""

from random import Random

import pytest

from rules.draws.affected import affected_by
from rules.draws.corrections import Choice, Choices, resolve
from rules.draws.derive import Derived, Status, derive
from rules.draws.facts import Kind, collect
from rules.draws.plan import From
from rules.draws.seeding import draw_lines, size_for
from rules.draws.state import DrawState, Row
from rules.errors import RuleBroken
from rules.formats.registry import compile_plan, places, read_format
from tests.depth import DEPTH, LONG

ENDED = (Status.FINISHED, Status.BYE, Status.VOID)
# The fewest and the most entrants of each format, on lines where its string works out.
FIELDS: list[tuple[dict[str, object], int, int]] = [
    ({"main": "knockout", "consolation": "none"}, 2, 20),
    ({"main": "knockout", "consolation": "first_match"}, 2, 20),
    ({"main": "knockout", "consolation": "progressive"}, 3, 20),
    ({"main": "knockout", "consolation": "progressive", "last_chance": True}, 3, 20),
    ({"main": "structure", "preset": "first_loser"}, 3, 20),
    ({"main": "structure", "preset": "compass"}, 3, 32),
    ({"main": "structure", "preset": "double_elimination"}, 3, 20),
    ({"main": "structure", "preset": "double_elimination_recharge"}, 3, 20),
    ({"main": "structure", "preset": "denver"}, 3, 20),
    ({"main": "structure", "preset": "fighters"}, 9, 20),
    ({"main": "structure", "preset": "last_chance"}, 9, 20),
    ({"main": "structure", "preset": "last_chance_partial"}, 9, 20),
    ({"main": "structure", "preset": "progressive", "dynamic": True}, 3, 20),
    ({"main": "structure", "lower": "A.B.C.DE.|.|.|"}, 45, 48),
    ({"main": "structure", "lower": "AB.C.D.|.|", "third": "H.I.|"}, 20, 24),
    ({"main": "structure", "lower": "A.B.C.D.|.X"}, 9, 16),
    ({"main": "structure", "lower": "A.B.C.|.|", "byes": True}, 9, 16),
    ({"main": "structure", "lower": "A.B.C.D.|.X.R"}, 9, 16),
]
NAMES = [" ".join(str(value) for value in data.values()) for data, _, _ in FIELDS]


def result(state: DrawState, match: int, winner: int, loser: int) -> Row:
    return (Kind.RESULT, match, winner, loser, winner, len(state.entered) + 1)


def happens(state: DrawState, chance: Random, late: list[int]) -> DrawState:
    """Return the draw after one thing has happened."""
    statuses = state.derived.statuses
    open_ = [at for at, status in enumerate(statuses) if status == Status.OPEN]
    over = [at for at, status in enumerate(statuses) if status == Status.FINISHED and state.seat(at).pair]
    what = chance.random()
    if what < 0.04:
        gone = [(bracket.code, chance.choice(sorted(state.lines.values()))) for bracket in state.plan.brackets]
        return state.having(withdrawn=gone[: chance.choice([1, len(gone)])] if chance.random() < 0.5 else gone)
    if what < 0.08 and late:
        return _late(state, chance, late)
    if what < 0.16 and over:
        return _corrected(state, chance.choice(over), chance)
    if not open_:
        return state
    at = chance.choice(open_)
    one, other = chance.sample(state.seat(at).pair or (0, 0), 2)
    if what < 0.22:
        return state.having([(Kind.RESULT, at, one, other, 0, len(state.entered) + 1)])
    if what < 0.28:
        return state.having([result(state, at, one, other), (Kind.GIVEN_UP, at, one, other, 0, len(state.entered) + 1)])
    return state.having([result(state, at, one, other)])


def _late(state: DrawState, chance: Random, late: list[int]) -> DrawState:
    """A late player takes the line of a bye, if that changes no match that has begun."""
    lines = sorted(state.plan.seats) if state.plan.is_cut else range(1, state.plan.size + 1)
    free = [line for line in lines if line not in state.lines]
    if not free:
        return state
    after = state.having(lines={**state.lines, chance.choice(free): late[-1]})
    if any(True for _ in affected_by(state.derived, state.facts, after.derived)):
        return state
    late.pop()
    return after


def _corrected(state: DrawState, match: int, chance: Random) -> DrawState:
    """A result is cleared or turned round; what had been played since is void or stands."""
    one, other = state.seat(match).pair or (0, 0)
    rows: list[Row] = [(Kind.CLEARED, match, one, other, 0, None)]
    if chance.random() < 0.6:
        winner = chance.choice([one, other])
        rows = [result(state, match, winner, other if winner == one else one)]
    try:
        return resolve(state, state.having(rows), Choices(chance.choice(list(Choice)))).state
    except RuleBroken:
        return state


def an_evening(data: dict[str, object], entrants: int, chance: Random) -> DrawState:
    """A draw in which anything happens, played to its end."""
    format_ = read_format(data)
    plan = compile_plan(size_for(entrants), format_, entrants)
    state = DrawState(plan, draw_lines(range(1, entrants + 1), {}, "63 55"))
    late = [entrants + each for each in (1, 2)]
    for _ in range(chance.randint(1, 2 * entrants)):
        state = happens(state, chance, late)
    while open_ := [at for at, status in enumerate(state.derived.statuses) if status == Status.OPEN]:
        seat = state.seat(open_[-1])
        winner, loser = chance.sample([seat.top, seat.bottom], 2)
        state = state.having([result(state, open_[-1], winner, loser)])
    return state


def counting(state: DrawState) -> list[Row]:
    """Return the facts that count, of each kind the latest, match by match."""
    latest: dict[tuple[object, ...], Row] = {}
    for row in state.entered:
        pairing = (row[1], frozenset(row[2:4]))
        if row[0] == Kind.CLEARED:
            latest = {key: each for key, each in latest.items() if key[1:] != pairing}
        else:
            latest[row[0], *pairing] = row
    return sorted(latest.values(), key=lambda row: (row[1], str(row[0])))


def seats(derived: Derived) -> list[tuple[object, ...]]:
    return list(zip(derived.tops, derived.bottoms, derived.statuses, derived.refs, strict=True))


def check(state: DrawState) -> None:
    """Fail unless the draw is sound at its end."""
    derived = state.derived
    facts = counting(state)
    for _ in range(2):
        again = derive(state.plan, collect(dict(sorted(state.lines.items())), facts, state.withdrawn))
        assert seats(again) == seats(derived)
        Random(len(state.entered)).shuffle(facts)
    assert all(seat.status in ENDED for seat in derived.seats())
    played_by = {row[5]: frozenset(row[2:4]) for row in state.entered if row[0] == Kind.RESULT}
    for seat in derived.seats():
        assert seat.ref is None or played_by[seat.ref] == {seat.top, seat.bottom}
        assert seat.status is not Status.BYE or seat.off < 0
    listed = places(derived, state.facts)
    assert sorted(each.entrant for each in listed) == sorted(set(state.lines.values()))
    assert [each.order for each in listed] == list(range(1, len(listed) + 1))
    dropping = [side for each in state.plan.matches for side in (each.top, each.bottom) if side.kind is not From.LINE]
    assert len(set(dropping)) == len(dropping)


@pytest.mark.parametrize(("data", "fewest", "most"), FIELDS, ids=NAMES)
def test_whatever_happens_the_draw_comes_to_one_end(data: dict[str, object], fewest: int, most: int) -> None:
    for seed in range(900 if DEPTH >= LONG else 6):
        chance = Random(f"{data} {seed}")

        check(an_evening(data, chance.randint(fewest, most), chance))
