"""The public list of an event's matches by round."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from zoneinfo import ZoneInfo

from rules.draws.match_state import State
from rules.formats.course import FeedKind
from tournaments.models import Event
from tournaments.read.draws.view import DrawView, ListedRow, draw_view
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of
from tournaments.read.latest.change import last_change
from tournaments.read.matches.view import MatchView
from tournaments.read.progress import Progress, progress_in

SHOWN: dict[str, Callable[[State], bool]] = {
    "now": lambda state: state.is_on or state is State.DISPUTED,
    "ready": lambda state: state is State.READY,
    "waiting": lambda state: state is State.WAITING,
    "unsettled": lambda state: state is State.UNSETTLED,
    "disputed": lambda state: state is State.DISPUTED,
    "finished": lambda state: state.has_ended,
}
# Shown above the list only while there are any.
RARE = ("unsettled", "disputed")


@dataclass(frozen=True, slots=True)
class RoundList:
    """A round: its matches that are shown, and the names of those who sit it out; ``final``: final, second or empty."""

    letter: str
    length: int
    final: str
    matches: tuple[ListedRow, ...]
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
    draw = draw_view(draw_of(event), names_in(event.pk)) if drawn else None
    lines = _listed(draw, ZoneInfo(event.tournament.timezone)) if draw else []
    states = [each.match.state for each in lines]
    counts = {key: sum(map(is_shown, states)) for key, is_shown in SHOWN.items()}
    everything = sum(not state.is_empty for state in states)
    return MatchesSheet(
        event=event.pk,
        name=event.name,
        tournament=event.tournament.name,
        drawn=drawn,
        progress=progress_in([draw] if draw else []),
        filters=tuple(
            Filter(key, n, key == show)
            for key, n in {"": everything, **counts}.items()
            if n or key == show or key not in RARE
        ),
        brackets=tuple(_brackets(lines, show)),
        as_of=last_change(event.tournament),
        zone=event.tournament.timezone,
    )


def _listed(draw: DrawView, zone: ZoneInfo) -> list[ListedRow]:
    """Return every match of a draw."""
    return [
        ListedRow(match, draw.sides(match), f"{match.deadline.astimezone(zone):%H:%M}" if match.deadline else "")
        for match in draw.matches
    ]


def _brackets(lines: Sequence[ListedRow], show: str) -> Iterator[BracketList]:
    brackets: dict[str, list[ListedRow]] = {}
    for line in lines:
        # The finals of both brackets stand at the end of the plan, behind the lower bracket.
        brackets.setdefault(line.match.bracket, []).append(line)
    for bracket, of_bracket in brackets.items():
        finals = _finals(of_bracket[-1].match)
        rounds = [
            _round(list(of_round), finals.get(round_, ""), show)
            for round_, of_round in groupby(of_bracket, key=lambda each: each.match.round)
        ]
        shown = tuple(each for each in rounds if each.matches)
        if shown:
            yield BracketList(bracket, shown)


def _finals(last: MatchView) -> dict[int, str]:
    """Return the rounds of the finals of a bracket that ends with this match."""
    if last.course.feeds[1].kind is FeedKind.UNBEATEN_LOSER:
        return {last.round - 1: "final", last.round: "second"}
    return {last.round: "final"}


def _round(lines: Sequence[ListedRow], final: str, show: str) -> RoundList:
    first = lines[0].match
    shown = tuple(each for each in lines if _is_shown(each.match, show))
    byes = [name for each in lines if each.match.state is State.BYE for name in each.match.names if name]
    return RoundList(first.letter, first.length, final, shown, () if show in SHOWN else tuple(byes))


def _is_shown(match: MatchView, show: str) -> bool:
    return SHOWN[show](match.state) if show in SHOWN else not match.state.is_empty
