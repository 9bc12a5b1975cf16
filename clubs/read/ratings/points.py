"""Points that finished events bring: for lists of points, and for seasons."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from clubs.models import FinishedEvent, PlayedMatch
from clubs.read.persons.rows import into_of
from clubs.read.ratings.lists import ListView
from journal.canon import stored_json
from rules.ratings.systems import Finish, PointSystem, Win

# A match for which nobody sat down brings no points.
UNPLAYED = "walkover"


@dataclass(frozen=True, slots=True)
class EventPoints:
    """A finished event with everybody's points; a player whom the club does not know is a negative number.

    ``matches`` are those that were played, as winner and loser.
    """

    event: int
    name: str
    finished: datetime
    points: Mapping[int, Fraction]
    matches: tuple[tuple[int, int], ...]


def events_with_points(
    club: int,
    system: PointSystem,
    first: datetime | None = None,
    until: datetime | None = None,
    *,
    event: int | None = None,
) -> Iterator[EventPoints]:
    """Yield the finished events of a club with their points, in order of time: three statements.

    ``first`` and ``until`` bound when they were finished; ``event`` is the only one that is wanted.
    """
    into = into_of(club)
    rows = FinishedEvent.objects.filter(club=club, **({"event": event} if event else {})).order_by("event", "turn")
    latest = {row.event: row for row in rows}
    events = {number: row for number, row in latest.items() if not row.void and _is_within(row, first, until)}
    played = _played(club, events, into)
    for number, row in sorted(events.items(), key=lambda each: (each[1].finished, each[0])):
        groups = [[into.get(who, who) for who in group] for group in stored_json(row.places)]
        wins = [Win(match.winner, match.length, match.bracket) for match in played.get(number, ())]
        points = system.points(Finish(groups, wins, row.fee))
        pairs = tuple((match.winner, match.loser) for match in played.get(number, ()))
        yield EventPoints(number, row.name, row.finished, points, pairs)


def _is_within(row: FinishedEvent, first: datetime | None, until: datetime | None) -> bool:
    return (first is None or first <= row.finished) and (until is None or row.finished < until)


@dataclass(frozen=True, slots=True)
class _Played:
    winner: int
    loser: int
    length: int
    bracket: str


def _played(club: int, events: Collection[int], into: Mapping[int, int]) -> dict[int, list[_Played]]:
    """Return event → its matches that were played; whom the club does not know is left out."""
    rows = PlayedMatch.objects.filter(club=club, event__in=events).order_by("match", "turn")
    matches: dict[int, list[_Played]] = {}
    for row in {row.match: row for row in rows}.values():
        if not row.void and row.kind != UNPLAYED and row.winner_id is not None:
            winner, loser = into.get(row.winner_id, row.winner_id), row.loser_id
            opponent = 0 if loser is None else into.get(loser, loser)
            matches.setdefault(row.event, []).append(_Played(winner, opponent, row.length, row.bracket))
    return matches


def points_of(view: ListView) -> dict[int, tuple[float, int]]:
    """Return person → points and number of events in a list of points."""
    system = view.rules.points
    if system is None:
        return {}
    totals: dict[int, tuple[Fraction, int]] = {}
    for event in events_with_points(view.club.pk, system):
        if view.ended is None or event.finished < view.ended:
            for person, points in event.points.items():
                before, events = totals.get(person, (Fraction(0), 0))
                totals[person] = before + points, events + 1
    return {person: (float(points), events) for person, (points, events) in totals.items() if person > 0}
