"""What stands on the wall: matches with their tables, results, places; names as long as there is room for them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product

from rules.drawing.names import Face, short_forms
from rules.drawing.screen import fit_on_screen
from rules.drawing.widths import screen_width
from rules.draws.derive import Status
from rules.draws.plan import ENTRY
from tournaments.read.draws.expected import DrawOutlook, Row

# For so long the two are asked to sit down; a desk that calls and never starts clocks would ask all evening.
CALLING = timedelta(minutes=15)
# Room in em: a name over another in a row of a match; a result in a wide row, in the narrow one beside matches.
NAME_ROOM, RESULT_ROOM, BESIDE_ROOM, PLACE_ROOM = 12.0, 22.0, 18.8, 18.0
# What "not confirmed" takes of it.
MARK_ROOM = 6.5
SCORE_ROOM = 3.5
MOST_RESULTS = 40
BEST_PLACES = 8


@dataclass(frozen=True, slots=True)
class WallMatch:
    """A match in the hall: ``state`` is called, playing, disputed or ready; ``full`` are the names unshortened."""

    code: str
    event: str
    length: int
    table: str
    state: str
    names: tuple[str, str]
    full: tuple[str, str]
    score: tuple[int, int] | None

    @property
    def fits(self) -> str:
        """In which size the table's name is set: large (empty), middling or long."""
        return "" if len(self.table) <= 2 else "middling" if len(self.table) <= 4 else "long"


@dataclass(frozen=True, slots=True)
class WallResult:
    """Who beat whom; ``score`` is (winner's, loser's), None where none was told; ``beside`` are shorter names.

    Without a ``winner`` neither of the two came.
    """

    code: str
    event: str
    winner: str
    loser: str
    beside: tuple[str, str]
    score: tuple[int, int] | None
    how: str
    settled: bool


@dataclass(frozen=True, slots=True)
class WallPlace:
    """Somebody's place, shared with those who have the same."""

    place: int
    name: str


class Hall:
    """The matches of the events that a wall shows."""

    def __init__(self, draws: Sequence[DrawOutlook], names: Mapping[int, str], now: datetime) -> None:
        self.draws, self.names, self.now = draws, names, now
        self.several = len(draws) > 1

    def playing(self) -> list[WallMatch]:
        """Return who was called, then who plays, each in the order of tables."""
        playing = [
            self._match(draw, place, self._state(row))
            for draw in self.draws
            for place, row in enumerate(draw.rows)
            if row.is_on or row.status is Status.DISPUTED
        ]
        return sorted(playing, key=lambda match: (match.state != "called", _in_order(match.table), match.code))

    def ready(self) -> list[WallMatch]:
        """Return who can be called next, what holds up most first."""
        ready: list[tuple[int, WallMatch]] = []
        for draw in self.draws:
            held = draw.waiting.holdups()
            for place, row in enumerate(draw.rows):
                if row.status is Status.OPEN and not row.is_on:
                    ready.append((-held[place].minutes, self._match(draw, place, "ready")))
        return [match for _, match in sorted(ready, key=lambda each: each[0])]

    def results(self) -> list[WallResult]:
        """Return the latest results, the last one first."""
        over = [
            (row.result, draw, place)
            for draw in self.draws
            for place, row in enumerate(draw.rows)
            if row.status is Status.FINISHED and row.result
        ]
        over.sort(key=lambda each: each[0], reverse=True)
        return [self._result(draw, place) for _, draw, place in over[:MOST_RESULTS]]

    def places(self, draw: DrawOutlook) -> list[WallPlace]:
        """Return the best places that are taken, the champion first; all of them once the event is over."""
        over = all(row.is_over for row in draw.rows)
        placed = sorted(_left(draw), key=lambda each: each[0])
        return [
            WallPlace(place, fitted(self.names.get(who, ""), PLACE_ROOM))
            for place, who in placed
            if place <= BEST_PLACES or over
        ]

    def _state(self, row: Row) -> str:
        if row.status is Status.DISPUTED:
            return "disputed"
        called = not row.begun and row.called_at is not None and self.now - row.called_at < CALLING
        return "called" if called else "playing"

    def _match(self, draw: DrawOutlook, place: int, state: str) -> WallMatch:
        row, planned = draw.rows[place], draw.plan.matches[place]
        full = (self.names.get(row.top or 0, ""), self.names.get(row.bottom or 0, ""))
        return WallMatch(
            code=planned.code,
            event=draw.event.name if self.several else "",
            length=planned.length,
            table=row.table,
            state=state,
            names=(fitted(full[0], NAME_ROOM), fitted(full[1], NAME_ROOM)),
            full=full,
            score=row.points if state == "playing" else None,
        )

    def _result(self, draw: DrawOutlook, place: int) -> WallResult:
        row, planned = draw.rows[place], draw.plan.matches[place]
        upper_won = row.winner is None or row.winner == row.top
        first, second = (row.top, row.bottom) if upper_won else (row.bottom, row.top)
        names = self.names.get(first or 0, ""), self.names.get(second or 0, "")
        score = row.score if row.score is None or upper_won else row.score[::-1]
        winner, loser = both_fitted(*names, RESULT_ROOM - (0 if row.settled else MARK_ROOM))
        return WallResult(
            code=planned.code,
            event=draw.event.name if self.several else "",
            winner=winner,
            loser=loser,
            beside=both_fitted(*names, BESIDE_ROOM),
            score=None if score is None else (min(score[0], planned.length), min(score[1], planned.length)),
            how="" if row.how == "played" else "neither" if row.winner is None else row.how,
            settled=row.settled,
        )


def fitted(name: str, room: float, *, bold: bool = True) -> str:
    """Return a name that takes no more than ``room`` em: full, with initials, or the family name."""
    return fit_on_screen(name, room, screen_width, bold).text


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


def _left(draw: DrawOutlook) -> Iterator[tuple[int, int]]:
    """Yield place and entrant of everybody who has left the main bracket, and of its winner."""
    main = [place for place, planned in enumerate(draw.plan.matches) if planned.bracket == ENTRY]
    for place in main:
        row, round_ = draw.rows[place], draw.plan.matches[place].round
        if row.status is Status.FINISHED:
            for who in _not_going_on(row):
                yield draw.place_of(round_), who
    last = draw.rows[main[-1]]
    if last.goes_on is not None and last.is_over:
        yield 1, last.goes_on


def _not_going_on(row: Row) -> Iterable[int]:
    return [who for who in (row.top, row.bottom) if who is not None and who != row.goes_on]
