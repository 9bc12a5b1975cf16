"""Who is checked in at the club's night, so that a chouette is made without typing names."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from clubs.models.chouettes import LONGEST_NAME
from clubs.read.nights import NightLine, coming_nights, here_at
from clubs.read.persons.names import distinct_names

BEFORE = timedelta(hours=3)


@dataclass(frozen=True, slots=True)
class Present:
    """Somebody who is checked in, under the name that tells them apart from the others who are."""

    id: int
    name: str


def is_on(night: NightLine, now: datetime) -> bool:
    """Whether a night is on, or begins within three hours."""
    return not night.off and night.starts - BEFORE <= now < night.ends


def night_on(club: int, now: datetime) -> NightLine | None:
    """Return the night that is on, or begins within three hours: two statements."""
    return next((each for each in coming_nights(club, now) if is_on(each, now)), None)


def present_at(night: NightLine | None) -> tuple[Present, ...]:
    """Return who is checked in at a night, nobody without one; minors as everyone may see them."""
    if night is None:
        return ()
    here = here_at(night)
    names = distinct_names(here, night.starts.date())
    return tuple(Present(row.id, names[row.id][:LONGEST_NAME]) for row in here if not row.erased)
