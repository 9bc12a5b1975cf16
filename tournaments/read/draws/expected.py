"""About when every match of a tournament begins: its draws as they stand, what is being played, the tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from threading import Condition
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from cachetools import LRUCache, cached

from journal.models import Record
from rules.conditions import read_conditions
from rules.draws.derive import Status
from rules.draws.plan import ENTRY, Plan
from rules.timing.expected import Going, Part, Span, expected
from rules.timing.holdup import Sat, Waiting
from tournaments.models import Event, Match, Start, Tournament, stored_json
from tournaments.models.draws import plan_of
from tournaments.read.floor import current_draw

STEP = timedelta(minutes=5)
# After so long without news nobody says when anything begins.
NEWS = timedelta(hours=6)
# A beginning that was announced is counted on when it is no further away than this.
NEAR = timedelta(hours=12)
MOST_CACHED = 32
_COLUMNS = (
    "pk", "draw", "place", "top", "bottom", "status", "begun", "goes_on", "drops", "settled",
    "call__table", "call__record__at", "card__first", "card__first_points", "card__second_points", "card__record__at",
    "result", "result__first", "result__first_points", "result__second_points", "result__how", "result__winner",
    "penalty__first", "penalty__first_points", "penalty__second_points", "ruled",
)  # fmt: skip


class Row(NamedTuple):
    """A match as its row stands; pairs are (top, bottom).

    ``points`` are the running score, None while nobody told one; ``result`` is the record of the result that applies,
    0 for none, ``score`` its points as entered, ``how`` it came about, ``start`` what the two begin with.
    """

    id: int
    top: int | None
    bottom: int | None
    status: Status
    begun: bool
    goes_on: int | None
    drops: int | None
    settled: bool
    table: str
    called_at: datetime | None
    points: tuple[int, int] | None
    told_at: datetime | None
    result: int = 0
    score: tuple[int, int] | None = None
    how: str = ""
    winner: int | None = None
    start: tuple[int, int] = (0, 0)
    ruled: bool = False

    @property
    def is_on(self) -> bool:
        """Whether the two play, or were called to."""
        return self.status is Status.OPEN and (self.begun or bool(self.table))

    @property
    def is_over(self) -> bool:
        """Whether nobody has to play it any more."""
        return self.status in (Status.FINISHED, Status.BYE, Status.VOID)


@dataclass(frozen=True, slots=True)
class DrawOutlook:
    """One event's draw; ``spans`` tells from ``since`` on when a match begins and ends, empty when nobody can say."""

    event: Event
    plan: Plan
    rows: tuple[Row, ...]
    waiting: Waiting
    spans: Mapping[int, Span]
    since: datetime
    zone: ZoneInfo

    def begins(self, place: int) -> datetime | None:
        """Return about when a match begins, to five minutes; None when it can at once, or nobody can say."""
        span = self.spans.get(place)
        if span is None or not span.begins:
            return None
        return self.since + timedelta(minutes=-(-span.begins // 5) * 5)

    def about(self, place: int) -> str:
        """Return the same as a time of day, empty when nobody can say."""
        return clock(self.begins(place), self.zone)

    def place_of(self, round_: int) -> int:
        """Return the place that those share who leave the main bracket in a round: one behind all who can go on."""
        main = zip(self.plan.matches, self.rows, strict=True)
        in_round = [row for planned, row in main if planned.bracket == ENTRY and planned.round == round_]
        lost = [row for row in in_round if row.status is Status.FINISHED and row.goes_on is None]
        return 1 + sum(row.status is not Status.VOID for row in in_round) - len(lost)

    @property
    def lasts(self) -> int:
        """The minutes until the last match ends, 0 when nobody can say."""
        return max((span.ends for span in self.spans.values()), default=0)

    def ends(self) -> str:
        """Return about when the last match ends, a time of day."""
        return clock(self.since + timedelta(minutes=-(-self.lasts // 5) * 5), self.zone) if self.lasts else ""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A tournament's draws by event; ``news`` is when anything was last recorded."""

    zone: ZoneInfo
    draws: Mapping[int, DrawOutlook]
    news: datetime | None


def clock(at: datetime | None, zone: ZoneInfo) -> str:
    """Return a time of day in a zone, empty for none."""
    return f"{at.astimezone(zone):%H:%M}" if at else ""


def step_of(now: datetime) -> datetime:
    """Return the start of the five minutes in which ``now`` lies: the pages that forecast change with it."""
    return now.replace(minute=now.minute - now.minute % 5, second=0, microsecond=0)


def outlook(tournament: Tournament, now: datetime) -> Outlook:
    """Return when the matches of a tournament begin; it was read with its memory.

    The answer is the same within five minutes while nothing changes: made once, in four statements, for all who ask.
    """
    return outlook_since(tournament, step_of(now))


def _state(tournament: Tournament, since: datetime) -> tuple[str, str, int, datetime]:
    """Return all that an outlook depends on."""
    stream = tournament.stream
    return stream.name, stream.epoch, stream.number, since


@cached(LRUCache[tuple[str, str, int, datetime], Outlook](MOST_CACHED), key=_state, condition=Condition())
def outlook_since(tournament: Tournament, since: datetime) -> Outlook:
    """Return when the matches begin, as it looks at ``since``; one thread makes it for all that ask at once."""
    zone, set_up = ZoneInfo(tournament.timezone), Event.objects.filter(tournament=tournament, record__undo__isnull=True)
    events = list(set_up.select_related("current_draw").defer("current_draw__plan").order_by("pk"))
    rows = _rows([event.current_draw_id for event in events if event.current_draw_id is not None])
    stream = tournament.stream
    news = Record.objects.filter(stream=stream, number=stream.number).values_list("at", flat=True).first()
    started = _started(rows)
    drawn = [event for event in events if event.current_draw_id in rows]
    parts = [_part(event, rows[event.current_draw_id or 0], started, since) for event in drawn]
    draws = {}
    for event, part, spans in zip(drawn, parts, _spans(tournament, drawn, parts, since, news), strict=True):
        own = tuple(rows[event.current_draw_id or 0])
        draws[event.pk] = DrawOutlook(event, part.waiting.plan, own, part.waiting, spans, since, zone)
    return Outlook(zone, draws, news)


def _rows(draws: Sequence[int]) -> dict[int, list[Row]]:
    """Return draw → its matches in the order of the plan."""
    rows: dict[int, list[Row]] = {}
    for columns in Match.objects.filter(draw__in=draws).order_by("draw", "place").values_list(*_COLUMNS):
        rows.setdefault(columns[1], []).append(_row(columns))
    return rows


def _row(columns: Sequence[Any]) -> Row:
    pk, _, _, top, bottom, status, begun, on, off, settled, table, called = columns[:12]
    card_of, card_first, card_second, entered_at, result, result_of, first, second, how, winner = columns[12:22]
    late, late_first, late_second, ruled = columns[22:]
    return Row(
        pk, top, bottom, Status(status), begun, on, off, settled, table or "", called,
        _pair(top, card_of, card_first, card_second), entered_at,
        result or 0, _pair(top, result_of, first, second), how or "", winner,
        _pair(top, late, late_first, late_second) or (0, 0), ruled,
    )  # fmt: skip


def _pair(top: int | None, first: int | None, one: int | None, other: int | None) -> tuple[int, int] | None:
    """Return points told of (first, second) as (top, bottom), None where none were told."""
    if one is None or other is None:
        return None
    return (one, other) if first == top else (other, one)


def _started(draws: Iterable[int]) -> dict[int, datetime]:
    """Return match → when its clocks were started, for those on now."""
    on = Start.objects.filter(match__draw__in=list(draws), match__status=Status.OPEN, match__begun=True)
    starts = on.filter(record__undo__isnull=True).order_by("pk")
    return dict(starts.values_list("match", "record__at"))


def _part(event: Event, rows: Sequence[Row], started: Mapping[int, datetime], since: datetime) -> Part:
    draw = current_draw(event)
    sat = [Sat(row.top is not None, row.bottom is not None, row.status) for row in rows]
    waiting = Waiting(plan_of(draw), sat, read_conditions(stored_json(event.conditions)).minutes_per_point)
    return Part(waiting, dict(_going(rows, started, since)))


def _going(rows: Sequence[Row], started: Mapping[int, datetime], since: datetime) -> Iterator[tuple[int, Going]]:
    for place, row in enumerate(rows):
        if row.is_on:
            began = row.told_at or started.get(row.id) or since
            minutes = int((since - began).total_seconds()) // 60 if row.begun else 0
            yield place, Going(max(0, minutes), row.points)


def _spans(
    tournament: Tournament, events: Sequence[Event], parts: Sequence[Part], since: datetime, news: datetime | None
) -> list[Mapping[int, Span]]:
    """Return the spans of every draw; none of one of which nobody knows when it begins, or after long silence."""
    begins = [_begins_in(tournament, part, since) for part in parts]
    if news is None or (since - news > NEWS and not any(begins)):
        return [{} for _ in parts]
    parts_begun = [replace(part, begins=wait) for part, wait in zip(parts, begins, strict=True) if wait is not None]
    tables = sum(not table.closed for table in tournament.furniture)
    spans = iter(expected(parts_begun, tables or None))
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
