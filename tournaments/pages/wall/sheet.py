"""The wall: pages for a projector, turned whole, each with as many rows as can be read from where people stand.

All sizes are shares of the wall's width, so how much fits on a page follows from the wall's shape alone: it is known
here, for the two shapes that projectors have. Up to eight rows are set in large type over the whole width, which grows
until it fills the page; more stand in two columns.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import accumulate
from zoneinfo import ZoneInfo

from rules.drawing.names import Face
from rules.drawing.widths import screen_width
from rules.draws.match_state import State
from rules.draws.plan import Plan
from rules.formats.cuts import rule_of
from rules.formats.finishing import is_as_they_finish
from rules.timing.breaks import break_on
from tournaments.models import Tournament
from tournaments.pages.wall.drawings import WallDrawing, wall_drawings
from tournaments.pages.wall.prizes import WallPrizes, prizes_of
from tournaments.pages.wall.queues import WallQueue, wall_queues
from tournaments.pages.wall.rows import Hall, WallPlace, WallResult, WallRow
from tournaments.pages.wall.waiting import WallWaiting, wall_waiting
from tournaments.read.draws.expected import ExpectedDraw, clock, expected_times
from tournaments.read.draws.rounds import has_more_to_pair
from tournaments.read.entrants.listed import withdrawn_in
from tournaments.read.progress import Progress, progress_in

PARTS = ("playing", "results", "draw", "next", "waiting", "places", "prizes", "jackpots")
# Room for the title in em of its largest size, and the sizes in which a longer one is set.
TITLE_ROOM, TITLES = 19.5, (1.0, 0.85, 0.7, 0.55)
MOST_PAGES = 40
# The end of a name that was cut, and on how many pages results stand that have no room beside each other.
CUT, MOST_LARGE_PAGES = "…", 2
# As many rows are set in large type: its sizes in units of a hundredth of the width (wall.css), the smallest first.
MOST_LARGE = 8
LARGE = (3.0, 3.6, 4.4, 5.4, 6.6)
# A line of a name over its size; the table's width over its size. In units: the white of a row, the width of a row
# without name and table, a heading, a line of a result.
NAME_LINE, TABLE_WIDTH, WHITE, BESIDE_NAME, HEADING, LINE = 1.08, 2.4, 0.1, 21.4, 4.2, 3.85
WIDTH = 100.0


@dataclass(frozen=True, slots=True)
class Query:
    """The query of a wall: parts of ``PARTS`` and events by id, all if empty; a page by its number."""

    parts: tuple[str, ...] = PARTS
    events: frozenset[int] = frozenset()
    page: int = 0
    light: bool = False

    @property
    def query(self) -> str:
        """The query that shows the same on another page."""
        context = {
            "show": ",".join(self.parts) if self.parts != PARTS else "",
            "event": ",".join(str(each) for each in sorted(self.events)),
            "ink": "light" if self.light else "",
        }
        return "".join(f"&{name}={text}" for name, text in context.items() if text)


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a wall and what has room on a page: matches in a column, lines in a column, units for a drawing.

    ``height`` is the room of a page below its first heading.
    """

    name: str
    matches: int
    lines: int
    drawing: float
    height: float


SHAPES = (Shape("wide", 6, 10, 253.0, 39.6), Shape("tall", 8, 14, 372.0, 58.4))


@dataclass(frozen=True, slots=True)
class WallPage:
    """One page: ``kind`` is home (who plays, with the latest results below it), playing, results, draw, next, places,
    prizes (with the ``fund``), jackpots, waiting (for an opponent) or still (nothing to show yet). ``part`` of
    ``parts`` of its kind. What was shown before, or is shown in full on another page, is ``again`` or ``brief``: a list
    of all pages leaves it out.
    ``size`` is the step of the large type from 1, 0 for two columns. ``standings``: the places may still change.
    """

    kind: str
    event: str = ""
    matches: tuple[tuple[WallRow, ...], ...] = ()
    results: tuple[tuple[WallResult, ...], ...] = ()
    places: tuple[tuple[WallPlace, ...], ...] = ()
    prizes: tuple[tuple[tuple[str, str], ...], ...] = ()
    fund: str = ""
    queues: tuple[tuple[WallQueue, ...], ...] = ()
    waiting: tuple[tuple[WallWaiting, ...], ...] = ()
    drawing: WallDrawing | None = None
    part: int = 1
    parts: int = 1
    brief: bool = False
    again: bool = False
    shown: bool = False
    size: int = 0
    standings: bool = False


