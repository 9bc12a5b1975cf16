"""Undo what was entered on a ladder: it is replayed without it."""

from clubs.actions.ladders.steps import wait_for_clock
from clubs.actions.undo import Step, Undoing
from clubs.models import Club
from clubs.read.ladders.view import ladders_of
from journal.book import OpenPage


def with_ladders(others: Step) -> Step:
    """Return the step that undoes a record of a club: of a ladder here, any other by ``others``."""

    def undo(page: OpenPage, undoing: Undoing) -> tuple[str, ...]:
        if not undoing.verb.startswith("ladder."):
            return others(page, undoing)
        page.record("record.undone", [undoing.fact], makes=[], needs=[])
        club = Club.objects.get(pk=undoing.club)
        for view in ladders_of(club):
            wait_for_clock(page, view)
        return ()

    return undo
