"""A draw as everybody sees it: all its matches, read in one statement, with what follows for winner and loser."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import attrgetter

from journal.refusals import Superseded, Unknown, Unreadable
from journal.statements import Blank, Reading
from rules.draws.depends import dependencies
from rules.draws.derive import Status
from rules.draws.match_state import State
from rules.draws.plan import Plan
from rules.formats.course import Course, FeedKind, courses
from rules.match.terms import BOTTOM, TOP, Side
from rules.timing.holdup import Sat, Waiting
from runtime.pages.part_cache import SeriesCache
from tournaments.models import Draw, Match
from tournaments.models.lengths import plan_played
from tournaments.models.switches import plan_of
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of, event_of
from tournaments.read.matches.from_row import kept_matches, match_view
from tournaments.read.matches.one import view_of
from tournaments.read.matches.row import WITH, MatchRow
from tournaments.read.matches.rows import rows_of_draws
from tournaments.read.matches.view import MatchView, PlayerView

_WORDS = {each.word for each in Status}


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of a match; while nobody sits there ``feed`` is winner, loser, first_loser or unbeaten_loser of match
    ``code``.

    ``text`` is what stands beside the player, ``start`` the points with which they start for a late opponent. ``won``
    and ``lost`` follow the result, whoever goes on.
    """

    player: PlayerView | None
    feed: str
    code: str
    text: str
    start: int
    won: bool
    lost: bool


@dataclass(frozen=True, slots=True)
class ListedRow:
    """A match in a list: ``deadline`` is the time of day from which its result counts unless it is contested."""

    match: MatchView
    sides: tuple[SideView, SideView]
    deadline: str = ""

    @property
    def is_second_final(self) -> bool:
        """Whether it is played only if the player who came unbeaten to the match before it loses there: still open."""
        return self.sides[1].feed == FeedKind.UNBEATEN_LOSER and self.match.state is State.WAITING


@dataclass(frozen=True, slots=True)
class DrawView:
    """The matches of a draw in the order of its plan; ``names`` are those of its entrants."""

    plan: Plan
    names: Mapping[int, str]
    matches: tuple[MatchView, ...]

    def sides(self, match: MatchView) -> tuple[SideView, SideView]:
        """Return both sides of a match, the upper one first."""
        upper, lower = match.texts
        return _side_view(match, TOP, upper), _side_view(match, BOTTOM, lower)

    def waiting(self, minutes_per_point: int) -> Waiting:
        """Return the matches that are still to be played, and how they wait on each other."""
        sat = [Sat(match.top is not None, match.bottom is not None, match.derived) for match in self.matches]
        return Waiting(self.plan, sat, minutes_per_point)


def _side_view(match: MatchView, side: Side, text: str) -> SideView:
    player, feed = match.player(side), match.course.feeds[side.place]
    kind, code = ("", "") if player or not feed.code else (feed.kind, feed.code)
    won, lost = match.winner is side, match.status == "finished" and match.winner is not side
    return SideView(player, kind, code, text, match.start[side.place], won, lost)


def draw_view(draw: Draw, names: Mapping[int, str]) -> DrawView:
    """Return the matches of a draw: one statement. A draw read with its event has its plan without one."""
    return draw_views([draw], names)[draw.pk]


def draw_views(draws: Iterable[Draw], names: Mapping[int, str]) -> dict[int, DrawView]:
    """Return draw → its matches for several draws of a tournament: one statement for all."""
    by_key = {draw.pk: draw for draw in draws}
    rows = rows_of_draws(list(by_key))
    plans = {pk: plan_played(plan_of(draw), _lengths(draw, rows[pk])) for pk, draw in by_key.items()}
    return {pk: DrawView(plan, names, _views(plan, rows[pk], names)) for pk, plan in plans.items()}


def _lengths(draw: Draw, rows: Sequence[MatchRow]) -> dict[int, int]:
    """Return the lengths of matches that are not those of the draw as it was made, by place."""
    matches = plan_of(draw).matches
    return {row.place: row.length for row in rows if row.length != matches[row.place].length}


