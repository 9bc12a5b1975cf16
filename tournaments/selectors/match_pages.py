"""The matches of an event by round, as anybody reads them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules.draws.derive import Seat, Status
from rules.draws.facts import PHANTOM
from rules.draws.format import Bracket
from rules.draws.layout_states import How, Mark, scores
from rules.draws.plan import From, Plan, Source
from tournaments.models import Event, Match
from tournaments.models.cards import MatchCard, Player, card_of
from tournaments.models.draws import plan_of
from tournaments.selectors.draws import draw_of, names_in
from tournaments.selectors.nav import last_change
from tournaments.selectors.progress import Progress, progress
from tournaments.selectors.states import state_of

SHOWN = {
    "now": ("called", "playing", "disputed"),
    "ready": ("ready",),
    "waiting": ("waiting",),
    "finished": ("final", "unsettled", "walkover", "no_show", "retired", "withdrawn", "ruling"),
}
_FEEDS = {From.WINNER: "winner", From.LOSER: "loser", From.FIRST_LOSER: "first_loser"}


@dataclass(frozen=True, slots=True)
class SideLine:
    """One player of a match, or where he will come from: ``feed`` is winner, loser or first_loser of ``feed_code``.

    ``points`` is text, ``start`` the points he starts with by a penalty of the other.
    """

    entrant: int | None
    name: str
    points: str
    start: int
    won: bool
    lost: bool
    feed: str
    feed_code: str


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match as a line of a list; ``state`` is a word of ``states.state_of``, ``table`` where they were called to."""

    id: int
    code: str
    state: str
    table: str
    sides: tuple[SideLine, SideLine]


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
    rows, plan, names = _read(event) if drawn else ([], None, {})
    lines = [(row, match_line(row, plan, names)) for row in rows if plan is not None]
    counts = {key: sum(line.state in states for _, line in lines) for key, states in SHOWN.items()}
    everything = sum(line.state not in ("bye", "void") for _, line in lines)
    return MatchesSheet(
        event=event.pk,
        name=event.name,
        tournament=event.tournament.name,
        drawn=drawn,
        progress=progress(rows),
        filters=tuple(Filter(key, n, key == show) for key, n in {"": everything, **counts}.items()),
        brackets=tuple(_brackets(lines, SHOWN.get(show))),
        as_of=last_change(event.tournament),
        zone=event.tournament.timezone,
    )


def match_line(match: Match, plan: Plan, names: Mapping[int, str]) -> MatchLine:
    """Return one match as a line; it was read with its result, call and penalty."""
    card = card_of(match, match.result, names)
    planned = plan.matches[match.place]
    upper, lower = _scores(match, card)
    sides = (
        _side(card, "top", upper) if card.top else _feed(plan, planned.top),
        _side(card, "bottom", lower) if card.bottom else _feed(plan, planned.bottom),
    )
    return MatchLine(match.pk, match.code, state_of(card), card.table, sides)


def _read(event: Event) -> tuple[list[Match], Plan, dict[int, str]]:
    draw = draw_of(event)
    rows = Match.objects.filter(draw=draw).select_related("result", "call", "penalty").order_by("place")
    return list(rows), plan_of(draw), names_in(event.pk)


def _scores(match: Match, card: MatchCard) -> tuple[str, str]:
    """Return what stands in the two score places: the same words as on the sheet."""
    status = Status(match.status)
    on = match.goes_on_id or PHANTOM
    seat = Seat(match.top_id or PHANTOM, match.bottom_id or PHANTOM, status, on, PHANTOM, match.result_id)
    return scores(seat, Mark(points=card.score, how=How(card.how or "played"), settled=card.settled))


def _side(card: MatchCard, side: str, points: str) -> SideLine:
    at = 0 if side == "top" else 1
    player: Player | None = (card.top, card.bottom)[at]
    won = card.goes_on == side
    lost = card.status == "finished" and not won
    who, name = (player.entrant, player.name) if player else (None, "")
    return SideLine(who, name, points, card.start[at], won, lost, "", "")


def _feed(plan: Plan, source: Source) -> SideLine:
    feed = _FEEDS.get(source.kind, "")
    return SideLine(None, "", "", 0, False, False, feed, plan.matches[source.of].code if feed else "")


def _brackets(lines: Sequence[tuple[Match, MatchLine]], states: tuple[str, ...] | None) -> Iterator[BracketList]:
    for bracket in Bracket:
        of_bracket = [each for each in lines if each[0].bracket == bracket]
        last = max((row.round for row, _ in of_bracket), default=0)
        rounds = [
            _round(list(group), round_ == last, states)
            for round_, group in groupby(of_bracket, key=lambda each: each[0].round)
        ]
        shown = tuple(each for each in rounds if each.matches)
        if shown:
            yield BracketList(bracket.value, shown)


def _round(lines: Sequence[tuple[Match, MatchLine]], final: bool, states: tuple[str, ...] | None) -> RoundList:
    first = lines[0][0]
    shown = tuple(
        line for _, line in lines if line.state not in ("bye", "void") and (states is None or line.state in states)
    )
    byes = [side.name for _, line in lines if line.state == "bye" for side in line.sides if side.name]
    letter = first.code.rstrip("0123456789")
    return RoundList(letter, first.length, final, shown, tuple(byes) if states is None else ())
