"""The matches of an event by round, as anybody reads them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from zoneinfo import ZoneInfo

from rules.draws.derive import Seat, Status
from rules.draws.facts import PHANTOM
from rules.draws.format import Bracket
from rules.draws.layout_states import How, Mark, scores
from rules.draws.plan import From, Plan, Source
from tournaments.models import Event, Match
from tournaments.models.cards import WITH, MatchCard, Player, card_of
from tournaments.models.draws import plan_of
from tournaments.selectors.claims import subjects_of, told_in_dispute
from tournaments.selectors.draws import draw_of, names_in
from tournaments.selectors.nav import last_change
from tournaments.selectors.progress import Progress, progress
from tournaments.selectors.states import state_of

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
    """A match as a line of a list; ``state`` is a word of ``states.state_of``, ``table`` where they were called to.

    ``running`` is how it stands while they play, ``stands_at`` the time of day from which a result stands of itself,
    ``subject_to`` the codes of the matches whose result could still change who plays here.
    """

    id: int
    code: str
    state: str
    table: str
    sides: tuple[SideLine, SideLine]
    running: str = ""
    stands_at: str = ""
    subject_to: tuple[str, ...] = ()


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


def match_line(match: Match, plan: Plan, names: Mapping[int, str]) -> MatchLine:
    """Return one match as a line, read ``WITH`` all that its card says."""
    card = card_of(match, match.result, names)
    planned = plan.matches[match.place]
    upper, lower = _scores(match, card)
    sides = (
        _side(card, "top", upper) if card.top else _feed(plan, planned.top),
        _side(card, "bottom", lower) if card.bottom else _feed(plan, planned.bottom),
    )
    running = "–".join(str(each) for each in card.card_score) if card.card_score else ""
    return MatchLine(match.pk, match.code, state_of(card), card.table, sides, running)


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


def _scores(match: Match, card: MatchCard) -> tuple[str, str]:
    """Return what stands in the two score places: the same words as on the sheet."""
    status = Status(match.status)
    on = match.goes_on_id or PHANTOM
    seat = Seat(match.top_id or PHANTOM, match.bottom_id or PHANTOM, status, on, PHANTOM, match.result_id)
    how, claims = How(card.how or "played"), told_in_dispute(card)
    return scores(seat, Mark(points=card.score, how=how, settled=card.settled, claims=claims))


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
