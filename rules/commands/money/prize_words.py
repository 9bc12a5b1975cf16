"""The words that the commands about money share: tables, results, sums by person; and how money is printed.

Source: docs/rules/prizes.md#the-command.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from rules.commands.cases import Field
from rules.errors import RuleBroken
from rules.money.prizes import Prize, Residue, Row, Split, Table
from rules.money.results import Results
from rules.money.shares import half_up_to


def read_table(field: Field) -> Table:
    """Return a prize table: a list of ``{"bracket", "place", "share"}``.

    Raises RuleBroken as ``Field`` and ``Table`` do, with the place of the row.
    """
    rows = []
    for each in field.each():
        each.words(needed=("bracket", "place", "share"))
        rows.append(Row(each["bracket"].text(), each["place"].whole(least=1, most=10**6), each["share"].fraction()))
    try:
        return Table(tuple(rows))
    except RuleBroken as broken:
        at = broken.facts.get("row")
        place = field.place if at is None else f"{field.place}[{at}]"
        raise RuleBroken(broken.code, place=place, **broken.facts) from None


def read_results(field: Field | None) -> Results:
    """Return results by bracket: lists of groups of tied people, the best first; without a field there are none.

    Raises RuleBroken as ``Field`` and ``Results`` do.
    """
    if field is None:
        return Results()
    brackets: dict[str, list[list[str]]] = {}
    for bracket, groups in field.pairs():
        brackets[bracket] = [[who.text() for who in group.each()] for group in groups.each()]
    with field.placing():
        return Results.of(brackets)


def read_sums(field: Field) -> dict[str, int]:
    """Return person → sum in minor units."""
    return {who: each.whole() for who, each in field.pairs()}


def money(amount: int | Fraction) -> str:
    """Return a sum in minor units for people: thousands apart, an exact share with two more digits."""
    if isinstance(amount, int):
        return f"{amount:,}"
    hundredths = half_up_to(amount * 100)
    return f"{hundredths // 100:,}.{hundredths % 100:02}"


def split_lines(divided: Split) -> list[str]:
    """Return the prizes of a split and its rounding, line by line."""
    rows = [
        (f"{prize.bracket} {_places(prize)}", prize.who, money(prize.exact), money(prize.amount))
        for prize in divided.prizes
    ]
    ties = {at: prize.before_ties for at, prize in enumerate(divided.prizes) if prize.tied > 1}
    lines = columns([("place", "who", "exact", "paid"), *rows]) if rows else []
    lines = [line + (f"  before ties {money(ties[at - 1])}" if at - 1 in ties else "") for at, line in enumerate(lines)]
    if divided.lapsed:
        places = ", ".join(f"{row.bracket} {row.place}" for row in divided.lapsed)
        lines.append(f"Nobody holds {places}: the other shares are raised in proportion.")
    return lines + residue_lines(divided, divided.residue)


def residue_lines(divided: Split, residue: Residue) -> list[str]:
    """Return in words what rounding left over, who took it, who did not, and what went to first."""
    if not residue.over:
        return []
    lines = [f"Rounded down to {money(residue.unit)}, {money(residue.over)} is over."]
    for level in residue.raised:
        lines.append(f"  {money(residue.unit)} more for each of {_holders(divided, level.prizes)}.")
    if residue.refused is not None:
        need = f"{len(residue.refused.prizes)} × {money(residue.unit)} = {money(residue.needed)}"
        left = f"only {money(residue.to_first)} is left"
        lines.append(f"  Next in line: {_holders(divided, residue.refused.prizes)}. That needs {need}, {left}.")
    if residue.to_first:
        lines.append(f"  {money(residue.to_first)} to first: {_holders(divided, residue.first)}.")
    return lines


def sum_lines(title: str, sums: Mapping[str, int]) -> list[str]:
    """Return sums by person under a title, no line without any."""
    rows = [(f"  {who}", money(amount)) for who, amount in sums.items()]
    return [title, *columns(rows)] if rows else []


def columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """Return rows of equal length with their columns aligned, numbers at the end."""
    every = list(rows)
    widths = [max(len(row[at]) for row in every) for at in range(len(every[0]))]
    return [
        "  ".join(
            text.rjust(width) if _is_number(text) or _is_number(every[-1][at]) else text.ljust(width)
            for at, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in every
    ]


def _is_number(text: str) -> bool:
    return text[-1:].isdecimal() and text.lstrip("-−").replace(",", "").replace(".", "").isdecimal()


def _places(prize: Prize) -> str:
    """Return the place of a prize, or the places that those tied share: ``3-4``."""
    return str(prize.place) if prize.tied == 1 else f"{prize.first}-{prize.first + prize.tied - 1}"


def _holders(divided: Split, prizes: Iterable[int]) -> str:
    return ", ".join(divided.prizes[at].who for at in prizes)
