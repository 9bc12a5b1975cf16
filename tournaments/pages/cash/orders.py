"""What the forms of the cash desk post, and the action that each asks for."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from clubs.actions.undo import undo
from journal.book import Caller
from journal.refusals import Unreadable
from tournaments.actions.money.cash import Hand, hand_out, release, take
from tournaments.actions.money.letters import mail_receipt
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.actions.money.payers import add_payer, mark_payer, move_entrant
from tournaments.pages.cash.sheet import Till
from tournaments.pages.cash.tally import Payment, Tally

type Action = Callable[[Caller], Any]
LONGEST_TEXT = 60
MOST_LINES = 99
# A part payment has a button of its own, so that a slip of the finger is none.
TAKING = ("take", "part")


@dataclass(frozen=True, slots=True)
class Order:
    """A posted form: what to do, for which payer (0: none), and its fields."""

    do: str
    payer: int
    posted: QueryDict
    tournament: int
    till: Till

    @property
    def payment(self) -> Payment:
        """What was typed and ticked."""
        return payment_of(self.posted)

    @property
    def shown(self) -> int | None:
        """The sum to take that the person at the desk saw, in minor units, None if the form did not show one."""
        text = self.posted.get("shown", "")
        return int(text) if text.isdecimal() and len(text) < 16 else None

    def text(self, name: str) -> str:
        """Return a field's text. Raises Unreadable ``command.unreadable``."""
        if name not in self.posted:
            raise Unreadable("command.unreadable")
        return str(self.posted[name])

    def number(self, name: str) -> int:
        """Return a field that is a whole number. Raises Unreadable ``command.unreadable``."""
        text = self.text(name)
        if not (text.isascii() and text.isdecimal() and len(text) < 16):
            raise Unreadable("command.unreadable")
        return int(text)


def payment_of(posted: QueryDict) -> Payment:
    """Return what a form has ticked and typed; lines that are ``listed`` and not among ``line`` are left out."""
    listed, ticked = posted.getlist("listed")[:MOST_LINES], set(posted.getlist("line"))
    without = {*posted.getlist("without")[:MOST_LINES], *(code for code in listed if code not in ticked)}
    means = posted.get("means", "cash")
    voucher = posted.get("voucher", "").strip()[:LONGEST_TEXT] if means == "voucher" else ""
    text = posted.get("sum", "").strip()[:LONGEST_TEXT]
    return Payment(means, text, voucher.upper(), "part" in posted or posted.get("do") == "part", frozenset(without))


def order_of(posted: QueryDict, tournament: int, till: Till) -> Order:
    """Return what a form posts. Raises Unreadable ``command.unreadable``."""
    payer = posted.get("payer", "0")
    if posted.get("do", "") not in (*_ACTIONS, *TAKING) or not payer.isdecimal() or len(payer) > 15:
        raise Unreadable("command.unreadable")
    return Order(str(posted["do"]), int(payer), posted, tournament, till)


def taking(tally: Tally, till: Till) -> Action:
    """Return the action that takes what a tally says."""
    hand = replace(tally.hand, drawer=till.drawer, mails=till.mails)
    amount = None if tally.amount == tally.owed else tally.amount
    return lambda caller: take(tally.account.payer, tally.codes, amount, hand, caller)


def action_of(order: Order) -> Action:
    """Return the action that any other order asks for. Raises Unreadable ``command.unreadable``."""
    return _ACTIONS[order.do](order)


def _out(order: Order) -> Action:
    hand = Hand(means=order.posted.get("means", "cash"), drawer=order.till.drawer)
    amount = order.number("amount")
    return lambda caller: hand_out(order.payer, amount, hand, caller)


def _decide(order: Order) -> Action:
    decision = Decision(
        order.text("kind"), order.text("code"), order.posted.get("on", "1") == "1", order.posted.get("reason", "")
    )
    return lambda caller: decide_line(order.payer, decision, caller)


def _mark(order: Order) -> Action:
    mark, on = order.text("mark"), order.posted.get("on", "1") == "1"
    return lambda caller: mark_payer(order.payer, mark, on, caller)


def _release(order: Order) -> Action:
    request = order.number("request")
    return lambda caller: release(request, caller)


def _mail(order: Order) -> Action:
    receipt = order.number("receipt")
    return lambda caller: mail_receipt(receipt, caller)


def _add(order: Order) -> Action:
    name, club = order.text("name"), order.posted.get("club", "")
    return lambda caller: add_payer(order.tournament, name, club, caller)


def _move(order: Order) -> Action:
    entrant, payer = order.number("entrant"), order.number("to")
    return lambda caller: move_entrant(entrant, payer, caller)


def _undo(order: Order) -> Action:
    number = order.number("number")
    return lambda caller: undo("tournament", order.tournament, number, caller)


_ACTIONS: dict[str, Callable[[Order], Action]] = {
    "out": _out,
    "decide": _decide,
    "mark": _mark,
    "release": _release,
    "mail": _mail,
    "add": _add,
    "move": _move,
    "undo": _undo,
}
