"""The matches of an event by round, as anybody reads them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from zoneinfo import ZoneInfo

from rules.draws.derive import Status
from tournaments.models import Event, Match
from tournaments.models.draws import plan_of
from tournaments.read.cards import WITH
from tournaments.read.events import draw_of
from tournaments.read.match_lines import MatchLine, match_line
from tournaments.read.matches.claims import subjects_of
from tournaments.read.names import names_in
from tournaments.read.navigation import last_change
from tournaments.read.progress import Progress, progress

SHOWN = {
    "now": ("called", "playing", "disputed"),
    "ready": ("ready",),
    "waiting": ("waiting",),
    "unsettled": ("unsettled",),
    "disputed": ("disputed",),
    "finished": ("final", "unsettled", "walkover", "no_show", "retired", "withdrawn", "ruling"),
}
# Shown above the list only while there are any.
RARE = ("unsettled", "disputed")


@dataclass(frozen=True, slots=True)
class RoundList:
    """A round: its matches that are shown, and the names of those who sit it out."""

    letter: str
    length: int
    final: bool
    matches: tuple[MatchLine, ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BracketList:
    """A bracket with those of its rounds that have something to show."""

    bracket: str
    rounds: tuple[RoundList, ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """A choice above the list: ``key`` is empty for all."""

    key: str
    count: int
    current: bool


@dataclass(frozen=True, slots=True)
class MatchesSheet:
    """The page of an event's matches; ``as_of`` is the time of the last change, in the tournament's zone."""

    event: int
    name: str
    tournament: str
    drawn: bool
    progress: Progress
    filters: tuple[Filter, ...]
    brackets: tuple[BracketList, ...]
    as_of: str
    zone: str


def matches_sheet(event: Event, show: str = "") -> MatchesSheet:
    """Return the matches of an event read by ``event_of``; ``show`` is a key of ``SHOWN``, else all are shown."""
    drawn = event.current_draw_id is not None
    lines = list(_lines(event, ZoneInfo(event.tournament.timezone))) if drawn else []
    counts = {key: sum(line.state in states for _, line in lines) for key, states in SHOWN.items()}
    everything = sum(line.state not in ("bye", "void") for _, line in lines)
    return MatchesSheet(
        event=event.pk,
        name=event.name,
        tournament=event.tournament.name,
        drawn=drawn,
        progress=progress(row for row, _ in lines),
        filters=tuple(
            Filter(key, n, key == show)
            for key, n in {"": everything, **counts}.items()
            if n or key == show or key not in RARE
        ),
        brackets=tuple(_brackets(lines, SHOWN.get(show))),
        as_of=last_change(event.tournament),
        zone=event.tournament.timezone,
    )


def _lines(event: Event, zone: ZoneInfo) -> Iterator[tuple[Match, MatchLine]]:
    """Yield every match of an event that is drawn, with the line that tells it."""
    draw = draw_of(event)
    rows = list(Match.objects.filter(draw=draw).select_related(*WITH).order_by("place"))
    plan, names = plan_of(draw), names_in(event.pk)
    subjects = subjects_of(plan, rows)
    for row in rows:
        line, at = match_line(row, plan, names), row.result.stands_at if row.result is not None else None
        yield (
            row,
            replace(
                line,
                stands_at=f"{at.astimezone(zone):%H:%M}" if at is not None and line.state == "unsettled" else "",
                subject_to=subjects[row.place] if row.status == Status.OPEN else (),
            ),
        )


def _brackets(lines: Sequence[tuple[Match, MatchLine]], states: tuple[str, ...] | None) -> Iterator[BracketList]:
    for bracket, group in groupby(lines, key=lambda each: each[0].bracket):
        of_bracket = list(group)
        last = max((row.round for row, _ in of_bracket), default=0)
        rounds = [
            _round(list(of_round), round_ == last, states)
            for round_, of_round in groupby(of_bracket, key=lambda each: each[0].round)
        ]
        shown = tuple(each for each in rounds if each.matches)
        if shown:
            yield BracketList(bracket, shown)


def _round(lines: Sequence[tuple[Match, MatchLine]], final: bool, states: tuple[str, ...] | None) -> RoundList:
    first = lines[0][0]
    shown = tuple(
        line for _, line in lines if line.state not in ("bye", "void") and (states is None or line.state in states)
    )
    byes = [side.name for _, line in lines if line.state == "bye" for side in line.sides if side.name]
    letter = first.code.rstrip("0123456789")
    return RoundList(letter, first.length, final, shown, tuple(byes) if states is None else ())
