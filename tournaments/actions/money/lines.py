"""Decisions about single lines of a payer's account: chosen, waived, refunded, and what becomes of a deposit."""

from collections.abc import Iterable

from journal import book
from rules.errors import RuleBroken
from rules.money.fees import FeeKind, Line, lines_of, possible_lines
from rules.naming import read_reason
from tournaments.actions.money.payers import Changed, ticked, tournament_of_payer
from tournaments.actions.steps import stream_of_tournament
from tournaments.models import PayerTick, Tournament
from tournaments.permissions import Right, may_direct, may_run_desk
from tournaments.read.money.payers import charged_by, facts_of, fees_of


def choose_line(payer: int, line: str, on: bool, caller: book.Caller) -> Changed:
    """Charge a payer for a side pool or a deposit, or no longer. Raises RuleBroken ``line.unknown``."""
    return _decide(PayerTick(payer_id=payer, kind="chosen", what=line, on=on), "line.chosen", caller, may=may_run_desk)


def waive_line(payer: int, line: str, reason: str, caller: book.Caller, *, on: bool = True) -> Changed:
    """Let a payer off a line, or no longer: it stays on their account and costs nothing. For directors.

    What was paid for it is then owed to the payer. Raises RuleBroken ``line.unknown``, ``reason.…``.
    """
    return _decide(PayerTick(payer_id=payer, kind="waived", what=line, on=on), "line.waived", caller, reason)


def refund_line(payer: int, line: str, reason: str, caller: book.Caller) -> Changed:
    """Refund a line that was charged: it costs nothing, and what was paid is owed to the payer. For directors.

    Raises RuleBroken ``line.unknown``, ``reason.…``.
    """
    return _decide(PayerTick(payer_id=payer, kind="refunded", what=line, on=True), "line.refunded", caller, reason)


def return_deposit(payer: int, line: str, caller: book.Caller) -> Changed:
    """Owe a payer their deposit again: the clock is back. Raises RuleBroken ``line.unknown``, ``deposit.none``."""
    tick = PayerTick(payer_id=payer, kind="returned", what=line, on=True)
    return _decide(tick, "deposit.returned", caller, may=may_run_desk, kinds=(FeeKind.DEPOSIT,))


def keep_deposit(payer: int, line: str, reason: str, caller: book.Caller) -> Changed:
    """Keep a deposit: it goes to the house at closing. For directors. Raises as ``return_deposit``."""
    tick = PayerTick(payer_id=payer, kind="kept", what=line, on=True)
    return _decide(tick, "deposit.kept", caller, reason, kinds=(FeeKind.DEPOSIT,))


def _decide(
    tick: PayerTick, verb: str, caller: book.Caller, reason: str | None = None, *, may: Right = may_direct,
    kinds: Iterable[FeeKind] = tuple(FeeKind),
) -> Changed:  # fmt: skip
    words = "" if reason is None else read_reason(reason)
    tournament = tournament_of_payer(tick.payer_id)
    with book.page(stream_of_tournament(tournament.pk, caller, may), caller) as page:
        line = _line(page, tournament, tick)
        if line.fee.kind not in kinds:
            raise RuleBroken("deposit.none", line=tick.what)
        return page.done(ticked(page, tournament, verb, tick, words))


def _line(page: book.OpenPage, tournament: Tournament, tick: PayerTick) -> Line:
    """Return the line that a decision is about: one that is charged, or one that may be chosen."""
    fees = fees_of(tournament)
    facts = facts_of([tick.payer_id], tournament.timezone, page.at)[tick.payer_id]
    payer = charged_by(fees, facts, page.at.date())
    lines = lines_of(fees, payer)
    if tick.kind == "chosen":
        lines = (*lines, *possible_lines(fees, payer)) if tick.on else lines
    line = next((each for each in lines if each.code == tick.what), None)
    if line is None:
        raise RuleBroken("line.unknown", lines=[tick.what])
    return line
