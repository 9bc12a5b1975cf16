"""About when every match that is still to come begins and ends.

A match on now has its expected minutes less those it has taken; with a running score, the minutes of what is left of
it. Players who are free and known play at once, or as soon as a table is free. Nothing here is a promise: pages say
"about".

Source: docs/rules/expected.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heapreplace
from typing import NamedTuple

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
    """One draw of the hall, those of its matches that are on now, and the minutes before which nothing begins."""

    waiting: Waiting
    going: Mapping[int, Going] = field(default_factory=dict)
    begins: int = 0


def expected(parts: Sequence[Part], tables: int | None = None) -> list[dict[int, Span]]:
    """Return for every draw when each match begins and ends that is on or still to be played, by its place.

    A match never begins before those that feed it have ended. With ``tables`` the draws share that many: matches take
    them in the order in which they would begin with enough tables, of several the one that holds up most.
    """
    free = [_unhindered(part) for part in parts]
    if tables is None:
        return free
    return _on_tables(parts, free, tables)


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


def _on_tables(parts: Sequence[Part], free: Sequence[Mapping[int, Span]], tables: int) -> list[dict[int, Span]]:
    """Return the spans with that many tables.

    The order is fixed before a table is given out, and every match takes the table that is free first: so more tables
    never make any match later.
    """
    by_part: list[dict[int, Span]] = [{} for _ in parts]
    feeders = [_feeders(part) for part in parts]
    for at, part in enumerate(parts):
        by_part[at] = {place: free[at][place] for place in part.going if place in free[at]}
    taken = sorted((span.ends for spans in by_part for span in spans.values()), reverse=True)[:tables]
    tables_free = taken + [0] * (tables - len(taken))
    heapify(tables_free)
    for at, place in _order(parts, free):
        part, spans = parts[at], by_part[at]
        ready = max((spans[before].ends for before in feeders[at][place]), default=0)
        begins = max(ready, part.begins, tables_free[0])
        spans[place] = Span(begins, begins + _length_of(part, place))
        heapreplace(tables_free, spans[place].ends)
    return by_part


def _order(parts: Sequence[Part], free: Sequence[Mapping[int, Span]]) -> list[Spot]:
    """Return the matches still to begin, in the order in which they get tables, feeders before what they feed."""
    waiting: list[tuple[int, int, Spot]] = []
    for at, part in enumerate(parts):
        held = part.waiting.holdups()
        waiting += [
            (span.begins, -held[place].minutes, (at, place))
            for place, span in free[at].items()
            if place not in part.going
        ]
    return [spot for _, _, spot in sorted(waiting)]


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