@dataclass(frozen=True, slots=True)
class Deck:
    """The pages of one shape in the order in which they are turned."""

    shape: str
    pages: tuple[WallPage, ...]


@dataclass(frozen=True, slots=True)
class WallSheet:
    """The wall of a tournament. ``size`` is a step of the title's size, 0 the largest; ``clock`` the time of day.

    ``follows`` is the page that is shown next where no script turns them. ``ends`` is when the matches that are paired
    end where there are ``more_to_pair``. ``paused``: a break lasts, ``until`` a time of day, empty for an open end.
    """

    id: int
    name: str
    size: int
    zone: str
    clock: str
    as_of: str
    light: bool
    progress: Progress
    ends: str
    decks: tuple[Deck, ...]
    follows: int
    more_to_pair: bool
    query: str
    drawn: bool
    paused: bool
    until: str


def query_of(query: Mapping[str, str]) -> Query:
    """Return what ``query`` asks for: ``show=playing,results``, ``event=3,4``, ``ink=light``, ``page=2``."""
    parts = tuple(part for part in PARTS if part in query.get("show", "").split(","))
    events = frozenset(int(each) for each in query.get("event", "").split(",") if _is_number(each))
    page = query.get("page", "")
    return Query(parts or PARTS, events, int(page) if _is_number(page) else 0, query.get("ink") == "light")


def wall_sheet(tournament: Tournament, now: datetime, query: Query) -> WallSheet:
    """Return the wall of a tournament read with its memory."""
    ahead = expected_times(tournament, now)
    draws = [draw for event, draw in ahead.draws.items() if not query.events or event in query.events]
    pots = prizes_of(tournament, query.events) if "prizes" in query.parts else []
    queues = wall_queues(tournament) if "jackpots" in query.parts else []
    out = withdrawn_in(tournament) if any(_asks_who_left(draw.plan) for draw in draws) else ()
    progress = progress_in(draw.view for draw in draws)
    more_to_pair = any(has_more_to_pair(draw.view, out) for draw in draws)
    over = progress.over and not more_to_pair
    maker = _Maker(Hall(draws, now, ahead.holds, out), query, pots, queues, over)
    pause = break_on(tournament.pauses, now)
    return WallSheet(
        id=tournament.pk,
        name=tournament.name,
        size=_size(tournament.name),
        zone=tournament.timezone,
        clock=clock(now, ZoneInfo(tournament.timezone)),
        as_of=clock(ahead.news, ahead.zone),
        light=query.light,
        progress=progress,
        ends=_ends(draws),
        more_to_pair=more_to_pair,
        decks=tuple(maker.deck(shape) for shape in SHAPES),
        follows=(query.page + 1) % MOST_PAGES,
        query=query.query,
        drawn=bool(draws),
        paused=pause is not None,
        until=clock(pause.ends if pause else None, ahead.zone),
    )


