"""The matches that a match holds up, and the end of the whole draw.

A match holds up every match that can't begin before it is over. The longest way from it to the end counts, by
expected minutes: a match takes the same number of minutes for each point of its length. Byes and empty matches cost
nothing.

Source: docs/rules/hold-up.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.draws.derive import Status
from rules.draws.plan import From, Plan, PlannedMatch, Source

MOST_SHOWN = 6
_NOT_OVER = (Status.WAITING, Status.OPEN, Status.DISPUTED)


class Sat(NamedTuple):
    """A match: whether its upper and its lower player are known, and its status."""

    top: bool
    bottom: bool
    status: Status


@dataclass(frozen=True, slots=True)
class Holdup:
    """How many later matches wait on a match, and for how many minutes of play."""

    matches: int
    minutes: int


class Waiting:
    """The matches of one draw that are still to be played, and how they wait on each other.

    ``sat`` has one entry a match of the plan, in its order.
    """

    def __init__(self, plan: Plan, sat: Sequence[Sat], minutes_per_point: int) -> None:
        self.plan, self.sat, self.pace = plan, sat, minutes_per_point
        self._wins: list[bool] = []
        self._loses: list[bool] = []
        self.to_play: list[bool] = []
        for planned, (top, bottom, status) in zip(plan.matches, sat, strict=True):
            upper, lower = self._coming(planned, top, bottom) if status is Status.WAITING else (top, bottom)
            self._wins.append(upper or lower)
            self._loses.append(upper and lower)
            self.to_play.append(upper and lower and status in _NOT_OVER)

    def certain(self) -> int:
        """Return how many matches will be played: a second final counts once it is known to be needed."""
        return sum(
            to_play and not (each.status is Status.WAITING and planned.is_second_final)
            for to_play, planned, each in zip(self.to_play, self.plan.matches, self.sat, strict=True)
        )

    def expected(self, place: int) -> int:
        """Return the minutes that a match is expected to take, 0 when nobody will play it."""
        return self.plan.matches[place].length * self.pace if self.to_play[place] else 0

    def holdups(self) -> dict[int, Holdup]:
        """Return what every match that is not over holds up, by its place in the plan."""
        behind = [(0, 0)] * len(self.sat)
        for place in range(len(self.sat) - 1, -1, -1):
            minutes, matches = behind[place]
            through = (minutes + self.expected(place), matches + self.to_play[place])
            for before in self.before(place):
                behind[before] = max(behind[before], through)
        return {
            place: Holdup(matches, minutes)
            for place, (minutes, matches) in enumerate(behind)
            if self.sat[place].status in _NOT_OVER
        }

    def ends_in(self, elapsed: Mapping[int, int]) -> int:
        """Return in how many minutes the last match ends; ``elapsed`` has the minutes played of those on now.

        A match that has taken longer than expected is given one more point's worth. Tables are assumed to be free.
        """
        ends = [0] * len(self.sat)
        for place in range(len(self.sat)):
            left = self.expected(place)
            if left and place in elapsed:
                left = max(left - elapsed[place], self.pace)
            ends[place] = left + max((ends[before] for before in self.before(place)), default=0)
        return max(ends, default=0)

    def before(self, place: int) -> Iterator[int]:
        """Yield the matches that feed this one: of a line pair A, or after a bye in it the B match of its holder.

        Where all play every round these are the matches before it of both players.
        """
        planned = self.plan.matches[place]
        yield from self.plan.earlier.get(place, ())
        for source in (planned.top, planned.bottom):
            if source.kind is not From.LINE:
                yield source.of
                if source.kind is From.FIRST_LOSER and not self._loses[source.of]:
                    later = self.plan.after_bye.get(source.of)
                    if later is not None:
                        yield later

    def _coming(self, planned: PlannedMatch, top: bool, bottom: bool) -> tuple[bool, bool]:
        """Return whether an upper and a lower player come to a match that waits for one of them."""
        top, bottom = top or self._may_come(planned.top), bottom or self._may_come(planned.bottom)
        return top, bottom and not (top and self._share_a_match(planned))

    def _share_a_match(self, planned: PlannedMatch) -> bool:
        """Whether two holders of byes meet before: only the loser of that match comes, not both."""
        both = (planned.top, planned.bottom)
        if any(source.kind is not From.FIRST_LOSER or self._loses[source.of] for source in both):
            return False
        return self.plan.after_bye.get(planned.top.of) == self.plan.after_bye.get(planned.bottom.of)

    def _may_come(self, source: Source) -> bool:
        """Whether a player may still come out of a source out of which nobody has come yet."""
        if source.kind is From.LINE:
            return False
        waits = self._is_open(source.of)
        if source.kind is From.WINNER:
            return waits and self._wins[source.of]
        if source.kind is From.LOSER:
            return waits and self._loses[source.of]
        if self._loses[source.of]:
            return waits
        later = self.plan.after_bye.get(source.of)
        return later is not None and self._is_open(later) and self._loses[later]

    def _is_open(self, place: int) -> bool:
        return self.sat[place].status in _NOT_OVER
