"""The rows of the desk: all matches to play, call, start or settle, the most urgent first."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

from rules.drawing.states import NOT_REPORTED
from rules.draws.match_state import State
from rules.draws.plan import From, Plan, Source
from rules.match.terms import TOP, Side
from rules.timing.holdup import Holdup, Sat, Waiting
from tournaments.models import Event
from tournaments.pages.desk.sheet import Comer, DeskRow, PadSide
from tournaments.read.events import current_draw
from tournaments.read.floor import Floor
from tournaments.read.matches.claims import Reports
from tournaments.read.matches.head import saw_of
from tournaments.read.matches.view import MatchView, Points

# Minutes that wait and minutes waited, both negative; then event and place.
type Order = tuple[int, int, int, int]

URGENCY = ["disputed", "objected", "missing", "over", "unsettled"]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a row needs beside the floor: the time, who started when, who else acted, who was ticked to be here,
    and what the two of a disputed match told.
    """

    now: datetime
    zone: ZoneInfo
    started: Mapping[int, datetime]
    acted: Mapping[int, str]
    here: frozenset[int]
    changed: int | None
    reports: Reports


class EventFloor:
    """One event's draw with how its matches wait on each other."""

    def __init__(self, floor: Floor, event: Event, seen: Seen) -> None:
        self.floor, self.event, self.seen = floor, event, seen
        draw = current_draw(event)
        self.drawn_at = draw.record.at
        self.plan: Plan = floor.draws[event.pk].plan
        self.pace = floor.conditions[event.pk].minutes_per_point
        self.grace = floor.conditions[event.pk].lateness.grace
        self.view = floor.draws[event.pk]
        self.matches = self.view.matches
        sat = [Sat(each.top is not None, each.bottom is not None, each.derived) for each in self.matches]
        self.waiting = Waiting(self.plan, sat, self.pace)

    @cached_property
    def holdups(self) -> dict[int, Holdup]:
        return self.waiting.holdups()

    def minutes_on(self, match: MatchView) -> int | None:
        """Return for how long a match has been played, None when it has not begun or nobody knows."""
        began = self.seen.started.get(match.id)
        return minutes_since(began, self.seen.now) if began and match.begun else None

    def ends_in(self) -> int:
        elapsed = {
            match.place: minutes
            for match in self.matches
            if match.state.is_open and (minutes := self.minutes_on(match)) is not None
        }
        return self.waiting.ends_in(elapsed)

    def decided_at(self, match: MatchView) -> datetime:
        """Return when the last of the two was known to sit in ``match``."""
        planned = self.plan.matches[match.place]
        return max(self._known_at(planned.top), self._known_at(planned.bottom))

    def _known_at(self, source: Source) -> datetime:
        if source.kind is From.LINE:
            return self.drawn_at
        before, times = self.matches[source.of], self.view.times
        known = times[source.of].finished or self.decided_at(before)
        if source.kind is From.FIRST_LOSER:
            later = self.plan.after_bye.get(source.of)
            finished = None if later is None else times[later].finished
            return max(known, finished) if not before.result and finished is not None else known
        return known

    def called_for(self, match: MatchView) -> int | None:
        """Return the minutes since both were called to their table, None when they were not."""
        called = self.view.times[match.place].called if match.called else None
        return None if called is None else minutes_since(called, self.seen.now)

    def comer(self, match: MatchView, side: Side) -> Comer:
        """Return who sits on a side, or which match decides it."""
        player = match.player(side)
        if player is not None:
            return Comer(player.name, "", False)
        source = self.plan.matches[match.place].top if side is TOP else self.plan.matches[match.place].bottom
        if source.kind is From.LINE:
            return Comer("", "", False)
        return Comer("", self.plan.matches[source.of].code, source.kind is not From.WINNER)


def rows_of(events: Sequence[EventFloor], several: bool) -> list[tuple[Order, DeskRow]]:
    """Return every row with what it is sorted by: minutes that wait, then minutes it has waited itself."""
    rows: list[tuple[Order, DeskRow]] = []
    busy = dict(_playing(events))
    for each in events:
        for match in each.matches:
            state = _state(each, match)
            if state:
                row = _row(each, match, state, several)
                held = each.holdups.get(match.place, Holdup(0, 0))
                order = (-held.minutes, -(row.minutes or 0), each.event.pk, match.place)
                name, till = _busy(each, match, row, busy)
                rows.append((order, replace(row, held=held.matches, busy=name, busy_till=till)))
    return rows


