"""The form of the fees: a row a fee, with its special prices; an empty amount is no fee."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from clubs.http.posting import whole
from rules.errors import RuleBroken
from rules.money.currency import plain_sum, read_currency, read_sum
from rules.money.fees import OF_EVENT, Condition, Fee, FeeKind
from tournaments.actions.money.fees import FeeSheet
from tournaments.models import Event

BLANK_ROWS = 4
MOST_ROWS = 60
CONDITIONS = (Condition.STUDENT, Condition.GUEST, Condition.MEMBER)


@dataclass(frozen=True, slots=True)
class FeeRow:
    """A row as it was typed. ``what`` is the kind, and behind a colon the event: ``entry:7``.

    ``each`` is empty for a fee that is charged once, not for each member.
    """

    number: int
    code: str = ""
    what: str = ""
    name: str = ""
    amount: str = ""
    early: str = ""
    until: str = ""
    student: str = ""
    guest: str = ""
    member: str = ""
    each: str = ""

    @property
    def is_blank(self) -> bool:
        return not self.amount and not self.what and not self.name

    @property
    def has_prices(self) -> bool:
        return bool(self.early or self.student or self.guest or self.member or self.each)


@dataclass(frozen=True, slots=True)
class FeesForm:
    """The whole form as it was typed; ``release_above`` is empty where no payout needs a second person."""

    currency: str
    release_above: str
    rows: tuple[FeeRow, ...] = field(default=())

    def sheet(self) -> FeeSheet:
        """Return what the action sets. Raises RuleBroken ``currency.code``, ``sum.…``, ``fees.…``."""
        currency = read_currency(self.currency)
        above = read_sum(self.release_above, currency) if self.release_above else None
        rows = [row for row in self.rows if not row.is_blank]
        codes = {row.code for row in rows if row.code}
        fees = []
        for at, row in enumerate(rows, start=1):
            fee = _fee(row, at, currency)
            fee["code"] = row.code or _new_code(fee, codes)
            codes.add(fee["code"])
            fees.append(fee)
        return FeeSheet(currency, fees, above)


def form_of(fees: Sequence[Fee], currency: str, release_above: int | None) -> FeesForm:
    """Return the form of fees as they are set."""
    rows = [_row(at, fee, currency) for at, fee in enumerate(fees)]
    above = "" if release_above is None else plain_sum(release_above, currency)
    return FeesForm(currency or "EUR", above, _with_blanks(rows))


def posted_form(posted: QueryDict) -> FeesForm:
    """Return the form as it was posted."""
    many = min(MOST_ROWS, sum(name.startswith("amount-") for name in posted))
    names = ("code", "what", "name", "amount", "early", "until", "student", "guest", "member", "each")
    rows = [FeeRow(at, **{name: posted.get(f"{name}-{at}", "").strip()[:60] for name in names}) for at in range(many)]
    text = {name: posted.get(name, "").strip()[:20] for name in ("currency", "release_above")}
    return FeesForm(text["currency"], text["release_above"], tuple(rows))


def choices(events: Iterable[Event]) -> list[tuple[str, FeeKind, str]]:
    """Return what a fee can be for: its value, its kind, and the event's name."""
    of_events = [
        (f"{kind}:{event.pk}", kind, event.name)
        for event in events
        for kind in (FeeKind.ENTRY, FeeKind.REENTRY, FeeKind.POOL)
    ]
    whole = [(kind.value, kind, "") for kind in FeeKind if kind not in OF_EVENT]
    return whole + of_events


def _with_blanks(rows: Sequence[FeeRow]) -> tuple[FeeRow, ...]:
    blanks = [FeeRow(at) for at in range(len(rows), min(MOST_ROWS, len(rows) + BLANK_ROWS))]
    return (*rows, *blanks)


def _row(at: int, fee: Fee, currency: str) -> FeeRow:
    prices = {price.condition: price for price in fee.prices}
    early = prices.get(Condition.EARLY)
    typed = {each.value: plain_sum(prices[each].amount, currency) for each in CONDITIONS if each in prices}
    return FeeRow(
        at, fee.code, fee.kind.value if fee.event is None else f"{fee.kind}:{fee.event}", fee.name,
        plain_sum(fee.amount, currency), plain_sum(early.amount, currency) if early else "",
        early.until.isoformat() if early and early.until else "",
        each="on" if fee.per_member else "", **typed,
    )  # fmt: skip


def _fee(row: FeeRow, at: int, currency: str) -> dict[str, Any]:
    kind, _, event = row.what.partition(":")
    prices: list[dict[str, Any]] = []
    for condition in CONDITIONS:
        if text := getattr(row, condition.value):
            prices.append({"condition": condition.value, "amount": read_sum(text, currency)})
    if row.early:
        if not row.until:
            raise RuleBroken("fees.price", at=at)
        prices.append({"condition": "early", "amount": read_sum(row.early, currency), "until": row.until})
    return {
        "kind": kind, "event": whole(event) or None, "name": row.name,
        "amount": read_sum(row.amount, currency) if row.amount else 0, "prices": prices, "per_member": bool(row.each),
    }  # fmt: skip


def _new_code(fee: dict[str, Any], codes: Iterable[str]) -> str:
    """Return a code that no other fee has."""
    stem = fee["kind"] if fee["event"] is None else f"{fee['kind']}-{fee['event']}"
    taken = set(codes)
    return next(code for code in (stem, *(f"{stem}-{n}" for n in range(2, MOST_ROWS + 2))) if code not in taken)
