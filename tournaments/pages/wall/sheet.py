"""The wall: pages for a projector, turned whole, each with as many rows as can be read from where people stand.

All sizes are shares of the wall's width, so how much fits on a page follows from the wall's shape alone: it is known
here, for the two shapes that projectors have.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import accumulate
from zoneinfo import ZoneInfo

from rules.drawing.names import Face
from rules.drawing.widths import screen_width
from rules.draws.match_state import State
from tournaments.models import Tournament
from tournaments.pages.wall.drawings import WallDrawing, wall_drawings
from tournaments.pages.wall.rows import Hall, WallPlace, WallResult, WallRow
from tournaments.read.draws.expected import ExpectedDraw, clock, expected_times
from tournaments.read.progress import Progress, progress_in

PARTS = ("playing", "results", "draw", "next", "places")
# Room for the title in em of its largest size, and the sizes in which a longer one is set.
TITLE_ROOM, TITLES = 19.5, (1.0, 0.85, 0.7, 0.55)
MOST_PAGES = 40


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
    """The shape of a wall and what has room on a page: matches in a column, lines in a column, units for a drawing."""

    name: str
    matches: int
    lines: int
    drawing: float


SHAPES = (Shape("wide", 6, 10, 253.0), Shape("tall", 8, 14, 372.0))


@dataclass(frozen=True, slots=True)
class WallPage:
    """One page: ``kind`` is home (who plays, with the latest results beside it), playing, results, draw, next, places
    or still (nothing to show yet). ``part`` of ``parts`` of its kind. What was shown before, or is shown in full on
    another page, is ``again`` or ``brief``: a list of all pages leaves it out.
    """

    kind: str
    event: str = ""
    matches: tuple[tuple[WallRow, ...], ...] = ()
    results: tuple[tuple[WallResult, ...], ...] = ()
    places: tuple[tuple[WallPlace, ...], ...] = ()
    drawing: WallDrawing | None = None
    part: int = 1
    parts: int = 1
    brief: bool = False
    again: bool = False
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Deck:
    """The pages of one shape in the order in which they are turned."""

    shape: str
    pages: tuple[WallPage, ...]


@dataclass(frozen=True, slots=True)
class WallSheet:
    """The wall of a tournament. ``size`` is a step of the title's size, 0 the largest; ``clock`` the time of day.

    ``follows`` is the page that is shown next where no script turns them.
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
    query: str
    drawn: bool


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
    maker = _Maker(draws, now, query)
    return WallSheet(
        id=tournament.pk,
        name=tournament.name,
        size=_size(tournament.name),
        zone=tournament.timezone,
        clock=clock(now, ZoneInfo(tournament.timezone)),
        as_of=clock(ahead.news, ahead.zone),
        light=query.light,
        progress=progress_in(draw.view for draw in draws),
        ends=_ends(draws),
        decks=tuple(maker.deck(shape) for shape in SHAPES),
        follows=(query.page + 1) % MOST_PAGES,
        query=query.query,
        drawn=bool(draws),
    )


class _Maker:
    def __init__(self, draws: Sequence[ExpectedDraw], now: datetime, query: Query) -> None:
        self.draws, self.query = draws, query
        self.hall = Hall(draws, now)
        self.playing = self.hall.playing() if "playing" in query.parts else []
        self.ready = self.hall.ready() if "next" in query.parts else []
        self.results = self.hall.results() if "results" in query.parts else []

    def deck(self, shape: Shape) -> Deck:
        """Return the pages of a wall of one shape."""
        playing = list(self._playing(shape))
        others = [
            *self._results(shape, shown=bool(playing) and playing[0].kind == "home"),
            *(self._drawings(shape) if "draw" in self.query.parts else ()),
            *self._next(shape),
            *(self._places(shape) if "places" in self.query.parts else ()),
        ]
        pages = _turned(playing, others) or [WallPage("still")]
        at = self.query.page % len(pages)
        return Deck(shape.name, tuple(replace(page, shown=number == at) for number, page in enumerate(pages)))

    def _playing(self, shape: Shape) -> Iterator[WallPage]:
        if 0 < len(self.playing) <= shape.matches:
            results = tuple(self.results[: shape.lines])
            kind = "home" if results else "playing"
            brief = len(self.results) > shape.lines
            yield WallPage(kind, matches=(tuple(self.playing),), results=(results,) if results else (), brief=brief)
            return
        for columns, part, parts in _paged(self.playing, shape.matches):
            yield WallPage("playing", matches=columns, part=part, parts=parts)

    def _results(self, shape: Shape, *, shown: bool) -> Iterator[WallPage]:
        if shown and len(self.results) <= shape.lines:
            return
        columns = _result_columns(self.results, shape.lines)
        if columns:
            yield WallPage("results", results=columns)

    def _next(self, shape: Shape) -> Iterator[WallPage]:
        for columns, part, parts in _paged(self.ready, shape.matches):
            yield WallPage("next", matches=columns, part=part, parts=parts)

    def _drawings(self, shape: Shape) -> Iterator[WallPage]:
        for draw in self.draws:
            for drawing in wall_drawings(draw, draw.names, shape.drawing):
                event = drawing.event if len(self.draws) > 1 else ""
                yield WallPage("draw", event, drawing=drawing, part=drawing.part, parts=drawing.parts)

    def _places(self, shape: Shape) -> Iterator[WallPage]:
        for draw in self.draws:
            event = draw.event.name if len(self.draws) > 1 else ""
            for columns, part, parts in _paged(self.hall.places(draw), shape.lines):
                yield WallPage("places", event, places=columns, part=part, parts=parts)


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


def _filled(results: Sequence[WallResult], lines: int) -> Sequence[WallResult]:
    """Return as many of the first results as take at most ``lines`` lines."""
    ends = [*accumulate(each.lines for each in results)]
    return results[: sum(end <= lines for end in ends)]


def _ends(draws: Sequence[ExpectedDraw]) -> str:
    """Return about when the last match of all ends, empty when nobody can say."""
    last = max(draws, key=lambda draw: draw.lasts, default=None)
    return last.ends() if last else ""


def _size(name: str) -> int:
    wide = screen_width(name, Face.SERIF)
    return next((step for step, size in enumerate(TITLES) if wide * size <= TITLE_ROOM), len(TITLES) - 1)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10
