"""One finished game of a match, and the notes a director reads beside a score."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.errors import RuleBroken
from rules.match.terms import Ended, Side, Win

LARGEST_CUBE = 2**20

KINDS: Mapping[str, tuple[Win, Ended]] = {
    "single": (Win.SINGLE, Ended.PLAYED),
    "gammon": (Win.GAMMON, Ended.PLAYED),
    "backgammon": (Win.BACKGAMMON, Ended.PLAYED),
    "drop": (Win.SINGLE, Ended.DROP),
    "resign_single": (Win.SINGLE, Ended.RESIGNED),
    "resign_gammon": (Win.GAMMON, Ended.RESIGNED),
    "resign_backgammon": (Win.BACKGAMMON, Ended.RESIGNED),
}


@dataclass(frozen=True, slots=True)
class GameResult:
    """Who won a game, what kind of win it was, the cube when it ended, and how it ended.

    After a drop the cube is its value before the refused double, and the win is single.
    Nothing is refused here: only the score before the game tells whether it can have happened.
    """

    winner: Side
    win: Win = Win.SINGLE
    cube: int = 1
    ended: Ended = Ended.PLAYED

    @property
    def points(self) -> int:
        """What the game paid: the cube times 1, 2 or 3."""
        return self.cube * self.win.points

    @property
    def doubled(self) -> bool:
        """Was a double offered in this game, taken or dropped?"""
        return self.cube > 1 or self.ended is Ended.DROP

    @property
    def kind(self) -> str:
        """The one word by which programs name win and ending together: ``single`` … ``resign_backgammon``.

        Raises RuleBroken ``drop.win`` for a drop that is not single: it has no name.
        """
        for kind, meaning in KINDS.items():
            if meaning == (self.win, self.ended):
                return kind
        raise RuleBroken("drop.win", win=self.win)

    @staticmethod
    def read(winner: str, cube: int, kind: str) -> "GameResult":
        """Return the game that programs report as winner ``top|bottom``, cube, and one word for the rest.

        Raises RuleBroken ``game.winner`` or ``game.kind`` for a word that is not known.
        Source: docs/rules/match.md#games.
        """
        if winner not in list(Side):
            raise RuleBroken("game.winner", winner=winner, winners=[*Side])
        if kind not in KINDS:
            raise RuleBroken("game.kind", kind=kind, kinds=[*KINDS])
        win, ended = KINDS[kind]
        return GameResult(Side(winner), win, cube, ended)


@dataclass(frozen=True, slots=True)
class Note:
    """Something odd that stands: a ``code``, the game (1-based, None for the whole match), the ``facts``."""

    code: str
    game: int | None
    facts: Mapping[str, Any]
