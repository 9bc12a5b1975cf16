"""Counting a drawer: how many of each note and coin, or the sum; and the change that it begins with."""

from dataclasses import dataclass

from django.http import QueryDict

from rules.errors import RuleBroken
from rules.money.currency import read_sum
from rules.money.denominations import denominations

MOST_PIECES = 100_000


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A note or a coin in minor units, how many as typed, and what they come to."""

    piece: int
    many: str
    amount: int

    @property
    def name(self) -> str:
        return f"piece-{self.piece}"


@dataclass(frozen=True, slots=True)
class CountForm:
    """A count as it was typed: ``rows`` of pieces, or ``sum`` as text; ``total`` in minor units."""

    currency: str
    rows: tuple[PieceRow, ...]
    sum: str
    reason: str

    @property
    def has_pieces(self) -> bool:
        return any(row.many for row in self.rows)

    @property
    def total(self) -> int:
        """What was counted. Raises RuleBroken ``sum.unread``, ``count.pieces``."""
        if self.has_pieces or not self.sum:
            return sum(row.amount for row in self.rows)
        return read_sum(self.sum, self.currency)

    @property
    def counted(self) -> int | dict[int, int]:
        """The count as the action takes it. Raises RuleBroken ``sum.unread``, ``count.pieces``."""
        if self.has_pieces:
            return {row.piece: _many(row.many) for row in self.rows if row.many}
        if not self.sum:
            raise RuleBroken("sum.unread", got="")
        return read_sum(self.sum, self.currency)


def count_form(posted: QueryDict, currency: str) -> CountForm:
    """Return a count as it was typed; what can't be read counts nothing until it is saved."""
    rows = []
    for piece in denominations(currency):
        text = posted.get(f"piece-{piece}", "").strip()[:9]
        rows.append(PieceRow(piece, text, piece * int(text) if text.isascii() and text.isdecimal() else 0))
    return CountForm(currency, tuple(rows), posted.get("sum", "").strip()[:20], posted.get("reason", ""))


def _many(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= MOST_PIECES):
        raise RuleBroken("count.pieces", got=text)
    return int(text)
