"""The rows of the wall: matches with their tables, results, places; names as long as fits."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product

from rules.drawing.names import Face, short_forms
from rules.drawing.screen import fit_on_screen
from rules.drawing.widths import screen_width
from rules.draws.match_state import State
from rules.match.terms import TOP
from tournaments.read.draws.expected import ExpectedDraw
from tournaments.read.draws.holds import HoldView
from tournaments.read.draws.pools import NextLine, pools_view
from tournaments.read.draws.ready import ready_matches
from tournaments.read.draws.rounds import StandingLine, swiss_view
from tournaments.read.draws.tables import TableLine, cross_table, is_paired
from tournaments.read.matches.own import OwnMatch
from tournaments.read.matches.view import MatchView
from tournaments.words.events.pools import best_word, pool_name
from tournaments.words.events.rounds import record_words

# How long a call stays on the wall: a desk that calls and never starts clocks would call all evening.
CALLING = timedelta(minutes=15)
# Room in em: a name over another in a row of a match; a result in a wide row, in the narrow one beside matches.
NAME_ROOM, RESULT_ROOM, BESIDE_ROOM, PLACE_ROOM = 12.0, 22.0, 18.8, 18.0
# The same in large type, which has the whole width.
LARGE_NAME_ROOM, LARGE_RESULT_ROOM, LARGE_PLACE_ROOM = 23.8, 30.0, 28.0
# What a record such as "10–12" takes of the room of a place.
RECORD_ROOM = 3.0
# The width of "not confirmed", and of "by ruling" in the narrow row.
MARK_ROOM, RULING_ROOM = 6.5, 5.0
SCORE_ROOM = 3.5
MOST_RESULTS = 40
BEST_PLACES = 8


@dataclass(frozen=True, slots=True)
class WallRow:
    """A match in the hall. ``state`` is called, playing, disputed or ready: players called long ago are playing.

    ``hold`` is what holds a ready match, None for one that can be called.

    ``names`` are as long as there is room for them in a column, ``large`` over the whole width.
    """

    match: MatchView
    event: str
    state: State
    names: tuple[str, str]
    large: tuple[str, str]
    hold: HoldView | None = None

    def lines(self, room: float) -> int:
        """Return how many lines both names take in large type, in a room of so many em."""
        return sum(_wrapped(name, room) for name in self.large)

    @property
    def fits(self) -> str:
        """In which size the table's name is set: large (empty), middling or long."""
        width = len(self.match.table)
        return "" if width <= 2 else "middling" if width <= 4 else "long"


@dataclass(frozen=True, slots=True)
class WallResult:
    """A result, from the side of its winner; names as long as there is room; ``full`` in large type."""

    own: OwnMatch
    event: str
    winner: str
    loser: str
    beside: tuple[str, str]
    full: tuple[str, str]

    @property
    def lines(self) -> int:
        """How many lines it takes in a wide row: the sentence of a ruling has its own."""
        return 2 if self.own.match.ruling else 1

    @property
    def large_lines(self) -> int:
        """How many lines the names take in large type, in full: the loser's has its own where both are long."""
        winner, loser = self.full
        rest = LARGE_RESULT_ROOM - SCORE_ROOM - (0 if self.own.match.settled else MARK_ROOM)
        return 1 if screen_width(winner, Face.BOLD) + screen_width(loser, Face.PLAIN) <= rest else 2


@dataclass(frozen=True, slots=True)
class WallPlace:
    """Somebody's place, shared with those who have the same; in a table with the ``record`` of wins, such as "4–1"."""

    place: int
    name: str
    large: str
    record: str = ""