# Everything that the view of a match is made from: its row, its course, the names of everybody whom the row names, the
# codes of the matches that it depends on and of those that are kept by a ruling. Plain, because there are hundreds.
type _ViewSource = tuple[MatchRow, Course, tuple[str, ...], tuple[str, ...], tuple[str, ...]]
_NAMED = [attrgetter(who) for who in ("top", "bottom", "goes_on", "kept_by")]


def _views(plan: Plan, rows: Sequence[MatchRow], names: Mapping[int, str]) -> tuple[MatchView, ...]:
    if not rows:
        return ()
    depends = depends_on(plan, [(row.status, row.settled) for row in rows])
    called = zip(*(map(names.get, map(who, rows), repeat("")) for who in _NAMED), strict=True)
    kept = (kept_matches(row, rows[row.place + 1 :]) if row.is_ruled else () for row in rows)
    sources = list(zip(rows, courses(plan), called, depends, kept, strict=True))
    return tuple(_made.parts((rows[0].draw, bool(names)), sources))


def _view(source: _ViewSource) -> MatchView:
    row, course, (top, bottom, goes_on, keeper), depends, kept = source
    names = {row.top or 0: top, row.bottom or 0: bottom, row.goes_on or 0: goes_on, row.kept_by or 0: keeper}
    return match_view(row, names, course, depends_on=depends, kept=lambda _: kept)


# The matches of some ten large draws, about 2 KB each.
_made = SeriesCache[tuple[int, bool], _ViewSource, MatchView]("views", _view, room=4096)


def depends_on(plan: Plan, stands: Sequence[tuple[int, bool]]) -> list[tuple[str, ...]]:
    """Return for every match of a plan the codes of those whose result, not confirmed or disputed, could still change
    who plays it; ``stands`` has the status of every match and whether it is settled.
    """
    waits = {
        place
        for place, (status, settled) in enumerate(stands)
        if status == Status.DISPUTED or (status == Status.FINISHED and not settled)
    }
    if not waits:
        return [()] * len(stands)
    byes = {place for place, (status, _) in enumerate(stands) if status == Status.BYE}
    return [tuple(plan.matches[place].code for place in places) for places in dependencies(plan, waits, byes)]


# --- For programs


def match_list(
    event: int, status: str | None = None, bracket: str | None = None, draw: int | None = None
) -> list[MatchView]:
    """Return an event's matches in the order of the plan; none before the draw.

    Raises Unknown ``event.unknown``, Unreadable ``status.unknown``, ``bracket.unknown``.
    """
    event_row = event_of(event)
    if status is not None and status not in _WORDS:
        raise Unreadable("status.unknown", got=status, known=sorted(_WORDS))
    known = [each.code for each in event_row.rules.every_bracket]
    if bracket is not None and bracket not in known:
        raise Unreadable("bracket.unknown", got=bracket, known=known)
    if event_row.current_draw_id is None and draw is None:
        return []
    return [
        match
        for match in draw_view(draw_of(event_row, draw), names_in(event)).matches
        if status in (None, match.status) and bracket in (None, match.bracket)
    ]


def one_match(match: int) -> MatchView:
    """Return one match of a current draw. Raises as ``current_match`` does."""
    row = current_match(match)
    stands = Match.objects.filter(draw=row.draw).order_by("place").values_list("status", "settled")
    depends = depends_on(plan_of(row.draw), list(stands))
    return view_of(row, names_in(row.draw.event_id), depends[row.place])


_match = Reading(lambda: Match.objects.filter(pk=Blank("pk")), beside=["draw__event", *WITH], without=["draw__plan"])


def current_match(match: int) -> Match:
    """Return the row of a match of a current draw, read ``WITH`` what belongs to it.

    Raises Unknown ``match.unknown``, Superseded ``draw.superseded`` with what replaced it.
    """
    row = next(iter(_match(pk=match)), None)
    if row is None:
        raise Unknown("match.unknown")
    current = row.draw.event.current_draw_id
    if row.draw_id != current:
        now = Match.objects.filter(draw=current, code=row.code).values_list("pk", flat=True).first()
        raise Superseded("draw.superseded", draw=current, match=now)
    return row
