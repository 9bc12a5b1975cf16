"""The rows of the desk: all matches to play, call, start or settle, the most urgent first."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from zoneinfo import ZoneInfo

from rules.draws.match_state import State
from rules.draws.plan import From, Plan, Source
from rules.timing.breaks import Break, play_since
from rules.timing.holdup import Holdup
from tournaments.models import Event
from tournaments.pages.desk.sheet import DeskRow
from tournaments.read.draws.holds import Clock, EventMatches, HoldView, holds_of
from tournaments.read.events import current_draw
from tournaments.read.floor import Floor
from tournaments.read.matches.claims import MatchReports, Reports
from tournaments.read.matches.view import MatchView

# The states that need the director, the most urgent first.
URGENT = ("disputed", "contested", "missing", "over", "unsettled")
# The states of which the desk shows the reports.
_REPORTED = ("disputed", "contested")
_NO_REPORTS = MatchReports()
_NO_HOLDUP = Holdup(0, 0)


@dataclass(frozen=True, slots=True)
class Situation:
    """What a row needs beside the floor: the time, who else acted on a match, the entrants ticked as here, and the
    reports of disputed and contested matches. ``breaks`` are those of the tournament.
    """

    now: datetime
    zone: ZoneInfo
    acted: Mapping[int, str]
    here: frozenset[int]
    reports: Reports
    breaks: tuple[Break, ...] = ()

    def minutes(self, at: datetime) -> int:
        """Return the whole minutes since ``at`` without breaks, 0 for what is yet to come."""
        return int(play_since(at, self.now, self.breaks).total_seconds() // 60)


class EventFloor:
    """One event's draw with how its matches wait on each other."""

    def __init__(self, floor: Floor, event: Event, situation: Situation) -> None:
        self.floor, self.event, self.situation = floor, event, situation
        self.name = event.name if len(floor.events) > 1 else ""
        draw = current_draw(event)
        self.drawn_at = draw.record.at
        self.plan: Plan = floor.draws[event.pk].plan
        self.pace = floor.conditions[event.pk].minutes_per_point
        self.grace = floor.conditions[event.pk].lateness.grace
        self.view = floor.draws[event.pk]
        self.matches = self.view.matches
        self.waiting = self.view.waiting(self.pace)

    @cached_property
    def holdups(self) -> dict[int, Holdup]:
        return self.waiting.holdups()

    def minutes_on(self, match: MatchView) -> int | None:
        """Return for how long a match has been played, None when it has not begun or nobody knows."""
        return self.situation.minutes(match.began) if match.began else None

    def ends_in(self) -> int:
        elapsed = {
            match.place: minutes
            for match in self.matches
            if match.state.is_open and (minutes := self.minutes_on(match)) is not None
        }
        return self.waiting.ends_in(elapsed)

    def decided_at(self, match: MatchView) -> datetime:
        """Return when the later of the two players of ``match`` was known."""
        planned = self.plan.matches[match.place]
        return max(self._known_at(planned.top), self._known_at(planned.bottom))

    def _known_at(self, source: Source) -> datetime:
        if source.kind is From.LINE:
            return self.drawn_at
        before = self.matches[source.of]
        known = before.times.finished or self.decided_at(before)
        if source.kind is From.FIRST_LOSER:
            later = self.plan.after_bye.get(source.of)
            finished = None if later is None else self.matches[later].times.finished
            return max(known, finished) if not before.result and finished is not None else known
        return known

    def minutes_called(self, match: MatchView) -> int | None:
        """Return the minutes since both players were called to their table, None when they were not."""
        called = match.times.called
        return None if called is None else self.situation.minutes(called)

    def state_of(self, match: MatchView) -> str:
        """Return the state of a match as the desk sorts it, empty for one that nobody has to do anything about."""
        state = match.state
        if state is State.WAITING:
            return "waiting" if self.waiting.to_play[match.place] else ""
        if state.is_over and state is not State.UNSETTLED:
            return "contested" if match.contested else ""
        if state is State.PLAYING:
            minutes = self.minutes_on(match)
            return "over" if minutes is not None and minutes > self.waiting.expected(match.place) else "playing"
        if state is State.CALLED:
            return "missing" if (self.minutes_called(match) or 0) >= max(self.grace, 1) else "called"
        return state.value

    def minutes_in(self, state: str, match: MatchView) -> int | None:
        """Return for how long a match has been in a state, None when that is not known or not shown."""
        if state in ("playing", "over"):
            return self.minutes_on(match)
        if state in ("called", "missing"):
            return self.minutes_called(match)
        if state == "ready":
            return self.situation.minutes(self.decided_at(match))
        return None


@dataclass(frozen=True, slots=True)
class _Entry:
    """A match that gets a row, with what it is sorted by."""

    event: EventFloor
    match: MatchView
    state: str
    minutes: int | None
    holdup: Holdup

    @property
    def order(self) -> tuple[int, int, int, int]:
        """The minutes of play that wait for it, then those that it has waited itself; then event and place."""
        return -self.holdup.minutes, -(self.minutes or 0), self.event.event.pk, self.match.place


def rows_of(events: Sequence[EventFloor], free: Iterable[str]) -> list[DeskRow]:
    """Return every row, the most urgent first; ready matches get the ``free`` tables, unheld ones first."""
    held = _holds(events)
    entries = sorted(_entries(events), key=lambda entry: entry.order)
    ready = [entry.match.id for entry in entries if entry.state == "ready"]
    tables = dict(zip(sorted(ready, key=lambda match: bool(held.get(match))), free, strict=False))
    return [_row(entry, tables.get(entry.match.id, ""), held.get(entry.match.id, ())) for entry in entries]


def _holds(events: Sequence[EventFloor]) -> Mapping[int, tuple[HoldView, ...]]:
    """Return match → what holds it."""
    if not events:
        return {}
    floor = events[0].floor
    draws = (EventMatches(each.event, floor.conditions[each.event.pk], each.matches) for each in events)
    return holds_of(draws, floor.people, Clock(floor.tournament, events[0].situation.now))


def _entries(events: Iterable[EventFloor]) -> Iterator[_Entry]:
    for event in events:
        for match in event.matches:
            state = event.state_of(match)
            if state:
                holdup = event.holdups.get(match.place, _NO_HOLDUP)
                yield _Entry(event, match, state, event.minutes_in(state, match), holdup)


def _row(entry: _Entry, free_table: str, holds: tuple[HoldView, ...]) -> DeskRow:
    event, match, state = entry.event, entry.match, entry.state
    situation, ready = event.situation, state == "ready"
    return DeskRow(
        match=match,
        event=event.name,
        state=state,
        minutes=entry.minutes,
        expected=event.waiting.expected(match.place),
        held=entry.holdup.matches,
        free_table=free_table,
        holds=holds if ready else (),
        both_here=ready and situation.here.issuperset(match.entrants),
        deadline=f"{match.deadline.astimezone(situation.zone):%H:%M}" if match.deadline else "",
        sides=event.view.sides(match) if state == "waiting" else (),
        reports=situation.reports.of(match) if state in _REPORTED else _NO_REPORTS,
        acted=situation.acted.get(match.id, ""),
    )
