"""A break of the whole tournament: waiting, lateness and expected times stand still while it lasts.

Source: docs/rules/breaks.md.
"""

from dataclasses import dataclass
from datetime import datetime

from clubs.actions.undo import Undoing
from journal import book
from journal.refusals import Refused
from rules.timing.breaks import break_on, read_minutes
from tournaments.actions.steps import stream_of_tournament
from tournaments.models import BreakBegun, BreakEnded, Tournament
from tournaments.permissions import may_run_desk
from tournaments.read.breaks import breaks_of, stored_breaks


@dataclass(frozen=True, slots=True)
class BreakDone:
    """A break as it stands after an action, and the number of the record. ``ends`` is None for an open end."""

    begins: datetime
    ends: datetime | None
    record: int


def begin_break(tournament: int, minutes: int | None, caller: book.Caller) -> BreakDone:
    """Begin a break of so many minutes, or with an open end.

    Raises RuleBroken ``break.minutes``, Refused ``break.on`` while one lasts.
    """
    with book.page(stream_of_tournament(tournament, caller, may_run_desk), caller) as page:
        lasts = read_minutes(minutes)
        on = break_on(breaks_of(tournament), page.at)
        if on is not None:
            raise Refused("break.on")
        until = None if lasts is None else page.at + lasts
        fact = BreakBegun(tournament_id=tournament, at=page.at, until=until)
        page.keep([fact])
        page.record("break.begun", [fact], makes=[f"break:{fact.pk}"], needs=[])
        _store(tournament)
        return page.done(BreakDone(page.at, until, page.stream.number))


def end_break(tournament: int, caller: book.Caller) -> BreakDone:
    """End the break that lasts. Raises Refused ``break.none``."""
    with book.page(stream_of_tournament(tournament, caller, may_run_desk), caller) as page:
        on = break_on(breaks_of(tournament), page.at)
        begun = on and BreakBegun.objects.filter(tournament=tournament, at=on.begins).order_by("-record").first()
        if on is None or begun is None:
            raise Refused("break.none")
        made = f"break:{begun.pk}"
        fact = BreakEnded(begun=begun, at=page.at)
        page.record("break.ended", [fact], makes=[f"{made}/end"], needs=[made])
        _store(tournament)
        return page.done(BreakDone(on.begins, page.at, page.stream.number))


def undo_break(page: book.OpenPage, undoing: Undoing) -> tuple[str, ...]:
    """Step: the break was never begun, or goes on as announced."""
    page.record("record.undone", [undoing.fact], makes=[], needs=[])
    _store(Tournament.objects.values_list("pk", flat=True).get(stream=page.stream))
    return ()


def _store(tournament: int) -> None:
    """Step: write what follows from the facts, for the statement that reads a tournament anyway."""
    Tournament.objects.filter(pk=tournament).update(breaks=stored_breaks(tournament))
