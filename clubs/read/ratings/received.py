"""What tournaments report to a club's rating lists and seasons, and what the club has received of it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from clubs.models import FinishedEvent, PlayedMatch


@dataclass(frozen=True, slots=True)
class SettledMatch:
    """A settled match; a player whom the club does not know is None."""

    match: int
    event: int
    bracket: str
    played: datetime
    winner: int | None
    loser: int | None
    length: int
    kind: str
    entrants: int


@dataclass(frozen=True, slots=True)
class FinalOrder:
    """The order of a finished event: groups of people who share a place; an unknown one is their entrant, negative."""

    event: int
    name: str
    finished: datetime
    places: tuple[tuple[int, ...], ...]
    fee: int


@dataclass(frozen=True, slots=True)
class ResultsOf:
    """What a tournament of a club reports as it stood at record ``number`` of its memory; ``events`` are all it has."""

    tournament: int
    club: int
    stream: str
    number: int
    events: tuple[int, ...]
    matches: tuple[SettledMatch, ...]
    orders: tuple[FinalOrder, ...]


def received_matches(club: int, events: Collection[int]) -> dict[int, PlayedMatch]:
    """Return match → its latest turn, of all that was ever received of these events: one statement."""
    rows = PlayedMatch.objects.filter(club=club, event__in=events).order_by("match", "turn")
    return {row.match: row for row in rows}


def received_orders(club: int, events: Collection[int]) -> dict[int, FinishedEvent]:
    """Return event → its latest turn: one statement."""
    rows = FinishedEvent.objects.filter(club=club, event__in=events).order_by("event", "turn")
    return {row.event: row for row in rows}
