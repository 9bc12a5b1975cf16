"""A rating list as it is shown: places, values, and whose value says little yet."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from clubs.models import RatedPlayer
from clubs.read.persons.listing import csv_cell
from clubs.read.persons.rows import PersonRow, person_rows
from clubs.read.ratings.lists import ListView
from clubs.read.ratings.points import points_of
from rules.ratings.eligibility import Listed, Listing
from rules.ratings.fibs import Fibs, FibsRating
from rules.ratings.glicko2 import GlickoRating

COLUMNS = {
    "fibs": ("place", "name", "rating", "experience", "matches", "won"),
    "glicko2": ("place", "name", "rating", "deviation", "matches", "won"),
    "points": ("place", "name", "points", "events"),
}


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A line of a list; ``place`` is None for a provisional value. ``second``: experience, deviation, or events.

    ``played`` and ``won`` are 0 in a list of points. A minor stands here by first name and initial.
    """

    place: int | None
    person: int
    name: str
    rating: float
    second: float
    played: int = 0
    won: int = 0
    last: datetime | None = None


@dataclass(frozen=True, slots=True)
class RatingListing:
    """A list with its lines, best first, those who are provisional behind them by name."""

    view: ListView
    kind: str
    lines: tuple[RatingLine, ...]

    @property
    def listed(self) -> int:
        """How many have a place."""
        return sum(line.place is not None for line in self.lines)

    def line_of(self, person: int) -> RatingLine | None:
        """Return the line of a person, None if they are not in the list."""
        return next((line for line in self.lines if line.person == person), None)


def kind_of(view: ListView) -> str:
    """Return which kind of list it is: fibs, glicko2 or points."""
    rule = view.rules.rule
    return "points" if rule is None else "fibs" if isinstance(rule, Fibs) else "glicko2"


def listing_of(view: ListView, now: datetime) -> RatingListing:
    """Return a list as it stands: a fixed number of statements, however long it is."""
    people = {row.id: row for row in person_rows(view.club.pk)}
    today = now.astimezone(view.rules.zone).date()
    lines = _points_lines(view, people, today) if view.rules.rule is None else _rated_lines(view, people, now)
    return RatingListing(view, kind_of(view), tuple(lines))


def ratings_in(rating_list: int) -> dict[int, float]:
    """Return person → rating in a list, of everybody who has one: one statement."""
    return dict(RatedPlayer.objects.filter(rating_list=rating_list).values_list("person", "rating"))


def _rated_lines(view: ListView, people: Mapping[int, PersonRow], now: datetime) -> list[RatingLine]:
    rows = {row.person_id: row for row in RatedPlayer.objects.filter(rating_list=view.pk)}
    known = {person: row for person, row in rows.items() if person in people}
    end = max((row.group for row in rows.values() if row.group is not None), default=None)
    values = {person: _at_end(view, row, end) for person, row in known.items()}
    latest = {person: row.last for person, row in known.items() if row.last is not None}
    today = now.astimezone(view.rules.zone).date()
    names = {person: people[person].shown(today) for person in known}
    rule = view.rules.listing
    listing = Listing(rule.experience, rule.deviation, rule.active, rule.provisional, names)
    return [
        _line(each, names[each.player], values[each.player], rows[each.player])
        for each in listing.lines(values, latest, now)
    ]


def _line(listed: Listed, name: str, value: FibsRating | GlickoRating, row: RatedPlayer) -> RatingLine:
    return RatingLine(
        listed.place, listed.player, name, listed.rating, value[1], row.played, row.won, row.last
    )  # fmt: skip


def _at_end(view: ListView, row: RatedPlayer, end: int | None) -> FibsRating | GlickoRating:
    """Return a value at the end of the list: idle periods widen the deviation."""
    rule: Any = view.rules.rule
    value = FibsRating(row.rating, row.second) if isinstance(rule, Fibs) else (
        GlickoRating(row.rating, row.second, row.third)
    )  # fmt: skip
    at_end: FibsRating | GlickoRating = rule.at_end(value, rule.before_first() if row.group is None else row.group, end)
    return at_end


def _points_lines(view: ListView, people: Mapping[int, PersonRow], today: date) -> list[RatingLine]:
    totals = [(person, *each) for person, each in points_of(view).items() if person in people]
    totals.sort(key=lambda each: (-each[1], people[each[0]].shown(today)))
    lines: list[RatingLine] = []
    for at, (person, points, events) in enumerate(totals, start=1):
        shared = lines[-1].place if lines and lines[-1].rating == points else at
        lines.append(RatingLine(shared, person, people[person].shown(today), points, events))
    return lines


def listing_csv(listing: RatingListing) -> str:
    """Return a list as a file, parted by semicolons; numbers in full, no cell is a formula."""
    columns = COLUMNS[listing.kind]
    lines = [";".join(columns)]
    for line in listing.lines:
        cells = [str(line.place or ""), csv_cell(line.name), repr(line.rating), f"{line.second:g}"]
        lines.append(";".join([*cells, str(line.played), str(line.won)][: len(columns)]))
    return "\ufeff" + "\r\n".join(lines) + "\r\n"
