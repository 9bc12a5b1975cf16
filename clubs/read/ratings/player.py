"""A player in a rating list: every match with the value after it, the opponents, and when a result was corrected."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from clubs.models import PlayedMatch, RatedMatch
from clubs.read.persons.rows import PersonRow, person_row
from clubs.read.ratings.listing import RatingLine, RatingListing
from clubs.read.ratings.points import events_with_points
from clubs.read.ratings.results import Value, starts_of
from clubs.read.ratings.values import value_of
from journal.refusals import Unknown


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """A match of the player: rating after it, how much that changed (None while a period has more), and the opponent.

    ``deviation`` is that after it, None without one; ``corrected`` is when its result was last corrected.
    """

    match: int
    played: datetime
    won: bool
    length: int
    opponent: int
    opponent_name: str
    rating: float
    change: float
    deviation: float | None
    provisional: bool
    corrected: datetime | None


@dataclass(frozen=True, slots=True)
class PlayerEvent:
    """An event that brought the player points."""

    name: str
    finished: datetime
    points: float


@dataclass(frozen=True, slots=True)
class RatedPerson:
    """A player in a list; ``line`` is None for one who is not listed now. ``events`` are those of a list of points.

    ``start`` is the value with which they began.
    """

    listing: RatingListing
    row: PersonRow
    line: RatingLine | None
    start: float
    matches: tuple[PlayerMatch, ...]
    events: tuple[PlayerEvent, ...]


def rated_person(listing: RatingListing, person: int) -> RatedPerson:
    """Return a player of a list in a fixed number of statements.

    Raises Unknown ``person.unknown`` or ``ratings.player``, Superseded ``person.merged``.
    """
    view = listing.view
    row = person_row(person)
    if row.club != view.club.pk:
        raise Unknown("ratings.player", person=person)
    line = listing.line_of(person)
    if listing.kind == "points":
        events = tuple(_events(listing, person))
        return _known(RatedPerson(listing, row, line, 0.0, (), events))
    rule: Any = view.rules.rule
    usual = rule.start if listing.kind == "fibs" else rule.start.rating
    into = dict.fromkeys(row.merged, person)
    begun = starts_of(view, into).get(person)
    start = usual if begun is None else begun[0]
    names = {each.person: each.name for each in listing.lines}
    return _known(RatedPerson(listing, row, line, start, tuple(_matches(listing, person, start, names)), ()))


def _known(player: RatedPerson) -> RatedPerson:
    """Return a player who is in the list. Raises Unknown ``ratings.player``."""
    if player.line is None and not player.matches and not player.events:
        raise Unknown("ratings.player", person=player.row.id)
    return player


def _matches(listing: RatingListing, person: int, start: float, names: Mapping[int, str]) -> Iterable[PlayerMatch]:
    view, before = listing.view, start
    rule: Any = view.rules.rule
    own = Q(winner=person) | Q(loser=person)
    rows = list(RatedMatch.objects.filter(own, rating_list=view.pk).order_by("group", "played", "match"))
    corrected = _corrected(view.club.pk, [row.match for row in rows])
    for row in rows:
        won = row.winner_id == person
        value: Value | None = value_of(rule, row, "winner" if won else "loser")
        if value is None:
            continue
        opponent = row.loser_id if won else row.winner_id
        yield PlayerMatch(
            match=row.match,
            played=row.played,
            won=won,
            length=row.length,
            opponent=opponent,
            opponent_name=names.get(opponent, "…"),
            rating=value[0],
            change=value[0] - before,
            deviation=value[1] if listing.kind == "glicko2" else None,
            provisional=view.rules.listing.is_provisional(value),
            corrected=corrected.get(row.match),
        )
        before = value[0]


def _corrected(club: int, matches: list[int]) -> dict[int, datetime]:
    """Return match → when its result was last corrected: one statement."""
    rows = PlayedMatch.objects.filter(club=club, match__in=matches, turn__gt=1).order_by("turn")
    return dict(rows.values_list("match", "record__at"))


def _events(listing: RatingListing, person: int) -> Iterable[PlayerEvent]:
    view = listing.view
    system = view.rules.points
    for event in events_with_points(view.club.pk, system) if system is not None else ():
        if person in event.points and (view.ended is None or event.finished < view.ended):
            yield PlayerEvent(event.name, event.finished, float(event.points[person]))


@dataclass(frozen=True, slots=True)
class Opponent:
    """The matches against one opponent, in order: true for a win."""

    person: int
    name: str
    results: tuple[bool, ...]
    last: PlayerMatch

    @property
    def won(self) -> int:
        """How many were won."""
        return sum(self.results)

    @property
    def lost(self) -> int:
        """How many were lost."""
        return len(self.results) - self.won


def opponents_of(player: RatedPerson) -> list[Opponent]:
    """Return everybody whom the player met, the most matches first."""
    met: dict[int, list[PlayerMatch]] = {}
    for match in player.matches:
        met.setdefault(match.opponent, []).append(match)
    opponents = [
        Opponent(person, own[-1].opponent_name, tuple(match.won for match in own), own[-1])
        for person, own in met.items()
    ]
    return sorted(opponents, key=lambda each: (-len(each.results), each.name))
