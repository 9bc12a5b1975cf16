"""The closing proof as its page and its paper show it: the proof, its notes, and the facts around it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q, Sum

from clubs.models import Leg
from journal.models import Record, Undo, counts
from rules.draws.derive import Status
from rules.money.fees import Fee, FeeKind
from tournaments.models import (
    AddedMoney,
    BooksClosing,
    DrawerCount,
    Event,
    Match,
    Payer,
    PayerTick,
    Receipt,
    ReopenRequest,
    Sale,
    ShareDeal,
    Tournament,
)
from tournaments.models.money.cash import Postings, Purses
from tournaments.read.entrants.names import names_in_tournament
from tournaments.read.entrants.payer_names import payer_names
from tournaments.read.money.payers import fees_of, of_kind
from tournaments.read.money.proof import Proof, proof_of
from tournaments.read.money.till import release_limit
from tournaments.read.tournaments import matches_in

_PURSES = {
    FeeKind.ENTRY: Purses.FUND,
    FeeKind.REENTRY: Purses.FUND,
    FeeKind.POOL: Purses.POOL,
    FeeKind.REGISTRATION: Purses.REGISTRATION,
    FeeKind.MEMBERSHIP: Purses.MEMBERSHIP,
    FeeKind.DEPOSIT: Purses.DEPOSIT,
}
type Key = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class Note:
    """What stands small beside a row of the proof.

    ``charged`` are the prices with how many were charged, ``freed`` kinds of decisions with how many; ``names`` of
    those who added money; ``records`` by which a drawer was counted; ``many`` lots or buy-backs of an auction.
    """

    charged: tuple[tuple[int, int], ...] = ()
    freed: tuple[tuple[str, int], ...] = ()
    names: tuple[str, ...] = ()
    records: tuple[int, ...] = ()
    many: int = 0


@dataclass(frozen=True, slots=True)
class ProofSheet:
    """A proof with everything around it. Sums in minor units.

    ``fees`` are the names of fees by their codes. ``sheet`` is its number: of the closing, or of the next one while the
    books are open. ``record``, ``hash`` and ``closed_at`` are those of the closing. ``released`` payouts above
    ``release_above`` had a second person. ``corrections`` are the numbers of records that corrected a result or took
    back money. ``reopening`` are those who requested that the books are opened again.
    """

    proof: Proof
    notes: Mapping[Key, Note]
    events: Mapping[int, str]
    names: Mapping[int, str]
    fees: Mapping[str, str]
    sheet: int
    is_closed: bool
    record: int
    hash: str
    closed_at: datetime | None
    payers: int
    paid_out: int
    released: int
    release_above: int | None
    corrections: tuple[int, ...]
    matches: int
    played: int
    reopening: tuple[str, ...]


def sheet_of(tournament: Tournament) -> ProofSheet:
    """Return the proof of a tournament as it stands, in a constant number of statements for each event."""
    stream = tournament.stream_id
    names = payer_names(tournament.pk, names_in_tournament(tournament.pk))
    closing = BooksClosing.objects.filter(tournament=tournament).select_related("record").order_by("-record_id").first()
    last = closing.sheet if closing else 0
    is_closed = closing is not None and closing.closed
    events = Event.objects.filter(tournament=tournament, record__undo__isnull=True).order_by("pk")
    receipts = Receipt.objects.filter(tournament=tournament, is_out=True, record__undo__isnull=True)
    proof = proof_of(tournament)
    return ProofSheet(
        proof=proof,
        notes=_notes(tournament, names) | _lots(proof),
        events=dict(events.values_list("pk", "name")),
        names=names,
        fees={fee.code: fee.name or fee.code for fee in fees_of(tournament)},
        sheet=last if is_closed else last + 1,
        is_closed=is_closed,
        record=closing.record.number if closing and is_closed else 0,
        hash=closing.record.hash if closing and is_closed else "",
        closed_at=closing.record.at if closing and is_closed else None,
        payers=Payer.objects.filter(counts(), tournament=tournament).count(),
        paid_out=receipts.count(),
        released=receipts.filter(released__isnull=False).count(),
        release_above=release_limit(tournament.pk),
        corrections=_corrections(stream),
        matches=matches_in([tournament.pk]).get(tournament.pk, 0),
        played=_played(tournament),
        reopening=_reopening(tournament, last) if is_closed else (),
    )


def _lots(proof: Proof) -> dict[Key, Note]:
    """Return how many lots are in each pool, and how many buy-backs passed through the desk; none without auctions."""
    pools = [row.about for row in proof.rows if row.kind == Purses.AUCTION]
    if not pools:
        return {}
    sales = Sale.objects.filter(counts(), void__isnull=True, lot__auction__in=pools)
    lots = Counter(
        sales.filter(Q(hammer__bid__isnull=False) | Q(offered__isnull=False)).values_list("lot__auction", flat=True)
    )
    deals = ShareDeal.objects.filter(counts(), through_desk=True, player__isnull=False, sale__in=sales)
    backs = Counter(deals.values_list("sale__lot__auction", flat=True))
    notes = {(Purses.AUCTION.value, pool, ""): Note(many=many) for pool, many in lots.items()}
    return notes | {(Purses.BUYBACKS.value, pool, ""): Note(many=many) for pool, many in backs.items()}


def _corrections(stream: int) -> tuple[int, ...]:
    """Return the records that corrected a result, and those that took back a record about money."""
    corrected = Record.objects.filter(stream=stream, verb="match.corrected").values_list("number", flat=True)
    money = Q()
    for family in ("money", "payout", "prize", "prizes", "drawer"):
        money |= Q(undone__verb__startswith=f"{family}.")
    undone = Undo.objects.filter(money, record__stream=stream).values_list("record__number", flat=True)
    return tuple(sorted({*corrected, *undone}))


def _played(tournament: Tournament) -> int:
    """Return how many matches of the draws that count are finished: one statement."""
    current = Match.objects.filter(draw__event__tournament=tournament, draw=F("draw__event__current_draw"))
    return current.filter(status=Status.FINISHED).count()


def _reopening(tournament: Tournament, sheet: int) -> tuple[str, ...]:
    """Return who requested that this sheet is opened again."""
    requests = ReopenRequest.objects.filter(counts(), tournament=tournament, sheet=sheet)
    return tuple(requests.order_by("record_id").values_list("record__page__actor", flat=True))


def _notes(tournament: Tournament, names: Mapping[int, str]) -> dict[Key, Note]:
    fees = {fee.code: fee for fee in fees_of(tournament)}
    charged, freed = _charged(tournament, fees), _freed(tournament, fees)
    prices = {_key(fee): fee.amount for fee in reversed(fees.values())}
    notes = {
        key: Note(_with_freed(charged.get(key, ()), freed.get(key, ()), prices[key]), freed.get(key, ()))
        for key in {*charged, *freed}
    }
    added: dict[int, list[str]] = defaultdict(list)
    for event, payer in (
        AddedMoney.objects.filter(counts(), event__tournament=tournament)
        .order_by("record_id")
        .values_list("event", "payer")
    ):
        if names.get(payer, "…") not in added[event]:
            added[event].append(names.get(payer, "…"))
    notes |= {(Purses.ADDED, event, ""): Note(names=tuple(givers)) for event, givers in added.items()}
    counted: dict[int, list[int]] = defaultdict(list)
    rows = DrawerCount.objects.filter(counts(), tournament=tournament).order_by("record_id")
    for drawer, record, expected, amount in rows.values_list("drawer", "record__number", "expected", "counted"):
        if expected != amount:
            counted[drawer].append(record)
    return notes | {(Purses.DIFFERENCE, each, ""): Note(records=tuple(all_)) for each, all_ in counted.items()}


def _with_freed(
    charged: tuple[tuple[int, int], ...], freed: tuple[tuple[str, int], ...], price: int
) -> tuple[tuple[int, int], ...]:
    """Return (price, how many) with those that cost nothing any more, counted to the commonest price."""
    more = sum(many for kind, many in freed if kind != "kept")
    (first, many), *rest = charged or ((price, 0),)
    return ((first, many + more), *rest)


def _key(fee: Fee) -> Key:
    """Return the row of the proof to which a fee belongs."""
    line = fee.code if fee.kind in (FeeKind.POOL, FeeKind.DEPOSIT) else ""
    return (_PURSES[fee.kind], fee.event or 0, line)


def _charged(tournament: Tournament, fees: Mapping[str, Fee]) -> dict[Key, tuple[tuple[int, int], ...]]:
    """Return row → (price, how many) of what was charged and still is, the commonest price first."""
    legs = Leg.objects.filter(
        of_kind(Postings.CHARGED), account__stream=tournament.stream_id, account__kind=Purses.PAYER
    )
    counted: dict[Key, Counter[int]] = defaultdict(Counter)
    sums = legs.values_list("account__about", "about").annotate(total=Sum("amount"))
    for _, line, total in sums:
        fee = fees.get(line.partition(":")[0])
        if fee is not None and total > 0:
            counted[_key(fee)][int(total)] += 1
    return {key: tuple(prices.most_common()) for key, prices in counted.items()}


def _freed(tournament: Tournament, fees: Mapping[str, Fee]) -> dict[Key, tuple[tuple[str, int], ...]]:
    """Return row → (waived, refunded, returned or kept; how many)."""
    ticks = PayerTick.objects.filter(
        counts(), payer__tournament=tournament, kind__in=["waived", "refunded", "returned", "kept"]
    )
    latest = {
        (payer, kind, what): on
        for payer, kind, what, on in ticks.order_by("record_id", "pk").values_list("payer", "kind", "what", "on")
    }
    counted: dict[Key, Counter[str]] = defaultdict(Counter)
    for _, kind, what in _set(latest):
        fee = fees.get(what.partition(":")[0])
        if fee is not None:
            counted[_key(fee)][kind] += 1
    return {key: tuple(sorted(kinds.items())) for key, kinds in counted.items()}


def _set(ticks: Mapping[tuple[int, str, str], bool]) -> Iterable[tuple[int, str, str]]:
    return (key for key, on in ticks.items() if on)
