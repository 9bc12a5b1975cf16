"""The terms of a match: its length, its start score, the Crawford rule and the Holland rule."""

from dataclasses import dataclass
from enum import StrEnum

from rules.errors import RuleBroken
from rules.rulesets import Ruleset

LONGEST = 99


class Side(StrEnum):
    """One of the two sides of a match, as on the match card."""

    TOP = "top"
    BOTTOM = "bottom"

    @property
    def other(self) -> "Side":
        """The opponent's side."""
        return BOTTOM if self is TOP else TOP

    @property
    def place(self) -> int:
        """The index of this side in every pair of this package: 0 for top, 1 for bottom."""
        return 0 if self is TOP else 1


TOP = Side.TOP
BOTTOM = Side.BOTTOM


class Win(StrEnum):
    """How a game was won."""

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"

    @property
    def points(self) -> int:
        """How many times the cube the win pays: 1, 2 or 3."""
        return {Win.SINGLE: 1, Win.GAMMON: 2, Win.BACKGAMMON: 3}[self]


class Ended(StrEnum):
    """How a game ended."""

    PLAYED = "played"
    DROP = "drop"
    RESIGNED = "resigned"
    DRAW = "draw"
    DRAW_ONE = "draw_one"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match: its length in points, the start score (top, bottom), the Crawford and Holland rules.

    Points of a start score are penalty points. An even length is allowed, with a note. ``games`` take turns where they
    are not plain backgammon; empty for backgammon, counted with 1, 2, 3 and the cube.

    Raises RuleBroken ``length.range`` (not 1 to 99), ``start.range`` (not 0 to length − 1) or ``holland.alone`` (the
    Holland rule without the Crawford rule, on which it depends).
    Source: docs/rules/match.md#terms.
    """

    length: int
    start: tuple[int, int] = (0, 0)
    crawford: bool = True
    holland: bool = False
    games: tuple[Ruleset, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.length <= LONGEST:
            raise RuleBroken("length.range", length=self.length, shortest=1, longest=LONGEST)
        if not all(0 <= points < self.length for points in self.start):
            raise RuleBroken("start.range", start=self.start, length=self.length)
        if self.holland and not self.crawford:
            raise RuleBroken("holland.alone")

    @property
    def has_cube(self) -> bool:
        """Whether any game is played with the cube."""
        return not self.games or any(game.cube for game in self.games)

    def game(self, number: int) -> Ruleset | None:
        """Return the rules of game ``number``, from 1; None for plain backgammon."""
        return self.games[(number - 1) % len(self.games)] if self.games else None

    def away(self, points: tuple[int, int]) -> tuple[int, int]:
        """Return how many points (top, bottom) still need at this score, 0 for the winner."""
        top, bottom = points
        return max(self.length - top, 0), max(self.length - bottom, 0)

    def shown(self, points: tuple[int, int]) -> tuple[int, int]:
        """Return raw points (top, bottom) as sheets show them, capped at the length."""
        return capped(points, self.length)

    def winner(self, points: tuple[int, int]) -> Side | None:
        """Return the winner of the match at this score, None while it is on: who has reached the length and leads."""
        if points[0] == points[1]:
            return None
        if self.games and min(points) >= self.length:
            return TOP if points[0] > points[1] else BOTTOM
        if points[TOP.place] >= self.length:
            return TOP
        return BOTTOM if points[BOTTOM.place] >= self.length else None


def capped(points: tuple[int, int], length: int) -> tuple[int, int]:
    """Return points as sheets show them: at most the length, unless both have reached it (after draws that score)."""
    if min(points) >= length:
        return points
    return min(points[0], length), min(points[1], length)
