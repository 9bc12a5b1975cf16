"""The prizes of an event as they are announced: on its pages, and on its rules for the wall."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.read.figures import in_language, spoken_sum, with_currency
from rules.errors import RuleBroken
from rules.formats.format import Format
from rules.money.pots import Pot
from rules.money.preview import column, usual_holders
from rules.money.shares import write_share
from tournaments.read.money.pots import PotOfEvent
from tournaments.words.money.designs import place_name

MOST_PLACES = 16


@dataclass(frozen=True, slots=True)
class Announced:
    """A pot as it is announced: its name (empty for the fund), its sum, and what each place is paid."""

    name: str
    total: str
    places: tuple[tuple[str, str], ...]


def announced(pots: Iterable[PotOfEvent], format_: Format, currency: str) -> tuple[Announced, ...]:
    """Return each pot that has a division; shares instead of sums while there is no money in it."""
    brackets = {bracket.code for bracket in format_.brackets}
    return tuple(
        Announced(
            each.code and (each.name or each.code),
            with_currency(spoken_sum(each.pot.total, currency), currency) if each.pot.total else "",
            tuple(_places(each.pot, len(each.entrants), brackets, currency)),
        )
        for each in pots
        if each.pot is not None
    )


def prize_lines(pots: Iterable[PotOfEvent], format_: Format, currency: str) -> tuple[str, ...]:
    """Return a line for each pot: the sum, and what its places are paid; shares while there is no money in it."""
    lines = []
    for each in announced(pots, format_, currency):
        # A place that is a number is kept apart from its sum.
        places = " · ".join(f"{place}{':' * place[-1:].isdigit()} {money}" for place, money in each.places)
        lead = ", ".join(part for part in (each.name, each.total) if part)
        lines.append(_("{pot}: {places}").format(pot=lead, places=places) if lead else places)
    return tuple(lines)


def prizes_of_queues(queues: Iterable[tuple[str, int]], currency: str) -> Iterator[tuple[str, tuple[str]]]:
    """Yield what the winner of a jackpot gets in each queue, in one line; ``queues`` have names and minor units."""
    if line := " · ".join(f"{name}: {spoken_sum(prize, currency)}" for name, prize in queues if prize):
        yield _("Jackpots"), (line,)


def _places(pot: Pot, entrants: int, brackets: set[str], currency: str) -> Iterator[tuple[str, str]]:
    """Yield a place, or neighbouring places that are paid alike, with their money before ties."""
    holders = {code: places for code, places in usual_holders(entrants).items() if code in brackets}
    try:
        places = column(entrants, pot.total, pot.table, pot.division.unit, holders=holders).places
    except RuleBroken:
        return
    rows = [
        (each.row, spoken_sum(each.amount, currency) if each.amount else in_language(write_share(each.row.share)))
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
        yield place_name(first.bracket, first.place, rows[last][0].place), money
        at = last + 1
