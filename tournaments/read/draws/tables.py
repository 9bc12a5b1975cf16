"""The table of an event that is played round after round: who beat whom, and the order that follows."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.draws.facts import PHANTOM
from rules.draws.match_state import State
from rules.draws.plan import From, Plan
from rules.formats.registry import format_of
from rules.formats.rounds import RANKING, is_over, table_of
from rules.match.terms import Side
from rules.pairing.standings import Standing
from tournaments.read.draws.view import DrawView
from tournaments.read.matches.view import MatchView


@dataclass(frozen=True, slots=True)
class TableCell:
    """A match as one player has it: ``own`` and ``opponent`` are points or marks, empty before the result.

    ``outcome`` is won, lost, on (they play now, at ``table``), ready, or empty while it waits. ``is_upper``: it stands
    above the diagonal, so that each match has one such cell.
    """

    match: int
    code: str
    letter: str
    own: str
    opponent: str
    outcome: str
    table: str
    is_upper: bool = False

    @property
    def text(self) -> str:
        """The result from the player's side, empty before it."""
        return result_text(self.own, self.opponent)


@dataclass(frozen=True, slots=True)
class TableLine:
    """An entrant in the table; ``cells`` has one entry for each line of the table, None for no match.

    ``difference`` is points won less points lost. ``shared``: the place is. ``through``: they play in the knockout.
    """

    place: int
    shared: bool
    entrant: int
    name: str
    won: int
    lost: int
    difference: int
    cells: tuple[TableCell | None, ...]
    through: bool = False

    @property
    def has_played(self) -> bool:
        """Whether any match of theirs is decided."""
        return self.won + self.lost > 0

    @property
    def signed(self) -> str:
        """The difference with its sign."""
        return f"{self.difference:+d}".replace("-", "−") if self.difference else "0"


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Everybody from the top; ``over``: every match is decided."""

    lines: tuple[TableLine, ...]
    over: bool

    @property
    def winner(self) -> TableLine | None:
        """Who has won alone, None before the end and where the first place is shared."""
        return self.lines[0] if self.over and self.lines and not self.lines[0].shared else None


def cross_table(view: DrawView) -> CrossTable:
    """Return the table of a draw in which all play round after round."""
    seats = [match.seat for match in view.matches]
    lines = lines_of(view)
    order = {entrant: line for line, entrant in lines.items()}
    table = sorted(table_of(view.plan, seats, order), key=lambda each: (each.place, order[each.entrant]))
    return crossed(view, view.matches, table, over=is_over(seats))


def crossed(
    view: DrawView, matches: Sequence[MatchView], table: list[Standing], *, over: bool, through: Container[int] = ()
) -> CrossTable:
    """Return standings with a cell for each of these ``matches``; ``through`` play in the knockout."""
    places = [each.place for each in table]
    cells = {(own, other): cell for own, other, cell in _cells(matches)}
    lines = (_line(view, each, table, cells, matches) for each in table)
    return CrossTable(
        tuple(replace(line, shared=places.count(line.place) > 1, through=line.entrant in through) for line in lines),
        over,
    )


def by_number(table: CrossTable, line: Mapping[int, int]) -> CrossTable:
    """Return a table in the order of the draw, which stays while places change. ``line`` maps an entrant to theirs."""
    order = sorted(range(len(table.lines)), key=lambda at: line[table.lines[at].entrant])
    lines = (table.lines[at] for at in order)
    return replace(table, lines=tuple(replace(each, cells=tuple(each.cells[at] for at in order)) for each in lines))


def result_text(own: str, other: str) -> str:
    """Return a result in a cell: "5–3", or the mark alone where nobody played ("wd")."""
    if "–" in (own, other):
        return other if own == "–" else own
    return f"{own}–{other}" if own or other else ""


def is_paired(plan: Plan) -> bool:
    """Whether the rounds of a plan are paired one after the other."""
    return format_of(plan).is_paired


def lines_of(view: DrawView) -> dict[int, int]:
    """Return line → entrant, as the matches of a draw have it."""
    lines: dict[int, int] = {}
    for match, planned in zip(view.matches, view.plan.matches, strict=True):
        for player, source in ((match.top, planned.top), (match.bottom, planned.bottom)):
            if player is not None and source.kind is From.LINE:
                lines[source.of] = player.entrant
    return lines


def _line(
    view: DrawView,
    standing: Standing,
    table: list[Standing],
    cells: dict[tuple[int, int], TableCell],
    matches: Sequence[MatchView],
) -> TableLine:
    who = standing.entrant
    own = [match for match in matches if match.score and who in match.entrants]
    return TableLine(
        place=standing.place,
        shared=False,
        entrant=who,
        name=view.names.get(who, ""),
        won=standing.record.wins,
        lost=standing.record.losses,
        difference=sum(_difference(match, who) for match in own),
        cells=tuple(
            _upper(cells.get((who, each.entrant)), at > table.index(standing)) for at, each in enumerate(table)
        ),
    )


def _upper(cell: TableCell | None, is_upper: bool) -> TableCell | None:
    return replace(cell, is_upper=is_upper) if cell else None


def _difference(match: MatchView, entrant: int) -> int:
    side, score = match.side_of(entrant), match.score
    if side is None or score is None:
        return 0
    return score[side.place] - score[side.other.place]


def _cells(matches: Sequence[MatchView]) -> Iterator[tuple[int, int, TableCell]]:
    for match in matches:
        if match.top is not None and match.bottom is not None:
            for side in Side:
                own, other = match.entrant(side) or PHANTOM, match.entrant(side.other) or PHANTOM
                yield own, other, _cell(match, side)


def _cell(match: MatchView, side: Side) -> TableCell:
    outcome = ""
    if match.status == "finished":
        outcome = "won" if match.goes_on is side else "lost"
    elif match.state in (State.CALLED, State.PLAYING):
        outcome = "on"
    elif match.state is State.DISPUTED:
        outcome = "disputed"
    texts = match.texts if outcome in ("won", "lost") else ("", "")
    return TableCell(
        match.id, match.code, match.letter, texts[side.place], texts[side.other.place], outcome, match.table
    )


__all__ = [
    "RANKING", "CrossTable", "TableCell", "TableLine", "by_number", "cross_table", "crossed", "is_paired", "lines_of",
    "result_text",
]  # fmt: skip
