"""Round robin, Swiss and pools, whatever happens in whatever order: one end state, nobody stuck, the same next round.

Random sequences enter, clear and correct results of any round, record double no-shows, withdraw players, let late ones
in and exchange players by hand. 10,000 of them in a long run.
"""

from random import Random

import pytest

from rules.draws.derive import Status
from rules.draws.facts import Kind, collect
from rules.draws.state import DrawState
from rules.formats.cuts import make_cut
from rules.formats.exchange import exchange, round_seats
from rules.formats.paired import last_round
from rules.formats.registry import compile_plan, places, read_format
from rules.formats.swiss import Swiss
from rules.pairing.by_losses import Phase
from tests.depth import DEPTH, LONG
from tests.rules.formats.test_any_order import check, counting, happens, result

KEY = "63 55 21"
ROUND_ROBIN: list[dict[str, object]] = [{"main": "round_robin"}, {"main": "round_robin", "rounds": 3}]
SWISS: list[dict[str, object]] = [
    {"main": "swiss", "losses": 2},
    {"main": "swiss", "losses": 3, "paid": 3},
    {"main": "swiss", "losses": 3, "variant": "southern"},
    {"main": "swiss", "losses": 3, "variant": "wbf"},
    {"main": "swiss", "rounds": 4},
]


def ids(formats: list[dict[str, object]]) -> list[str]:
    return [" ".join(str(value) for value in each.values()) for each in formats]


def seeds(usual: int, long: int) -> range:
    return range(long if DEPTH >= LONG else usual)


POOLS: list[dict[str, object]] = [
    {"main": "pools"},
    {"main": "pools", "largest": 5, "through": 1, "pools": 2},
    {"main": "pools", "largest": 3, "best": "fill"},
]


def settled(state: DrawState, chance: Random) -> DrawState:
    """Play every match that is open."""
    while open_ := [at for at, status in enumerate(state.derived.statuses) if status == Status.OPEN]:
        at = chance.choice(open_)
        winner, loser = chance.sample(state.seat(at).pair or (), 2)
        state = state.having([result(state, at, winner, loser)])
    return state


@pytest.mark.parametrize("data", ROUND_ROBIN, ids=ids(ROUND_ROBIN))
def test_a_round_robin_comes_to_one_end_in_any_order(data: dict[str, object]) -> None:
    format_ = read_format(data)
    for seed in seeds(8, 3000):
        chance = Random(f"{data} {seed}")
        entrants = chance.randint(4, 11)
        plan = compile_plan(format_.size(entrants), format_, entrants)
        state = DrawState(plan, format_.lines(range(1, entrants + 1), {}, KEY))
        late = [entrants + 1]

        for _ in range(chance.randint(1, 6 * entrants)):
            state = happens(state, chance, late)

        check(settled(state, chance))


@pytest.mark.parametrize("data", SWISS, ids=ids(SWISS))
def test_a_swiss_comes_to_one_end_in_any_order(data: dict[str, object]) -> None:
    format_ = read_format(data)
    assert isinstance(format_, Swiss)
    for seed in seeds(3, 800):
        chance = Random(f"{data} {seed}")

        check(an_evening(format_, chance.randint(4, 10), chance))


@pytest.mark.parametrize("data", POOLS, ids=ids(POOLS))
def test_pools_and_their_knockout_come_to_one_end_in_any_order(data: dict[str, object]) -> None:
    format_ = read_format(data)
    for seed in seeds(6, 2500):
        chance = Random(f"{data} {seed}")
        entrants = chance.randint(6, 14)
        plan = compile_plan(format_.size(entrants), format_, entrants)
        state = DrawState(plan, format_.lines(range(1, entrants + 1), {}, KEY, 7))
        numbers, late = {who: who for who in range(1, entrants + 3)}, [entrants + 1]

        for _ in range(chance.randint(0, 5 * entrants)):
            state = happens(state, chance, late)
        state = settled(state, chance)
        if len(state.facts.out.get("main", ())) == len(state.lines):
            continue
        cut = make_cut(state, numbers, KEY, 7)
        facts = collect(dict(sorted(state.lines.items())), counting(state), state.withdrawn)
        again = DrawState(state.plan, state.lines, tuple(counting(state)), state.withdrawn, facts)
        assert make_cut(again, numbers, KEY, 7) == cut
        assert not {who for who in cut.lines.values() if state.facts.is_out("main", who)}
        state = state.having(lines={**state.lines, **cut.lines})
        for _ in range(chance.randint(0, entrants)):
            state = happens(state, chance, [])
        # Whatever is corrected in the pools later, the knockout stays.
        assert {who for line, who in state.lines.items() if line > len(plan.seats)} == {*cut.lines.values()}
        state = settled(state, chance)
        check(state)
        listed = places(state.derived, state.facts)
        assert [each.order for each in listed] == [*range(1, len(listed) + 1)]
        assert all(each.place is not None for each in listed)


