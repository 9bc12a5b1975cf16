"""The prizes of an event as they are announced: on its pages, and on its rules for the wall."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from rules.errors import RuleBroken
from rules.formats.format import Format
from rules.formats.registry import compile_plan
from rules.money.currency import spoken_sum
from rules.money.pots import Pot
from rules.money.preview import column, usual_holders
from rules.money.shares import write_share
from tournaments.read.money.pots import PotOfEvent
from tournaments.words.money.designs import place_name

MOST_PLACES = 16


def prize_lines(pots: Iterable[PotOfEvent], format_: Format, currency: str) -> tuple[str, ...]:
    """Return a line for each pot: the sum, and what its places are paid; shares while there is no money in it."""
    lines = []
    brackets = {bracket.code for bracket in compile_plan(64, format_).brackets}
    for each in pots:
        if each.pot is not None:
            places = " · ".join(_places(each.pot, len(each.entrants), brackets, currency))
            name = each.name or each.code
            total = f"{currency} {spoken_sum(each.pot.total, currency)}" if each.pot.total else ""
            lead = ", ".join(part for part in (name, total) if part)
            lines.append(_("{pot}: {places}").format(pot=lead, places=places) if lead else places)
    return tuple(lines)


def _places(pot: Pot, entrants: int, brackets: set[str], currency: str) -> Iterator[str]:
    """Yield a place, or neighbouring places that are paid alike, with their money before ties."""
    holders = {code: places for code, places in usual_holders(entrants).items() if code in brackets}
    try:
        places = column(entrants, pot.total, pot.table, pot.division.unit, holders=holders).places
    except RuleBroken:
        return
    rows = [
        (each.row, spoken_sum(each.amount, currency) if each.amount else write_share(each.row.share))
        for each in places
        if each.row.share and (each.amount or not pot.total)
    ][:MOST_PLACES]
    at = 0
    while at < len(rows):
        first, money = rows[at]
        last = at
        while (
            last + 1 < len(rows)
            and rows[last + 1][1] == money
            and rows[last + 1][0].bracket == first.bracket
            and rows[last + 1][0].place == rows[last][0].place + 1
        ):
            last += 1
        yield f"{place_name(first.bracket, first.place, rows[last][0].place)} {money}"
        at = last + 1