class Hall:
    """The matches of the events that a wall shows; ``out`` have withdrawn, where that counts."""

    def __init__(
        self,
        draws: Sequence[ExpectedDraw],
        now: datetime,
        holds: Mapping[int, tuple[HoldView, ...]] | None = None,
        out: Collection[int] = (),
    ) -> None:
        self.draws, self.now, self.holds, self.out = draws, now, holds or {}, out
        self.several = len(draws) > 1

    def playing(self) -> list[WallRow]:
        """Return the called matches, then those in progress, each in the order of tables."""
        rows = [
            self._row(draw, match, self._state(draw, match))
            for draw in self.draws
            for match in draw.matches
            if match.state.is_on or match.state is State.DISPUTED
        ]
        return sorted(
            rows, key=lambda each: (each.state is not State.CALLED, _in_order(each.match.table), each.match.code)
        )

    def ready(self) -> list[WallRow]:
        """Return the matches that can be called next, what holds up most first; then those that something holds."""
        return [self._row(draw, match, State.READY) for draw, match in ready_matches(self.draws, self.holds)]

    def results(self) -> list[WallResult]:
        """Return the latest results, the last one first."""
        over = [
            (draw, match)
            for draw in self.draws
            for match in draw.matches
            if match.status == "finished" and match.result
        ]
        over.sort(key=lambda each: each[1].result, reverse=True)
        return [self._result(draw, match) for draw, match in over[:MOST_RESULTS]]

    def places(self, draw: ExpectedDraw) -> list[WallPlace]:
        """Return the best places that are taken, the champion first; all of a table, and once the event is over."""
        over = all(match.state.is_over for match in draw.matches) or self.is_table(draw)
        if draw.plan.by_rounds:
            lines = swiss_view(draw.view).lines if is_paired(draw.plan) else cross_table(draw.view).lines
            places = [_in_table(draw, line.entrant, line) for line in lines if line.won + line.lost]
        else:
            places = [_placed(draw, place, who) for place, who in _left(draw)]
        return sorted((each for each in places if each.place <= BEST_PLACES or over), key=lambda each: each.place)

    @staticmethod
    def is_table(draw: ExpectedDraw) -> bool:
        """Whether all play all, so that their places are those of a table as it stands."""
        return draw.plan.by_rounds and not is_paired(draw.plan)

    def pools(self, draw: ExpectedDraw) -> list[tuple[str, list[WallPlace]]]:
        """Return the pools that are played by their names, each with its table; none once the knockout is drawn.

        The next of all pools stand behind them where the best of these come through.
        """
        if not draw.plan.is_cut or (shown := pools_view(draw.view, self.out)).drawn:
            return []
        tables = [
            (pool_name(pool.number), [_in_table(draw, line.entrant, line) for line in pool.table.lines])
            for pool in shown.pools
        ]
        following = [_in_table(draw, who, each) for each in shown.following for who, _ in each.players]
        return [*tables, (best_word(shown.through), following)] if following else tables

    def _state(self, draw: ExpectedDraw, match: MatchView) -> State:
        """Return the state of a match; one that was called long ago counts as in progress."""
        called = match.times.called
        late = match.state is State.CALLED and (called is None or self.now - called >= CALLING)
        return State.PLAYING if late else match.state

    def _row(self, draw: ExpectedDraw, match: MatchView, state: State) -> WallRow:
        return WallRow(
            match=match,
            event=draw.event.name if self.several else "",
            state=state,
            names=(fitted(match.names[0], NAME_ROOM), fitted(match.names[1], NAME_ROOM)),
            large=(fitted(match.names[0], LARGE_NAME_ROOM), fitted(match.names[1], LARGE_NAME_ROOM)),
            hold=next(iter(self.holds.get(match.id, ())), None),
        )

    def _result(self, draw: ExpectedDraw, match: MatchView) -> WallResult:
        shown = OwnMatch(match, match.winner or TOP)
        names = match.names if shown.side is TOP else match.names[::-1]
        winner, loser = both_fitted(*names, RESULT_ROOM - (0 if match.settled else MARK_ROOM))
        return WallResult(
            own=shown,
            event=draw.event.name if self.several else "",
            winner=winner,
            loser=loser,
            beside=both_fitted(*names, BESIDE_ROOM - (RULING_ROOM if match.ruling else 0)),
            full=(fitted(names[0], LARGE_PLACE_ROOM), fitted(names[1], LARGE_PLACE_ROOM, bold=False)),
        )


def fitted(name: str, room: float, *, bold: bool = True) -> str:
    """Return a name of at most ``room`` em: full, with initials, or the family name."""
    return fit_on_screen(name, room, screen_width, bold).text


def _wrapped(name: str, room: float) -> int:
    """Return in how many lines of ``room`` em a name is set."""
    lines, line = 1, ""
    for word in name.split():
        longer = f"{line} {word}".strip()
        if line and screen_width(longer, Face.BOLD) > room:
            lines, longer = lines + 1, word
        line = longer
    return lines


def both_fitted(winner: str, loser: str, room: float) -> tuple[str, str]:
    """Return two names that share ``room`` em with a score between them: as little shortened as can be, both alike."""
    rest = room - SCORE_ROOM
    ways = product(enumerate([winner, *short_forms(winner)]), enumerate([loser, *short_forms(loser)]))
    fit = (
        (max(first, second), first + second, one, other)
        for (first, one), (second, other) in ways
        if screen_width(one, Face.BOLD) + screen_width(other, Face.PLAIN) <= rest
    )
    best = min(fit, default=None)
    return best[2:] if best else (fitted(winner, rest / 2), fitted(loser, rest / 2, bold=False))


def _in_order(table: str) -> tuple[bool, int, str]:
    """Return what tables are sorted by: numbers by their size, then the others; none stands last."""
    digits = "".join(letter for letter in table if letter.isdecimal())
    return not table, int(digits) if digits else 10_000, table


def _placed(draw: ExpectedDraw, place: int, who: int) -> WallPlace:
    return WallPlace(place, *(fitted(draw.names.get(who, ""), room) for room in (PLACE_ROOM, LARGE_PLACE_ROOM)))


def _in_table(draw: ExpectedDraw, who: int, line: TableLine | StandingLine | NextLine) -> WallPlace:
    name = draw.names.get(who, "")
    short, large = (fitted(name, room - RECORD_ROOM) for room in (PLACE_ROOM, LARGE_PLACE_ROOM))
    return WallPlace(line.place, short, large, record_words(f"{line.won}-{line.lost}"))


def _left(draw: ExpectedDraw) -> Iterator[tuple[int, int]]:
    """Yield place and entrant of all whose place is decided, and of the winner."""
    shared: dict[tuple[str, int], int | None] = {}
    last = draw.matches[draw.plan.deciding(draw.matches[draw.plan.final].status)]
    for match in draw.matches:
        if match.status == "finished":
            round_ = match.bracket, match.round
            if round_ not in shared:
                shared[round_] = draw.place_after(match.place)
            place = shared[round_]
            yield from ((place, who) for who in match.entrants if place is not None and who not in (match.on, last.on))
    if last.on is not None and last.state.is_over:
        yield 1, last.on
