"""Ratings by the FIBS formula, with the ramp of newcomers, the class width and the match-length term as parameters.

Source: docs/rules/ratings.md#fibs.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite, sqrt
from typing import Any, NamedTuple

from rules.errors import RuleBroken
from rules.ratings.rated import Player, RatedMatch, in_order


class FibsRating(NamedTuple):
    """A rating, and the experience: the sum of the lengths of all rated matches."""

    rating: float
    experience: float


@dataclass(frozen=True, slots=True)
class Ramp:
    """How much faster newcomers move: K = max(least, start − experience/per).

    Raises RuleBroken ``rating.ramp``.
    """

    start: float = 5.0
    per: float = 100.0
    least: float = 1.0

    def __post_init__(self) -> None:
        if not (self.per > 0 and self.start >= 0 and self.least >= 0 and isfinite(self.start + self.least)):
            raise RuleBroken("rating.ramp", start=self.start, per=self.per, least=self.least)

    def k(self, experience: float) -> float:
        """Return K at an experience.

        >>> Ramp().k(0), Ramp().k(150), Ramp().k(1000), Ramp(2, 400).k(200)
        (5.0, 3.5, 1.0, 1.5)
        """
        return max(self.least, self.start - experience / self.per)


def constant(k: float = 1.0) -> Ramp:
    """Return a ramp that does not fall: newcomers move as everybody does."""
    return Ramp(k, inf, k)


FIBS_RAMP = Ramp()


@dataclass(frozen=True, slots=True)
class Fibs:
    """The FIBS formula.

    ``skill``: C of the improved match-length term S(n) = 1 + C·(n − 1)/2, which replaces n in the exponent and in the
    multiplier; None: n itself. ``start`` is the rating of a newcomer. Raises RuleBroken ``rating.list``.
    """

    ramp: Ramp = FIBS_RAMP
    class_width: float = 2000.0
    multiplier: float = 4.0
    skill: float | None = None
    start: float = 1500.0

    def __post_init__(self) -> None:
        if not (0 < self.class_width < inf and 0 <= self.multiplier < inf and isfinite(self.start)):
            raise RuleBroken("rating.list", class_width=self.class_width, multiplier=self.multiplier)
        if self.skill is not None and not 0 <= self.skill < inf:
            raise RuleBroken("rating.list", c=self.skill)

    def weight(self, length: int) -> float:
        """Return n, or the improved match-length term S(n). Raises RuleBroken ``rating.length``.

        >>> Fibs().weight(7), Fibs(skill=1.0).weight(7)
        (7.0, 4.0)
        """
        if length < 1:
            raise RuleBroken("rating.length", length=length)
        return float(length) if self.skill is None else 1 + self.skill * (length - 1) / 2

    def changes(self, winner: FibsRating, loser: FibsRating, length: int) -> tuple[float, float]:
        """Return what the winner gains and what the loser loses, each with their own K.

        >>> Fibs(constant()).changes(FibsRating(1500, 0), FibsRating(1500, 0), 7)[0].__round__(2)
        5.29
        """
        steep, most = self._term(length)
        try:
            upset = most / (10.0 ** ((winner[0] - loser[0]) * steep) + 1.0)
        except OverflowError:
            upset = 0.0
        return upset * self.ramp.k(winner[1]), upset * self.ramp.k(loser[1])

    def rebuild(
        self, matches: Iterable[RatedMatch], start: Mapping[Player, FibsRating] | None = None
    ) -> dict[Player, FibsRating]:
        """Return everybody's rating after a stream of matches, ordered by time played, then id.

        ``start`` are imported values. Nothing is stored but one row a player. Raises RuleBroken ``rating.order``,
        ``rating.length`` or ``rating.same``.
        """
        rows: dict[Player, list[float]] = {player: list(value) for player, value in (start or {}).items()}
        ramp_start, per, least = self.ramp.start, self.ramp.per, self.ramp.least
        newcomer, terms = self.start, dict[int, tuple[float, float]]()
        for _, match, winner, loser, length in in_order(matches):
            won, lost, term = rows.get(winner), rows.get(loser), terms.get(length)
            if won is None:
                won = rows[winner] = [newcomer, 0]
            if lost is None:
                lost = rows[loser] = [newcomer, 0]
            if term is None:
                term = terms[length] = self._term(length)
            if winner == loser:
                raise RuleBroken("rating.same", match=match, player=winner)
            try:
                upset = term[1] / (10.0 ** ((won[0] - lost[0]) * term[0]) + 1.0)
            except OverflowError:
                upset = 0.0
            k = ramp_start - won[1] / per
            won[0] += upset * (k if k > least else least)
            k = ramp_start - lost[1] / per
            lost[0] -= upset * (k if k > least else least)
            won[1] += length
            lost[1] += length
        return {player: FibsRating(*row) for player, row in rows.items()}

    def before_first(self) -> Any:
        """Return None: imported values hold until a player's first match."""
        return None

    def counts(self, match: RatedMatch) -> bool:
        """Whether a match lies within the time of the list, which has no end."""
        return True

    def group_of(self, match: RatedMatch) -> Any:
        """Return the group of a match: itself, by time played, then id."""
        return match.played, match.match

    def value_at(self, player_value: FibsRating | None, since: Any, group: Any) -> FibsRating:
        """Return a player's value at the start of ``group``; it does not change while they do not play."""
        return FibsRating(self.start, 0) if player_value is None else player_value

    def after(self, player: Player, before: Mapping[Player, FibsRating], matches: Sequence[RatedMatch]) -> FibsRating:
        """Return a player's value after their match, which is a group of its own."""
        (match,) = matches
        gain, loss = self.changes(before[match.winner], before[match.loser], match.length)
        rating, experience = before[player]
        return FibsRating(rating + gain if player == match.winner else rating - loss, experience + match.length)

    def at_end(self, player_value: FibsRating, since: Any, last: Any) -> FibsRating:
        """Return a player's value at the end of the list: that after their last match."""
        return player_value

    def _term(self, length: int) -> tuple[float, float]:
        """Return the factor of the distance in the exponent, and the most that can change with K = 1."""
        root = sqrt(self.weight(length))
        return root / self.class_width, self.multiplier * root
