"""The cross table on paper: as it stands, or blank to be filled in by hand.

Rows and columns keep the numbers of the draw, so that a table on the wall goes on where another was taken down.
"""

from clubs.papers.listing import Column, Kind, Listing
from tournaments.models import Event
from tournaments.papers.draw_sheet_rows import day_of, printed_at
from tournaments.read.draws.tables import (
    CrossTable,
    TableCell,
    TableLine,
    by_number,
    cross_table,
    is_paired,
    lines_of,
)
from tournaments.read.draws.view import DrawView, draw_view
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of
from tournaments.words.papers.sheets import cross_table_heads, cross_table_title, round_cell_words, sheet_words

# With more players the cells get too narrow: then the list has no cells.
MOST_CELLS = 16
# The share of the width in percent, and the heights in mm: all rows of a table on one page of A4 or Letter on its side.
NUMBER, NAME = 5, 19
# The share of the sums: the matches won or lost, the points, and the place; on an upright page words need more of it.
SUMS, SIDEWAYS_SUMS = (9, 10, 9), (6, 8, 8)
HIGHEST, ROWS = 11.0, 142.0


def drawn_by_rounds(event: Event) -> DrawView | None:
    """Return the matches of an event in which all play round after round, None for another.

    Raises Refused ``draw.none``.
    """
    if not event.rules.is_by_rounds:
        return None
    view = draw_view(draw_of(event), names_in(event.pk))
    return view if view.plan.by_rounds and not is_paired(view.plan) else None


def cross_table_list(event: Event, view: DrawView, *, blank: bool = False) -> Listing:
    """Return the table with a cell for each pair: the result, or the round in which they meet."""
    line = {entrant: line for line, entrant in lines_of(view).items()}
    table = by_number(cross_table(view), line)
    count = len(table.lines) if len(table.lines) <= MOST_CELLS else 0
    title = event.tournament.name if event.name == event.tournament.name else f"{event.tournament.name}, {event.name}"
    return Listing(
        title=cross_table_title(title),
        what=day_of(event.tournament),
        foot=f"{sheet_words(event.tournament.stream.number)} · {printed_at(event.tournament)}",
        columns=table_columns(count, landscape=count > 0),
        rows=table_rows(table, count, blank=blank),
        row=min(HIGHEST, ROWS / count) if count else 8.0,
        landscape=count > 0,
    )


def table_columns(count: int, widest: int = 100, *, landscape: bool) -> tuple[Column, ...]:
    """Return the columns of a table with ``count`` cells a line, each at most ``widest`` percent wide."""
    number, name, won, lost, difference, place = cross_table_heads()
    share, difference_share, place_share = SIDEWAYS_SUMS if landscape else SUMS
    rest = 100 - NUMBER - 2 * share - difference_share - place_share
    wide = min(widest, (rest - NAME) // count) if count else 0
    return (
        Column(number, NUMBER, Kind.NUMBER),
        Column(name, rest - wide * count, Kind.NAME),
        *(Column(str(at), wide, Kind.CELL) for at in range(1, count + 1)),
        Column(won, share, Kind.NUMBER),
        Column(lost, share, Kind.NUMBER),
        Column(difference, difference_share, Kind.NUMBER),
        Column(place, place_share, Kind.NUMBER),
    )


def table_rows(table: CrossTable, count: int, *, blank: bool) -> list[tuple[str, ...]]:
    """Return the lines of a table with the first ``count`` cells of each."""
    rows = []
    for at, line in enumerate(table.lines, start=1):
        cells = [_cell(cell, own=at == number, blank=blank) for number, cell in enumerate(line.cells[:count], start=1)]
        sums = ("",) * 4 if blank else (str(line.won), str(line.lost), line.signed, _place(table, line))
        rows.append((str(at), line.name, *cells, *sums))
    return rows


def _place(table: CrossTable, line: TableLine) -> str:
    """Return the place of a line, ``5–6`` where it is shared, and nothing before its first match."""
    if not line.has_played:
        return ""
    sharing = sum(each.place == line.place for each in table.lines)
    return str(line.place) if sharing == 1 else f"{line.place}–{line.place + sharing - 1}"


def _cell(cell: TableCell | None, *, own: bool, blank: bool) -> str:
    if cell is None:
        return "■" if own else ""
    if not blank and cell.text:
        return cell.text
    return round_cell_words(cell.letter)
