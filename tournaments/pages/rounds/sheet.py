"""The contents of the page of rounds."""

from dataclasses import dataclass

from journal.refusals import Unknown
from tournaments.models import Event
from tournaments.read.draws.rounds import PairedTable, swiss_view
from tournaments.read.draws.view import draw_view
from tournaments.read.events import draw_of
from tournaments.read.names import names_in
from tournaments.words.rounds import reason_words


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table of the round, with the line that says why the two play each other."""

    table: PairedTable
    reason: str


@dataclass(frozen=True, slots=True)
class RoundsSheet:
    """The last round of an event; ``by_name`` has a row for every player: name, opponent, code."""

    event: int
    name: str
    tournament: str
    letter: str
    rows: tuple[TableRow, ...]
    by_name: tuple[tuple[str, str, str], ...]
    open: tuple[str, ...]
    over: bool


def rounds_sheet(event: Event) -> RoundsSheet:
    """Return the page of an event. Raises Refused ``draw.none``, Unknown ``pairing.none`` for another format."""
    if not event.rules.is_paired:
        raise Unknown("pairing.none", event=event.pk)
    shown = swiss_view(draw_view(draw_of(event), names_in(event.pk)))
    both = [(each.one, each.other, each.match.code) for each in shown.tables]
    both += [(each.other, each.one, each.match.code) for each in shown.tables if each.other]
    return RoundsSheet(
        event=event.pk,
        name=event.name,
        tournament=event.tournament.name,
        letter=shown.letter,
        rows=tuple(TableRow(each, reason_words(each.reason, each.records)) for each in shown.tables),
        by_name=tuple(sorted(both)),
        open=shown.open,
        over=shown.over,
    )
