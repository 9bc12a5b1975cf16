"""What a player needs to win the race, or to reach a place: which place on each night to come.

Source: docs/rules/seasons.md#what-is-needed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from rules.errors import RuleBroken
from rules.ratings.rated import Player
from rules.seasons.race import Night, Points, Race

# Not even a night is needed.
NOTHING = 0


@dataclass(frozen=True, slots=True)
class Needed:
    """The worst place on every night to come that is enough: ``NOTHING`` without playing, None out of reach.

    ``certain`` is enough whatever the others do, ``hopeful`` if they get no more points that count.
    """

    certain: int | None
    hopeful: int | None


def needed(
    race: Race, nights: Sequence[Night], player: Player, table: Sequence[Points], left: int, *, target: int = 1
) -> Needed:
    """Return what ``player`` needs to end ahead of all but ``target`` − 1 others, with ``left`` nights to come.

    ``table`` has the points of a night by place, best first, and one player has each place. A total that is only equal
    is not enough. Raises RuleBroken ``season.table``, ``season.left`` or ``season.target``.
    """
    if not table or any(earlier < later for earlier, later in pairwise(table)):
        raise RuleBroken("season.table", places=len(table))
    if left < 0:
        raise RuleBroken("season.left", left=left)
    if target < 1:
        raise RuleBroken("season.target", target=target)
    scores: dict[Player, list[Points]] = {player: []}
    for night in nights:
        for each, points in night.points.items():
            scores.setdefault(each, []).append(points)
    season = _Season(race, player, scores, tuple(table), left, target)
    return Needed(season.worst_place(others_play=True), season.worst_place(others_play=False))


@dataclass(frozen=True, slots=True)
class _Season:
    race: Race
    player: Player
    scores: dict[Player, list[Points]]
    table: tuple[Points, ...]
    left: int
    target: int

    def worst_place(self, *, others_play: bool) -> int | None:
        """Return the worst place that is enough on every night to come."""
        if self._is_enough(NOTHING, others_play=others_play):
            return NOTHING
        places = range(len(self.table), 0, -1) if self.left else ()
        return next((place for place in places if self._is_enough(place, others_play=others_play)), None)

    def _is_enough(self, place: int, *, others_play: bool) -> bool:
        """Whether at most ``target`` − 1 others can end level or ahead, if the player has this place every night."""
        own = self._total(self.player, self.table[place - 1] if place else None)
        most: Points | None = None
        if others_play:
            # The best place that the player leaves to somebody else.
            most = self.table[0] if place != 1 else self.table[1] if len(self.table) > 1 else None
        ahead = sum(self._total(each, most) >= own for each in self.scores if each != self.player)
        # A newcomer may win all nights to come.
        ahead += most is not None and self.race.total([most] * self.left) >= own
        return own > 0 and ahead < self.target

    def _total(self, player: Player, each_night: Points | None) -> Fraction:
        more = [] if each_night is None else [each_night] * self.left
        return self.race.total([*self.scores[player], *more])
