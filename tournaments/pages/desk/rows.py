"""The rows of the desk: every match that somebody must play, call, start or settle, the most urgent first."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

from rules.drawing.states import NOT_TOLD
from rules.draws.derive import Status
from rules.draws.plan import From, Plan, Source
from rules.match.terms import TOP, Side
from rules.timing.holdup import Holdup, Sat, Waiting
from rules.typed.hall import State
from tournaments.models import Event, Match
from tournaments.models.draws import plan_of
from tournaments.pages.desk.sheet import Comer, DeskRow, PadSide
from tournaments.read.draws.view import depends_on
from tournaments.read.floor import Floor, current_draw, finished_at, points_of, state_at_desk, table_of
from tournaments.read.matches.claims import Told
from tournaments.read.matches.head import saw_of
from tournaments.read.matches.one import view_of

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
    told: Told


class EventFloor:
    """One event's draw with how its matches wait on each other."""

    def __init__(self, floor: Floor, event: Event, seen: Seen) -> None:
        self.floor, self.event, self.seen = floor, event, seen
        draw = current_draw(event)
        self.drawn_at = draw.record.at
        self.plan: Plan = plan_of(draw)
        self.pace = floor.conditions[event.pk].minutes_per_point
        self.grace = floor.conditions[event.pk].lateness.grace
        self.matches = [match for match in floor.matches if match.draw_id == event.current_draw_id]
        sat = [Sat(each.top_id is not None, each.bottom_id is not None, Status(each.status)) for each in self.matches]
        self.waiting = Waiting(self.plan, sat, self.pace)

    @cached_property
    def holdups(self) -> dict[int, Holdup]:
        return self.waiting.holdups()

    @cached_property
    def subjects(self) -> list[tuple[str, ...]]:
        return depends_on(self.plan, [(match.status, match.settled) for match in self.matches])

    def minutes_on(self, match: Match) -> int | None:
        """Return for how long a match has been played, None when it has not begun or nobody knows."""
        began = self.seen.started.get(match.pk)
        return minutes_since(began, self.seen.now) if began and match.begun else None

    def ends_in(self) -> int:
        elapsed = {
            match.place: minutes
            for match in self.matches
            if match.status == Status.OPEN and (minutes := self.minutes_on(match)) is not None
        }
        return self.waiting.ends_in(elapsed)

    def decided_at(self, match: Match) -> datetime:
        """Return when the last of the two was known to sit in ``match``."""
        planned = self.plan.matches[match.place]
        return max(self._known_at(planned.top), self._known_at(planned.bottom))

    def _known_at(self, source: Source) -> datetime:
        if source.kind is From.LINE:
            return self.drawn_at
        before = self.matches[source.of]
        known = finished_at(before) or self.decided_at(before)
        if source.kind is From.FIRST_LOSER:
            later = self.plan.after_bye.get(source.of)
            finished = None if later is None else finished_at(self.matches[later])
            return max(known, finished) if before.result is None and finished is not None else known
        return known

    def comer(self, match: Match, side: Side) -> Comer:
        """Return who sits on a side, or which match decides it."""
        sitter = self.floor.sitters(match)[side.place]
        if sitter is not None:
            return Comer(sitter.name, "", False)
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


def _state(event: EventFloor, match: Match) -> str:
    state = state_at_desk(match)
    if state is State.WAITING:
        return "waiting" if event.waiting.to_play[match.place] else ""
    if state in (State.FINAL, State.EMPTY):
        return ""
    if state is State.PLAYING:
        minutes = event.minutes_on(match)
        return "over" if minutes is not None and minutes > event.waiting.expected(match.place) else "playing"
    if state is State.CALLED and match.call is not None:
        called = minutes_since(match.call.record.at, event.seen.now)
        return "missing" if called >= max(event.grace, 1) else "called"
    return state.value


def _since(event: EventFloor, match: Match, state: str) -> int | None:
    if state in ("playing", "over"):
        return event.minutes_on(match)
    if state in ("called", "missing") and match.call is not None:
        return minutes_since(match.call.record.at, event.seen.now)
    if state == "ready":
        return minutes_since(event.decided_at(match), event.seen.now)
    return None


