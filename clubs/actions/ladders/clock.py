"""Deadlines of ladders, settled by the clock as claims are: before anything else happens on the club's stream."""

from datetime import datetime

from clubs.actions.ladders.steps import entry_row
from clubs.models import Club
from clubs.read.ladders.view import LadderView, ladder_view, ladders_of
from journal.book import OpenPage
from rules.ladders.facts import Do, Fact


def settle_ladders(page: OpenPage) -> None:
    """Step: settle all deadlines of a club's ladders that are over, in order, and ask for the next one.

    Each instant has a record of its own, dated with it.
    """
    if not page.stream.name.startswith("club:"):
        return
    club = Club.objects.filter(stream=page.stream).first()
    views = {view.ladder.pk: view for view in ladders_of(club)} if club is not None else {}
    while due := sorted((at, pk) for pk, view in views.items() if (at := view.replayed.next_due) is not None):
        at, pk = due[0]
        if at > page.at:
            page.due(at)
            break
        views[pk] = _settled(page, views[pk], at)


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
