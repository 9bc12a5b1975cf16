"""The contents of the page of rounds."""

from dataclasses import dataclass

from journal.refusals import Unknown
from tournaments.models import Event
from tournaments.parts.round_tables import TableRow, table_rows
from tournaments.read.draws.rounds import swiss_view
from tournaments.read.draws.view import draw_view
from tournaments.read.events import draw_of
from tournaments.read.names import names_in


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
    key: str


def rounds_sheet(event: Event) -> RoundsSheet:
    """Return the page of an event. Raises Refused ``draw.none``, Unknown ``pairing.none`` for another format."""
    if not event.rules.is_paired:
        raise Unknown("pairing.none", event=event.pk)
    draw = draw_of(event)
    shown = swiss_view(draw_view(draw, names_in(event.pk)))
    both = [(each.one, each.other, each.match.code) for each in shown.tables]
    both += [(each.other, each.one, each.match.code) for each in shown.tables if each.other]
    return RoundsSheet(
        event=event.pk,
        name=event.name,
        tournament=event.tournament.name,
        letter=shown.letter,
        rows=table_rows(shown),
        by_name=tuple(sorted(both)),
        open=shown.open,
        over=shown.over,
        key=draw.key,
    )
