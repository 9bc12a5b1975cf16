"""Undoing what happened to a queue: stakes are posted back, and who waits follows from the facts that are left."""

from clubs.actions.undo import Undoing
from journal.book import OpenPage
from journal.models import Fact
from journal.refusals import Refused
from tournaments.actions.jackpots.queues import queue_now
from tournaments.actions.money.undoing import money_of_undo
from tournaments.models import (
    Jackpot,
    JackpotClosing,
    JackpotEntry,
    JackpotLeft,
    JackpotStart,
    JackpotVoucher,
)

JACKPOTS: tuple[type[Fact], ...] = (
    Jackpot, JackpotClosing, JackpotEntry, JackpotLeft, JackpotStart, JackpotVoucher,
)  # fmt: skip


def undo_in_queue(page: OpenPage, undoing: Undoing) -> tuple[str, ...]:
    """Step: undo a record of a queue.

    Raises Refused ``jackpot.waiting`` where somebody would wait twice in it because they joined again since,
    ``jackpot.closed`` where they would wait in one that was closed, ``books.closed``.
    """
    about = {name: undoing.body[name] for name in ("event", "jackpot") if name in undoing.body}
    page.record("record.undone", money_of_undo(page, undoing), **about, makes=[], needs=[])
    if "jackpot" in about:
        _refuse_twice(about["jackpot"])
    return ()


def _refuse_twice(jackpot: int) -> None:
    queue = queue_now(jackpot)
    payers = [each.payer_id for each in queue.waiting]
    twice = next((each for each in queue.waiting if payers.count(each.payer_id) > 1), None)
    if twice is not None:
        raise Refused("jackpot.waiting", jackpot=jackpot, number=twice.number)
    if queue.closed and queue.waiting:
        raise Refused("jackpot.closed", jackpot=jackpot)
