"""The queues of a tournament: who waits in each, since when, and the jackpots that started."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import BigIntegerField, Exists, F, OuterRef, Q, QuerySet, Subquery

from journal.models import counts
from journal.refusals import Unknown
from rules.draws.derive import Status
from tournaments.models import (
    Entrant,
    Jackpot,
    JackpotClosing,
    JackpotEntry,
    JackpotLeft,
    JackpotSeat,
    JackpotStart,
    JackpotVoucher,
    Match,
    Tournament,
)
from tournaments.read.entrants.payer_names import payer_names
from tournaments.read.jackpots.people import QueuePerson, queue_people

# So many jackpots that are over are shown of a queue.
MOST_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Busy:
    """Where somebody plays now, or is called to: the match, and the table if it has one."""

    event: str
    code: str
    table: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody in a queue. ``since`` is when they joined; ``busy`` is None while they play nowhere."""

    entry: int
    number: int
    payer: int
    name: str
    since: datetime
    busy: Busy | None = None


@dataclass(frozen=True, slots=True)
class Started:
    """A jackpot that started: ``played`` of ``matches`` are over.

    ``winners`` are one, two after a split, nobody before the end. ``voucher``: its voucher was booked.
    ``final`` is the match of the final while it can be split. ``undo`` are the first and the last of the records that
    started it, None once one of its matches has begun.
    """

    event: int
    name: str
    number: int
    at: datetime
    played: int
    matches: int
    winners: tuple[str, ...] = ()
    voucher: bool = False
    final: int | None = None
    undo: tuple[int, int] | None = None

    @property
    def is_over(self) -> bool:
        return self.played == self.matches


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue with those who wait, in order, and its jackpots, the last one first; ``on`` and ``over`` part them."""

    jackpot: Jackpot
    voucher_for: str
    closed: bool
    waiting: tuple[Waiting, ...]
    started: tuple[Started, ...]

    @property
    def missing(self) -> int:
        """How many are missing until a jackpot starts."""
        return max(0, self.jackpot.size - len(self.waiting))

    @property
    def is_full(self) -> bool:
        return len(self.waiting) >= self.jackpot.size

    @property
    def free(self) -> range:
        """The free places, for a page that draws each of them."""
        return range(self.missing)

    @property
    def on(self) -> tuple[Started, ...]:
        return tuple(each for each in self.started if not each.is_over)

    @property
    def over(self) -> tuple[Started, ...]:
        return tuple(each for each in self.started if each.is_over)[:MOST_SHOWN]


def is_waiting() -> Q:
    """Return the condition of entries that wait: they count, did not leave, and play in no jackpot."""
    left = JackpotLeft.objects.filter(counts(), entry=OuterRef("pk"))
    seated = JackpotSeat.objects.filter(counts(), entry=OuterRef("pk"))
    return counts() & ~Exists(left) & ~Exists(seated)


def is_closed() -> Subquery:
    """Return whether a queue is closed, as a column of a query of queues."""
    latest = JackpotClosing.objects.filter(counts(), jackpot=OuterRef("pk")).order_by("-record_id")
    return Subquery(latest.values("closed")[:1])


def live_queues() -> QuerySet[Jackpot]:
    """Return the queues that were not undone, with whether each is closed, the smallest stake first."""
    rows = Jackpot.objects.filter(counts()).select_related("voucher_for")
    return rows.annotate(is_closed=is_closed()).order_by("stake", "pk")


def has_queues(tournament: int) -> bool:
    """Whether a tournament has queues: one statement."""
    return Jackpot.objects.filter(counts(), tournament=tournament).exists()


def queue_prizes(tournament: int) -> list[tuple[str, int]]:
    """Return the queues of a tournament, the smallest stake first, with the prize of a jackpot, 0 for none.

    In minor units: one statement.
    """
    return [(each.name, each.terms.prize) for each in live_queues().filter(tournament=tournament)]


def jackpot_events(tournament: int) -> set[int]:
    """Return the events that are jackpots of a tournament: one statement."""
    return set(JackpotStart.objects.filter(counts(), jackpot__tournament=tournament).values_list("event", flat=True))


def queues_of(tournament: Tournament, only: int | None = None) -> tuple[Queue, ...]:
    """Return the queues of a tournament, the smallest stake first, or ``only`` one: a constant number of statements."""
    rows = live_queues().filter(tournament=tournament)
    jackpots = list(rows if only is None else rows.filter(pk=only))
    if not jackpots:
        return ()
    people = queue_people(tournament.pk)
    names = payer_names(tournament.pk, {each.entrant: each.name for each in people if each.entrant})
    waiting = _waiting(jackpots, names, _busy(tournament.pk, people))
    started = _started(jackpots, names)
    return tuple(
        Queue(
            each, each.voucher_for.name if each.voucher_for else "", bool(vars(each)["is_closed"]),
            tuple(waiting[each.pk]), tuple(started[each.pk]),
        )
        for each in jackpots
    )  # fmt: skip


def queue_of(pk: int) -> Queue:
    """Return one queue. Raises Unknown ``jackpot.unknown``."""
    return queues_of(Tournament.objects.get(pk=tournament_of_queue(pk)), pk)[0]


def tournament_of_queue(pk: int) -> int:
    """Return the tournament of a queue. Raises Unknown ``jackpot.unknown``."""
    live = Jackpot.objects.filter(counts(), pk=pk) if pk <= BigIntegerField.MAX_BIGINT else Jackpot.objects.none()
    tournament = live.values_list("tournament", flat=True).first()
    if tournament is None:
        raise Unknown("jackpot.unknown")
    return tournament


def sitting_entrants(tournament: int, but: int | None = None) -> dict[int, Match]:
    """Return entrant → the match to which they are called or which they play, of all events ``but`` one."""
    rows = Match.objects.filter(
        draw__event__tournament=tournament, draw__event__current_draw=F("draw"), status=Status.OPEN
    ).exclude(draw__event=but)
    called = Q(call__isnull=False) & ~Q(call__table="")
    seated = rows.filter(called | Q(begun=True)).select_related("call", "draw__event").defer("draw__plan")
    return {who: match for match in seated.order_by("pk") for who in (match.top_id, match.bottom_id) if who}


def _waiting(
    jackpots: list[Jackpot], names: Mapping[int, str], busy: Mapping[int, Busy]
) -> Mapping[int, list[Waiting]]:
    """Return queue → who waits in it: one statement."""
    waiting = defaultdict[int, list[Waiting]](list)
    entries = JackpotEntry.objects.filter(is_waiting(), jackpot__in=jackpots).order_by("number")
    for entry in entries.select_related("record"):
        who = entry.payer_id
        row = Waiting(entry.pk, entry.number, who, names.get(who, "…"), entry.record.at, busy.get(who))
        waiting[entry.jackpot_id].append(row)
    return waiting


def _busy(tournament: int, people: Iterable[QueuePerson]) -> dict[int, Busy]:
    """Return payer → where they sit now: one statement."""
    everybody = list(people)
    by_entrant = {each.entrant: each for each in everybody if each.entrant is not None}
    where: dict[str | int | None, Busy] = {}
    for entrant, match in sitting_entrants(tournament).items():
        person = by_entrant.get(entrant)
        if person is not None:
            table = match.call.table if match.call else ""
            where[person.payer] = where[person.key] = Busy(match.draw.event.name, match.code, table)
    busy = {each.payer: where.get(each.payer) or where.get(each.key) for each in everybody if each.payer}
    return {payer: at for payer, at in busy.items() if payer is not None and at is not None}


def _started(jackpots: list[Jackpot], names: Mapping[int, str]) -> Mapping[int, list[Started]]:
    """Return queue → its jackpots, the last one first: four statements."""
    rows = JackpotStart.objects.filter(counts(), jackpot__in=jackpots).select_related("event", "record")
    starts = list(rows.order_by("jackpot", "-number"))
    draws = {each.event.current_draw_id: each.event_id for each in starts if each.event.current_draw_id}
    matches = defaultdict[int, list[Match]](list)
    beside = ("result", "top", "bottom", "goes_on")
    for match in Match.objects.filter(draw__in=draws).select_related(*beside).order_by("draw", "place"):
        matches[draws[match.draw_id]].append(match)
    seats = JackpotSeat.objects.filter(start__in=starts).values_list("start", "number", "entry__payer")
    seated = {(start, number): names.get(payer, "…") for start, number, payer in seats}
    booked = set(JackpotVoucher.objects.filter(counts(), start__in=starts).values_list("start", flat=True))
    by_queue = defaultdict[int, list[Started]](list)
    for each in starts:
        own = matches[each.event_id]
        by_queue[each.jackpot_id].append(_one_started(each, own, seated, each.pk in booked))
    return by_queue


def _one_started(start: JackpotStart, own: list[Match], seated: Mapping[tuple[int, int], str], booked: bool) -> Started:
    final = own[-1] if own else None
    together = json.loads(start.record.body).get("together")
    return Started(
        event=start.event_id,
        name=start.event.name,
        number=start.number,
        at=start.record.at,
        played=sum(match.status not in _UNDECIDED for match in own),
        matches=len(own),
        winners=tuple(seated.get((start.pk, each.number), "…") for each in _winners(final)),
        voucher=booked,
        final=final.pk if final and final.status == Status.OPEN and not final.begun else None,
        undo=(together[0], together[1]) if together and own and not any(each.begun for each in own) else None,
    )


_UNDECIDED = (Status.WAITING, Status.OPEN, Status.DISPUTED)


def _winners(final: Match | None) -> list[Entrant]:
    if final is None or final.status in _UNDECIDED:
        return []
    if final.result is not None and final.result.how == "split":
        return [each for each in (final.top, final.bottom) if each is not None]
    return [final.goes_on] if final.goes_on is not None else []
