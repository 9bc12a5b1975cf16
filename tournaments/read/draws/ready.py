"""Which matches can be called next."""

from collections.abc import Iterable

from rules.draws.match_state import State
from tournaments.read.draws.expected import ExpectedDraw
from tournaments.read.matches.view import MatchView


def ready_matches(draws: Iterable[ExpectedDraw]) -> list[tuple[ExpectedDraw, MatchView]]:
    """Return the matches that can be called next with their draws, what holds up most first."""
    rows: list[tuple[int, ExpectedDraw, MatchView]] = []
    for draw in draws:
        held = draw.waiting.holdups()
        rows += [(-held[each.place].minutes, draw, each) for each in draw.matches if each.state is State.READY]
    return [(draw, match) for _, draw, match in sorted(rows, key=lambda each: each[0])]
