"""What holds a match that could be called: a player who plays elsewhere, rests, or has a match that goes first.

Source: docs/rules/several-events.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from rules.errors import RuleBroken

MOST_REST = 240


class Why(StrEnum):
    """Why a match is not called.

    ``HOUR``: its event starts no match so late. ``BUSY``: a player is called to another match, or plays it. ``REST``: a
    player has just ended one. ``TWICE``: a player has another match that can be called, and that one goes first.
    """

    HOUR = "hour"
    BUSY = "busy"
    REST = "rest"
    TWICE = "twice"


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match with two players that is not over; ``is_on``: they are called or play, until about ``ends``.

    ``opens`` is when its event starts matches again, None while it does.
    """

    id: int
    entrants: tuple[int, ...]
    is_on: bool = False
    ends: datetime | None = None
    opens: datetime | None = None


class Hold(NamedTuple):
    """Why a match waits: for which of its entrants, for which other match, until when; None where that is not so."""

    why: Why
    entrant: int | None = None
    match: int | None = None
    until: datetime | None = None


def holds(
    matches: Sequence[OpenMatch], people: Mapping[int, frozenset[int]], rested: Mapping[int, datetime]
) -> dict[int, tuple[Hold, ...]]:
    """Return match → what holds it, for each that is not on; nothing for one that can be called.

    ``matches`` are those of a whole tournament, those first that go first. ``people`` says who an entrant is; one who
    is left out is nobody else. ``rested`` has the people whose rest lasts, and until when.
    """
    persons = {match.id: _persons(match, people) for match in matches}
    on = {person: match for match in matches if match.is_on for _, person in persons[match.id]}
    first: dict[int, OpenMatch] = {}
    held: dict[int, tuple[Hold, ...]] = {}
    for match in matches:
        if match.is_on:
            continue
        who = persons[match.id]
        reasons = tuple(_reasons(match, who, on, rested))
        if not reasons:
            reasons = tuple(Hold(Why.TWICE, each, first[person].id) for each, person in who if person in first)
        if not reasons:
            first |= {person: match for _, person in who}
        held[match.id] = reasons
    return held


def _persons(match: OpenMatch, people: Mapping[int, frozenset[int]]) -> list[tuple[int, int]]:
    """Return each person who plays, with the entrant."""
    return [(each, person) for each in match.entrants for person in sorted(people.get(each, {each}))]


def _reasons(
    match: OpenMatch, who: Sequence[tuple[int, int]], on: Mapping[int, OpenMatch], rested: Mapping[int, datetime]
) -> Iterator[Hold]:
    if match.opens is not None:
        yield Hold(Why.HOUR, until=match.opens)
    for entrant, person in who:
        if person in on:
            yield Hold(Why.BUSY, entrant, on[person].id, on[person].ends)
        elif person in rested:
            yield Hold(Why.REST, entrant, until=rested[person])


def read_rest(minutes: int) -> int:
    """Return for how many minutes players rest between two matches, 0 for none. Raises RuleBroken ``rest``."""
    if not 0 <= minutes <= MOST_REST:
        raise RuleBroken("rest", got=minutes, most=MOST_REST)
    return minutes
