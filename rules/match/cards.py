"""Score cards of two players of one match: whether one adds to the other, or would drop some of its games."""

from dataclasses import dataclass

from rules.match.games import GameResult


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """A running score card: the games in order, none if only ``points`` (raw, top and bottom) were reported."""

    games: tuple[GameResult, ...]
    points: tuple[int, int]

    def adds_to(self, earlier: "ScoreCard") -> bool:
        """Whether nothing of ``earlier`` would be lost if this card took its place.

        Games are kept if this card begins with the same games; points without games, if neither score is lower.
        Source: docs/rules/claims.md#score-cards.
        """
        if earlier.games:
            return self.games[: len(earlier.games)] == earlier.games
        return self.points[0] >= earlier.points[0] and self.points[1] >= earlier.points[1]
