"""Read the entry line of the cash desk: ``yil 150`` takes what is owed and gives change, ``0031`` is a receipt.

Source: docs/rules/cash-line.md.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.typed.names import folded, spells, starts

LONGEST_LINE = 200
_RECEIPT = re.compile(r"#?\d{1,9}")
_VOUCHER = re.compile(r"v-\S{1,22}", re.IGNORECASE)
_WITHOUT = re.compile(r"[-−–](\d{1,2})")
_ADDED = re.compile(r"\+(\d{1,2})")
_SUM = re.compile(r"\d[\d.,'’]*")
_NUMBER = re.compile(r"\d{1,2}")


class Word(StrEnum):
    """The words of the line, in English; a desk may use its own beside them."""

    CASH = "cash"
    CARD = "card"
    PART = "part"
    BACK = "back"
    WAIVE = "waive"
    UNDO = "undo"


type Words = Mapping[Word, Iterable[str]]


class Wish(StrEnum):
    """What a line asks for."""

    NOTHING = "nothing"
    TAKE = "take"
    BACK = "back"
    WAIVE = "waive"
    CHOOSE = "choose"
    RECEIPT = "receipt"
    UNDO = "undo"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class CashLine:
    """What was typed. ``who`` are the keys of the people it may mean, the best first; ``typed`` is the name as typed.

    ``sum`` is a sum as it was typed, empty for the exact one; ``means`` is cash, card or voucher, empty where nothing
    was typed. ``without`` and ``added`` are numbers of lines. ``lines`` are those that ``waive`` and ``back`` name,
    ``reason`` is what stands behind them. ``number`` is that of a receipt.
    """

    wish: Wish
    who: tuple[int, ...] = ()
    typed: str = ""
    sum: str = ""
    means: str = ""
    voucher: str = ""
    is_part: bool = False
    without: tuple[int, ...] = ()
    added: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()
    reason: str = ""
    number: int = 0


def read_cash_line(text: str, people: Sequence[tuple[int, str]], words: Words | None = None) -> CashLine:
    """Return what ``text`` means; never raises. ``people`` are keys and names, those who owe first.

    ``words`` adds to the English words of the line, by word.
    """
    line = " ".join(text[:LONGEST_LINE].split())
    if not line:
        return CashLine(Wish.NOTHING)
    return _Reader(people, words or {}).meaning(line)


class _Reader:
    def __init__(self, people: Sequence[tuple[int, str]], words: Words) -> None:
        self.people = people
        self.words = {each: {folded(w) for w in (each.value, *words.get(each, ()))} - {""} for each in Word}

    def says(self, word: Word, typed: str) -> bool:
        return folded(typed) in self.words[word]

    def meaning(self, line: str) -> CashLine:
        if self.says(Word.UNDO, line):
            return CashLine(Wish.UNDO)
        if _RECEIPT.fullmatch(line) and not self.called(line):
            return CashLine(Wish.RECEIPT, number=int(line.lstrip("#")))
        tokens = line.split(" ")
        return self.reasoned(tokens) or self.taken(tokens)

    def reasoned(self, tokens: list[str]) -> CashLine | None:
        """Read ``yil back 3 ill`` and ``yil waive 2 helper``: behind the lines stands the reason."""
        for at, token in enumerate(tokens[1:], start=1):
            wish = Wish.BACK if self.says(Word.BACK, token) else Wish.WAIVE if self.says(Word.WAIVE, token) else None
            if wish is None or self.spelt(tokens[: at + 1]):
                continue
            rest, numbers = tokens[at + 1 :], []
            while rest and _NUMBER.fullmatch(rest[0]):
                numbers.append(int(rest.pop(0)))
            means = self.means(rest[0]) if rest and wish is Wish.BACK else ""
            reason = " ".join(rest[1:] if means else rest)
            order = CashLine(wish, means=means, lines=tuple(numbers), reason=reason)
            return self.about(tokens[:at], order)
        return None

    def taken(self, tokens: list[str]) -> CashLine:
        """Read a name and, from the end, the orders behind it."""
        order, name = CashLine(Wish.TAKE), list(tokens)
        while len(name) > 1 and not self.spelt(name):
            ordered = self.ordered(name[-1], order)
            if ordered is None:
                break
            order = ordered
            name.pop()
        return self.about(name, replace(order, wish=Wish.CHOOSE) if order.added else order)

    def ordered(self, token: str, order: CashLine) -> CashLine | None:
        """Return ``order`` with what one word behind a name asks for, None for a word that asks for nothing."""
        plain = folded(token)
        if match := _WITHOUT.fullmatch(plain):
            return replace(order, without=(int(match[1]), *order.without))
        if match := _ADDED.fullmatch(plain):
            return replace(order, added=(int(match[1]), *order.added))
        if self.says(Word.PART, token):
            return replace(order, is_part=True)
        if _SUM.fullmatch(plain):
            return None if order.sum else replace(order, sum=plain)
        is_voucher = bool(_VOUCHER.fullmatch(token))
        means = "voucher" if is_voucher else self.means(token)
        if not means or order.means:
            return None
        return replace(order, means=means, voucher=token.upper() if is_voucher else "")

    def means(self, token: str) -> str:
        return "cash" if self.says(Word.CASH, token) else "card" if self.says(Word.CARD, token) else ""

    def about(self, name: list[str], order: CashLine) -> CashLine:
        """Return an order with the people whom it may be about."""
        typed = " ".join(name)
        who = self.named(typed)
        return replace(order, wish=order.wish if who else Wish.NOBODY, who=who, typed=typed)

    def named(self, typed: str) -> tuple[int, ...]:
        """Return the people whose name ``typed`` starts; whole words go before mere starts."""
        hits = [(key, name) for key, name in self.people if starts(typed, name)]
        exact = [key for key, name in hits if spells(typed, name)]
        return tuple(exact or [key for key, _ in hits])

    def spelt(self, name: list[str]) -> bool:
        """Whether the last word belongs to somebody's name: ``Player 26``, ``Card``."""
        typed = " ".join(name)
        return len(name) > 1 and any(spells(typed, each) and starts(typed, each) for _, each in self.people)

    def called(self, line: str) -> bool:
        """Whether somebody's name is nothing but this."""
        return any(folded(name) == folded(line) for _, name in self.people)