class _Maker:
    def __init__(
        self, hall: Hall, query: Query, prizes: Sequence[WallPrizes], queues: Sequence[WallQueue], over: bool
    ) -> None:  # fmt: skip
        self.over = over
        self.hall, self.draws, self.query, self.prizes, self.queues = hall, hall.draws, query, prizes, queues
        self.playing = self.hall.playing() if "playing" in query.parts else []
        self.ready = self.hall.ready() if "next" in query.parts else []
        self.results = self.hall.results() if "results" in query.parts else []

    def deck(self, shape: Shape) -> Deck:
        """Return the pages of a wall of one shape."""
        playing = list(self._playing(shape))
        places = list(self._places(self.draws, shape)) if "places" in self.query.parts else []
        others = [
            *self._results(shape, shown=len(playing[0].results[0]) if playing and playing[0].kind == "home" else 0),
            *(self._drawings(shape) if "draw" in self.query.parts else ()),
            *self._next(shape),
            *self._waiting(shape),
            *places,
            *self._prizes(shape),
            *self._queues(shape),
        ]
        # Once all is over people look up to see who has won.
        others.sort(key=lambda page: self.over and page.kind != "places")
        pages = _turned(playing, others) or [WallPage("still")]
        at = self.query.page % len(pages)
        return Deck(shape.name, tuple(replace(page, shown=number == at) for number, page in enumerate(pages)))

    def _playing(self, shape: Shape) -> Iterator[WallPage]:
        pages = list(_match_pages("playing", self.playing, shape))
        if len(pages) == 1 and pages[0].size:
            home = self._home(pages[0], shape)
            pages = [home] if home else pages
        yield from pages

    def _home(self, page: WallPage, shape: Shape) -> WallPage | None:
        """Return the page of who plays with the latest results below, None where there is no room for any."""
        rows = page.matches[0]
        for wanted in (min(len(self.results), 3), 1):
            size = _large(rows, shape.height - HEADING - LINE * wanted) if self.results else 0
            left = shape.height - HEADING - _height(rows, size) if size else 0.0
            results = tuple(_filled(self.results, int(left / LINE), [each.large_lines for each in self.results]))
            if results:
                brief = len(results) < len(self.results)
                return replace(page, kind="home", size=size, results=(results,), brief=brief)
        return None

    def _results(self, shape: Shape, *, shown: int) -> Iterator[WallPage]:
        if shown and shown == len(self.results):
            return
        taken = [each.large_lines + each.lines - 1 for each in self.results]
        cut = any(CUT in each.winner + each.loser for each in self.results)
        if len(self.results) <= MOST_LARGE or sum(taken) <= shape.lines or cut:
            # Names of pairs have no room in half of the width: the latest results stand over all of it.
            rest = _filled(self.results, MOST_LARGE_PAGES * shape.lines, taken) if cut else self.results
            while rest:
                page = _filled(rest, shape.lines, taken)
                yield WallPage("results", results=(tuple(page),), size=1)
                rest, taken = rest[len(page) :], taken[len(page) :]
            return
        yield WallPage("results", results=_result_columns(self.results, shape.lines))

    def _next(self, shape: Shape) -> Iterator[WallPage]:
        yield from _match_pages("next", self.ready, shape)

    def _waiting(self, shape: Shape) -> Iterator[WallPage]:
        if "waiting" not in self.query.parts:
            return
        for event, rows in wall_waiting(self.draws, self.hall.out):
            title = event if len(self.draws) > 1 else ""
            for columns, part, parts in _paged(rows, shape.lines):
                # A few are set so large that they fill the page.
                size = 0 if len(columns) > 1 else 3 if 2 * len(rows) <= shape.lines else 1
                yield WallPage("waiting", title, waiting=columns, part=part, parts=parts, size=size)

    def _drawings(self, shape: Shape) -> Iterator[WallPage]:
        for draw in self.draws:
            drawings = list(wall_drawings(draw, draw.names, shape.drawing))
            for drawing in drawings:
                event = drawing.event if len(self.draws) > 1 else ""
                yield WallPage("draw", event, drawing=drawing, part=drawing.part, parts=drawing.parts)
            # Rounds have no drawing, nor has a bracket that is over: what they have come to is shown in its place.
            if not drawings and "places" not in self.query.parts:
                yield from self._places([draw], shape)

    def _places(self, draws: Sequence[ExpectedDraw], shape: Shape) -> Iterator[WallPage]:
        for draw in draws:
            event = draw.event.name if len(self.draws) > 1 else ""
            for pool, places in self.hall.pools(draw) or [("", self.hall.places(draw))]:
                title = " · ".join(filter(None, (event, pool)))
                for columns, part, parts in _paged(places, shape.lines):
                    size = int(len(columns) == 1)
                    open_ = draw.plan.by_rounds and not all(match.state.is_over for match in draw.matches)
                    yield WallPage("places", title, places=columns, part=part, parts=parts, size=size, standings=open_)

    def _prizes(self, shape: Shape) -> Iterator[WallPage]:
        for pot in self.prizes:
            for columns, part, parts in _paged(pot.places, shape.lines):
                size = int(len(columns) == 1)
                yield WallPage("prizes", pot.title, prizes=columns, fund=pot.total, part=part, parts=parts, size=size)

    def _queues(self, shape: Shape) -> Iterator[WallPage]:
        for columns, part, parts in _paged(self.queues, shape.lines):
            yield WallPage("jackpots", queues=columns, part=part, parts=parts, size=int(len(columns) == 1))


