"""About when every match that is still to come begins and ends.

A match on now has its expected minutes less those it has taken; with a running score, the minutes of what is left of
it. Players who are free, known and rested play at once, or as soon as a table is free. Nothing here is a promise: pages
say "about".

Source: docs/rules/expected.md; docs/rules/several-events.md.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heapreplace
from typing import NamedTuple

from rules.draws.derive import Status
from rules.timing.holdup import Waiting

# A draw of the hall, and a place in its plan.
type Spot = tuple[int, int]


class Going(NamedTuple):
    """A match on now, or called: the minutes since it began, or since its score (top, bottom) was reported."""

    minutes: int
    score: tuple[int, int] | None = None


class Span(NamedTuple):
    """When a match begins and ends, in minutes from now."""

    begins: int
    ends: int


@dataclass(frozen=True, slots=True)
class Part:
    """One draw of the hall, those of its matches that are on now, and the minutes before which nothing begins.

    ``people`` are those who are known to play a match that is not over, by its place. ``starts`` moves a beginning, in
    minutes from now, to when a match may start.
    """

    waiting: Waiting
    going: Mapping[int, Going] = field(default_factory=dict)
    begins: int = 0
    people: Mapping[int, frozenset[int]] = field(default_factory=dict)
    starts: Callable[[int], int] | None = None


@dataclass(frozen=True, slots=True)
class Rest:
    """The minutes that players rest between two matches, and person → those that are left of a rest now."""

    minutes: int = 0
    left: Mapping[int, int] = field(default_factory=dict)


def expected(parts: Sequence[Part], tables: int | None = None, rest: Rest | None = None) -> list[dict[int, Span]]:
    """Return for every draw when each match begins and ends that is on or still to be played, by its place.

    A match never begins before those that feed it have ended and its players are rested. With ``tables`` the draws
    share that many: matches take them in the order in which they would begin with enough tables, of several the one
    that holds up most. Nobody plays two matches at once: of two that can begin, that of the first draw goes first.
    """
    free = [_unhindered(part) for part in parts]
    rests = rest is not None and (rest.minutes or rest.left)
    if tables is None and not rests and not any(part.people or part.starts for part in parts):
        return free
    return _on_tables(parts, free, tables, rest or Rest())


def minutes_left(length: int, pace: int, going: Going) -> int:
    """Return the minutes that a match on now still takes: one point's worth at least.

    The length left at a score is the harmonic mean of what both players lack: all of it at nil all, one point at double
    match point.
    """
    lacks = [max(1, length - points) for points in going.score or (0, 0)]
    minutes = -(-2 * lacks[0] * lacks[1] * pace // (lacks[0] + lacks[1]))
    return max(minutes - going.minutes, pace)


def _length_of(part: Part, place: int) -> int:
    """Return the minutes that a match takes from now, or from when it begins."""
    if place in part.going:
        return minutes_left(part.waiting.plan.matches[place].length, part.waiting.pace, part.going[place])
    return part.waiting.expected(place)


def _unhindered(part: Part) -> dict[int, Span]:
    """Return the spans with enough tables."""
    ends = [0] * len(part.waiting.to_play)
    spans: dict[int, Span] = {}
    for place, is_to_play in enumerate(part.waiting.to_play):
        begins = max((ends[before] for before in part.waiting.before(place)), default=0)
        if is_to_play:
            begins = 0 if place in part.going else max(begins, part.begins)
            spans[place] = Span(begins, begins + _length_of(part, place))
            begins = spans[place].ends
        ends[place] = begins
    return spans


def _on_tables(
    parts: Sequence[Part], free: Sequence[Mapping[int, Span]], tables: int | None, rest: Rest
) -> list[dict[int, Span]]:
    """Return the spans with that many tables, None for enough.

    The order is fixed before a table is given out, and every match takes the table that is free first: so more tables
    never make any match later.
    """
    by_part: list[dict[int, Span]] = [{} for _ in parts]
    feeders = [_feeders(part) for part in parts]
    for at, part in enumerate(parts):
        by_part[at] = {place: free[at][place] for place in part.going if place in free[at]}
    tables_free = _tables_free(by_part, tables)
    people_free = defaultdict[int, int](int, rest.left)
    for part, spans in zip(parts, by_part, strict=True):
        for place, span in spans.items():
            people_free.update(dict.fromkeys(part.people.get(place, ()), span.ends + rest.minutes))
    for at, place in _order(parts, free, feeders):
        part, spans = parts[at], by_part[at]
        who = part.people.get(place, ())
        begins = max((spans[before].ends + rest.minutes for before in feeders[at][place]), default=0)
        begins = max(begins, part.begins, *tables_free[:1], *(people_free[person] for person in who))
        begins = part.starts(begins) if part.starts else begins
        spans[place] = Span(begins, begins + _length_of(part, place))
        if tables_free:
            heapreplace(tables_free, spans[place].ends)
        people_free.update(dict.fromkeys(who, spans[place].ends + rest.minutes))
    return by_part


def _tables_free(by_part: Sequence[Mapping[int, Span]], tables: int | None) -> list[int]:
    """Return when each table is free, as a heap; none where there are enough."""
    if tables is None:
        return []
    taken = sorted((span.ends for spans in by_part for span in spans.values()), reverse=True)[:tables]
    tables_free = taken + [0] * (tables - len(taken))
    heapify(tables_free)
    return tables_free


def _order(
    parts: Sequence[Part], free: Sequence[Mapping[int, Span]], feeders: Sequence[Sequence[tuple[int, ...]]]
) -> Iterator[Spot]:
    """Yield the matches still to begin, in the order in which they get tables, feeders before what they feed.

    Of two matches of one person that both can begin the one of the first draw comes first.
    """
    waiting: list[tuple[int, int, Spot]] = []
    for at, part in enumerate(parts):
        held = part.waiting.holdups()
        waiting += [
            (span.begins, -held[place].minutes, (at, place))
            for place, span in free[at].items()
            if place not in part.going
        ]
    before, ordered = _before(parts), dict[Spot, None]()

    def add(spot: Spot) -> None:
        """Add a match, and first those that feed it: in a round robin they wait, although both players are known."""
        at, place = spot
        if spot not in ordered and place not in parts[at].going:
            for feeder in feeders[at][place]:
                add((at, feeder))
            ordered[spot] = None

    for _, _, spot in sorted(waiting):
        for each in (*before.get(spot, ()), spot):
            add(each)
    yield from ordered


def _before(parts: Sequence[Part]) -> dict[Spot, list[Spot]]:
    """Return for a match that can begin those that go first because a person plays both, the first one first."""
    of_person: dict[int, list[Spot]] = defaultdict(list)
    before: dict[Spot, list[Spot]] = {}
    for at, part in enumerate(parts):
        for place, who in sorted(part.people.items()):
            if part.waiting.sat[place].status is Status.OPEN and place not in part.going:
                earlier = sorted({each for person in who for each in of_person[person]})
                before[at, place] = [each for spot in earlier for each in (*before[spot], spot)]
                for person in who:
                    of_person[person].append((at, place))
    return before


def _feeders(part: Part) -> list[tuple[int, ...]]:
    """Return for every place the matches to be played that it waits for, byes and empty matches seen through."""
    feeders: list[tuple[int, ...]] = []
    for place in range(len(part.waiting.to_play)):
        feeders.append(tuple(_through(part, place, feeders)))
    return feeders


def _through(part: Part, place: int, feeders: Sequence[tuple[int, ...]]) -> Iterator[int]:
    for before in part.waiting.before(place):
        if part.waiting.to_play[before]:
            yield before
        else:
            yield from feeders[before]
