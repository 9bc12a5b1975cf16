"""Deadlines of ladders and claims, settled by the clock: before anything else happens on the club's stream."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from clubs.actions.ladders.steps import entry_row
from clubs.models import Club
from clubs.read.ladders.claims import WaitingClaims, claims_on, waiting_claims
from clubs.read.ladders.view import LadderView, ladder_view, ladders_of
from journal.book import OpenPage
from rules.ladders.facts import Do, Fact

# When, a claim (0) before a deadline of that instant (1), the ladder, and the challenge of the claim.
type _Due = tuple[datetime, int, int, int]


def settle_ladders(page: OpenPage) -> None:
    """Step: settle all deadlines of a club's ladders that are over, in order, and ask for the next one.

    Each instant has a record of its own, dated with it.
    """
    if not page.stream.name.startswith("club:"):
        return
    club = Club.objects.filter(stream=page.stream).first()
    views = {view.ladder.pk: view for view in ladders_of(club)} if club is not None else {}
    rows = claims_on(views)
    claims = {pk: dict(waiting_claims(view, rows)) for pk, view in views.items()}
    while due := min(_due(views, claims), default=None):
        at, kind, pk, number = due
        if at > page.at:
            page.due(at)
            break
        if kind == 0:
            views[pk] = _unopposed(page, views[pk], claims[pk].pop(number), at)
        else:
            views[pk] = _settled(page, views[pk], at)


def _due(views: Mapping[int, LadderView], claims: Mapping[int, Mapping[int, WaitingClaims]]) -> Iterator[_Due]:
    for pk, view in views.items():
        if view.replayed.next_due is not None:
            yield view.replayed.next_due, 1, pk, 0
        for number, each in claims[pk].items():
            if each.deadline is not None:
                yield each.deadline, 0, pk, number


def _unopposed(page: OpenPage, view: LadderView, claims: WaitingClaims, at: datetime) -> LadderView:
    """Record the result that nobody opposed, dated with the end of its grace time, and return the ladder after it."""
    outcome = claims.verdict
    fact = Fact(claims.at, Do.RESULT, claims.challenge, winner=str(outcome.winner), entered=at)
    row = entry_row(view, fact, claims.challenge, outcome.points)
    if view.replayed.enter(fact) is not None:
        return view
    about = f"ladder:{view.ladder.pk}/challenge:{claims.challenge}"
    page.record("ladder.result", [row], due=at, makes=[about], needs=[f"ladder:{view.ladder.pk}", about])
    return ladder_view(view.ladder)


def _settled(page: OpenPage, view: LadderView, at: datetime) -> LadderView:
    """Record that the clock settled what was due at an instant, and return the ladder after it."""
    fact = Fact(at, Do.TICK)
    row = entry_row(view, fact, 0)
    open_before = {each.number for each in view.open}
    view.replayed.enter(fact)
    closed = sorted(open_before - {each.number for each in view.open})
    about = [f"ladder:{view.ladder.pk}", *(f"ladder:{view.ladder.pk}/challenge:{each}" for each in closed)]
    page.record("ladder.settled", [row], due=at, challenges=closed, makes=about[1:], needs=about)
    return ladder_view(view.ladder)
