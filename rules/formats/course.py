"""What a plan says about each of its matches: how its round is named, where its players come from, where they go."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from rules.draws.plan import From, Plan, Source
from rules.formats.format import Stage
from rules.formats.registry import stage
from rules.match.terms import BOTTOM, TOP, Side


class FeedKind(StrEnum):
    """Where the player of a side comes from: a line of the draw, or another match as its winner or its loser.

    A first loser has lost that match or, where it was a bye, the next one. An unbeaten loser comes to a second final,
    which is not played if the match was lost by the player who had lost before.
    """

    LINE = "line"
    WINNER = "winner"
    LOSER = "loser"
    FIRST_LOSER = "first_loser"
    UNBEATEN_LOSER = "unbeaten_loser"


_KINDS = {
    From.LINE: FeedKind.LINE,
    From.WINNER: FeedKind.WINNER,
    From.LOSER: FeedKind.LOSER,
    From.FIRST_LOSER: FeedKind.FIRST_LOSER,
    From.UPPER_LOSER: FeedKind.UNBEATEN_LOSER,
}


@dataclass(frozen=True, slots=True)
class Feed:
    """Where the player of a side comes from: ``line`` is a line's number, else 0, ``code`` a match's, else empty."""

    kind: FeedKind
    line: int
    code: str


@dataclass(frozen=True, slots=True)
class Way:
    """A way from a match to the next: that one's ``place`` in the plan, its code and bracket, and the side there.

    ``after_bye``: only whoever had a bye before goes there.
    """

    place: int
    code: str
    bracket: str
    side: Side
    after_bye: bool


@dataclass(frozen=True, slots=True)
class Course:
    """A match in the course of its event; ``feeds`` has the upper side first.

    ``winner_to`` is None where the winner has won a bracket. ``loser_to`` is empty where a loss sends nobody on; with
    two the loser goes to the one or, after a bye, to the other.
    """

    stage: Stage
    feeds: tuple[Feed, Feed]
    winner_to: Way | None
    loser_to: tuple[Way, ...]


@lru_cache(maxsize=64)
def courses(plan: Plan) -> tuple[Course, ...]:
    """Return the course of every match, in the order of the plan."""
    ways = _Ways(plan)
    return tuple(ways.course(place) for place in range(len(plan.matches)))


class _Ways:
    """The links of a plan, followed from each match."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.stages: dict[tuple[str, int], Stage] = {}
        self.to = {
            source: (place, side)
            for place, match in enumerate(plan.matches)
            for side, source in ((TOP, match.top), (BOTTOM, match.bottom))
        }
        self.byes_before: dict[int, list[int]] = {}
        for bye, later in plan.after_bye.items():
            self.byes_before.setdefault(later, []).append(bye)

    def course(self, place: int) -> Course:
        match = self.plan.matches[place]
        key = match.bracket, match.round
        if key not in self.stages:
            self.stages[key] = stage(self.plan, place)
        return Course(
            self.stages[key],
            (self.feed(match.top), self.feed(match.bottom)),
            next(self.following(Source(From.WINNER, place)), None),
            tuple(self.loser_to(place)),
        )

    def feed(self, source: Source) -> Feed:
        if source.kind is From.LINE:
            return Feed(_KINDS[source.kind], source.of, "")
        return Feed(_KINDS[source.kind], 0, self.plan.matches[source.of].code)

    def loser_to(self, place: int) -> Iterator[Way]:
        yield from self.following(Source(From.LOSER, place))
        yield from self.following(Source(From.FIRST_LOSER, place))
        yield from self.following(Source(From.UPPER_LOSER, place))
        for bye in self.byes_before.get(place, ()):
            yield from self.following(Source(From.FIRST_LOSER, bye), after_bye=True)

    def following(self, source: Source, *, after_bye: bool = False) -> Iterator[Way]:
        if source in self.to:
            place, side = self.to[source]
            match = self.plan.matches[place]
            yield Way(place, match.code, match.bracket, side, after_bye)
