"""The people of a club, as its pages list them."""

from dataclasses import dataclass
from datetime import date

from clubs.models import Club
from clubs.read.persons.rows import PersonRow, person_rows
from clubs.read.persons.search import likely_doubles, search_people

MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A person in a list; ``kind`` is their membership today, empty without one."""

    row: PersonRow
    kind: str
    is_minor: bool


@dataclass(frozen=True, slots=True)
class PeopleSheet:
    """The page of a club's people: those who match ``q``, or the first of all ``count``; pairs that may be one."""

    club: int
    name: str
    q: str
    lines: tuple[PersonLine, ...]
    count: int
    members: int
    guests: int
    doubles: tuple[tuple[PersonRow, PersonRow], ...]

    @property
    def left_out(self) -> int:
        """How many people are not shown."""
        return 0 if self.q else self.count - len(self.lines)


def people_sheet(club: Club, q: str, today: date, *, doubles: bool) -> PeopleSheet:
    """Return the people of a club."""
    everyone = [row for row in person_rows(club.pk) if not row.erased]
    shown = search_people(everyone, q) if q.strip() else everyone[:MOST_SHOWN]
    kinds = [kind for row in everyone if (kind := row.kind(today))]
    return PeopleSheet(
        club=club.pk,
        name=club.name,
        q=q,
        lines=tuple(PersonLine(row, row.kind(today), row.is_minor(today)) for row in shown),
        count=len(everyone),
        members=sum(kind != "guest" for kind in kinds),
        guests=kinds.count("guest"),
        doubles=tuple(likely_doubles(everyone)) if doubles and not q.strip() else (),
    )
