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
    "draw": (Win.SINGLE, Ended.DRAW),
    "draw_one": (Win.SINGLE, Ended.DRAW_ONE),
}
# Words of other games for the same: a mars is a gammon.
SAME: Mapping[str, str] = {"mars": "gammon", "resign_mars": "resign_gammon"}
_DRAWS: Mapping[Ended, int] = {Ended.DRAW: 0, Ended.DRAW_ONE: 1}


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game: the winner, the kind of win, the cube at the end, and how the game ended.

    After a drop the cube has its value before the refused double, and the win is single. A drawn game has no winner:
    its ``winner`` is TOP and means nothing. Nothing is refused here:
    whether the game can have happened depends on the score before it.
    """

    winner: Side
    win: Win = Win.SINGLE
    cube: int = 1
    ended: Ended = Ended.PLAYED

    @property
    def points(self) -> int:
        """The points the game paid its winner: the cube times 1, 2 or 3; nothing if it was drawn."""
        return 0 if self.is_drawn else self.cube * self.win.points

    @property
    def is_drawn(self) -> bool:
        """Whether nobody won the game."""
        return self.ended in _DRAWS

    @property
    def winner_word(self) -> str:
        """The winner as programs read it: top, bottom, or none for a drawn game."""
        return "none" if self.is_drawn else self.winner.value

    @property
    def paid(self) -> tuple[int, int]:
        """The points (top, bottom) that the game paid."""
        if self.is_drawn:
            return _DRAWS[self.ended], _DRAWS[self.ended]
        return (self.points, 0) if self.winner is Side.TOP else (0, self.points)

    @property
    def doubled(self) -> bool:
        """Whether a double was offered in this game, taken or dropped."""
        return self.cube > 1 or self.ended is Ended.DROP

    @property
    def kind(self) -> str:
        """The one word that names win and ending together for programs: ``single`` … ``resign_backgammon``.

        Raises RuleBroken ``drop.win`` for a drop that is not a single win: it has no name.
        """
        for kind, meaning in KINDS.items():
            if meaning == (self.win, self.ended):
                return kind
        raise RuleBroken("drop.win", win=self.win)

    @staticmethod
    def read(winner: str, cube: int, kind: str) -> "GameResult":
        """Return the game that a program reports: winner ``top`` or ``bottom``, cube, and one word for the rest.

        A drawn game has the winner ``none``.

        Raises RuleBroken ``game.winner`` or ``game.kind`` for an unknown word.
        Source: docs/rules/match.md#games.
        """
        kind = SAME.get(kind, kind)
        if kind not in KINDS:
            raise RuleBroken("game.kind", kind=kind, kinds=[*KINDS])
        win, ended = KINDS[kind]
        if ended in _DRAWS:
            return GameResult(Side.TOP, win, cube, ended)
        if winner not in list(Side):
            raise RuleBroken("game.winner", winner=winner, winners=[*Side])
        return GameResult(Side(winner), win, cube, ended)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn game: the points that each side scores."""

    points: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """Something odd that is accepted: a ``code``, the game (1-based, None for the whole match), the ``facts``."""

    code: str
    game: int | None
    facts: Mapping[str, Any]
