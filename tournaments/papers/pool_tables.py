"""The tables of all pools on paper: as they stand, or blank to be filled in by hand."""

from clubs.papers.listing import Column, Kind, Listing
from tournaments.models import Event
from tournaments.papers.cross_table import DIFFERENCE, NAME, PLACE, SUM, table_rows
from tournaments.papers.draw_sheet_rows import day_of, printed_at
from tournaments.read.draws.pools import pools_view
from tournaments.read.draws.view import draw_view
from tournaments.read.events import draw_of
from tournaments.read.names import names_in
from tournaments.words.papers import cross_table_heads, sheet_words
from tournaments.words.pools import pool_name, pools_word

MOST_CELLS = 12


def pool_list(event: Event, *, blank: bool = False) -> Listing:
    """Return the pools one below the other, each under a line with its name. Raises Refused ``draw.none``."""
    shown = pools_view(draw_view(draw_of(event), names_in(event.pk)))
    largest = max(len(pool.table.lines) for pool in shown.pools)
    count = largest if largest <= MOST_CELLS else 0
    place, name, won, lost, difference = cross_table_heads()
    wide = min(12, (100 - PLACE - NAME - 2 * SUM - DIFFERENCE) // count) if count else 0
    title = event.tournament.name if event.name == event.tournament.name else f"{event.tournament.name}, {event.name}"
    columns = (
        Column(place, PLACE, Kind.NUMBER),
        Column(name, 100 - PLACE - 2 * SUM - DIFFERENCE - wide * count, Kind.NAME),
        *(Column(str(at), wide) for at in range(1, count + 1)),
        Column(won, SUM, Kind.NUMBER),
        Column(lost, SUM, Kind.NUMBER),
        Column(difference, DIFFERENCE, Kind.NUMBER),
    )
    rows: list[tuple[str, ...]] = []
    for pool in shown.pools:
        rows.append(("", pool_name(pool.number), *[""] * (len(columns) - 2)))
        rows += [_padded(row, count, len(columns)) for row in table_rows(pool.table, count, blank=blank)]
    return Listing(
        title=f"{title}: {pools_word()}",
        what=day_of(event.tournament),
        foot=f"{sheet_words(event.tournament.stream.number)} · {printed_at(event.tournament)}",
        columns=columns,
        rows=rows,
        row=11.0 if count else 8.0,
    )


def _padded(row: tuple[str, ...], count: int, columns: int) -> tuple[str, ...]:
    """Return a row of a smaller pool with empty cells behind its own."""
    return (*row[:-3], *[""] * (columns - len(row)), *row[-3:])
