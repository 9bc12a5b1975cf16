"""Queues of jackpots: opened, closed at the end of the day with everybody's stake back, and opened again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Exists, OuterRef, Q, Subquery, When

from clubs.actions.books import Move, Purse, open_account, post
from clubs.models import Account
from journal import book
from journal.models import Fact, counts
from journal.refusals import Refused, Unknown
from rules.jackpots import Terms, read_terms
from tournaments.actions.money.charging import payer_purse, refuse_if_closed
from tournaments.actions.steps import stream_of_jackpot, stream_of_tournament
from tournaments.models import (
    Event,
    Jackpot,
    JackpotClosing,
    JackpotEntry,
    JackpotLeft,
    JackpotStart,
    Payer,
    Tournament,
)
from tournaments.models.money.cash import Postings, Purses
from tournaments.read.jackpots.queues import is_waiting, live_queues


@dataclass(frozen=True, slots=True)
class QueueChanged:
    """A queue that an action opened, closed or reopened, the record, and how many people it sent away."""

    jackpot: int
    record: int
    refunded: int = 0


@dataclass(slots=True)
class OpenQueue:
    """A queue under the lock, with its tournament and who waits in it, in order.

    ``last_entry``, ``last_payer`` and ``last_start`` are the numbers given out last, 0 for none. ``account`` is the
    primary key of the account of the stakes, None before it is opened.
    """

    jackpot: Jackpot
    tournament: Tournament
    waiting: list[JackpotEntry]
    closed: bool
    last_entry: int
    last_payer: int
    last_start: int
    account: int | None

    @property
    def terms(self) -> Terms:
        return self.jackpot.terms

    @property
    def purse(self) -> Purse:
        """The account of the stakes of those who wait."""
        return Purse(Purses.JACKPOT, self.jackpot.pk)

    def known_account(self, page: book.OpenPage) -> dict[Purse, Account]:
        """Return the account of the stakes by its purse, nothing before it is opened."""
        if self.account is None:
            return {}
        return {self.purse: open_account(page, self.account, self.purse, self.tournament.currency)}


def open_queue(tournament: int, terms: Terms, caller: book.Caller, voucher_for: int | None = None) -> QueueChanged:
    """Open a queue. For directors.

    ``voucher_for`` is an event of the tournament into which the prize pays an entry. Raises those of ``read_terms``;
    Unknown ``event.unknown``; Refused ``fees.none`` for a stake before there is a currency, ``books.closed``,
    ``jackpot.named`` where another queue has this name, ``jackpot.prizeless`` for a voucher without a stake.
    """
    with book.page(stream_of_tournament(tournament, caller), caller) as page:
        read = read_terms(terms.name, terms.size, terms.length, terms.stake, terms.house)
        row = Tournament.objects.get(pk=tournament)
        if read.stake and not row.currency:
            raise Refused("fees.none", tournament=tournament)
        if read.stake:
            refuse_if_closed(row)
        if any(each.name.casefold() == read.name.casefold() for each in live_queues().filter(tournament=tournament)):
            raise Refused("jackpot.named", name=read.name)
        if voucher_for is not None:
            _refuse_voucher(tournament, voucher_for, read)
        fact = Jackpot(
            tournament=row, name=read.name, size=read.size, length=read.length, stake=read.stake, house=read.house,
            voucher_for_id=voucher_for,
        )  # fmt: skip
        page.keep([fact])
        page.record("jackpot.opened", [fact], makes=[f"jackpot:{fact.pk}"], needs=[])
        return page.done(QueueChanged(fact.pk, page.stream.number))


def close_queue(jackpot: int, caller: book.Caller) -> QueueChanged:
    """Close a queue: nobody joins any more, and everybody who waits leaves with their stake. For directors.

    Jackpots that have started go on. Raises Unknown ``jackpot.unknown``; Refused ``jackpot.closed``, ``books.closed``.
    """
    with book.page(stream_of_jackpot(jackpot, caller), caller) as page:
        queue = queue_now(jackpot)
        if queue.closed:
            raise Refused("jackpot.closed", jackpot=jackpot)
        facts: list[Fact] = [JackpotClosing(jackpot=queue.jackpot, closed=True)]
        facts += [JackpotLeft(entry=each) for each in queue.waiting]
        page.keep(facts)
        facts += refunds(page, queue, queue.waiting)
        entries = [f"queued:{each.pk}" for each in queue.waiting]
        makes, needs = [f"queue:{jackpot}", *entries], [f"jackpot:{jackpot}", f"queue:{jackpot}", *entries]
        page.record("jackpot.closed", facts, jackpot=jackpot, makes=makes, needs=needs)
        return page.done(QueueChanged(jackpot, page.stream.number, len(queue.waiting)))


def reopen_queue(jackpot: int, caller: book.Caller) -> QueueChanged:
    """Open a closed queue again, with nobody in it. Raises Unknown ``jackpot.unknown``, Refused ``jackpot.open``."""
    with book.page(stream_of_jackpot(jackpot, caller), caller) as page:
        queue = queue_now(jackpot)
        if not queue.closed:
            raise Refused("jackpot.open", jackpot=jackpot)
        about = [f"queue:{jackpot}"]
        fact = JackpotClosing(jackpot=queue.jackpot, closed=False)
        page.record("jackpot.reopened", [fact], jackpot=jackpot, makes=about, needs=[f"jackpot:{jackpot}", *about])
        return page.done(QueueChanged(jackpot, page.stream.number))


def queue_now(jackpot: int) -> OpenQueue:
    """Step: return a queue as it is under the lock: one statement, two while nobody has ever joined.

    Raises Unknown ``jackpot.unknown``.
    """
    # Of a queue in which nobody waits the last entry is read, because it comes with the queue.
    last = JackpotEntry.objects.filter(jackpot=OuterRef("jackpot"), number__gt=OuterRef("number"))
    entries = JackpotEntry.objects.filter(counts("jackpot__record_id"), jackpot=jackpot)
    rows = entries.annotate(waits=Case(When(is_waiting(), then=True), default=False))
    rows = rows.filter(Q(waits=True) | ~Exists(last)).annotate(**_known_of("jackpot__"))
    entered = list(rows.select_related("jackpot__tournament").order_by("number"))
    if entered:
        return _queue(entered[0].jackpot, vars(entered[0]), [each for each in entered if vars(each)["waits"]])
    row = Jackpot.objects.filter(counts(), pk=jackpot).annotate(**_known_of("")).select_related("tournament").first()
    if row is None:
        raise Unknown("jackpot.unknown")
    return _queue(row, vars(row), [])


def _known_of(queue: str) -> dict[str, Subquery]:
    """Return what is known of a queue, as columns of a query; ``queue`` is the path to it."""
    own = OuterRef(f"{queue}pk")
    closings = JackpotClosing.objects.filter(counts(), jackpot=own).order_by("-record_id").values("closed")
    entries = JackpotEntry.objects.filter(jackpot=own).order_by("-number").values("number")
    starts = JackpotStart.objects.filter(jackpot=own).order_by("-number").values("number")
    payers = Payer.objects.filter(tournament=OuterRef(f"{queue}tournament")).order_by("-number").values("number")
    accounts = Account.objects.filter(
        stream=OuterRef(f"{queue}tournament__stream"), currency=OuterRef(f"{queue}tournament__currency"),
        kind=Purses.JACKPOT, about=own,
    )  # fmt: skip
    return {
        "is_closed": Subquery(closings[:1]),
        "last_entry": Subquery(entries[:1]),
        "last_start": Subquery(starts[:1]),
        "last_payer": Subquery(payers[:1]),
        "account": Subquery(accounts.values("pk")[:1]),
    }


def _queue(row: Jackpot, known: Mapping[str, Any], waiting: list[JackpotEntry]) -> OpenQueue:
    numbers = (known["last_entry"] or 0, known["last_payer"] or 0, known["last_start"] or 0)
    return OpenQueue(row, row.tournament, waiting, bool(known["is_closed"]), *numbers, known["account"])


def stake_line(entry: int) -> str:
    """Return the line of an account on which the stake of an entry stands."""
    return f"jackpot:{entry}"


def refunds(page: book.OpenPage, queue: OpenQueue, entries: list[JackpotEntry]) -> list[Fact]:
    """Step: return the facts of the posting by which entries get their stakes back. Raises Refused ``books.closed``."""
    if not queue.jackpot.stake or not entries:
        return []
    refuse_if_closed(queue.tournament)
    stake = queue.jackpot.stake
    moves = [Move(payer_purse(each.payer_id), -stake, stake_line(each.pk)) for each in entries]
    return post(page, Postings.STAKED, queue.tournament.currency, [*moves, Move(queue.purse, stake * len(entries))])


def _refuse_voucher(tournament: int, event: int, terms: Terms) -> None:
    """Raise Unknown for no event of the tournament, Refused ``jackpot.prizeless`` where there is no prize."""
    if not Event.objects.filter(counts(), pk=event, tournament=tournament, jackpot_start__isnull=True).exists():
        raise Unknown("event.unknown")
    if not terms.prize:
        raise Refused("jackpot.prizeless")
