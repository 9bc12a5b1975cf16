"""Joining a queue, by a name typed at the desk or from a player's own phone, and leaving it before it starts."""

from dataclasses import dataclass, replace

from clubs.actions.books import Move, post
from clubs.models import Leg
from journal import book
from journal.models import Fact
from journal.refusals import Refused, Unknown
from tournaments.actions.jackpots.people import payer_named
from tournaments.actions.jackpots.queues import (
    OpenQueue,
    queue_now,
    refunds,
    stake_line,
)
from tournaments.actions.jackpots.starting import JackpotStarted, start_if_full
from tournaments.actions.money.charging import payer_purse, refuse_if_closed
from tournaments.actions.money.new_payers import give_account
from tournaments.actions.steps import stream_of_jackpot
from tournaments.models import Entrant, JackpotEntry, JackpotLeft, Payer
from tournaments.models.money.cash import Postings
from tournaments.permissions import Right, may_report, may_run_desk, must


@dataclass(frozen=True, slots=True)
class Joined:
    """An entry in a queue by its ``number``, its record, who now waits, and the jackpot that it started, if it did."""

    jackpot: int
    number: int
    record: int
    waiting: int
    started: JackpotStarted | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """An entry that left its queue, and how many still wait."""

    jackpot: int
    number: int
    record: int
    waiting: int


def join_queue(jackpot: int, name: str, club: str, caller: book.Caller) -> Joined:
    """Put somebody into a queue by their name; when it is full a jackpot starts on the same page.

    A name that the tournament knows stands for that person, and is refused where it stands for several.
    Raises RuleBroken ``name.…``, ``jackpot.namesakes``; Unknown ``jackpot.unknown``; Refused ``jackpot.closed``,
    ``jackpot.waiting`` for who waits there already, ``books.closed``.
    """
    with book.page(stream_of_jackpot(jackpot, caller, may_run_desk), caller) as page:
        queue = _open_for_joining(jackpot)
        payer, facts = payer_named(page, queue, name, club)
        return page.done(_join(page, queue, payer, facts))


def join_as_player(jackpot: int, entrant: int, caller: book.Caller) -> Joined:
    """Put a player into a queue from their own phone: an ``entrant`` of the same tournament, in whatever event.

    Raises PermissionDenied for anyone else and in a closed event, and as ``join_queue``.
    """
    must(may_report(caller.actor, (entrant,)))
    with book.page(stream_of_jackpot(jackpot, caller, _also_player(caller)), caller) as page:
        queue = _open_for_joining(jackpot)
        _own(queue, entrant)
        facts, payer = give_account(page, queue.tournament, entrant)
        return page.done(_join(page, queue, payer, facts))


def leave_queue(jackpot: int, number: int, caller: book.Caller) -> Left:
    """Take an entry out of a queue before its jackpot starts; the stake goes back to the account.

    Raises Unknown ``jackpot.unknown``, ``jackpot.entry``; Refused ``books.closed``.
    """
    with book.page(stream_of_jackpot(jackpot, caller, may_run_desk), caller) as page:
        queue = queue_now(jackpot)
        entry = next((each for each in queue.waiting if each.number == number), None)
        return page.done(_leave(page, queue, entry))


def leave_as_player(jackpot: int, entrant: int, caller: book.Caller) -> Left:
    """Take a player out of a queue from their own phone. Raises as ``leave_queue`` and ``join_as_player``."""
    must(may_report(caller.actor, (entrant,)))
    with book.page(stream_of_jackpot(jackpot, caller, _also_player(caller)), caller) as page:
        queue = queue_now(jackpot)
        _own(queue, entrant)
        _, payer = give_account(page, queue.tournament, entrant)
        entry = next((each for each in queue.waiting if each.payer_id == payer), None)
        return page.done(_leave(page, queue, entry))


def _also_player(caller: book.Caller) -> Right:
    """Return the right of the desk, and of the player who posts: an action looks after that it is their tournament."""
    return replace(may_run_desk, also=caller.actor.name)


def _own(queue: OpenQueue, entrant: int) -> None:
    """Raise PermissionDenied unless an entrant plays in the tournament of a queue, in an event that is not closed."""
    known = Entrant.objects.filter(pk=entrant, event__tournament=queue.tournament, event__closed=False)
    must(known.filter(record__undo__isnull=True).exists())


def _open_for_joining(jackpot: int) -> OpenQueue:
    queue = queue_now(jackpot)
    if queue.closed:
        raise Refused("jackpot.closed", jackpot=jackpot)
    if queue.jackpot.stake:
        refuse_if_closed(queue.tournament)
    return queue


def _join(page: book.OpenPage, queue: OpenQueue, payer: int, facts: list[Fact]) -> Joined:
    """Step: keep an entry with its stake, and start what is full."""
    jackpot, stake = queue.jackpot.pk, queue.jackpot.stake
    there = next((each for each in queue.waiting if each.payer_id == payer), None)
    if there is not None:
        raise Refused("jackpot.waiting", jackpot=jackpot, number=there.number)
    entry = JackpotEntry(jackpot=queue.jackpot, number=queue.last_entry + 1, payer_id=payer)
    page.keep([entry])
    posting: list[Fact] = []
    if stake:
        moves = (Move(payer_purse(payer), stake, stake_line(entry.pk)), Move(queue.purse, -stake))
        # Somebody new has no account yet.
        known = queue.known_account(page) if any(isinstance(each, Payer) for each in facts) else None
        posting = post(page, Postings.STAKED, queue.tournament.currency, moves, known=known)
        queue.account = next(leg.account_id for leg in posting if isinstance(leg, Leg) and leg.amount < 0)
    made = page.record(
        "jackpot.joined", [*facts, entry, *posting], jackpot=jackpot,
        makes=[f"queued:{entry.pk}", f"queue:{jackpot}"], needs=[f"jackpot:{jackpot}"],
    )  # fmt: skip
    queue.waiting.append(entry)
    started = start_if_full(page, queue)
    waiting = len(queue.waiting) - (queue.jackpot.size if started else 0)
    return Joined(jackpot, entry.number, made.number, waiting, started)


def _leave(page: book.OpenPage, queue: OpenQueue, entry: JackpotEntry | None) -> Left:
    """Step: keep that an entry left, with its stake."""
    jackpot = queue.jackpot.pk
    if entry is None:
        raise Unknown("jackpot.entry", jackpot=jackpot)
    fact = JackpotLeft(entry=entry)
    page.keep([fact])
    about = [f"queued:{entry.pk}"]
    made = page.record(
        "jackpot.left", [fact, *refunds(page, queue, [entry])], jackpot=jackpot,
        makes=[*about, f"queue:{jackpot}"], needs=[*about, f"jackpot:{jackpot}"],
    )  # fmt: skip
    return Left(jackpot, entry.number, made.number, len(queue.waiting) - 1)
