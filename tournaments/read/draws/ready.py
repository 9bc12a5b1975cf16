"""Which matches can be called next."""

from collections.abc import Iterable, Mapping

from rules.draws.match_state import State
from tournaments.read.draws.expected import ExpectedDraw
from tournaments.read.draws.holds import HoldView
from tournaments.read.matches.view import MatchView


def ready_matches(
    draws: Iterable[ExpectedDraw], holds: Mapping[int, tuple[HoldView, ...]]
) -> list[tuple[ExpectedDraw, MatchView]]:
    """Return the ready matches with their draws: first those that nothing holds, of these what holds up most first."""
    rows: list[tuple[bool, int, ExpectedDraw, MatchView]] = []
    for draw in draws:
        behind = draw.waiting.holdups()
        ready = (each for each in draw.matches if each.state is State.READY)
        rows += [(bool(holds.get(each.id)), -behind[each.place].minutes, draw, each) for each in ready]
    return [(draw, match) for _, _, draw, match in sorted(rows, key=lambda each: each[:2])]
