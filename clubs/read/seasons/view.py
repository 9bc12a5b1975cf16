"""A season as it stands: its rules, the nights that were played, and the race that follows from them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from functools import lru_cache

from clubs.models import Club, Season, SeasonTerms
from clubs.read.persons.listing import csv_cell
from clubs.read.persons.rows import PersonRow, person_rows
from clubs.read.ratings.points import EventPoints, events_with_points
from journal.models import counts
from journal.refusals import Unknown
from rules.commands.cases import Field
from rules.commands.club.season_words import SeasonRules, read_season_rules
from rules.ratings.points import group_table
from rules.ratings.systems import ByTable
from rules.seasons.needed import Needed, needed
from rules.seasons.race import Night, Standing, standings


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A season; ``turn`` is its version, ``options`` its rules as they are stored, ``nights`` how many are planned."""

    pk: int
    club: Club
    number: int
    turn: int
    name: str
    options: str
    starts_on: date
    ends_on: date
    nights: int | None
    public: bool

    @property
    def rules(self) -> SeasonRules:
        """The rules, read."""
        return season_rules_of(self.options)


@dataclass(frozen=True, slots=True)
class SeasonRace:
    """The race: ``nights`` that were played, and a line for every person of the club who came, best first.

    A night is a finished event in which somebody of the club played; ``names`` are those that everybody may see.
    ``needed`` is by person where the points follow a table and it is known how many nights are to come.
    """

    view: SeasonView
    nights: tuple[EventPoints, ...]
    lines: tuple[Standing, ...]
    names: Mapping[int, str]
    left: int | None
    sizes: tuple[int, ...]

    def needed(self, person: int) -> Needed | None:
        """Return what a person needs to win the season, None where it can't be said."""
        system = self.view.rules.points
        if not self.left or not isinstance(system, ByTable) or not self.sizes:
            return None
        size = max(2, round(sum(self.sizes) / len(self.sizes)))
        table = system.tables.get(size) or group_table(size)
        return needed(self.view.rules.race, _nights(self.nights, self.names), person, table, self.left)


@lru_cache(maxsize=64)
def season_rules_of(options: str) -> SeasonRules:
    """Return the rules of a season from its options, as they are stored."""
    return read_season_rules(Field(json.loads(options)))


def seasons_of(club: Club) -> list[SeasonView]:
    """Return the seasons of a club, the latest first: two statements."""
    return _views(Season.objects.filter(counts(), club=club).select_related("club__stream").order_by("-number"))


def season_of(pk: int) -> SeasonView:
    """Return a season. Raises Unknown ``season.unknown``."""
    views = _views(Season.objects.filter(counts(), pk=pk).select_related("club__stream"))
    if not views:
        raise Unknown("season.unknown", season=pk)
    return views[0]


def _views(rows: Iterable[Season]) -> list[SeasonView]:
    by_key = {row.pk: row for row in rows}
    terms = SeasonTerms.objects.filter(counts(), season__in=by_key).order_by("turn") if by_key else ()
    latest = {each.season_id: each for each in terms}
    return [
        SeasonView(
            pk, row.club, row.number, each.turn, each.name, each.options, each.starts_on, each.ends_on, each.nights,
            each.public,
        )
        for pk, row in by_key.items()
        if (each := latest.get(pk)) is not None
    ]  # fmt: skip


def race_of(view: SeasonView, now: datetime) -> SeasonRace:
    """Return the race of a season in a fixed number of statements, however many nights it has."""
    rules = view.rules
    first = datetime.combine(view.starts_on, time(), rules.zone)
    until = datetime.combine(view.ends_on + timedelta(days=1), time(), rules.zone)
    names = _names(person_rows(view.club.pk), now.astimezone(rules.zone).date())
    events = events_with_points(view.club.pk, rules.points, first, until)
    nights = tuple(event for event in events if any(who in names for who in event.points))
    left = None if view.nights is None else max(0, view.nights - len(nights))
    sizes = tuple(len(night.points) for night in nights)
    return SeasonRace(view, nights, tuple(standings(rules.race, _nights(nights, names))), names, left, sizes)


def _names(people: Iterable[PersonRow], today: date) -> dict[int, str]:
    return {row.id: row.shown(today) for row in people}


def _nights(nights: Iterable[EventPoints], known: Mapping[int, str]) -> list[Night]:
    """Return the nights with the people of the club; whom it does not know has points of no one's."""
    made = []
    for night in nights:
        points: dict[int, Fraction | int] = {who: each for who, each in night.points.items() if who in known}
        matches = [pair for pair in night.matches if pair[0] in points and pair[1] in points]
        made.append(Night(points, matches))
    return made


def race_csv(race: SeasonRace) -> str:
    """Return the race as a file, parted by semicolons: a column a night; no cell is a formula."""
    heads = ["place", "name", "points", *(night.name for night in race.nights)]
    lines = [";".join(csv_cell(head) for head in heads)]
    for line in race.lines:
        scores = [_number(line.scores[at]) if at in line.scores else "" for at in range(len(race.nights))]
        lines.append(";".join([str(line.place), csv_cell(race.names[line.player]), _number(line.points), *scores]))
    return "\ufeff" + "\r\n".join(lines) + "\r\n"


def _number(points: Fraction | int) -> str:
    """Return points to at most four decimals."""
    return f"{float(points):.4f}".rstrip("0").rstrip(".")
