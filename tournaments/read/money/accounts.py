"""The accounts of a tournament's payers as pages and papers show them, in a constant number of statements."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Max, Q, Sum

from clubs.models import Leg
from clubs.read.records import NUMBER
from journal.models import counts
from rules.money.fees import Condition, Fee, FeeKind, Line, lines_of, possible_lines
from rules.typed.names import folded
from tournaments.models import Event, Payer, PayerTick, Receipt, Tick, Tournament
from tournaments.models.money.cash import Purses
from tournaments.read.entrants.names import names_in_tournament
from tournaments.read.entrants.payer_names import payer_names
from tournaments.read.money.payers import PayerFacts, charged_by, fees_of, latest_payers, members_of

# What a tick makes of a line, and the state that pages show.
DECIDED = ("kept", "returned", "refunded", "waived")


@dataclass(frozen=True, slots=True)
class AccountLine:
    """A line of an account. ``number`` counts from 1 through the account; the lines that may be chosen come last.

    ``price`` is what the line costs without a waiver, ``open`` what is still owed, negative what is owed to the payer;
    both in minor units. ``state`` is open, part, paid, free, credit, waived, refunded, returned, kept, or possible.
    ``fee`` is None for a line of an auction, a prize or a transfer. ``entrant`` is whom the line is for, with their
    ``who`` where that is not the payer's own name. ``reason`` is why it was waived, refunded or kept,
    ``people`` for how many members the price is.
    """

    number: int
    code: str
    fee: Fee | None
    price: int
    open: int
    state: str
    entrant: int | None = None
    event: str = ""
    who: str = ""
    condition: Condition | None = None
    reason: str = ""
    people: int = 1

    @property
    def is_open(self) -> bool:
        return self.open > 0

    @property
    def paid(self) -> int:
        """What was paid of the price."""
        return max(0, self.price - max(self.open, 0)) if self.state in ("part", "paid", "kept") else 0

    @property
    def shown(self) -> int:
        """The sum that stands beside the line: its price, or what is owed to the payer."""
        return self.open if self.state == "credit" else self.price

    @property
    def is_deposit(self) -> bool:
        return self.fee is not None and self.fee.kind == FeeKind.DEPOSIT


@dataclass(frozen=True, slots=True)
class ReceiptView:
    """Money that changed hands: ``record`` is its key, ``at`` the time, ``by`` the actor of the desk.

    ``voucher`` is a code, ``given`` what was laid down in cash. All sums are in minor units.
    """

    record: int
    number: int
    payer: int
    amount: int
    means: str
    drawer: int
    is_out: bool
    given: int | None
    voucher: str
    at: datetime
    by: str
    undone: bool
    released: bool

    @property
    def change(self) -> int:
        """What was given back."""
        return 0 if self.given is None else self.given - self.amount


@dataclass(frozen=True, slots=True)
class Account:
    """A payer with everything on their account. ``events`` are the names of those that they entered.

    ``balance`` is what they owe in minor units, negative what is owed to them. ``version`` is the number of the last
    record that moved the account. ``arrived`` orders those who are here, the last one highest; 0 for the others.
    """

    payer: int
    number: int
    name: str
    events: tuple[str, ...]
    entrants: tuple[int, ...]
    lines: tuple[AccountLine, ...]
    possible: tuple[AccountLine, ...]
    marks: tuple[Condition, ...]
    receipts: tuple[ReceiptView, ...]
    balance: int
    version: int
    arrived: int

    @property
    def owes(self) -> int:
        return max(self.balance, 0)

    @property
    def credit(self) -> int:
        """What is owed to the payer."""
        return max(-self.balance, 0)

    @property
    def charged(self) -> int:
        """What the open, paid and part-paid lines cost together."""
        return sum(line.price for line in self.lines if line.state in ("open", "part", "paid", "kept"))

    @property
    def is_part_paid(self) -> bool:
        return self.owes > 0 and any(not each.undone and not each.is_out for each in self.receipts)

    @property
    def last_receipt(self) -> ReceiptView | None:
        """The last receipt that counts."""
        return next((each for each in reversed(self.receipts) if not each.undone), None)

    @property
    def handed_alone(self) -> int:
        """What the payer got without a second person, in minor units."""
        return sum(each.amount for each in self.receipts if each.is_out and not each.undone and not each.released)

    @property
    def family(self) -> str:
        """The name by which people are listed: the last word first."""
        first, _, last = folded(self.name.partition(" (")[0]).rpartition(" ")
        return f"{last} {first}"

    def line(self, number: int) -> AccountLine | None:
        """Return a line by its number."""
        return next((each for each in (*self.lines, *self.possible) if each.number == number), None)


@dataclass(frozen=True, slots=True)
class Accounts:
    """All accounts of a tournament by payer, in order of the payers' numbers; ``names`` are those of all entrants."""

    currency: str
    by_payer: Mapping[int, Account]
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def people(self) -> tuple[Account, ...]:
        """Everybody with something on their account."""
        return tuple(each for each in self.by_payer.values() if each.lines or each.balance)

    @property
    def owing(self) -> tuple[Account, ...]:
        """Everybody who owes: those who arrived last first, then by family name."""
        owing = [each for each in self.by_payer.values() if each.owes]
        return tuple(sorted(owing, key=lambda each: (-each.arrived, each.family, each.number)))

    @property
    def credited(self) -> tuple[Account, ...]:
        """Everybody to whom something is owed, by family name."""
        credited = [each for each in self.by_payer.values() if each.credit]
        return tuple(sorted(credited, key=lambda each: (each.family, each.number)))

    @property
    def owed(self) -> int:
        """What all of them owe together, in minor units."""
        return sum(each.owes for each in self.by_payer.values())