def _turned(playing: list[WallPage], others: list[WallPage]) -> list[WallPage]:
    """Return the pages in order: called matches are on at least every second page.

    Where one page does not hold all who are called, nothing else is shown until they sit.
    """
    calling = [page for page in playing if any(row.state is State.CALLED for column in page.matches for row in column)]
    rest = playing[len(calling) :] + others
    if not calling or not rest:
        return calling + rest
    if len(calling) > 1:
        return calling
    again = replace(calling[0], again=True)
    return [page for at, other in enumerate(rest) for page in (again if at else calling[0], other)]


def _match_pages(kind: str, rows: Sequence[WallRow], shape: Shape) -> Iterator[WallPage]:
    """Yield matches as pages: a few over the whole width in large type, more in two columns."""
    if not 0 < len(rows) <= MOST_LARGE:
        for columns, part, parts in _paged(rows, shape.matches):
            yield WallPage(kind, matches=columns, part=part, parts=parts)
        return
    parts = -(-len(rows) // shape.matches)
    long = -(-len(rows) // parts)
    for part in range(parts):
        page = tuple(rows[part * long : (part + 1) * long])
        size = _large(page, shape.height) or 1
        yield WallPage(kind, matches=(page,), part=part + 1, parts=parts, size=size)


def _large(rows: Sequence[WallRow], height: float) -> int:
    """Return the largest step of the large type in which ``rows`` fill at most ``height``, 0 if none does."""
    return max((step for step in range(1, len(LARGE) + 1) if _height(rows, step) <= height), default=0)


def _height(rows: Sequence[WallRow], step: int) -> float:
    """Return the height of rows in large type: all are as high as the highest."""
    size = LARGE[step - 1]
    room = (WIDTH - BESIDE_NAME - TABLE_WIDTH * size) / size
    # The smallest type has a line for each name; what is longer is shortened to it.
    lines = 2 if step == 1 else max(row.lines(room) for row in rows)
    return len(rows) * (lines * NAME_LINE * size + WHITE)


def _paged[Row](rows: Sequence[Row], lines: int) -> Iterator[tuple[tuple[tuple[Row, ...], ...], int, int]]:
    """Yield rows as pages of at most two columns of ``lines`` rows, each with its page number and the count of pages.

    If a page has two columns, they have the same length or differ by one row.
    """
    size = 2 * lines
    parts = -(-len(rows) // size)
    for part in range(parts):
        page = rows[part * size : (part + 1) * size]
        long = lines if len(page) <= lines else -(-len(page) // 2)
        columns = tuple(tuple(page[at : at + long]) for at in range(0, len(page), long))
        yield columns, part + 1, parts


def _result_columns(results: Sequence[WallResult], lines: int) -> tuple[tuple[WallResult, ...], ...]:
    """Return the latest results in one column of at most ``lines`` lines, or in two of about the same length."""
    chosen = _filled(results, 2 * lines)
    total = sum(each.lines for each in chosen)
    first = _filled(chosen, lines if total <= lines else min(lines, -(-total // 2)))
    second = _filled(chosen[len(first) :], lines)
    return tuple(tuple(column) for column in (first, second) if column)


def _filled(results: Sequence[WallResult], lines: int, taken: Sequence[int] | None = None) -> Sequence[WallResult]:
    """Return as many of the first results as take at most ``lines`` lines: ``taken``, or those of a wide row."""
    ends = [*accumulate(taken or [each.lines for each in results])]
    return results[: sum(end <= lines for end in ends)]


def _asks_who_left(plan: Plan) -> bool:
    """Whether what the wall shows depends on who has withdrawn: who waits, and who is among the best of all pools."""
    return is_as_they_finish(plan) or (plan.is_cut and bool(rule_of(plan).best))


def _ends(draws: Sequence[ExpectedDraw]) -> str:
    """Return about when the last match of all ends, empty when nobody can say."""
    last = max(draws, key=lambda draw: draw.lasts, default=None)
    return last.ends() if last else ""


def _size(name: str) -> int:
    wide = screen_width(name, Face.SERIF)
    return next((step for step, size in enumerate(TITLES) if wide * size <= TITLE_ROOM), len(TITLES) - 1)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10
