"""The pairing list of a round on paper: by table, or by name."""

from clubs.papers.listing import Column, Kind, Listing
from journal.refusals import Unknown, Unreadable
from rules.draws.plan import ENTRY
from tournaments.models import Event
from tournaments.papers.draw_sheet_rows import day_of, printed_at
from tournaments.papers.entry_list import folded
from tournaments.read.draws.rounds import PairedTable, swiss_view
from tournaments.read.draws.view import draw_view
from tournaments.read.entrants.listed import withdrawn_from
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of
from tournaments.words.papers.sheets import bye_words, pairing_heads, pairing_title, sheet_words

ORDERS = ("table", "name")
# Names of 18 points at most: a pairing list hangs on the wall.
LARGEST = 1.6


def pairing_list(event: Event, order: str = "table") -> Listing:
    """Return who plays whom in the last round that is paired.

    Raises Refused ``draw.none``, Unknown ``pairing.none``, Unreadable ``order.unknown``.
    """
    if order not in ORDERS:
        raise Unreadable("order.unknown", got=order[:40], known=list(ORDERS))
    if not event.rules.is_paired:
        raise Unknown("pairing.none", event=event.pk)
    shown = swiss_view(draw_view(draw_of(event), names_in(event.pk)), withdrawn_from(event, ENTRY))
    match, player, opponent, records = pairing_heads()
    title = event.tournament.name if event.name == event.tournament.name else f"{event.tournament.name}, {event.name}"
    rows = [row for table in shown.tables for row in _rows(table, by_name=order == "name")]
    if order == "name":
        rows.sort(key=lambda row: folded(row[1]))
    return Listing(
        title=pairing_title(title, shown.letter),
        what=day_of(event.tournament),
        foot=f"{sheet_words(event.tournament.stream.number)} · {printed_at(event.tournament)}",
        columns=(
            Column(match, 12),
            Column(player, 36, Kind.NAME),
            Column(opponent, 36, Kind.NAME),
            Column(records, 16, Kind.ASIDE),
        ),
        rows=rows,
        largest=LARGEST,
        wraps=True,
    )


def _rows(table: PairedTable, *, by_name: bool) -> list[tuple[str, ...]]:
    own, other = (" · ".join(records).replace("-", "–") for records in (table.records, table.records[::-1]))
    rows: list[tuple[str, ...]] = [(table.match.code, table.one, table.other or bye_words(), own)]
    if by_name and table.other:
        rows.append((table.match.code, table.other, table.one, other))
    return rows
