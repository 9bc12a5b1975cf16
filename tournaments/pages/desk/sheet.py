"""The contents of the desk: frozen rows and lists for the template."""

from dataclasses import dataclass

from django.urls import reverse

from clubs.read.records import Sentence
from rules.match.terms import TOP, Side
from tournaments.read.draws.changes.drops import Drop
from tournaments.read.draws.holds import HoldView
from tournaments.read.draws.view import SideView
from tournaments.read.matches.claims import MatchReports
from tournaments.read.matches.head import saw_of
from tournaments.read.matches.view import MatchView
from tournaments.read.players.held import HeldResult

MOST_TRIANGLES = 6
# A table's name of more letters is set smaller.
LONG_TABLE = 3
_BOXES = {
    "disputed": "attention",
    "contested": "attention",
    "missing": "attention",
    "ready": "todo",
    "playing": "full",
    "over": "full",
    "called": "full",
}
_ACTIONS = {
    "disputed": "rule",
    "contested": "keep",
    "unsettled": "confirm",
    "ready": "call",
    "called": "start",
    "missing": "start",
    "playing": "result",
    "over": "result",
}
# The verb that the button of an action sends; to keep a contested result is to confirm it.
_COMMANDS = {"start": "start", "confirm": "confirm", "keep": "confirm"}
POINTS = 24
# Where each progress point begins: twelve, the bar, twelve more.
POINT_AT = tuple(15 * at + (12 if at >= POINTS // 2 else 0) for at in range(POINTS))


@dataclass(frozen=True, slots=True)
class PadSide:
    """The results by which one side wins: ``points`` of the loser with the command that reports each."""

    name: str
    points: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class DeskRow:
    """A match on the desk, with what only the desk knows of it.

    ``event`` is its event where there are several. ``state`` is disputed, contested, missing, over, unsettled, ready,
    called, playing or waiting: *missing* was called longer ago than the grace time, *over* takes longer than expected.
    ``minutes`` it is so, None when nobody knows; ``expected`` are the minutes that the match takes. ``held`` counts
    the matches that wait for it. ``free_table`` is where a ready match can be called to, empty when no table is free;
    ``holds`` is what holds a ready match, nothing for one that can be called; ``both_here``: both are ticked as here.
    ``deadline`` is the time of day from which its result counts unless it is contested. ``sides`` are those of a match
    that waits, ``reports`` those of a disputed or contested one. ``acted`` is who else acted on it in the last minute.
    """

    match: MatchView
    event: str
    state: str
    minutes: int | None
    expected: int
    held: int
    free_table: str
    holds: tuple[HoldView, ...]
    both_here: bool
    deadline: str
    sides: tuple[SideView, ...]
    reports: MatchReports
    acted: str

    @property
    def table(self) -> str:
        """The table where the match is played, or where it can be called to."""
        return self.match.table or self.free_table

    @property
    def left(self) -> int:
        """The minutes left of the expected time."""
        return max(0, self.expected - (self.minutes or 0))

    @property
    def over(self) -> int:
        """The minutes beyond the expected time."""
        return max(0, (self.minutes or 0) - self.expected)

    @property
    def contested_by(self) -> str:
        """The player who says that the result that counts is wrong."""
        names = {player.entrant: player.name for player in self.match.players if player}
        return next((names.get(report.by or 0, "") for report in self.reports.contests), "")

    @property
    def saw(self) -> str:
        """What the form of a result remembers of the match."""
        return saw_of(self.match)

    @property
    def action(self) -> str:
        """The word of its button: call, start, result, rule, confirm or keep; empty without a button."""
        return _ACTIONS.get(self.state, "")

    @property
    def command(self) -> str:
        """What its button sends, empty where no table is free or a link or a pad stands in its place."""
        if self.action == "call":
            verb = "callanyway" if self.holds else "call"
            return f"{verb} {self.match.id} {self.free_table}" if self.free_table else ""
        return f"{_COMMANDS[self.action]} {self.match.id}" if self.action in _COMMANDS else ""

    @property
    def pad(self) -> tuple[PadSide, ...]:
        """For each side the results by which it wins: what the loser has, from their start score on."""
        return tuple(_pad_side(self.match, side) for side in Side) if self.action == "result" else ()

    @property
    def address(self) -> str:
        """The page of the match."""
        return reverse("match", args=[self.match.id])

    @property
    def ruling_address(self) -> str:
        """The page where both results of a dispute stand side by side."""
        return reverse("match_ruling", args=[self.match.id])

    @property
    def correction_address(self) -> str:
        """The page that corrects its result; with two reports the page that shows them side by side."""
        scores = self.reports.scores
        both = len(scores) == 2 and None not in scores
        return self.ruling_address if both else reverse("match_correction", args=[self.match.id])

    @property
    def penalty_address(self) -> str:
        """The page where the side that is late loses points."""
        return reverse("match_penalty", args=[self.match.id])

    @property
    def box(self) -> str:
        """The classes of the box with its table: how it is filled, and whether the table's name is long."""
        filled = f" {_BOXES[self.state]}" if self.state in _BOXES else ""
        return f"box{filled}{' long' if len(self.table) > LONG_TABLE else ''}"

    @property
    def triangles(self) -> range:
        """One for each match that waits, up to six."""
        return range(min(self.held, MOST_TRIANGLES))

    @property
    def holds_more(self) -> bool:
        """Whether more matches wait than triangles are drawn."""
        return self.held > MOST_TRIANGLES


def _pad_side(match: MatchView, winner: Side) -> PadSide:
    player = match.player(winner)
    losers = range(match.start[winner.other.place], match.length)
    scores = [
        (points, f"{match.length}-{points}" if winner is TOP else f"{points}-{match.length}") for points in losers
    ]
    return PadSide(
        player.name if player else "", tuple((points, f"result {match.id} {score}") for points, score in scores)
    )


@dataclass(frozen=True, slots=True)
class TableTile:
    """A table of the hall with the match that is there, or with the reason why it is closed."""

    name: str
    closed: str
    match: MatchView | None

    @property
    def state(self) -> str:
        """Free, taken or closed."""
        return "taken" if self.match else "closed" if self.closed else "free"

    @property
    def note(self) -> str:
        """The code of the match there, or why the table is closed."""
        return self.match.code if self.match else self.closed


@dataclass(frozen=True, slots=True)
class DoneLine:
    """One line of *Just done*: ``by`` is empty for the reader's own actions.

    ``undo`` is the value of the button that undoes it, empty without a button. ``phone`` is True for an action of a
    player, whom the sentence names. ``undo_all`` undoes the ``together`` records that one action made.
    """

    number: int
    time: str
    sentence: Sentence
    by: str
    undo: str
    undone: bool
    phone: bool
    undo_all: str = ""
    together: int = 0


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
    by_books: bool = False


@dataclass(frozen=True, slots=True)
class ToPair:
    """An event whose next round is to be paired; ``waiting``: how many wait where they are paired as they finish."""

    event: int
    name: str
    waiting: int


@dataclass(frozen=True, slots=True)
class Ended:
    """An event whose last match is over: who won it and who was in the final.

    ``winners`` are the codes of the other brackets that were played, each with who won it.
    """

    id: int
    name: str
    champion: str
    finalist: str
    owing: tuple[ListedEntrant, ...]
    winners: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Pause:
    """The break that is on: ``until`` is a time of day, empty where its end is open; ``command`` ends it."""

    until: str
    command: str


@dataclass(frozen=True, slots=True)
class Desk:
    """The desk of a tournament at one moment.

    ``call_all`` and ``start_all`` are the commands for all of them, empty for fewer than two.
    ``chosen`` is the ready match that Enter calls, ``changed`` the one that the last action was about; both are None
    for none. ``ends`` is the time of day at which the last match is expected to end, empty when nothing is to be
    played, of those that are paired where there are ``more_to_pair``; ``points`` are the 24 progress points, each where
    it begins and as it is: done, now, todo. ``on_phones`` are results that phones hold since a backup was restored.
    ``to_pair`` are events of which players or a round are to be paired, ``to_cut`` id and name of events whose pools
    are played and whose knockout is to be drawn. ``moved_drops`` are the losers who drop elsewhere than printed, each
    behind the name of the event.
    """

    tournament: int
    name: str
    number: int
    needs: tuple[DeskRow, ...]
    ready: tuple[DeskRow, ...]
    on: tuple[DeskRow, ...]
    waiting: tuple[DeskRow, ...]
    call_all: str
    start_all: str
    chosen: int | None
    changed: int | None
    tables: tuple[TableTile, ...]
    next_table: str
    pause: Pause | None
    ends: str
    more_to_pair: bool
    played: int
    playing: int
    total: int
    points: tuple[tuple[int, str], ...]
    holds_most: str
    done: tuple[DoneLine, ...]
    undrawn: tuple[Undrawn, ...]
    ended: tuple[Ended, ...]
    to_cut: tuple[tuple[int, str], ...]
    to_pair: tuple[ToPair, ...]
    events: int
    events_drawn: int
    on_phones: tuple[HeldResult, ...]
    moved_drops: tuple[tuple[str, Drop], ...] = ()

    @property
    def break_minutes(self) -> tuple[int, ...]:
        """How long a break can be by one button."""
        return 15, 30, 45, 60, 90

    @property
    def held(self) -> int:
        """How many ready matches *Call all* leaves out because something holds them."""
        return sum(bool(row.holds) for row in self.ready)

    @property
    def is_quiet(self) -> bool:
        waits = self.needs or self.ready or self.on_phones or self.to_cut or self.to_pair
        return self.events_drawn > 0 and not waits

    @property
    def is_over(self) -> bool:
        to_do = self.needs or self.ready or self.on or self.waiting or self.to_cut or self.to_pair
        return self.events_drawn > 0 and not to_do
