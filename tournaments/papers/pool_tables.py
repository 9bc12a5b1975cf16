"""The tables of all pools on paper: as they stand, or blank to be filled in by hand."""

from clubs.papers.listing import Listing
from tournaments.models import Event
from tournaments.papers.cross_table import table_columns, table_rows
from tournaments.papers.draw_sheet_rows import day_of, printed_at
from tournaments.read.draws.pools import PoolsView, pools_of_event
from tournaments.read.draws.tables import by_number, lines_of
from tournaments.read.draws.view import draw_view
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of
from tournaments.words.best_of_pools import best_table
from tournaments.words.events.pools import pool_name, pools_word
from tournaments.words.papers.sheets import sheet_words

# The most players whose matches stand in cells, how many of them on an upright page, and the widest cell in percent.
MOST_CELLS, FEW_CELLS, WIDEST = 12, 6, 10
# Behind the cells of a line stand its sums and its place.
SUMS = 4


def pool_list(event: Event, *, blank: bool = False) -> Listing:
    """Return the pools one below the other, each under a line with its name. Raises Refused ``draw.none``."""
    view = draw_view(draw_of(event), names_in(event.pk))
    shown, drawn = pools_of_event(event, view), lines_of(view)
    line = {drawn[at]: at for at in sorted(drawn, reverse=True)}
    largest = max(len(pool.table.lines) for pool in shown.pools)
    count = largest if largest <= MOST_CELLS else 0
    title = event.tournament.name if event.name == event.tournament.name else f"{event.tournament.name}, {event.name}"
    landscape = count > FEW_CELLS
    columns = table_columns(count, WIDEST, landscape=landscape)
    rows: list[tuple[str, ...]] = []
    for pool in shown.pools:
        rows.append(("", pool_name(pool.number), *[""] * (len(columns) - 2)))
        table = by_number(pool.table, line)
        rows += [_padded(row, len(columns)) for row in table_rows(table, count, blank=blank)]
    rows += _best_rows(shown, count, blank=blank)
    return Listing(
        title=f"{title}: {pools_word()}",
        what=day_of(event.tournament),
        foot=f"{sheet_words(event.tournament.stream.number)} · {printed_at(event.tournament)}",
        columns=columns,
        rows=rows,
        row=11.0 if count else 8.0,
        landscape=landscape,
    )


def _best_rows(shown: PoolsView, count: int, *, blank: bool) -> list[tuple[str, ...]]:
    """Return the next of all pools under a line with the heads of their rates, which stand in the ``count`` cells.

    Blank: one line for each pool.
    """
    best = best_table(shown)
    if best is None:
        return []

    def cells(rates: tuple[str, ...]) -> list[str]:
        return [*rates, *[""] * (count - len(rates))] if len(rates) <= count else [""] * count

    head = ("", best.title, *cells(best.heads), *[""] * SUMS)
    if blank:
        return [head, *((str(at), "", *[""] * (count + SUMS)) for at in range(1, len(shown.pools) + 1))]
    rows = [head]
    for row, line in zip(best.rows, shown.following, strict=True):
        names = ", ".join(name for _, name in row.players)
        rows.append((str(row.place), f"{names} ({row.pool})", *cells(row.rates), str(line.won), str(line.lost), "", ""))
    return rows


def _padded(row: tuple[str, ...], columns: int) -> tuple[str, ...]:
    """Return a row of a smaller pool with empty cells behind its own."""
    return (*row[:-SUMS], *[""] * (columns - len(row)), *row[-SUMS:])
