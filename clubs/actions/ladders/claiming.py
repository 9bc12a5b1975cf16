"""Players report results of their challenges: by the same claims as in a tournament.

Source: docs/rules/claims.md#ladders-and-casual-matches.
"""

from datetime import datetime

from clubs.actions.ladders.steps import enter_fact
from clubs.models import LadderClaim
from clubs.read.ladders.claims import WaitingClaims, claims_on, waiting_claims
from clubs.read.ladders.view import LadderView
from journal.book import OpenPage
from journal.refusals import Refused
from rules.ladders.facts import Do, Fact
from rules.match.claims import GRACE_OUTSIDE_EVENTS, Claims


def claim_step(page: OpenPage, view: LadderView, claim: LadderClaim) -> None:
    """Step: write a claim, and the result if it settles the challenge.

    Raises Refused ``ladder.…`` with the reason of the rules.
    """
    number = claim.challenge
    before = waiting_on(view).get(number)
    claim.ladder, claim.at = view.ladder, page.at
    fact = _result(claim.winner, number, before.at if before else page.at, page.at)
    reason = view.replayed.refusal(fact)
    if reason is not None:
        raise Refused(f"ladder.{reason}", ladder=view.ladder.pk, challenge=number)
    claim.deadline = _deadline(view, claim, before)
    about = f"ladder:{view.ladder.pk}/challenge:{number}"
    page.record("ladder.claimed", [claim], makes=[f"{about}/claim:{claim.by}"], needs=[about])
    now = WaitingClaims(number, (*(before.rows if before else ()), claim))
    if now.verdict.state is Claims.SETTLED:
        enter_fact(page, view, fact, points=now.verdict.points)
    elif now.deadline is not None:
        page.due(now.deadline)


def waiting_on(view: LadderView) -> dict[int, WaitingClaims]:
    """Return the claims that wait on a ladder, by challenge: one statement."""
    return dict(waiting_claims(view, claims_on([view.ladder.pk])))


def _result(winner: int, number: int, at: datetime, now: datetime) -> Fact:
    return Fact(at, Do.RESULT, number, winner=str(winner), entered=now)


def _deadline(view: LadderView, claim: LadderClaim, before: WaitingClaims | None) -> datetime | None:
    """Return when a winner's claim settles by itself: before the deadline of the match, which was played in time."""
    if claim.winner != claim.by:
        return None
    own = before.of(claim.by) if before else None
    if own is not None and own.winner == claim.winner and own.deadline is not None:
        return own.deadline
    challenge = view.challenge(claim.challenge)
    latest = claim.at + GRACE_OUTSIDE_EVENTS
    ends = challenge.deadline if challenge is not None else None
    return latest if ends is None else max(claim.at, min(latest, ends))