def an_evening(format_: Swiss, entrants: int, chance: Random) -> DrawState:
    """A Swiss in which anything happens, played to its end."""
    plan = compile_plan(format_.size(entrants), format_, entrants)
    state = DrawState(plan, format_.lines(range(1, entrants + 1), {}, KEY, 7))
    numbers = {who: who for who in range(1, entrants + 1)}
    while True:
        if chance.random() < 0.3:
            state = exchanged(state, chance)
        for _ in range(chance.randint(0, entrants)):
            state = happens(state, chance, [])
        if chance.random() < 0.1 and len(numbers) < entrants + 2:
            numbers[len(numbers) + 1] = len(numbers) + 1
        state = settled(state, chance)
        following = format_.pair_next(state, numbers, KEY, 7)
        if chance.random() < 0.3:
            assert_same_round(format_, state, numbers)
        if following.phase is Phase.OVER or not following.lines:
            return state
        assert following.round == last_round(state.plan, state.facts) + 1
        state = state.having(lines={**state.lines, **following.lines})


def assert_same_round(format_: Swiss, state: DrawState, numbers: dict[int, int]) -> None:
    """Fail unless the next round follows from what counts, not from the way there."""
    facts = collect(dict(sorted(state.lines.items())), counting(state), state.withdrawn)
    again = DrawState(state.plan, state.lines, tuple(counting(state)), state.withdrawn, facts)
    assert format_.pair_next(again, numbers, KEY, 7) == format_.pair_next(state, numbers, KEY, 7)


def exchanged(state: DrawState, chance: Random) -> DrawState:
    """Two players of different tables change places, as far as nobody has begun there."""
    seats = round_seats(state)
    tables = {who: next(at for at, each in enumerate(state.plan.matches) if line in (each.top.of, each.bottom.of))
              for who, line in seats.items()}  # fmt: skip
    free = [who for who, at in tables.items() if not state.has_begun(at)]
    if len(free) < 2:
        return state
    one, other = chance.sample(sorted(free), 2)
    if tables[one] == tables[other]:
        return state
    changed = exchange(state, one, other)
    assert {who for pair in changed.tables for who in pair} >= {one, other}
    return state.having(lines={**state.lines, **changed.lines})


def test_an_exchange_names_what_it_brings() -> None:
    format_ = read_format({"main": "swiss", "losses": 3})
    assert isinstance(format_, Swiss)
    state = DrawState(compile_plan(format_.size(5), format_, 5), {1: 1, 2: 2, 3: 3, 4: 4, 5: 5})
    state = state.having([result(state, 0, 1, 2)])
    state = state.having([(Kind.RESULT, 1, 3, 4, 3, 2)])
    room = sum(match.round == 1 for match in state.plan.matches)
    line = 2 * room + 1
    second = {line: 1, line + 1: 3, line + 2: 5, line + 3: 2, line + 4: 4}
    state = state.having(lines={**state.lines, **second})

    changed = exchange(state, 3, 2)

    assert changed.lines == {line + 1: 2, line + 3: 3}
    assert changed.tables == ((1, 2), (5, 3))
    new = [(each.flaw.value, each.entrants) for each in changed.consequences if each.is_new]
    assert new == [("rematch", (1, 2)), ("unequal_records", (1, 2))]