def read_accounts(tournament: Tournament, now: datetime, payers: Collection[int] | None = None) -> Accounts:
    """Return the accounts of all payers, or of these: ten statements. ``now`` dates payers without entries."""
    which = Q(tournament=tournament) if payers is None else Q(tournament=tournament, pk__in=payers)
    rows = list(Payer.objects.filter(which, counts()).order_by("number").values_list("pk", "number"))
    if not rows:
        return Accounts(tournament.currency, {})
    reader = _Reader(tournament, now, [pk for pk, _ in rows])
    return Accounts(tournament.currency, {pk: reader.account(pk, number) for pk, number in rows}, reader.names)


def receipts_of(which: Q) -> list[ReceiptView]:
    """Return receipts in order of their numbers, one statement."""
    rows = Receipt.objects.filter(which).order_by("tournament", "number")
    columns = ("record", "number", "payer", "amount", "means", "drawer", "is_out", "given", "voucher")
    values: Any = rows.values_list(*columns, "record__at", "record__page__actor", "record__undo", "released")
    return [ReceiptView(*row[:11], *(each is not None for each in row[11:])) for row in values]


@dataclass(frozen=True, slots=True)
class EventAccounts:
    """What is owed for the entrants of an event in minor units, and who of them is in a side pool."""

    currency: str
    owed: Mapping[int, int]
    pools: frozenset[int]
    has_pools: bool


def event_accounts(event: Event, now: datetime) -> EventAccounts:
    """Return what is owed for each entrant of an event: their own lines, and those of their payer for no entrant."""
    tournament = event.tournament
    owed: dict[int, int] = {}
    pools: set[int] = set()
    for account in read_accounts(tournament, now).by_payer.values():
        whole = sum(line.open for line in account.lines if line.is_open and not line.entrant)
        for entrant in account.entrants:
            lines = [line for line in account.lines if line.entrant == entrant]
            owed[entrant] = whole + sum(line.open for line in lines if line.is_open)
            if any(line.fee and line.fee.kind == FeeKind.POOL and line.state != "refunded" for line in lines):
                pools.add(entrant)
    has_pools = any(fee.kind == FeeKind.POOL and fee.event == event.pk for fee in fees_of(tournament))
    return EventAccounts(tournament.currency, owed, frozenset(pools), has_pools)


class _Reader:
    """What is read once for all accounts."""

    def __init__(self, tournament: Tournament, now: datetime, payers: list[int]) -> None:
        self.fees = fees_of(tournament)
        self.today = now.date()
        self.names = names_in_tournament(tournament.pk)
        self.payer_names = payer_names(tournament.pk, self.names)
        self.events = dict(Event.objects.filter(tournament=tournament).order_by("pk").values_list("pk", "name"))
        of_payers = Q(payer__in=payers)
        self.receipts = defaultdict[int, list[ReceiptView]](list)
        for each in receipts_of(of_payers):
            self.receipts[each.payer].append(each)
        self.facts, self.reasons = _facts(tournament, payers, now)
        if any(fee.per_member for fee in self.fees):
            people = members_of(Q(entrant__event__tournament=tournament))
            for facts in self.facts.values():
                facts.people = people
        self.sums, self.versions = _sums(tournament.stream_id, payers)
        self.arrivals = _arrivals(tournament.pk)

    def account(self, payer: int, number: int) -> Account:
        facts = self.facts[payer]
        charged = charged_by(self.fees, facts, self.today)
        full = replace(charged, waived=frozenset())
        name = self.payer_names.get(payer, f"#{number}")
        sums = self.sums.get(payer, {})
        lines = [self.line(payer, at, line, name) for at, line in enumerate(lines_of(self.fees, full), start=1)]
        lines += self.other_lines(sums, {line.code for line in lines}, len(lines))
        possible = [
            replace(self.line(payer, at, line, name), open=0, state="possible")
            for at, line in enumerate(possible_lines(self.fees, full), start=len(lines) + 1)
        ]
        entrants = tuple(entrant for entrant, _, _ in facts.entries if str(entrant) not in facts.set_of("left"))
        events = dict.fromkeys(event for entrant, event, _ in facts.entries if entrant in entrants)
        return Account(
            payer, number, name, tuple(self.events.get(event, "") for event in events), entrants, tuple(lines),
            tuple(possible), tuple(mark for mark in Condition if ("mark", mark.value) in facts.ticks),
            tuple(self.receipts.get(payer, ())), sum(sums.values()), self.versions.get(payer, 0),
            max((self.arrivals.get(entrant, 0) for entrant in entrants), default=0),
        )  # fmt: skip

    def line(self, payer: int, at: int, line: Line, name: str) -> AccountLine:
        left = self.sums.get(payer, {}).get(line.code, 0)
        decided = next((kind for kind in DECIDED if (kind, line.code) in self.facts[payer].ticks), "")
        who = self.names.get(line.entrant, "") if line.entrant else ""
        return AccountLine(
            at, line.code, line.fee, line.amount, left, state_of(line.amount, left, decided), line.entrant,
            self.events.get(line.fee.event or 0, ""), "" if _same(who, name) else who, line.condition,
            self.reasons.get((payer, decided, line.code), ""), line.people,
        )  # fmt: skip

    def other_lines(self, sums: Mapping[str, int], known: Collection[str], before: int) -> list[AccountLine]:
        """Return the lines that no fee charges (any more) and on which something is open, by code."""
        fees = {fee.code: fee for fee in self.fees}
        others = [(code, left) for code, left in sorted(sums.items()) if left and code not in known]
        return [
            self.other_line(before + at, code, left, fees.get(code.partition(":")[0]))
            for at, (code, left) in enumerate(others, start=1)
        ]

    def other_line(self, number: int, code: str, left: int, fee: Fee | None) -> AccountLine:
        entrant = code.rpartition(":")[2]
        who = int(entrant) if fee and entrant.isdecimal() else None
        event = self.events.get(fee.event or 0, "") if fee else prize_of(code, self.events, self.fees)
        return AccountLine(number, code, fee, max(left, 0), left, state_of(max(left, 0), left, ""), who, event)