def _row(event: EventFloor, match: Match, state: str, several: bool) -> DeskRow:
    minutes = _since(event, match, state)
    expected = event.waiting.expected(match.place)
    points, card = points_of(match), view_of(match, {})
    start, claims = match.start_score, event.seen.told.of(match)
    result, playing = state in ("unsettled", "objected"), state in ("playing", "over")
    act = _ACTS.get(state, "")
    return DeskRow(
        id=match.pk,
        code=match.code,
        event=event.event.name if several else "",
        length=match.length,
        top=event.comer(match, Side.TOP),
        bottom=event.comer(match, Side.BOTTOM),
        version=match.version,
        saw=saw_of(card),
        state=state,
        table=table_of(match),
        minutes=minutes,
        left=max(0, expected - (minutes or 0)),
        over=max(0, (minutes or 0) - expected),
        score=_score(points if result else card.running, match.length) if result or playing else "",
        keeper=event.floor.names.get(match.card.kept_by_id, "") if playing and match.card is not None else "",
        claims=tuple(_score(each, match.length) or NOT_TOLD for each in claims.told) if state in _CLAIMED else (),
        objector=next((event.floor.names.get(each.by or 0, "") for each in claims.objections), ""),
        stands_at=f"{card.deadline.astimezone(event.seen.zone):%H:%M}" if card.deadline else "",
        subject_to=event.subjects[match.place] if match.top_id or match.bottom_id else (),
        start=_score(start, match.length) if any(start) else "",
        held=0,
        act=act,
        deed=_DEEDS[act].format(match.pk) if act in _DEEDS else "",
        pad=tuple(_pad(event, match)) if act == "result" else (),
        both_here={match.top_id, match.bottom_id} <= event.seen.here,
        busy="",
        busy_till="",
        by=event.seen.acted.get(match.pk, ""),
        chosen=False,
        changed=match.pk == event.seen.changed,
    )


# Where what the two told is shown or leads on.
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


def _pad(event: EventFloor, match: Match) -> Iterator[PadSide]:
    """Yield for each side the results by which it wins: what the loser has, from his start score on."""
    start = match.start_score
    for side in Side:
        sitter = event.floor.sitters(match)[side.place]
        losers = range(start[side.other.place], match.length)
        scores = [(points, _points(side, match.length, points)) for points in losers]
        yield PadSide(
            sitter.name if sitter else "", tuple((each, f"result {match.pk} {text}") for each, text in scores)
        )


def _points(winner: Side, length: int, loser: int) -> str:
    return f"{length}-{loser}" if winner is Side.TOP else f"{loser}-{length}"


def _score(points: tuple[int, int] | None, length: int) -> str:
    return "" if points is None else f"{min(points[0], length)}–{min(points[1], length)}"


def _playing(events: Iterable[EventFloor]) -> Iterator[tuple[str, tuple[int, datetime]]]:
    """Yield the folded name of everybody who plays now, with their match and when it may end."""
    for event in events:
        for match in event.matches:
            if match.status == Status.OPEN and match.begun:
                minutes = event.minutes_on(match)
                left = event.waiting.expected(match.place) - (minutes or 0)
                till = event.seen.now + timedelta(minutes=max(left, event.pace))
                for who in (match.top_id, match.bottom_id):
                    if who is not None:
                        yield event.floor.plain[who].casefold(), (match.pk, till.astimezone(event.seen.zone))


def _busy(
    event: EventFloor, match: Match, row: DeskRow, playing: Mapping[str, tuple[int, datetime]]
) -> tuple[str, str]:
    """Return which player of a row that is to be called plays in another match, and until when."""
    for who in (match.top_id, match.bottom_id) if row.state == "ready" else ():
        seat = playing.get(event.floor.plain.get(who or 0, "").casefold())
        if seat is not None and seat[0] != match.pk:
            return event.floor.names[who or 0], f"{seat[1]:%H:%M}"
    return "", ""
