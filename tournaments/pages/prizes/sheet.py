"""The contents of the prize fund designer: what each place is paid at six field sizes, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.safestring import SafeString

from clubs.read.figures import in_language, shown_sum, spoken_sum
from rules.draws.seeding import FEWEST, MOST
from rules.errors import RuleBroken
from rules.formats.registry import compile_plan
from rules.money.currency import digits_of
from rules.money.pots import Division
from rules.money.preview import Column, PlaceMoney, facts, ties
from rules.money.prizes import MAIN, Row
from rules.money.shares import half_up_to, write_share
from rules.money.standing import round_sizes
from tournaments.read.money.designs import PotDesign, preview_columns
from tournaments.words.money import designs


@dataclass(frozen=True, slots=True)
class Cell:
    """What a place is paid at a field size, and the difference to its exact share; ``now``: at the present field."""

    amount: str
    moved: str = ""
    now: bool = False


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A place, or neighbouring places that are paid alike, with their share and a cell for each field size."""

    name: str
    share: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """The table of a division. ``sizes`` are the field sizes with whether each is the present one.

    ``explained`` begins with ``made_of``, how the fund of the present field came about. ``facts`` are four figures in
    words.
    """

    title: str
    sizes: tuple[tuple[int, bool], ...]
    is_expected: bool
    is_soft: bool
    lines: tuple[PlaceLine, ...]
    paid: tuple[Cell, ...]
    funds: tuple[Cell, ...]
    present: int
    made_of: SafeString
    rounded: tuple[str, ...]
    ties: tuple[str, ...]
    renormalised: str
    one_in: str
    consolation: str
    last_chance: str
    smallest: str


@dataclass(frozen=True, slots=True)
class EarlierLine:
    """How a pot was divided before, in words."""

    words: str
    reason: str
    record: int


def earlier_lines(design: PotDesign) -> tuple[EarlierLine, ...]:
    """Return how a pot was divided before, the latest first."""
    return tuple(
        EarlierLine(designs.division_words(each.division, design.currency), each.reason, each.record)
        for each in design.earlier
    )


def preview_of(design: PotDesign, division: Division) -> Preview:
    """Return what a division pays at the present field and around it."""
    shown, present = preview_columns(design, division), design.shown_entrants
    now = next(each for each in shown if each.entrants == present)
    house, collected = division.house.share_of(design.collected_at(present)), design.collected_at(present)
    is_whole = _is_whole(shown, design.currency)
    figures = _Figures(design.currency, is_whole, present)
    fact = facts(now, design.entry)
    winner = next((each.amount for each in now.places if (each.row.bracket, each.row.place) == (MAIN, 1)), None)
    parts = designs.FundParts(design.entry, collected, house, design.total_added, design.currency)
    return Preview(
        title=designs.title(present, figures.sum(winner) if winner else "", design.currency),
        sizes=tuple((each.entrants, each is now) for each in shown),
        is_expected=not design.entrants,
        is_soft=not (design.entry or design.total_added or design.collected),
        lines=_lines(division, shown, figures),
        paid=tuple(Cell(figures.sum(each.paid), now=each is now) for each in shown),
        funds=tuple(Cell(figures.sum(each.fund), now=each is now) for each in shown),
        present=present,
        made_of=designs.fund_sentence(now, parts),
        rounded=tuple(designs.residue_sentences(now, design.currency)) if now.fund else (),
        ties=_ties(design, division, now),
        renormalised=_renormalised(now),
        one_in=designs.one_in(fact.one_in),
        consolation=designs.percent(fact.consolation),
        last_chance=designs.percent(fact.last_chance),
        smallest=designs.entries(fact.smallest),
    )


@dataclass(frozen=True, slots=True)
class _Figures:
    """How sums are written in one table: all of them with decimals, or none."""

    currency: str
    is_whole: bool
    present: int

    def sum(self, minor: int) -> str:
        return spoken_sum(minor, self.currency) if self.is_whole else shown_sum(minor, self.currency)

    def cell(self, place: PlaceMoney | None, entrants: int) -> Cell:
        if place is None or place.amount is None:
            return Cell("–", now=entrants == self.present)
        moved = half_up_to(place.moved or Fraction(0))
        sign = "+" if moved > 0 else ""
        return Cell(self.sum(place.amount), f"{sign}{shown_sum(moved, self.currency)}", entrants == self.present)


def _is_whole(shown: Sequence[Column], currency: str) -> bool:
    """Whether no sum of the table needs its decimals."""
    unit = 10 ** digits_of(currency)
    sums = [each.fund for each in shown] + [place.amount or 0 for each in shown for place in each.places]
    return all(each % unit == 0 for each in sums)


def _lines(division: Division, shown: Sequence[Column], figures: _Figures) -> tuple[PlaceLine, ...]:
    """Return the lines of the table: rows of the table, then those that only other field sizes have."""
    rows: dict[tuple[str, int], Row] = {}
    for each in [figures.present, *(at.entrants for at in reversed(shown))]:
        for row in division.table_for(each).rows:
            if row.share:
                rows.setdefault((row.bracket, row.place), row)
    money = [{(place.row.bracket, place.row.place): place for place in each.places} for each in shown]
    lines = []
    for group in _groups(list(rows), rows, money):
        first, last = group[0], group[-1]
        cells = [
            figures.cell(next((known[key] for key in group if key in known), None), each.entrants)
            for known, each in zip(money, shown, strict=True)
        ]
        share = in_language(write_share(rows[first].share))
        lines.append(PlaceLine(designs.place_name(first[0], first[1], last[1]), share, tuple(cells)))
    return tuple(lines)


type _Key = tuple[str, int]


def _groups(keys: Sequence[_Key], rows: dict[_Key, Row], money: Sequence[dict[_Key, PlaceMoney]]) -> list[list[_Key]]:
    """Return neighbouring places of one bracket that are paid alike at every field size, together."""

    def paid(key: _Key) -> list[int | None]:
        return [known[key].amount if key in known else None for known in money]

    groups: list[list[_Key]] = []
    for key in keys:
        before = groups[-1][-1] if groups else None
        is_next = before is not None and before[0] == key[0] and before[1] + 1 == key[1]
        if before and is_next and rows[before].share == rows[key].share and paid(before) == paid(key):
            groups[-1].append(key)
        else:
            groups.append([key])
    return groups


def _ties(design: PotDesign, division: Division, now: Column) -> tuple[str, ...]:
    """Return what is shared at the present field, in sentences."""
    if not now.fund or not FEWEST <= now.entrants <= MOST or design.is_pool:
        return ()
    try:
        plan = compile_plan(design.format.size(now.entrants), design.format, now.entrants)
    except RuleBroken:
        return ()
    if plan.tabled:
        return ()
    rounds = round_sizes(plan, design.holders_at(now.entrants))
    try:
        shared = ties(now.fund, division.table_for(now.entrants), rounds, division.unit)
    except RuleBroken:
        return ()
    return tuple(designs.tie_sentence(each, design.currency) for each in shared)


def _renormalised(now: Column) -> str:
    """Return the shares that count at the present field, where some places of the table are not held; else nothing."""
    left_out = [place.row for place in now.places if place.amount is None and place.row.share]
    if not left_out or not now.held:
        return ""
    whole = in_language(write_share(sum((row.share for row in now.held), Fraction(0))))
    names = [(designs.place_name(row.bracket, row.place, row.place), row.share) for row in now.held]
    return designs.listed([f"{name} {in_language(write_share(share))}/{whole}" for name, share in names])
