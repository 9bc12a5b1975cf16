"""The contents of the page of rounds."""

from dataclasses import dataclass

from journal.refusals import Unknown
from rules.draws.plan import ENTRY
from rules.errors import RuleBroken
from tournaments.models import Event
from tournaments.parts.round_tables import NextRow, TableRow, next_rows, table_rows
from tournaments.read.draws.next_tables import next_tables
from tournaments.read.draws.rounds import SwissView, swiss_view
from tournaments.read.draws.view import draw_view
from tournaments.read.entrants.listed import withdrawn_from
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of
from tournaments.words.events.rounds import record_words
from tournaments.words.refusals import speak


@dataclass(frozen=True, slots=True)
class NextSheet:
    """The tables that can begin, and the ``signature`` that is posted to pair them; ``problem``: why none can."""

    rows: tuple[NextRow, ...] = ()
    signature: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class RoundsSheet:
    """The last round of an event, or all matches on where players are paired ``as_they_finish``.

    ``by_name`` has a row for every player: name, opponent, code. ``waiting`` are names with records, ``next`` what the
    desk can pair now, None for everybody else and where rounds are paired as a whole.
    """

    event: int
    name: str
    tournament: str
    letter: str
    rows: tuple[TableRow, ...]
    by_name: tuple[tuple[str, str, str], ...]
    open: tuple[str, ...]
    over: bool
    key: str
    as_they_finish: bool
    waiting: tuple[tuple[str, str], ...]
    next: NextSheet | None


def rounds_sheet(event: Event, *, for_desk: bool) -> RoundsSheet:
    """Return the page of an event. Raises Refused ``draw.none``, Unknown ``pairing.none`` for another format."""
    if not event.rules.is_paired:
        raise Unknown("pairing.none", event=event.pk)
    draw = draw_of(event)
    shown = swiss_view(draw_view(draw, names_in(event.pk)), withdrawn_from(event, ENTRY))
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
        as_they_finish=shown.as_they_finish,
        waiting=tuple((each.name, record_words(f"{each.won}-{each.lost}")) for each in shown.waiting),
        next=_next(event, shown) if for_desk else None,
    )


def _next(event: Event, shown: SwissView) -> NextSheet | None:
    if not shown.as_they_finish or shown.over:
        return None
    try:
        following = next_tables(event)
    except RuleBroken as broken:  # the page still shows who plays; only the pairing is refused
        return NextSheet(problem=speak(broken.code, broken.facts))
    return NextSheet(next_rows(following.tables), following.shown) if following else None
