"""How fast the plays of each game are searched, over backgammon in one run."""

import random
import time
from functools import cache

from bench.measure import Figure
from rules.game.board import Position
from rules.game.dice import Dice
from rules.game.engine.turn import ANY_TURN, FIRST_TURN
from rules.game.plays import legal_plays
from rules.game.record import Kind
from rules.referee.scenes import scenes
from rules.rulesets import RULESETS, STANDARD, Ruleset
from tests.rules.games.playing import played

ROLLS, GAMES = 300, 12
# No game is slower than a fifth of backgammon: 4 with the tolerance of a bench is 5.
SLOWEST = 4.0
ALL = "all"
JUDGED = tuple(id_ for id_, ruleset in RULESETS.items() if ruleset.judged)

type Asked = tuple[Position, Dice, bool]


class Games:
    """Finding the plays of random games, game by game."""

    def __init__(self, ids: list[str]) -> None:
        self.ids = list(JUDGED) if ALL in ids else ids

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Two for each game: the time for a play that is found, which is bounded, and for a roll."""
        return tuple(
            figure
            for id_ in self.ids
            for figure in (
                Figure(f"plays/{id_}", "×", "time to find a play, over backgammon (5 is a ratio of 0.2)", SLOWEST),
                Figure(f"rolls/{id_}", "×", "time to find all plays of a roll, over backgammon"),
            )
        )

    def run(self) -> tuple[float, ...]:
        """Return the figures once."""
        ratios: list[float] = []
        for id_ in self.ids:
            game, standard = took(RULESETS[id_]), took(STANDARD)
            ratios += [game[0] / standard[0], game[1] / standard[1]]
        return tuple(ratios)


def took(ruleset: Ruleset) -> tuple[float, float]:
    """Return the seconds of the processor for each play, and for each roll."""
    sample, plays = sample_of(ruleset.id), 0
    began = time.process_time()
    for position, dice, first in sample:
        plays += len(legal_plays(position, dice, ruleset, FIRST_TURN if first else ANY_TURN))
    seconds = time.process_time() - began
    return seconds / max(plays, 1), seconds / len(sample)


@cache
def sample_of(id_: str) -> list[Asked]:
    """Return rolls of random games of a ruleset, the same in every run."""
    chance, ruleset = random.Random(2026), RULESETS[id_]  # noqa: S311 -- random games, not secrets
    rolls: list[Asked] = []
    for _ in range(GAMES):
        shown = [each for each in scenes(played(ruleset, chance).record(), ruleset) if each.action.kind is Kind.PLAY]
        rolls += [(each.position, each.action.dice, at < 2) for at, each in enumerate(shown) if each.action.dice]
    return chance.sample(rolls, min(ROLLS, len(rolls)))
