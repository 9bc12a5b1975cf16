"""Counts of end positions from the start: every roll, then every roll of the opponent."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from rules.game.board import Position
from rules.game.engine.turn import FIRST_TURN
from rules.game.plays import legal_plays
from rules.rulesets import Ruleset


def rolls_of(game: Ruleset) -> list[tuple[int, ...]]:
    """Return every different roll, larger dice first."""
    return [tuple(sorted(each, reverse=True)) for each in combinations_with_replacement(range(1, 7), game.dice)]


def ends_after(position: Position, game: Ruleset) -> Iterator[Position]:
    """Yield the end positions of every roll of a first turn, as the opponent sees them; a pass ends where it began."""
    for dice in rolls_of(game):
        ends = legal_plays(position, dice, game, FIRST_TURN).positions()
        yield from (end.swapped() for end in ends or [position])


def counts(game: Ruleset) -> tuple[int, int]:
    """Return the number of end positions of all rolls from the start, and of all rolls of the opponent after each."""
    first = list(ends_after(Position.start(game), game))
    return len(first), sum(1 for end in first for _ in ends_after(end, game))
