"""The file of a draw sheet, as a query asks for it."""

from collections.abc import Mapping
from dataclasses import dataclass

from clubs.papers.listing import listing_pdf
from journal.refusals import Unreadable
from rules.draws.plan import ENTRY
from tournaments.models import Event
from tournaments.papers.ahead import ready_sheet
from tournaments.papers.cross_table import cross_table_list, drawn_by_rounds
from tournaments.papers.draw_sheet import Rows, draw_sheet_pdf
from tournaments.papers.draw_sheet_rows import sheet_of
from tournaments.papers.languages import printed_for
from tournaments.papers.pool_tables import pool_list
from tournaments.papers.standings import standings_list
from tournaments.read.draws.pools import has_knockout

POOLS = "pools"


@dataclass(frozen=True, slots=True)
class SheetFile:
    """A printed sheet and the name to keep it under, with the memory's number."""

    name: str
    pdf: bytes


def sheet_file(event: Event, params: Mapping[str, str]) -> SheetFile:
    """Return the sheet that a query asks for: ``bracket``, ``paper``, ``blank``, ``rows``, ``tiles``, ``part``.

    A round robin has its cross table, a Swiss its standings.
    With ``part=pools``, and before the knockout is drawn, an event with pools has their tables.

    ``event`` was read with its tournament's memory and club (``event_of``). Raises Unreadable ``bracket.unknown`` or
    ``unreadable``, RuleBroken ``paper.unknown``, ``rows.unknown``, ``tiles.larger``, ``sheet.empty``,
    Refused ``draw.none``.
    """
    with printed_for(event.tournament):
        return _sheet_file(event, params)


def _sheet_file(event: Event, params: Mapping[str, str]) -> SheetFile:
    bracket, blank = bracket_asked(event, params), is_asked(params, "blank")
    if params.get("part", POOLS) != POOLS:
        raise Unreadable("unreadable", fields={"part": [POOLS]})
    by_rounds = drawn_by_rounds(event)
    if by_rounds is not None:
        name = f"{_plain(f'table-{event.pk}-{event.tournament.stream.number}')}.pdf"
        return SheetFile(name, listing_pdf(cross_table_list(event, by_rounds, blank=blank), params.get("paper", "A4")))
    if event.rules.is_paired:
        name = f"{_plain(f'standings-{event.pk}-{event.tournament.stream.number}')}.pdf"
        return SheetFile(name, listing_pdf(standings_list(event, blank=blank), params.get("paper", "A4")))
    if event.rules.is_cut and (params.get("part") == POOLS or not has_knockout(event)):
        name = f"{_plain(f'pools-{event.pk}-{event.tournament.stream.number}')}.pdf"
        return SheetFile(name, listing_pdf(pool_list(event, blank=blank), params.get("paper", "A4")))
    paper, rows, tiles = params.get("paper", "A4"), params.get("rows", Rows.FIT.value), params.get("tiles", "")
    if not tiles:
        made = ready_sheet(event, bracket, paper, blank, rows)
    else:
        sheet = sheet_of(event, bracket, blank=blank)
        made = draw_sheet_pdf(sheet, paper, rows=rows, tiles=tiles)
    context = [bracket, "blank" if blank else "sheet", str(event.pk), str(event.tournament.stream.number), paper]
    return SheetFile(f"{_plain('-'.join([*context, rows, tiles]))}.pdf", made)


def bracket_asked(event: Event, params: Mapping[str, str]) -> str:
    """Return the bracket that a query names, the first for none. Raises Unreadable ``bracket.unknown``."""
    bracket = params.get("bracket", ENTRY)
    known = [each.code for each in event.rules.every_bracket]
    if bracket not in known:
        raise Unreadable("bracket.unknown", got=bracket, known=known)
    return bracket


def is_asked(params: Mapping[str, str], name: str) -> bool:
    """Whether a query says yes to ``name``. Raises Unreadable ``unreadable`` for neither yes nor no."""
    text = params.get(name, "")
    if text not in ("", "0", "false", "1", "true"):
        raise Unreadable("unreadable", fields={name: ["1, true, 0 or false"]})
    return text in ("1", "true")


def _plain(name: str) -> str:
    """Return ``name`` as a file may be called."""
    return "".join(letter for letter in name if letter.isascii() and (letter.isalnum() or letter == "-"))
