"""What holds the matches of a tournament that could be called: for the desk, phones, the wall and programs.

Source: docs/rules/several-events.md.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from clubs.read.dates import shown_date
from rules.conditions import Conditions
from rules.draws.match_state import State
from rules.timing.breaks import Break, goes_on, play_since
from rules.timing.expected import Going, minutes_left
from rules.timing.holds import Hold, OpenMatch, Why, holds
from rules.timing.hours import MORNING, Hours, day_of_play, write_hour
from tournaments.models import Event, Tournament
from tournaments.read.matches.view import MatchView

# The codes under which a hold is refused and noted.
CODES = {Why.HOUR: "event.hour", Why.BUSY: "player.busy", Why.REST: "player.rests", Why.TWICE: "player.twice"}
PLAYED = ("played", "retired")


@dataclass(frozen=True, slots=True)
class HoldView:
    """Why a match waits: for the player ``name``, because of ``match`` with ``code`` in ``event``; empty without one.

    ``time`` is until about when, as a time of day, of another day with its weekday; empty when nobody can say.
    ``last`` is the hour after which the match's own event starts none, for that reason only.
    """

    why: Why
    name: str = ""
    match: int | None = None
    code: str = ""
    event: str = ""
    until: datetime | None = None
    time: str = ""
    last: str = ""

    @property
    def refusal(self) -> str:
        """The code under which it is refused."""
        return CODES[self.why]

    @property
    def facts(self) -> dict[str, Any]:
        """What its sentence names."""
        until = self.until.astimezone(UTC).isoformat() if self.until else None
        facts = {"name": self.name, "match": self.match, "match_code": self.code, "event": self.event}
        return facts | {"until": until, "time": self.time, "last": self.last}


@dataclass(frozen=True, slots=True)
class EventMatches:
    """The matches of an event's draw, with how it is played."""

    event: Event
    conditions: Conditions
    matches: Sequence[MatchView]


class Clock:
    """The time in the hall of a tournament."""

    def __init__(self, tournament: Tournament, now: datetime) -> None:
        self.zone, self.now = ZoneInfo(tournament.timezone), now
        self.opens, self.rest = tournament.starts_at or MORNING, timedelta(minutes=tournament.rest)
        self.breaks: Sequence[Break] = tournament.pauses

    def hours(self, conditions: Conditions) -> Hours:
        """Return when matches under these conditions may start."""
        return Hours(conditions.last_start, self.opens)

    def held_until(self, conditions: Conditions) -> datetime | None:
        """Return when a match that could start now may start, None for at once."""
        return self.hours(conditions).held_until(self.now.astimezone(self.zone))

    def ends(self, match: MatchView, pace: int) -> datetime:
        """Return about when a match ends that is called or played."""
        left = minutes_left(match.length, pace, going(match, self.now, self.breaks))
        return goes_on(self.breaks, self.now) + timedelta(minutes=left)

    def text(self, at: datetime | None) -> str:
        """Return a time of day, with the weekday where that is another day of play."""
        return time_text(at, self.now, self.zone)


def time_text(at: datetime | None, now: datetime, zone: ZoneInfo) -> str:
    """Return a time of day in a zone, of another day of play than ``now`` with its weekday; empty for none."""
    if at is None:
        return ""
    there = at.astimezone(zone)
    is_today = day_of_play(there) == day_of_play(now.astimezone(zone))
    return f"{there:%H:%M}" if is_today else shown_date(there, "D H:i")


def going(match: MatchView, now: datetime, breaks: Sequence[Break]) -> Going:
    """Return for how long a match is played or called, without breaks, and its running score."""
    began = match.times.scored or match.times.started or now
    minutes = int(play_since(began, now, breaks).total_seconds()) // 60 if match.begun else 0
    return Going(minutes, match.running)


def holds_of(
    draws: Iterable[EventMatches], people: Mapping[int, frozenset[int]], clock: Clock
) -> dict[int, tuple[HoldView, ...]]:
    """Return match → what holds it, for the ready matches of a tournament; its ``draws`` in the order of the events."""
    everything = list(draws)
    matches = {match.id: (draw, match) for draw in everything for match in draw.matches}
    rested = rests(ended(everything, clock), people, clock)
    held = holds([each for draw in everything for each in _open(draw, clock)], people, rested)
    return {match: tuple(_view(hold, *matches[match], matches, clock) for hold in held[match]) for match in held}


def rests(
    ends: Iterable[tuple[int, datetime]], people: Mapping[int, frozenset[int]], clock: Clock
) -> dict[int, datetime]:
    """Return person → when they are rested, for those who are not yet; ``ends`` has entrants with ends of matches."""
    latest: dict[int, datetime] = {}
    for entrant, at in ends if clock.rest else ():
        if at + clock.rest > clock.now:
            for person in people.get(entrant, {entrant}):
                latest[person] = max(at + clock.rest, latest.get(person, at))
    return latest


def _open(draw: EventMatches, clock: Clock) -> Iterator[OpenMatch]:
    opens, pace = clock.held_until(draw.conditions), draw.conditions.minutes_per_point
    for match in draw.matches:
        if match.state.is_on:
            yield OpenMatch(match.id, match.entrants, is_on=True, ends=clock.ends(match, pace))
        elif match.state is State.READY:
            yield OpenMatch(match.id, match.entrants, opens=opens)


def ended(draws: Iterable[EventMatches], clock: Clock) -> Iterator[tuple[int, datetime]]:
    """Yield the entrants of matches that were played and ended a short time ago, with their end."""
    for draw in draws if clock.rest else ():
        for match in draw.matches:
            at = match.times.finished
            if at is not None and match.status == "finished" and match.how in PLAYED:
                yield from ((entrant, at) for entrant in match.entrants)


def _view(
    hold: Hold,
    draw: EventMatches,
    match: MatchView,
    matches: Mapping[int, tuple[EventMatches, MatchView]],
    clock: Clock,
) -> HoldView:
    other_draw, other = matches[hold.match] if hold.match else (draw, None)
    return HoldView(
        why=hold.why,
        name=next((player.name for player in match.players if player and player.entrant == hold.entrant), ""),
        match=hold.match,
        code=other.code if other else "",
        event=other_draw.event.name,
        until=hold.until,
        time=clock.text(hold.until),
        last=write_hour(draw.conditions.last_start) if hold.why is Why.HOUR else "",
    )
