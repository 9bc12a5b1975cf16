"""The action of a ruling: settle a dispute, confirm the settled result, or correct it."""

from collections.abc import Callable

from journal.book import Caller
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.results import Report, confirm_result, report_result
from tournaments.actions.steps import Outcome
from tournaments.forms.decision import Decision
from tournaments.read.matches.conflict import TypedResult
from tournaments.read.matches.view import MatchView
from tournaments.words import fields


def ruling_of(card: MatchView, typed: TypedResult, report: Report, decision: Decision) -> Callable[[Caller], Outcome]:
    """Return the action by which ``report`` counts for the match on ``card``; ``typed`` is the same as a result."""
    if card.status != "finished" and not (decision.reason or decision.choices):
        return lambda caller: report_result(card.id, report, caller)
    if card.status == "finished" and typed.counts_for(card):
        return lambda caller: confirm_result(card.id, caller)
    reason = decision.reason or str(fields.RULED_AT_THE_DESK)
    return lambda caller: correct_result(card.id, report, reason, caller, decision.by_match)
