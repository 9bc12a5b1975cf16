"""The cross table on paper: as it stands, or blank to be filled in by hand."""

from clubs.papers.listing import Column, Kind, Listing
from tournaments.models import Event
from tournaments.papers.draw_sheet_rows import day_of, printed_at
from tournaments.read.draws.tables import CrossTable, TableCell, cross_table, is_paired
from tournaments.read.draws.view import DrawView, draw_view
from tournaments.read.events import draw_of
from tournaments.read.names import names_in
from tournaments.words.papers import cross_table_heads, cross_table_title, round_cell_words, sheet_words

# With more players the cells get too narrow: then the list has no cells.
MOST_CELLS = 16
PLACE, NAME, SUM, DIFFERENCE = 6, 24, 6, 8


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
    table = cross_table(view)
    count = len(table.lines) if len(table.lines) <= MOST_CELLS else 0
    place, name, won, lost, difference = cross_table_heads()
    wide = (100 - PLACE - NAME - 2 * SUM - DIFFERENCE) // count if count else 0
    title = event.tournament.name if event.name == event.tournament.name else f"{event.tournament.name}, {event.name}"
    return Listing(
        title=cross_table_title(title),
        what=day_of(event.tournament),
        foot=f"{sheet_words(event.tournament.stream.number)} · {printed_at(event.tournament)}",
        columns=(
            Column(place, PLACE, Kind.NUMBER),
            Column(name, 100 - PLACE - 2 * SUM - DIFFERENCE - wide * count, Kind.NAME),
            *(Column(str(at), wide) for at in range(1, count + 1)),
            Column(won, SUM, Kind.NUMBER),
            Column(lost, SUM, Kind.NUMBER),
            Column(difference, DIFFERENCE, Kind.NUMBER),
        ),
        rows=table_rows(table, count, blank=blank),
        row=11.0 if count else 8.0,
    )


def table_rows(table: CrossTable, count: int, *, blank: bool) -> list[tuple[str, ...]]:
    """Return the lines of a table with the first ``count`` cells of each."""
    rows = []
    for at, line in enumerate(table.lines, start=1):
        cells = [_cell(cell, own=at == number, blank=blank) for number, cell in enumerate(line.cells[:count], start=1)]
        sums = ("", "", "") if blank else (str(line.won), str(line.lost), line.signed)
        rows.append((str(at if blank else line.place), line.name, *cells, *sums))
    return rows


def _cell(cell: TableCell | None, *, own: bool, blank: bool) -> str:
    if cell is None:
        return "■" if own else ""
    if not blank and cell.text:
        return cell.text
    return round_cell_words(cell.letter)