def prize_of(code: str, events: Mapping[int, str], fees: Iterable[Fee]) -> str:
    """Return of which event or side pool a line that no fee charges is, such as ``prize:7:pool``; empty for neither."""
    kind, _, about = code.partition(":")
    event, _, pool = about.partition(":")
    if kind not in ("prize", "added") or not event.isdecimal():
        return ""
    return next((fee.name for fee in fees if fee.code == pool), "") or events.get(int(event), "")


def state_of(price: int, left: int, decided: str) -> str:
    """Return the state of a line by its price, what is open on it, and what was decided about it."""
    if decided and left <= 0:
        return "credit" if left < 0 else decided
    if left < 0:
        return "credit"
    if left == 0:
        return "paid" if price else "free"
    return "part" if left < price else "open"


def _same(who: str, name: str) -> bool:
    """Whether two names are one, but for what tells namesakes apart."""
    return who.partition(" (")[0] == name.partition(" (")[0]


def _facts(
    tournament: Tournament, payers: Iterable[int], now: datetime
) -> tuple[dict[int, PayerFacts], dict[tuple[int, str, str], str]]:
    """Return what was entered about each payer, and the reasons by payer, kind and line: two statements."""
    zone = ZoneInfo(tournament.timezone)
    facts = {payer: PayerFacts() for payer in payers}
    for entrant, event, payer, at in latest_payers(Q(payer__tournament=tournament)):
        if payer in facts:
            facts[payer].entries.append((entrant, event, (at or now).astimezone(zone).date()))
    reasons: dict[tuple[int, str, str], str] = {}
    ticks: Any = PayerTick.objects.filter(counts(), payer__in=facts).order_by("record", "pk")
    for payer, kind, what, on, why in ticks.values_list("payer", "kind", "what", "on", "record__words__text"):
        (facts[payer].ticks.add if on else facts[payer].ticks.discard)((kind, what))
        reasons[payer, kind, what] = why or ""
    return facts, reasons


def _sums(stream: int, payers: Collection[int]) -> tuple[dict[int, dict[str, int]], dict[int, int]]:
    """Return payer → line → what is open on it, and payer → version of the account: one statement."""
    legs = Leg.objects.filter(account__stream=stream, account__kind=Purses.PAYER, account__about__in=payers)
    sums: dict[int, dict[str, int]] = defaultdict(dict)
    versions: dict[int, int] = {}
    rows = legs.values_list("account__about", "about").annotate(total=Sum("amount"), last=Max("posting"))
    for payer, line, total, last in rows:
        sums[payer][line] = int(total)
        versions[payer] = max(versions.get(payer, 0), int(last) & NUMBER)
    return sums, versions


def _arrivals(tournament: int) -> dict[int, int]:
    """Return entrant → the record by which they were ticked as here, for those who are here: one statement."""
    ticks = Tick.objects.filter(entrant__event__tournament=tournament, kind="here", seat=0, record__undo__isnull=True)
    latest = {
        entrant: (record, on) for entrant, record, on in ticks.order_by("record").values_list("entrant", "record", "on")
    }
    return {entrant: record for entrant, (record, on) in latest.items() if on}
