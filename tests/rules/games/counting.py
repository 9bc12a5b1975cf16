"""Counts of end positions from the start: every roll, then every roll of the opponent."""

from itertools import combinations_with_replacement

from rules.game.board import Position
from rules.game.engine.turn import FIRST_TURN
from rules.game.plays import LegalPlays, legal_plays
from rules.rulesets import Ruleset


def plays_of(position: Position, game: Ruleset) -> list[LegalPlays]:
    """Return the legal plays of every different roll, each as the first turn of the player."""
    rolls = combinations_with_replacement(range(6, 0, -1), game.dice)
    return [legal_plays(position, roll, game, FIRST_TURN) for roll in rolls]


def counts(game: Ruleset, *, deep: bool = True) -> tuple[int, int]:
    """Return how many end positions all rolls have from the start, and all rolls of the opponent after each of them.

    A roll without a legal play ends where it began. The second number is 0 unless ``deep``.
    """
    start = Position.start(game)
    ends = [end for plays in plays_of(start, game) for end in (list(plays.positions()) or [start])]
    after = sum(len(plays) or 1 for end in ends for plays in plays_of(end.swapped(), game)) if deep else 0
    return len(ends), after
