"""The contents of the desk: frozen rows and lists for the template."""

from dataclasses import dataclass

from django.urls import reverse

from clubs.read.records import Sentence
from rules.drawing.states import NOT_REPORTED

MOST_TRIANGLES = 6
# A table's name of more letters is set smaller.
LONG_TABLE = 3
_BOXES = {
    "disputed": "attention",
    "objected": "attention",
    "missing": "attention",
    "ready": "todo",
    "playing": "full",
    "over": "full",
    "called": "full",
}
POINTS = 24
# Where each progress point begins: twelve, the bar, twelve more.
POINT_AT = tuple(15 * at + (12 if at >= POINTS // 2 else 0) for at in range(POINTS))


@dataclass(frozen=True, slots=True)
class PadSide:
    """The results by which one side wins: ``points`` of the loser with the deed that writes each."""

    name: str
    points: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Comer:
    """A side of a match that waits: a name, or which match decides it and whether its ``loser`` comes."""

    name: str
    code: str
    loser: bool


@dataclass(frozen=True, slots=True)
class DeskRow:
    """A match on the desk.

    ``state``: disputed, objected, missing, over, unsettled, ready, called, playing or waiting. ``minutes`` since it is
    so, None when nobody knows; ``left`` and ``over`` of the expected time; ``score`` of a result, or while they play
    as ``keeper`` tells it; ``start`` where penalty points were given. ``claims`` are both results of a dispute,
    ``objector`` says that what stands is wrong, ``stands_at`` is the time of day from which a result stands of itself,
    ``subject_to`` the matches whose result could still change who plays here. ``held`` counts the matches that wait,
    ``act`` is the word of its button (call, start, result, rule, confirm, stand, or empty) and ``deed`` what that does;
    ``pad`` stands where a result is asked for. ``saw`` tells a form what it showed.
    """

    id: int
    code: str
    event: str
    length: int
    top: Comer
    bottom: Comer
    version: int
    saw: str
    state: str
    table: str
    minutes: int | None
    left: int
    over: int
    score: str
    keeper: str
    claims: tuple[str, ...]
    objector: str
    stands_at: str
    subject_to: tuple[str, ...]
    start: str
    held: int
    act: str
    deed: str
    pad: tuple[PadSide, ...]
    both_here: bool
    busy: str
    busy_till: str
    by: str
    chosen: bool
    changed: bool

    @property
    def address(self) -> str:
        """The page of the match."""
        return reverse("match", args=[self.id])

    @property
    def ruling_address(self) -> str:
        """The page where both results of a dispute stand side by side."""
        return reverse("match_ruling", args=[self.id])

    @property
    def correction_address(self) -> str:
        """The page that corrects its result; with two reports the page that shows them side by side."""
        both = len(self.claims) == 2 and NOT_REPORTED not in self.claims
        return self.ruling_address if both else reverse("match_correction", args=[self.id])

    @property
    def box(self) -> str:
        """The classes of the box with its table: how it is filled, and whether the table's name is long."""
        filled = f" {_BOXES[self.state]}" if self.state in _BOXES else ""
        return f"box{filled}{' long' if len(self.table) > LONG_TABLE else ''}"

    @property
    def penalty_address(self) -> str:
        """The page where the side that is late loses points."""
        return reverse("match_penalty", args=[self.id])

    @property
    def triangles(self) -> range:
        return range(min(self.held, MOST_TRIANGLES))

    @property
    def holds_more(self) -> bool:
        return self.held > MOST_TRIANGLES


@dataclass(frozen=True, slots=True)
class TableTile:
    """A table of the hall: ``state`` free, taken or closed; ``code`` of the match there, or why it is closed."""

    name: str
    state: str
    code: str
    match: int | None


@dataclass(frozen=True, slots=True)
class DoneLine:
    """One line of *Just done*: ``by`` is empty for the reader's own actions.

    ``undo`` is the value of the button that undoes it, empty without a button. ``phone`` is True for an action of a
    player, whom the sentence names.
    """

    number: int
    time: str
    sentence: Sentence
    by: str
    undo: str
    undone: bool
    phone: bool


@dataclass(frozen=True, slots=True)
class ListedEntrant:
    """An entrant before the draw, with the two ticks."""

    id: int
    name: str
    paid: bool
    here: bool


@dataclass(frozen=True, slots=True)
class Undrawn:
    """An event before the draw: its entrants, and how many are missing or unpaid."""

    id: int
    name: str
    fee: str
    entrants: tuple[ListedEntrant, ...]
    missing: int
    owing: int


@dataclass(frozen=True, slots=True)
class Ended:
    """An event whose last match is over: who won it and who was in the final."""

    id: int
    name: str
    champion: str
    finalist: str
    owing: tuple[ListedEntrant, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """The desk of a tournament at one moment.

    ``ends`` is the time of day at which the last match is expected to end, empty when nothing is to be played;
    ``points`` are the 24 progress points, each where it begins and as it is: done, now, todo.
    """

    tournament: int
    name: str
    number: int
    at: str
    needs: tuple[DeskRow, ...]
    ready: tuple[DeskRow, ...]
    on: tuple[DeskRow, ...]
    waiting: tuple[DeskRow, ...]
    tables: tuple[TableTile, ...]
    has_tables: bool
    next_table: str
    ends: str
    played: int
    playing: int
    total: int
    points: tuple[tuple[int, str], ...]
    holds_most: str
    done: tuple[DoneLine, ...]
    undrawn: tuple[Undrawn, ...]
    ended: tuple[Ended, ...]
    events: int
    events_drawn: int

    @property
    def is_quiet(self) -> bool:
        return self.events_drawn > 0 and not self.needs and not self.ready

    @property
    def is_over(self) -> bool:
        return self.events_drawn > 0 and not (self.needs or self.ready or self.on or self.waiting)
