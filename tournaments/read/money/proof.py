"""The closing proof: what came in, what went out, what the house keeps, and what still stands in the way of closing.

Source: docs/rules/closing.md.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Max, Q, Sum

from clubs.models import Leg
from clubs.read.books import balances
from journal.models import counts
from rules.money.fees import FeeKind
from tournaments.models import Auction, DrawerCount, Event, Jackpot, PayerTick, Receipt, Release, Tournament
from tournaments.models.money.cash import Postings, Purses
from tournaments.read.money.auctions.money import open_ends
from tournaments.read.money.auctions.paid import OUT
from tournaments.read.money.auctions.view import auction_view
from tournaments.read.money.payers import fees_of, of_kind
from tournaments.read.money.pots import awarded_in, by_payer, due_in, pots_of, prize_line, standing_of

# Accounts of people and of money itself: neither is a row of the proof.
_MONEY = frozenset({Purses.CASH, Purses.CARD, Purses.VOUCHER})
_NO_ROW = _MONEY | {Purses.PAYER, Purses.FLOAT, Purses.HOUSE, Purses.CLUB}
# Postings that are not what happened on the evening but how its books end.
_ENDING = (Postings.CLOSED,)
_OUT = frozenset({Postings.AWARDED, Postings.UNCLAIMED})
RETURNED = "deposit.returned"
# The line of a finding about what an auction pays; no code of a fee has a colon.
CALCUTTA = "calcutta:"


@dataclass(frozen=True, slots=True)
class ProofRow:
    """An account of the proof, in minor units: ``house`` is what came in and did not go out."""

    kind: str
    about: int
    line: str
    came_in: int
    went_out: int

    @property
    def house(self) -> int:
        return self.came_in - self.went_out


@dataclass(frozen=True, slots=True)
class MoneyRow:
    """Where money is, in minor units; ``counted`` is None for a drawer that was not counted since it last moved."""

    kind: str
    about: int
    came_in: int
    went_out: int
    expected: int
    counted: int | None
    float: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """What stands in the way of closing: a code, whose or what it is (payer, event, drawer), and a sum."""

    code: str
    about: int
    amount: int = 0
    line: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """In equals out and house; nothing can be closed while there are findings."""

    rows: tuple[ProofRow, ...]
    money: tuple[MoneyRow, ...]
    findings: tuple[Finding, ...]

    @property
    def came_in(self) -> int:
        return sum(row.came_in for row in self.rows)

    @property
    def went_out(self) -> int:
        return sum(row.went_out for row in self.rows)

    @property
    def house(self) -> int:
        return sum(row.house for row in self.rows)


def proof_of(tournament: Tournament) -> Proof:
    """Return the proof of a tournament as its books stand, in a constant number of statements for each event."""
    stream = tournament.stream_id
    rows, money = _rows(stream), _money(tournament)
    findings = [
        *_people(stream), *_pots(tournament), *_auctions(tournament), *_deposits(tournament), *_drawers(money),
        *_requests(tournament), *_queues(tournament),
    ]  # fmt: skip
    return Proof(tuple(rows), tuple(money), tuple(findings))


def _rows(stream: int) -> list[ProofRow]:
    """Return the accounts where money came in; each side pool and each deposit has a row of its own."""
    legs = Leg.objects.filter(account__stream=stream).exclude(account__kind__in=_NO_ROW).exclude(_is_ending())
    sums: dict[tuple[str, int, str], list[int]] = defaultdict(lambda: [0, 0])
    grouped = legs.values_list(
        "account__kind", "account__about", "about", "posting__kind", "posting__reverses__kind", "posting__record__verb"
    )
    for kind, about, line, posting, reversed_kind, verb, total in grouped.annotate(total=Sum("amount")):
        own_line = line if kind in (Purses.POOL, Purses.DEPOSIT) else ""
        is_out = (reversed_kind or posting) in _OUT or verb == RETURNED or (kind == Purses.BUYBACKS and line == OUT)
        # An account to which money comes is credited: its legs are negative.
        sums[kind, about, own_line][is_out] += int(total) if is_out else -int(total)
    order = list(Purses.values)
    return [
        ProofRow(*key, came_in, went_out)
        for key, (came_in, went_out) in sorted(sums.items(), key=lambda row: (order.index(row[0][0]), *row[0][1:]))
        if came_in or went_out
    ]


def _money(tournament: Tournament) -> list[MoneyRow]:
    """Return the drawers, the card account and the vouchers, with what was taken and handed out."""
    stream = tournament.stream_id
    legs = Leg.objects.filter(account__stream=stream, account__kind__in=[*_MONEY, Purses.FLOAT]).exclude(_is_ending())
    sums: dict[tuple[str, int], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for kind, about, posting, reversed_kind, total in legs.values_list(
        "account__kind", "account__about", "posting__kind", "posting__reverses__kind"
    ).annotate(total=Sum("amount")):
        sums[kind, about][reversed_kind or posting] += int(total)
    is_counted = _counted_since(tournament)
    rows = []
    for (kind, about), by_posting in sorted(sums.items()):
        if kind == Purses.FLOAT:
            continue
        came_in, went_out = by_posting[Postings.TAKEN], -by_posting[Postings.HANDED_OUT]
        held_before = -sum(sums[Purses.FLOAT, about].values()) if kind == Purses.CASH else 0
        expected = came_in - went_out
        known = kind != Purses.CASH or is_counted.get(about, False)
        counted = expected + by_posting[Postings.COUNTED] if known else None
        rows.append(MoneyRow(kind, about, came_in, went_out, expected, counted, held_before))
    return rows


def _counted_since(tournament: Tournament) -> dict[int, bool]:
    """Return drawer → whether it was counted since money last moved in it: two statements."""
    counts = DrawerCount.objects.filter(tournament=tournament, record__undo__isnull=True).values_list("drawer")
    last = dict(counts.annotate(last=Max("record")))
    moves = Leg.objects.filter(account__stream=tournament.stream_id, account__kind=Purses.CASH)
    moved = moves.exclude(posting__kind__in=[Postings.COUNTED, Postings.CLOSED]).values_list("account__about")
    return {drawer: last.get(drawer, 0) > record for drawer, record in moved.annotate(last=Max("record"))}


def _people(stream: int) -> Iterator[Finding]:
    """Yield everybody who owes or is owed something."""
    for row in balances(stream):
        if row.kind == Purses.PAYER and row.balance:
            yield Finding("owed" if row.balance > 0 else "uncollected", row.about, abs(row.balance))


def _pots(tournament: Tournament) -> Iterator[Finding]:
    """Yield each pot of which something is in no place, or whose awards no longer follow from the places."""
    for event in Event.objects.filter(tournament=tournament, record__undo__isnull=True).order_by("pk"):
        awarded = awarded_in(tournament.stream_id, event.pk)
        pots = pots_of(event, tournament, tournament.stream_id)
        due = (
            by_payer(due_in(pots, event.pk, standing_of(event, tournament.stream_id))) if any(awarded.values()) else {}
        )
        for pot in pots:
            line = prize_line(event.pk, pot.code)
            paid = awarded.get(line, {})
            left = pot.collected + pot.added - sum(paid.values()) - (pot.pot.house if pot.pot else 0)
            # A corrected result moves prizes from one to another, and leaves their sum as it was.
            moved = _too_much(paid, due.get(line, {}))
            if left or moved:
                yield Finding("unawarded", event.pk, left or moved, pot.code)


def _too_much(paid: Mapping[int, int], due: Mapping[int, int]) -> int:
    """Return what payers were awarded that is no longer due to them."""
    return sum(max(amount - due.get(payer, 0), 0) for payer, amount in paid.items())


def _auctions(tournament: Tournament) -> Iterator[Finding]:
    """Yield what is open in each auction: lots, requests of voids, lots that are not paid, and what was not awarded."""
    rows = Auction.objects.filter(event__tournament=tournament, record__undo__isnull=True).select_related("event")
    for auction in rows.order_by("pk"):
        yield from (
            Finding(code, auction.event_id, amount, CALCUTTA if code == "unawarded" else line)
            for code, amount, line in open_ends(auction_view(auction.pk), auction.event, tournament.stream_id)
        )


def _deposits(tournament: Tournament) -> Iterator[Finding]:
    """Yield each deposit that was charged and is neither returned nor kept."""
    codes = [fee.code for fee in fees_of(tournament) if fee.kind == FeeKind.DEPOSIT]
    if not codes:
        return
    legs = Leg.objects.filter(
        of_kind(Postings.CHARGED), account__stream=tournament.stream_id, account__kind=Purses.PAYER, about__in=codes
    )
    kept = PayerTick.objects.filter(counts(), payer__tournament=tournament, kind="kept").order_by("record_id", "pk")
    decided = {(payer, what): on for payer, what, on in kept.values_list("payer", "what", "on")}
    sums = legs.values_list("account__about", "about").annotate(total=Sum("amount")).order_by("account__about", "about")
    for payer, line, amount in sums:
        if amount and not decided.get((payer, line), False):
            yield Finding("deposit", payer, int(amount), line)


def _drawers(money: list[MoneyRow]) -> Iterator[Finding]:
    for row in money:
        if row.counted is None:
            yield Finding("uncounted", row.about, row.expected)


def _requests(tournament: Tournament) -> Iterator[Finding]:
    """Yield the payouts that still wait for a second person."""
    open_ones = Release.objects.filter(payer__tournament=tournament, record__undo__isnull=True)
    released = Receipt.objects.filter(tournament=tournament, released__isnull=False).values("released")
    for request in open_ones.exclude(pk__in=released).order_by("pk"):
        yield Finding("unreleased", request.payer_id, request.amount)


def _queues(tournament: Tournament) -> Iterator[Finding]:
    """Yield the queues of jackpots in which stakes wait."""
    held = {row.about: -row.balance for row in balances(tournament.stream_id) if row.kind == Purses.JACKPOT}
    waiting = {queue: amount for queue, amount in held.items() if amount}
    for queue in Jackpot.objects.filter(pk__in=waiting).order_by("pk"):
        yield Finding("waiting", queue.pk, waiting[queue.pk], queue.name)


def _is_ending() -> Q:
    return of_kind(*_ENDING)
