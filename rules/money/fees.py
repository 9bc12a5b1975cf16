"""Fees: what an entry costs whom, and which lines each payer is charged.

A payer's lines follow from the fees, from what they entered and from what the desk decided; nothing is added up here.
Source: docs/rules/fees.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any

from rules.errors import RuleBroken
from rules.naming import read_name, read_optional

LONGEST_FEE_NAME = 60
MOST_FEES, MOST_PRICES = 60, 8
# No fee is larger than this, in minor units.
MOST_FEE = 10**10


class FeeKind(StrEnum):
    """What a fee is for, and with it where the money goes."""

    ENTRY = "entry"  # to the event's prize fund, for each entrant
    REENTRY = "reentry"  # the same, for a payer who enters the event again
    POOL = "pool"  # to a side pool, for each entrant who joins it
    REGISTRATION = "registration"  # to the house, once for each payer
    MEMBERSHIP = "membership"  # to the house, once for each payer
    DEPOSIT = "deposit"  # comes back, for each payer who takes a clock or a board


# Fees of an event; the others are of the whole tournament.
OF_EVENT = frozenset({FeeKind.ENTRY, FeeKind.REENTRY, FeeKind.POOL})
# Fees that a pair or a team can pay for each of its people.
PER_MEMBER = frozenset({FeeKind.REGISTRATION, FeeKind.MEMBERSHIP})
# Fees that are charged only once the payer chose them.
CHOSEN = frozenset({FeeKind.POOL, FeeKind.DEPOSIT})


class Condition(StrEnum):
    """For whom a price holds: payers with this mark, or everybody who entered early."""

    EARLY = "early"
    GUEST = "guest"
    STUDENT = "student"
    MEMBER = "member"


MARKS = (Condition.GUEST, Condition.STUDENT, Condition.MEMBER)


@dataclass(frozen=True, slots=True)
class Price:
    """Another ``amount`` for some payers, in minor units; ``until`` is the last day of an early price."""

    condition: Condition
    amount: int
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Fee:
    """A fee of ``amount`` minor units. ``code`` names it for good; ``event`` is the event that it belongs to.

    Of several ``prices`` that hold for a payer the first counts. ``per_member``: a payer of a pair or a team pays it
    for each of its members, otherwise once.
    """

    code: str
    kind: FeeKind
    name: str
    amount: int
    event: int | None = None
    prices: tuple[Price, ...] = ()
    per_member: bool = False

    def as_data(self) -> dict[str, Any]:
        """Return what ``read_fees`` reads of one fee."""
        prices = [
            {"condition": each.condition.value, "amount": each.amount}
            | ({"until": each.until.isoformat()} if each.until else {})
            for each in self.prices
        ]
        return {
            "code": self.code, "kind": self.kind.value, "name": self.name, "amount": self.amount, "event": self.event,
            "prices": prices,
        } | ({"per_member": True} if self.per_member else {})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """An entrant of a payer: the event, the day of entry, and whether the payer had entered this event before.

    ``people`` is how many members the entrant has, 1 for a single player.
    """

    entrant: int
    event: int
    on: date
    again: bool = False
    people: int = 1


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a payer's account: a fee, for which entrant (None: for the payer), and its price in minor units.

    ``people`` is for how many the price is.
    """

    code: str
    fee: Fee
    entrant: int | None
    amount: int
    condition: Condition | None = None
    people: int = 1


@dataclass(frozen=True, slots=True)
class Payer:
    """What decides the lines of a payer: ``marks``, entries, the day they came, and the lines chosen and waived."""

    entries: Sequence[Entry]
    on: date
    marks: frozenset[Condition] = frozenset()
    chosen: frozenset[str] = frozenset()
    waived: frozenset[str] = frozenset()


def line_code(fee: str, entrant: int | None) -> str:
    """Return the code of a line: that of its fee, and the entrant that it is for: ``m-entry:31``, ``registration``."""
    return fee if entrant is None else f"{fee}:{entrant}"


def lines_of(fees: Iterable[Fee], payer: Payer) -> tuple[Line, ...]:
    """Return the lines that a payer is charged, in order of the fees; a waived line costs nothing.

    A payer without entries is charged only what they chose.
    """
    return tuple(line for fee in fees for line in _lines_of(fee, payer))


def possible_lines(fees: Iterable[Fee], payer: Payer) -> tuple[Line, ...]:
    """Return the lines that a payer may still choose: side pools of their events, and deposits."""
    offered = (line for fee in fees if fee.kind in CHOSEN for line in _priced(fee, payer))
    return tuple(line for line in offered if line.code not in payer.chosen)


def read_fees(data: Any, events: Iterable[int]) -> tuple[Fee, ...]:
    """Return the fees that ``data`` (parsed JSON, a list) describes, for a tournament with these ``events``.

    Raises RuleBroken ``fees.shape``, ``fees.unknown``, ``fees.kind``, ``fees.amount``, ``fees.event``, ``fees.code``,
    ``fees.twice``, ``fees.price``, ``fees.members``, ``fees.many``, ``name.…``.
    """
    if not isinstance(data, list):
        raise RuleBroken("fees.shape", where="fees")
    if len(data) > MOST_FEES:
        raise RuleBroken("fees.many", most=MOST_FEES)
    known = frozenset(events)
    fees = tuple(_fee(each, at, known) for at, each in enumerate(data, start=1))
    _refuse_twice(fees)
    return fees


