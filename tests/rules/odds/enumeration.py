"""Every way a draw can end, through ``derive`` itself: what odds are compared with."""

from collections.abc import Iterator

from rules.draws.derive import Derived
from rules.draws.facts import Entered, Kind
from rules.draws.state import DrawState
from rules.formats.knockout import Consolation, Knockout
from rules.formats.registry import compile_plan
from rules.odds import OUT, WINNER, Chances

type Places = dict[int, dict[str, dict[str, float]]]


def a_draw(lines: list[int | None], consolation: Consolation, *, last_chance: bool = False) -> DrawState:
    """Return a draw to 7 points with these entrants from the top; None is a bye."""
    plan = compile_plan(len(lines), Knockout(consolation, last_chance=last_chance))
    return DrawState(plan, {line: entrant for line, entrant in enumerate(lines, start=1) if entrant is not None})


def decided(state: DrawState, match: int, winner: int) -> DrawState:
    """Return the draw after one more result."""
    pair = state.seat(match).pair
    assert pair is not None
    assert winner in pair
    return state.having([Entered(Kind.RESULT, match, *pair, winner, len(state.entered) + 1)])


def enumerated(state: DrawState, chances: Chances) -> Places:
    """Return the odds of every place by deriving every way in which the draw can end."""
    total: Places = {
        entrant: {bracket.code: {} for bracket in state.plan.brackets} for entrant in sorted(state.lines.values())
    }
    for chance, end in _ends(state, chances, 1.0, 0):
        for entrant, by_bracket in total.items():
            for bracket, keys in by_bracket.items():
                key = key_of(end, bracket, entrant)
                keys[key] = keys.get(key, 0.0) + chance
    return total


def key_of(end: Derived, bracket: str, entrant: int) -> str:
    """Return where ``entrant`` has ended in a bracket of a draw that is over."""
    plan = end.plan
    places = plan.of(bracket)
    if end.flow[plan.winner_at(places[-1])] == entrant:
        return WINNER
    for match in places:
        seat = end.seat(match)
        if seat.pair is not None and entrant in seat.pair and seat.on != entrant:
            return str(plan.rounds(bracket) - plan.matches[match].round + 1)
    return OUT


def _ends(state: DrawState, chances: Chances, chance: float, start: int) -> Iterator[tuple[float, Derived]]:
    for match in range(start, len(state.plan.matches)):
        seat = state.seat(match)
        if seat.pair is None or seat.on:
            continue
        first, second = seat.pair
        wins = chances.row(state.plan.matches[match].length, first, [second])[0]
        for winner, share in ((first, wins), (second, 1 - wins)):
            if share > 0:
                yield from _ends(decided(state, match, winner), chances, chance * share, match + 1)
        return
    yield chance, state.derived
