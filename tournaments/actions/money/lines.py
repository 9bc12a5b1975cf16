"""Decisions about single lines of a payer's account: chosen, waived, refunded, and what becomes of a deposit."""

from dataclasses import dataclass

from journal import book
from rules.errors import RuleBroken
from rules.money.fees import FeeKind, Line, lines_of, possible_lines
from rules.naming import read_reason
from tournaments.actions.money.payers import Changed, PayerToCharge, ticked
from tournaments.actions.steps import stream_of_payer
from tournaments.models import PayerTick
from tournaments.permissions import Right, may_direct, may_run_desk
from tournaments.read.money.payers import charged_by, fees_of


@dataclass(frozen=True, slots=True)
class Decision:
    """What is decided about a line: a ``kind`` of ``PayerTick``, set or taken back, with a reason where it needs one.

    ``chosen``: the payer takes this side pool or deposit. ``waived``: the line costs nothing. ``refunded``: what was
    charged is taken back, and what was paid is owed to the payer. ``returned``: the deposit is owed to them again.
    ``kept``: the deposit stays and goes to the house at closing.
    """

    kind: str
    line: str
    on: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class _Rule:
    """The verb of a decision, who may decide, whether it needs a reason, and whether it is about a deposit."""

    verb: str
    may: Right = may_direct
    has_reason: bool = True
    of_deposit: bool = False


_RULES = {
    "chosen": _Rule("line.chosen", may_run_desk, has_reason=False),
    "waived": _Rule("line.waived"),
    "refunded": _Rule("line.refunded"),
    "returned": _Rule("deposit.returned", may_run_desk, has_reason=False, of_deposit=True),
    "kept": _Rule("deposit.kept", of_deposit=True),
}


def decide_line(payer: int, decision: Decision, caller: book.Caller) -> Changed:
    """Decide about a line of a payer's account; they are charged what follows. Directors waive, refund and keep.

    Raises RuleBroken ``line.decision``, ``line.unknown``, ``deposit.none``, ``reason.…``; Refused ``books.closed``.
    """
    rule = _RULES.get(decision.kind)
    if rule is None:
        raise RuleBroken("line.decision", got=decision.kind, known=list(_RULES))
    with book.page(stream_of_payer(payer, caller, rule.may), caller) as page:
        words = read_reason(decision.reason) if rule.has_reason else ""
        to_charge = PayerToCharge(page, payer)
        line = _line(page, to_charge, decision)
        if rule.of_deposit and line.fee.kind != FeeKind.DEPOSIT:
            raise RuleBroken("deposit.none", line=line.code)
        tick = PayerTick(payer_id=payer, kind=decision.kind, what=line.code, on=decision.on)
        return page.done(ticked(page, to_charge, rule.verb, tick, words))


def _line(page: book.OpenPage, payer: PayerToCharge, decision: Decision) -> Line:
    """Return the line that a decision is about: one that is charged, or one that may be chosen."""
    fees = fees_of(payer.tournament)
    charged = charged_by(fees, payer.facts, page.at.date())
    lines = lines_of(fees, charged)
    if decision.kind == "chosen" and decision.on:
        lines = (*lines, *possible_lines(fees, charged))
    line = next((each for each in lines if each.code == decision.line), None)
    if line is None:
        raise RuleBroken("line.unknown", lines=[decision.line])
    return line