def _lines_of(fee: Fee, payer: Payer) -> list[Line]:
    lines = _priced(fee, payer)
    if fee.kind in CHOSEN:
        lines = [line for line in lines if line.code in payer.chosen]
    return [replace(line, amount=0) if line.code in payer.waived else line for line in lines]


def _priced(fee: Fee, payer: Payer) -> list[Line]:
    """Return the lines of one fee for this payer, chosen or not."""
    if fee.kind not in OF_EVENT:
        due = bool(payer.entries) or fee.kind in CHOSEN
        people = max((entry.people for entry in payer.entries), default=1) if fee.per_member else 1
        return [_line(fee, None, payer, payer.on, people)] if due else []
    entries = [entry for entry in payer.entries if entry.event == fee.event]
    if fee.kind in (FeeKind.ENTRY, FeeKind.REENTRY):
        # Where a re-entry has no fee of its own it costs what an entry costs: the caller leaves ``again`` unset.
        entries = [entry for entry in entries if entry.again is (fee.kind == FeeKind.REENTRY)]
    return [_line(fee, entry.entrant, payer, entry.on) for entry in entries]


def _line(fee: Fee, entrant: int | None, payer: Payer, on: date, people: int = 1) -> Line:
    price = next((price for price in fee.prices if _holds(price, payer.marks, on)), None)
    code = line_code(fee.code, entrant)
    if price is None:
        return Line(code, fee, entrant, fee.amount * people, people=people)
    return Line(code, fee, entrant, price.amount * people, price.condition, people)


def _holds(price: Price, marks: frozenset[Condition], on: date) -> bool:
    if price.condition == Condition.EARLY:
        return price.until is not None and on <= price.until
    return price.condition in marks


def _fee(data: Any, at: int, events: frozenset[int]) -> Fee:
    given = _mapping(data, f"fees[{at}]", ("code", "kind", "name", "amount", "event", "prices", "per_member"))
    kind = _one_of(FeeKind, given.get("kind"), "fees.kind", at)
    event = given.get("event")
    if (kind in OF_EVENT) != (event in events and isinstance(event, int)) or (kind not in OF_EVENT and event):
        raise RuleBroken("fees.event", at=at, event=event)
    per_member = given.get("per_member", False)
    if not isinstance(per_member, bool) or (per_member and kind not in PER_MEMBER):
        raise RuleBroken("fees.members", at=at, known=sorted(PER_MEMBER))
    prices = given.get("prices", [])
    if not isinstance(prices, list) or len(prices) > MOST_PRICES:
        raise RuleBroken("fees.price", at=at)
    return Fee(
        code=_code(given.get("code"), at),
        kind=kind,
        name=read_optional(str(given.get("name") or ""), LONGEST_FEE_NAME),
        amount=_amount(given.get("amount"), at),
        event=event,
        prices=tuple(_price(each, at) for each in prices),
        per_member=per_member,
    )


def _price(data: Any, at: int) -> Price:
    given = _mapping(data, f"fees[{at}].prices", ("condition", "amount", "until"))
    condition = _one_of(Condition, given.get("condition"), "fees.price", at)
    until = given.get("until")
    try:
        last = date.fromisoformat(until) if isinstance(until, str) else None
    except ValueError:
        raise RuleBroken("fees.price", at=at, got=until) from None
    if (condition == Condition.EARLY) != (last is not None):
        raise RuleBroken("fees.price", at=at, got=until)
    return Price(condition, _amount(given.get("amount"), at), last)


def _code(given: Any, at: int) -> str:
    if not isinstance(given, str) or not given or len(given) > 20 or not all(_fits(each) for each in given):
        raise RuleBroken("fees.code", at=at, got=given)
    return read_name(given)


def _fits(character: str) -> bool:
    return character.isascii() and (character.islower() or character.isdecimal() or character == "-")


def _amount(given: Any, at: int) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= MOST_FEE:
        raise RuleBroken("fees.amount", at=at, got=given, most=MOST_FEE)
    return given


def _one_of[Kind: StrEnum](kinds: type[Kind], given: Any, code: str, at: int) -> Kind:
    try:
        return kinds(given)
    except ValueError:
        raise RuleBroken(code, at=at, got=given, known=[each.value for each in kinds]) from None


def _mapping(data: Any, where: str, known: Sequence[str]) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise RuleBroken("fees.shape", where=where)
    unknown = sorted(str(name) for name in data if name not in known)
    if unknown:
        raise RuleBroken("fees.unknown", where=where, names=unknown)
    return data


def _refuse_twice(fees: Sequence[Fee]) -> None:
    """Refuse two fees with one code, and two that would charge the same thing twice."""
    codes = [fee.code for fee in fees]
    single = [f"{fee.kind} {fee.event or ''}".strip() for fee in fees if fee.kind not in CHOSEN]
    for given in (codes, single):
        twice = next((each for each in given if given.count(each) > 1), None)
        if twice is not None:
            raise RuleBroken("fees.twice", got=twice)
