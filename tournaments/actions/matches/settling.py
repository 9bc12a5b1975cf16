"""Settling by the clock: a winner's claim that nobody contested until its grace time was over.

Source: docs/rules/claims.md.
"""

from datetime import datetime
from typing import NamedTuple

from django.db.models import F

from journal.book import OpenPage
from rules.draws.facts import Kind
from rules.draws.state import Row
from tournaments.actions.steps import concerning, derive_draw
from tournaments.models import Confirmation, Draw, Match
from tournaments.read.entered import EnteredDraw, entered_draw


class _Waiting(NamedTuple):
    """An unsettled claim of a winner: its deadline, result, draw and match."""

    until: datetime
    result: int
    draw: int
    place: int
    match: int


def settle(page: OpenPage) -> None:
    """Step: settle all claims whose grace time is over, by deadline, and ask for the next deadline."""
    waiting = _waiting(page)
    due = [each for each in waiting if each.until <= page.at]
    draws = Draw.objects.select_related("event").defer("plan").in_bulk({each.draw for each in due})
    before = {pk: entered_draw(draw, page.stream.pk) for pk, draw in draws.items()}
    after = dict(before)
    for each in due:
        after[each.draw] = _settled(page, each, after[each.draw])
    for pk, entered in after.items():
        derive_draw(page, before[pk], entered)
    for each in waiting:
        if each.until > page.at:
            page.due(each.until)


def _waiting(page: OpenPage) -> list[_Waiting]:
    """Return the unsettled claims of the tournament's draws, the first deadline first."""
    claimed = Match.objects.filter(
        draw__event__tournament__stream=page.stream,
        draw__event__current_draw=F("draw"),
        settled=False,
        result__deadline__isnull=False,
    )
    rows = claimed.order_by("result__deadline", "result")
    waiting = rows.values_list("result__deadline", "result", "draw", "place", "pk")
    return [_Waiting(until, *rest) for until, *rest in waiting if until is not None]


def _settled(page: OpenPage, claim: _Waiting, entered: EnteredDraw) -> EnteredDraw:
    """Record that a claim is settled, and return the draw with it."""
    first, second = entered.state.seat(claim.place).pair or (0, 0)
    match = f"match:{claim.match}"
    needs = [match, f"draw:{claim.draw}"]
    concerns = concerning(entered.draw.event_id, makes=[match], needs=needs, match=claim.match)
    fact = Confirmation(result_id=claim.result, how="unopposed")
    page.record("match.settled", [fact], due=claim.until, **concerns)
    row: Row = (Kind.CONFIRMED, claim.place, first, second, 0, claim.result)
    return entered.with_state(entered.state.having([row]))
