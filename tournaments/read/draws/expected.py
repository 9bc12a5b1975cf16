"""About when every match of a tournament begins: its draws as they stand, what is being played, the tables."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import chain
from threading import Condition
from zoneinfo import ZoneInfo

from cachetools import LRUCache, cached
from django.utils.translation import get_language

from journal.statements import Blank, Reading
from rules.draws.derive import Status
from rules.draws.match_state import State
from rules.draws.plan import Plan
from rules.formats.registry import format_of
from rules.timing.breaks import goes_on
from rules.timing.expected import Part, Rest, Span, expected
from rules.timing.holdup import Waiting
from rules.timing.hours import Hours
from tournaments.models import Event, Tournament
from tournaments.read.draws.holds import Clock, EventMatches, HoldView, ended, going, holds_of, rests, time_text
from tournaments.read.draws.view import DrawView, draw_views
from tournaments.read.entrants.names import distinct_names
from tournaments.read.entrants.same import entered_people, people_of
from tournaments.read.events import conditions_of, current_draw
from tournaments.read.latest.change import last_changed_at
from tournaments.read.matches.view import MatchView

STEP = timedelta(minutes=5)
# After so long without news nobody says when anything begins.
NEWS = timedelta(hours=6)
# A beginning that was announced is counted on when it is no further away than this.
NEAR = timedelta(hours=12)
MOST_CACHED = 32


@dataclass(frozen=True, slots=True)
class ExpectedDraw:
    """One event's draw; ``spans`` says from ``since`` on when a match begins and ends, empty when nobody can say.

    ``places_of`` has for each entrant the places of their matches, in the order of the plan. ``paused``: a break lasts,
    and ``since`` is when it ends.
    """

    event: Event
    view: DrawView
    waiting: Waiting
    spans: Mapping[int, Span]
    since: datetime
    zone: ZoneInfo
    places_of: Mapping[int, list[int]]
    paused: bool = False

    @property
    def plan(self) -> Plan:
        return self.view.plan

    @property
    def names(self) -> Mapping[int, str]:
        return self.view.names

    @property
    def matches(self) -> tuple[MatchView, ...]:
        """Its matches in the order of the plan."""
        return self.view.matches

    def begins(self, place: int) -> datetime | None:
        """Return about when a match begins, to five minutes; None when it can at once, or nobody can say."""
        span = self.spans.get(place)
        if span is None or not (span.begins or self.paused):
            return None
        return self.since + timedelta(minutes=-(-span.begins // 5) * 5)

    def about(self, place: int) -> str:
        """Return the same as a time of day, of another day with its weekday; empty when nobody can say."""
        return time_text(self.begins(place), self.since, self.zone)

    def place_after(self, place: int) -> int | None:
        """Return the place that the losers of a match share, None where a loss there decides no place."""
        return format_of(self.plan).place_after_loss(self.plan, place, self.nobody_goes_on)

    @property
    def nobody_goes_on(self) -> frozenset[int]:
        """The matches out of which nobody comes as winner."""
        return frozenset(
            match.place
            for match in self.matches
            if match.state is State.VOID or (match.status == "finished" and match.goes_on is None)
        )

    @property
    def lasts(self) -> int:
        """The minutes until the last match ends, 0 when nobody can say."""
        return max((span.ends for span in self.spans.values()), default=0)

    def ends(self) -> str:
        """Return about when the last match ends, a time of day, of another day with its weekday."""
        ends = self.since + timedelta(minutes=-(-self.lasts // 5) * 5)
        return time_text(ends, self.since, self.zone) if self.lasts else ""


@dataclass(frozen=True, slots=True)
class ExpectedTimes:
    """A tournament's draws by event; ``news`` is when anything was last recorded.

    ``holds`` has for each ready match what holds it, nothing for one that can be called.
    """

    zone: ZoneInfo
    draws: Mapping[int, ExpectedDraw]
    news: datetime | None
    holds: Mapping[int, tuple[HoldView, ...]]


def clock(at: datetime | None, zone: ZoneInfo) -> str:
    """Return a time of day in a zone, empty for none."""
    return f"{at.astimezone(zone):%H:%M}" if at else ""


def step_of(now: datetime) -> datetime:
    """Return the start of the five minutes in which ``now`` lies: the pages that forecast change with it."""
    return now.replace(minute=now.minute - now.minute % 5, second=0, microsecond=0)


def expected_times(tournament: Tournament, now: datetime) -> ExpectedTimes:
    """Return when the matches of a tournament begin; it was read with its memory.

    The answer is the same within five minutes while nothing changes: made once, in four statements, for all who ask.
    """
    return expected_since(tournament, step_of(now))


type _State = tuple[str, str, int, datetime, str | None]


def _state(tournament: Tournament, since: datetime) -> _State:
    """Return all that expected times depend on; what holds a match until another day names that day in words."""
    stream = tournament.stream
    return stream.name, stream.epoch, stream.number, since, get_language()


@cached(LRUCache[_State, ExpectedTimes](MOST_CACHED), key=_state, condition=Condition())
def expected_since(tournament: Tournament, since: datetime) -> ExpectedTimes:
    """Return when the matches begin, as it looks at ``since``; one thread makes it for all that ask at once."""
    return expected_now(tournament, since)


_events = Reading(
    lambda: Event.objects.filter(tournament=Blank("tournament"), record__undo__isnull=True).order_by("pk"),
    beside=["current_draw"],
    without=["current_draw__plan"],
)


def expected_now(tournament: Tournament, since: datetime) -> ExpectedTimes:
    """Return the same, made anew: to the second, in six statements."""
    zone = ZoneInfo(tournament.timezone)
    drawn = [event for event in _events(tournament=tournament.pk) if event.current_draw_id is not None]
    draws = {event.pk: current_draw(event) for event in drawn}
    entered = entered_people(tournament.pk) if drawn else []
    views = draw_views(draws.values(), distinct_names(entered))
    news = last_changed_at(tournament)
    floor = [EventMatches(event, conditions_of(event), views[draws[event.pk].pk].matches) for event in drawn]
    hall = _Hall(tournament, since, people_of(entered, tournament.club_id), floor)
    parts = [hall.part(each, views[draws[each.event.pk].pk]) for each in floor]
    spans = _spans(hall, parts, news)
    # Nothing begins while a break lasts.
    resumed = goes_on(tournament.pauses, since)
    forecasts = (
        ExpectedDraw(
            each.event,
            views[draws[each.event.pk].pk],
            part.waiting,
            of_draw,
            resumed,
            zone,
            _places_of(each.matches),
            resumed > since,
        )
        for each, part, of_draw in zip(floor, parts, spans, strict=True)
    )
    held = holds_of(floor, hall.people, hall.clock)
    return ExpectedTimes(zone, {draw.event.pk: draw for draw in forecasts}, news, held)


def _places_of(matches: Sequence[MatchView]) -> dict[int, list[int]]:
    places: dict[int, list[int]] = {}
    for match in matches:
        for entrant in match.entrants:
            places.setdefault(entrant, []).append(match.place)
    return places


class _Hall:
    """The draws of a tournament at one moment, with who plays in several of them."""

    def __init__(
        self, tournament: Tournament, since: datetime, people: Mapping[int, frozenset[int]], floor: list[EventMatches]
    ) -> None:
        self.tournament, self.since, self.people = tournament, since, people
        self.clock = Clock(tournament, since)
        self.rested = rests(ended(floor, self.clock), people, self.clock)
        self.shared = {person for person, entries in Counter(chain(*people.values())).items() if entries > 1}

    @property
    def rest(self) -> Rest:
        """How long players rest, and for how much longer those do who have just played."""
        left = {person: -(-int((at - self.since).total_seconds()) // 60) for person, at in self.rested.items()}
        return Rest(self.tournament.rest, left)

    def part(self, draw: EventMatches, view: DrawView) -> Part:
        """Return a draw as it is forecast."""
        waiting = view.waiting(draw.conditions.minutes_per_point)
        on = (match for match in view.matches if match.state.is_on)
        timed = {match.place: going(match, self.since, self.clock.breaks) for match in on}
        people = {match.place: who for match in view.matches if (who := self._who(match))}
        hours = self.clock.hours(draw.conditions)
        return Part(waiting, timed, people=people, starts=self._starts(hours) if hours.last else None)

    def _who(self, match: MatchView) -> frozenset[int]:
        """Return the people of a match to come who play elsewhere too, or rest."""
        if match.state.is_over:
            return frozenset()
        who = frozenset(chain(*(self.people.get(each, ()) for each in match.entrants)))
        return who & (self.shared | self.rested.keys())

    def _starts(self, hours: Hours) -> Callable[[int], int]:
        resumed = goes_on(self.clock.breaks, self.since).astimezone(self.clock.zone)

        def starts(begins: int) -> int:
            later = hours.held_until((resumed + timedelta(minutes=begins)).astimezone(self.clock.zone))
            return begins if later is None else -(-int((later - resumed).total_seconds()) // 60)

        return starts


def _spans(hall: _Hall, parts: Sequence[Part], news: datetime | None) -> list[Mapping[int, Span]]:
    """Return the spans of every draw; none of one of which nobody knows when it begins, or after long silence."""
    begins = [_begins_in(hall.tournament, part, hall.since) for part in parts]
    if news is None or (hall.since - news > NEWS and not any(begins)):
        return [{} for _ in parts]
    parts_begun = [replace(part, begins=wait) for part, wait in zip(parts, begins, strict=True) if wait is not None]
    tables = sum(not table.closed for table in hall.tournament.furniture)
    spans = iter(expected(parts_begun, tables or None, hall.rest))
    return [{} if wait is None else next(spans) for wait in begins]


def _begins_in(tournament: Tournament, part: Part, since: datetime) -> int | None:
    """Return the minutes before which a draw does not begin: none once it has; None when nobody can say."""
    if part.going or any(sat.status is Status.FINISHED for sat in part.waiting.sat):
        return 0
    if tournament.starts_on is None or tournament.starts_at is None:
        return None
    start = datetime.combine(tournament.starts_on, tournament.starts_at, ZoneInfo(tournament.timezone))
    away = start - since
    return None if abs(away) > NEAR else max(0, int(away.total_seconds()) // 60)