def minutes_since(at: datetime, now: datetime) -> int:
    """Return whole minutes from ``at`` to ``now``, 0 for what is yet to come."""
    return max(0, int((now - at).total_seconds() // 60))


def _state(event: EventFloor, match: MatchView) -> str:
    state = match.state
    if state is State.WAITING:
        return "waiting" if event.waiting.to_play[match.place] else ""
    if state.is_over and state is not State.UNSETTLED:
        return "objected" if match.contested else ""
    if state is State.PLAYING:
        minutes = event.minutes_on(match)
        return "over" if minutes is not None and minutes > event.waiting.expected(match.place) else "playing"
    if state is State.CALLED:
        return "missing" if (event.called_for(match) or 0) >= max(event.grace, 1) else "called"
    return state.value


def _since(event: EventFloor, match: MatchView, state: str) -> int | None:
    if state in ("playing", "over"):
        return event.minutes_on(match)
    if state in ("called", "missing"):
        return event.called_for(match)
    if state == "ready":
        return minutes_since(event.decided_at(match), event.seen.now)
    return None


def _row(event: EventFloor, match: MatchView, state: str, several: bool) -> DeskRow:
    minutes = _since(event, match, state)
    expected = event.waiting.expected(match.place)
    claims, act = event.seen.reports.of(match), _ACTS.get(state, "")
    result, playing = state in ("unsettled", "objected"), state in ("playing", "over")
    return DeskRow(
        id=match.id,
        code=match.code,
        event=event.event.name if several else "",
        length=match.length,
        top=event.comer(match, Side.TOP),
        bottom=event.comer(match, Side.BOTTOM),
        version=match.version,
        saw=saw_of(match),
        state=state,
        table=match.table,
        minutes=minutes,
        left=max(0, expected - (minutes or 0)),
        over=max(0, (minutes or 0) - expected),
        score=_score(match.score if result else match.running if playing else None),
        keeper=match.keeper.name if playing and match.keeper else "",
        claims=tuple(_score(each) or NOT_REPORTED for each in claims.scores) if state in _CLAIMED else (),
        objector=next((event.floor.names.get(each.by or 0, "") for each in claims.objections), ""),
        stands_at=f"{match.deadline.astimezone(event.seen.zone):%H:%M}" if match.deadline else "",
        subject_to=match.depends_on if match.entrants else (),
        start=_score(match.start) if any(match.start) else "",
        held=0,
        act=act,
        deed=_DEEDS[act].format(match.id) if act in _DEEDS else "",
        pad=tuple(_pad(match)) if act == "result" else (),
        both_here=bool(match.entrants) and set(match.entrants) <= event.seen.here and None not in match.players,
        busy="",
        busy_till="",
        by=event.seen.acted.get(match.id, ""),
        chosen=False,
        changed=match.id == event.seen.changed,
    )


# The states in which both reports are shown or linked.
_CLAIMED = ("disputed", "objected")
_ACTS = {
    "disputed": "rule",
    "objected": "stand",
    "unsettled": "confirm",
    "ready": "call",
    "called": "start",
    "missing": "start",
    "playing": "result",
    "over": "result",
}


_DEEDS = {"start": "start {}", "confirm": "confirm {}", "stand": "confirm {}"}


def _pad(match: MatchView) -> Iterator[PadSide]:
    """Yield for each side the results by which it wins: what the loser has, from their start score on."""
    for side in Side:
        player = match.player(side)
        losers = range(match.start[side.other.place], match.length)
        results = [(points, _points(side, match.length, points)) for points in losers]
        yield PadSide(
            player.name if player else "", tuple((each, f"result {match.id} {text}") for each, text in results)
        )


def _points(winner: Side, length: int, loser: int) -> str:
    return f"{length}-{loser}" if winner is Side.TOP else f"{loser}-{length}"


def _score(points: Points | None) -> str:
    return "" if points is None else f"{points[0]}–{points[1]}"


def _playing(events: Iterable[EventFloor]) -> Iterator[tuple[str, tuple[int, datetime]]]:
    """Yield the folded name of each player in a current match, with the match and its expected end."""
    for event in events:
        for match in event.matches:
            if match.state is State.PLAYING:
                minutes = event.minutes_on(match)
                left = event.waiting.expected(match.place) - (minutes or 0)
                till = event.seen.now + timedelta(minutes=max(left, event.pace))
                for who in match.entrants:
                    yield event.floor.plain[who].casefold(), (match.id, till.astimezone(event.seen.zone))


def _busy(
    event: EventFloor, match: MatchView, row: DeskRow, playing: Mapping[str, tuple[int, datetime]]
) -> tuple[str, str]:
    """Return which player of a row that is to be called plays in another match, and until when."""
    for who in match.entrants if row.state == "ready" else ():
        seat = playing.get(event.floor.plain[who].casefold())
        if seat is not None and seat[0] != match.id:
            return event.floor.names[who], f"{seat[1]:%H:%M}"
    return "", ""
