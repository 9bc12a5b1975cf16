"""The payout list, to be signed: place, name, prize; with blank columns where the sums are written by hand."""

from clubs.papers.listing import Cell, Column, Kind, Listing
from clubs.read.figures import shown_sum
from tournaments.models import Event
from tournaments.papers.draw_sheet_rows import day_of, printed_at
from tournaments.read.money.payouts import EventPayouts, PotPayouts, payouts_of
from tournaments.words.money import payouts as words
from tournaments.words.papers.sheets import sheet_words

BLANK_ROWS = 18


def payout_list(event: Event, *, blank: bool = False) -> Listing:
    """Return the payout list of an event. ``blank``: no names and no sums, for a room without a computer."""
    payouts = payouts_of(event)
    tournament = event.tournament
    title = tournament.name if event.name == tournament.name else f"{tournament.name}, {event.name}"
    awarded = "" if blank else words.awarded_of(payouts)
    heads = tuple(str(each) for each in words.HEADS)
    kinds = ((27, None), (31, Kind.NAME), (14, Kind.NUMBER), (28, None))
    rows: list[tuple[Cell, ...]] = [("", "", "", "")] * BLANK_ROWS
    sums: set[int] = set()
    if not blank:
        rows, sums = _all_rows(payouts)
    return Listing(
        title=words.paper_title(title),
        what=" · ".join(part for part in (day_of(tournament), tournament.currency, awarded) if part),
        foot=f"{sheet_words(tournament.stream.number)} · {printed_at(tournament)}",
        columns=tuple(Column(head, *kind) for head, kind in zip(heads, kinds, strict=True)),
        rows=rows,
        row=11.0,
        sums=frozenset(sums),
    )


def _all_rows(payouts: EventPayouts) -> tuple[list[tuple[Cell, ...]], set[int]]:
    """Return the prizes of every pot with their sum, then what was left to others, and which rows are sums."""
    pots, currency = [pot for pot in payouts.pots if pot.lines], payouts.currency
    rows: list[tuple[Cell, ...]] = []
    sums: set[int] = set()
    for pot in pots:
        rows += _rows(pot, currency, named=len(pots) > 1)
        total = sum(line.amount for line in pot.lines)
        sums.add(len(rows))
        rows.append((words.pot_name(pot), "", shown_sum(total, currency), ""))
    for person in payouts.people:
        if person.moved:
            rows.append((words.moved_words(person), person.name, shown_sum(person.moved, currency), ""))
    return rows, sums


def _rows(pot: PotPayouts, currency: str, *, named: bool) -> list[tuple[Cell, ...]]:
    lead = f"{words.pot_name(pot)}: " if named and pot.pot.code else ""
    rows: list[tuple[Cell, ...]] = []
    for line in pot.lines:
        rows.append((f"{lead}{words.place_words(line)}", line.name or "…", shown_sum(line.amount, currency), ""))
        rows += [(words.part_word(), name, shown_sum(part, currency), "") for name, part in line.parts]
    return rows
