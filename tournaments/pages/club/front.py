"""The front page of a club: when next, where does everybody stand, what happened."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.utils import timezone

from clubs.models import Club
from clubs.parts.race import SeasonPage, season_sheet
from clubs.read.dates import shown_date
from clubs.read.ladders.moves import places_gained
from clubs.read.ladders.view import LadderView, ladders_of
from clubs.read.news import NewsLine, news_of
from clubs.read.nights import NightLine, coming_nights
from clubs.read.seasons.view import race_of, seasons_of
from clubs.read.sights import hidden_in
from tournaments.pages.club.sheet import TournamentLine
from tournaments.read.club.finals import Final, latest_finals

NIGHTS, PLACES, FINALS, RACERS, ARTICLES = 4, 8, 4, 8, 3
MOST_DAYS = 60
# Moves on the ladder count from so long ago.
MOVED = timedelta(weeks=3)


@dataclass(frozen=True, slots=True)
class DayLine:
    """A day in the list of what comes: the three lines of its block, what is on, and when and where."""

    weekday: str
    day: int
    month: str
    name: str
    about: str
    address: str
    off: bool
    entrants: int | None = None


@dataclass(frozen=True, slots=True)
class LadderLine:
    """A place on the ladder; ``gained`` places since ``LadderTop.since``, negative for lost ones."""

    place: int
    number: int
    name: str
    gained: int

    @property
    def lost(self) -> int:
        return -self.gained


@dataclass(frozen=True, slots=True)
class LadderTop:
    """The first places of a ladder, and how many players there are."""

    pk: int
    name: str
    since: datetime
    lines: tuple[LadderLine, ...]
    count: int


@dataclass(frozen=True, slots=True)
class ClubFront:
    """What a club's page shows beside its tournaments; a column without anything is absent.

    ``more`` are the coming tournaments that are not among the ``days``.
    """

    days: tuple[DayLine, ...]
    more: tuple[TournamentLine, ...]
    ladder: LadderTop | None
    finals: tuple[Final, ...]
    race: SeasonPage | None
    news: tuple[NewsLine, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.days or self.more or self.ladder or self.finals or self.race or self.news)


def club_front(club: Club, coming: Sequence[TournamentLine], now: datetime, *, members: bool) -> ClubFront:
    """Return the front of a club, in a fixed number of statements; what is for members only to ``members``."""
    hidden = frozenset() if members else hidden_in(club.pk)
    nights = [] if ("nights", 0) in hidden else coming_nights(club.pk, now, NIGHTS)
    days = _days(nights, coming, timezone.localdate(now), NIGHTS)
    shown = {day.address for day in days}
    ladders = [view for view in ladders_of(club) if view.order and ("ladder", view.ladder.pk) not in hidden]
    seasons = [view for view in seasons_of(club) if view.public or members]
    race = race_of(seasons[0], now) if seasons else None
    return ClubFront(
        days=days,
        more=tuple(line for line in coming if line.address not in shown),
        ladder=_top(ladders[0], now) if ladders else None,
        finals=tuple(latest_finals(club.pk, FINALS)),
        race=season_sheet(race, None) if race is not None and race.lines else None,
        news=tuple(news_of(club.pk, members=members, most=ARTICLES)),
    )


def calendar_days(club: Club, coming: Sequence[TournamentLine], now: datetime) -> tuple[DayLine, ...]:
    """Return all that comes in a club and that everybody may see: two statements."""
    hidden = ("nights", 0) in hidden_in(club.pk)
    nights = [] if hidden else coming_nights(club.pk, now)
    return _days(nights, coming, timezone.localdate(now), MOST_DAYS)


def _days(
    nights: Iterable[NightLine], coming: Iterable[TournamentLine], today: date, most: int
) -> tuple[DayLine, ...]:  # fmt: skip
    """Return what comes in the order of days; a tournament stands by its day, before the night of that day.

    One that never began is no longer among them once its day has passed.
    """
    rows = [((night.starts.date(), night.starts.time()), _night(night)) for night in nights]
    rows += [
        ((line.starts_on, time.min), _tournament(line, line.starts_on))
        for line in coming
        if line.starts_on and line.starts_on >= today
    ]
    return tuple(row for _, row in sorted(rows, key=lambda each: each[0])[:most])


def _night(night: NightLine) -> DayLine:
    about = ", ".join(each for each in (shown_date(night.starts, "H:i"), night.place) if each)
    return _day(night.starts.date(), night.name, about, "", off=night.off)


def _tournament(line: TournamentLine, starts_on: date) -> DayLine:
    return _day(starts_on, line.name, line.place, line.address, entrants=line.entrants)


def _day(
    on: date, name: str, about: str, address: str, *, off: bool = False, entrants: int | None = None
) -> DayLine:  # fmt: skip
    return DayLine(shown_date(on, "D"), on.day, shown_date(on, "M"), name, about, address, off, entrants)


def _top(view: LadderView, now: datetime) -> LadderTop:
    since = max(now - MOVED, view.ladder.since)
    gained = places_gained(view, since)
    lines = tuple(
        LadderLine(place, number, view.name(number), gained.get(number, 0))
        for place, number in enumerate(view.order[:PLACES], start=1)
    )
    return LadderTop(view.ladder.pk, view.ladder.name, since.astimezone(view.zone), lines, len(view.order))
