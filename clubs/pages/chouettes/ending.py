"""What is due at the end of a chouette, and what was paid: rows of the sheet and of the closing page."""

from dataclasses import dataclass

from clubs.papers.chouette_sheet import SheetPayment, sheet_of
from clubs.read.chouettes.view import ChouetteView
from clubs.words.chouette.options import money
from clubs.words.chouette.paper import points_word
from rules.money.currency import plain_sum


@dataclass(frozen=True, slots=True)
class DueRow:
    """A payment of the settlement; people by number and the amount as the form sends them."""

    shown: SheetPayment
    payer: int
    payee: int
    amount: int


@dataclass(frozen=True, slots=True)
class PaidRow:
    """A payment that was made; ``may_undo``: it was not part of what the session was closed with."""

    turn: int
    payer: str
    payee: str
    amount: str
    may_undo: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """What is due, what was paid, and the rounding unit as it is typed; ``people`` by number for another payment."""

    due: tuple[DueRow, ...]
    paid: tuple[PaidRow, ...]
    people: tuple[tuple[int, str], ...]
    unit: str


def ending_of(view: ChouetteView) -> Ending:
    """Return what stands on the sheet about payments, in the active language."""
    numbers = {each.name: each.number for each in view.people}
    names = {number: name for name, number in numbers.items()}
    shown = zip(view.settlement.payments, sheet_of(view).payments, strict=True)
    closed = view.closed.turn if view.closed else 0
    return Ending(
        due=tuple(DueRow(row, numbers[each.payer], numbers[each.payee], each.amount) for each, row in shown),
        paid=tuple(
            PaidRow(each.turn, names[each.payer], names[each.payee], amount_word(view, each.amount), each.turn > closed)
            for each in view.payments
            if not each.is_undone
        ),
        people=tuple((each.number, each.name) for each in view.people),
        unit=plain_sum(view.unit, view.options.currency) if view.is_for_money else "",
    )


def amount_word(view: ChouetteView, amount: int) -> str:
    """Return an amount in money, or in points where there is no stake."""
    return money(amount, view.options, full=True) if view.is_for_money else points_word(amount)
