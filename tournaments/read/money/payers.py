"""Payers of a tournament: whom each pays for, what was decided about them, and what is charged, paid and open."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db.models import Exists, F, FilteredRelation, Max, OuterRef, Q, Subquery, Sum

from clubs.models import Account, Leg
from journal.models import counts
from rules.money.fees import Condition, Entry, Fee, FeeKind, read_fees
from rules.money.fees import Payer as Charged
from tournaments.models import EntrantPayer, FeeSetup, Particulars, Payer, Tournament, stored_json
from tournaments.models.entrants import members_in
from tournaments.models.money.cash import Postings, Purses
from tournaments.read.entrants.payers import OF_FEES, PaidFor, latest_payers

__all__ = [
    "FREED",
    "At",
    "ChargedAccounts",
    "PaidFor",
    "PayerFacts",
    "PayersToCharge",
    "charged_accounts",
    "charged_by",
    "facts_of",
    "fees_ever_set",
    "fees_of",
    "latest_payers",
    "line_sums",
    "members_of",
    "of_kind",
    "open_by_entrant",
    "open_lines",
    "payers_to_charge",
    "version_of",
]

# What makes a line cost nothing.
FREED = ("waived", "refunded", "returned")


@dataclass(slots=True)
class PayerFacts:
    """What was entered about one payer: their entrants, each with its event and day, and the ticks that are set.

    ``people`` says how many members those entrants have who have any.
    """

    entries: list[tuple[int, int, date]] = field(default_factory=list)
    ticks: set[tuple[str, str]] = field(default_factory=set)
    people: dict[int, int] = field(default_factory=dict)

    def set_of(self, *kinds: str) -> frozenset[str]:
        """Return what is ticked of these kinds."""
        return frozenset(what for kind, what in self.ticks if kind in kinds)


def fees_of(tournament: Tournament) -> tuple[Fee, ...]:
    """Return the fees of a tournament as they were set last."""
    data = stored_json(tournament.fees)
    return read_fees(data, {each["event"] for each in data if each["event"] is not None})


def fees_ever_set(tournament: Tournament) -> dict[str, Fee]:
    """Return code → fee as it is set or as it last was, of every fee there ever was: one statement."""
    fees: dict[str, Fee] = {}
    for setup in FeeSetup.objects.filter(tournament=tournament).order_by("turn").values_list("fees", flat=True):
        data = stored_json(setup)
        known = read_fees(data, {each["event"] for each in data if each["event"] is not None})
        fees |= {fee.code: fee for fee in known}
    return fees


@dataclass(frozen=True, slots=True)
class At:
    """The time of an open page, in whose zone days of entry are counted."""

    timezone: str
    now: datetime


def facts_of(
    payers: Collection[int], at: At, rows: Iterable[PaidFor], ticks: Mapping[int, Collection[tuple[str, str]]],
    people: Mapping[int, int],
) -> dict[int, PayerFacts]:  # fmt: skip
    """Return payer → what was entered about them; what is entered just now is dated ``at.now``.

    ``rows`` say whom they pay for, ``ticks`` what is ticked of those who were payers before, ``people`` how many
    members the entrants have who have any.
    """
    zone, members = ZoneInfo(at.timezone), dict(people)
    facts = {payer: PayerFacts(ticks=set(ticks.get(payer, ())), people=members) for payer in payers}
    for entrant, event, payer, entered in rows:
        if payer in facts:
            facts[payer].entries.append((entrant, event, (entered or at.now).astimezone(zone).date()))
    return facts


@dataclass(frozen=True, slots=True)
class PayersToCharge:
    """What was entered about some payers of one tournament, None without payers."""

    tournament: Tournament | None
    facts: dict[int, PayerFacts]


def payers_to_charge(which: Q, now: datetime) -> PayersToCharge:
    """Return the payers on this condition with what was entered about them and their tournament: one statement.

    What is entered just now is dated ``now``.
    """
    entrant = "entrants__entrant"
    later = EntrantPayer.objects.filter(counts(), entrant=OuterRef(entrant), turn__gt=OuterRef("entrants__turn"))
    described = Particulars.objects.filter(counts(), entrant=OuterRef(entrant)).order_by("-turn")
    # A row for each entrant and tick, one without any.
    rows = (
        Payer.objects.filter(which)
        .select_related("tournament")
        .annotate(
            entrant=F(entrant), event=F(f"{entrant}__event"), entered=F(f"{entrant}__record__at"),
            link_undone=F("entrants__record__undo"), entry_undone=F(f"{entrant}__record__undo"),
            moved=Exists(later), kind=F("ticks__kind"), what=F("ticks__what"), on=F("ticks__on"),
            tick_undone=F("ticks__record__undo"), members=Subquery(described.values("members")[:1]),
        )
        .order_by(f"{entrant}__event", f"{entrant}__number", "entrants__turn", "ticks__record_id", "ticks")
    )  # fmt: skip
    tournament, facts = None, dict[int, PayerFacts]()
    for row in rows:
        tournament, known = row.tournament, facts.setdefault(row.pk, PayerFacts())
        if row.entrant is not None and row.link_undone is None and row.entry_undone is None and not row.moved:
            on = (row.entered or now).astimezone(ZoneInfo(tournament.timezone)).date()
            if (entry := (row.entrant, row.event, on)) not in known.entries:
                known.entries.append(entry)
            if row.members:
                known.people[row.entrant] = len(members_in(row.members))
        if row.kind is not None and row.tick_undone is None:
            (known.ticks.add if row.on else known.ticks.discard)((row.kind, row.what))
    return PayersToCharge(tournament, facts)


def charged_by(fees: Iterable[Fee], facts: PayerFacts, fallback: date) -> Charged:
    """Return what decides the lines of a payer; without entries their fees are those of the day ``fallback``."""
    left = facts.set_of("left")
    again = {fee.event for fee in fees if fee.kind == FeeKind.REENTRY}
    entries: list[Entry] = []
    for entrant, event, on in facts.entries:
        if str(entrant) not in left:
            before = any(each.event == event for each in entries)
            entries.append(Entry(entrant, event, on, before and event in again, facts.people.get(entrant, 1)))
    return Charged(
        entries=entries,
        on=min((each.on for each in entries), default=fallback),
        marks=frozenset(Condition(what) for what in facts.set_of("mark")),
        chosen=facts.set_of("chosen"),
        waived=facts.set_of(*FREED),
    )


def members_of(which: Q) -> dict[int, int]:
    """Return entrant → how many members they have, for those on this condition who have any: one statement."""
    rows = Particulars.objects.filter(which, counts(), counts("entrant__record_id")).order_by("turn")
    last = dict(rows.values_list("entrant", "members"))
    return {entrant: len(members_in(text)) for entrant, text in last.items() if text}


def line_sums(stream: int, payers: Collection[int] | None, *kinds: Postings) -> dict[int, dict[str, int]]:
    """Return payer → line → the sum of their legs in minor units, of all postings or of these kinds: one statement.

    Without ``payers`` those of everybody.
    """
    legs = Leg.objects.filter(account__stream=stream, account__kind=Purses.PAYER)
    if payers is not None:
        legs = legs.filter(account__about__in=payers)
    if kinds:
        legs = legs.filter(of_kind(*kinds))
    sums: dict[int, dict[str, int]] = defaultdict(dict)
    for payer, line, amount in legs.values_list("account__about", "about").annotate(total=Sum("amount")):
        sums[payer][line] = int(amount)
    return sums


def of_kind(*kinds: Postings, leg: str = "") -> Q:
    """Return the condition of legs of such postings, and of those that took them back; ``leg`` is the path to them."""
    return Q(**{f"{leg}posting__kind__in": kinds}) | Q(**{f"{leg}posting__reverses__kind__in": kinds})


@dataclass(frozen=True, slots=True)
class ChargedAccounts:
    """The accounts that charging moves, and payer → line → what was charged on it so far in minor units."""

    open: dict[tuple[str, int], Account]
    charged: dict[int, dict[str, int]]


def charged_accounts(stream: int, currency: str, payers: Collection[int] | None) -> ChargedAccounts:
    """Return the accounts of these payers and of all fees, by kind and row, with what was charged: one statement.

    Without ``payers`` those of everybody.
    """
    of_payers = Q(kind=Purses.PAYER) if payers is None else Q(kind=Purses.PAYER, about__in=payers)
    rows = Account.objects.filter(Q(kind__in=OF_FEES) | of_payers, stream=stream, currency=currency)
    rows = rows.annotate(own=FilteredRelation("legs", condition=Q(kind=Purses.PAYER)))
    charged = Sum("own__amount", filter=of_kind(Postings.CHARGED, leg="own__"))
    accounts: dict[tuple[str, int], Account] = {}
    sums: dict[int, dict[str, int]] = defaultdict(dict)
    columns = ["id", "record_id", "stream_id", "kind", "about", "currency"]
    for *account, line, total in rows.values_list(*columns, "own__about").annotate(total=charged):
        row = Account.from_db(rows.db, columns, account)
        accounts[row.kind, row.about] = row
        if total is not None:
            sums[row.about][line] = int(total)
    return ChargedAccounts(accounts, sums)


def account_of(stream: int, payer: int) -> tuple[dict[str, int], int]:
    """Return line → sum of a payer's account, and its version: the last record that moved it, 0 for none.

    One statement.
    """
    legs = Leg.objects.filter(account__stream=stream, account__kind=Purses.PAYER, account__about=payer)
    rows = list(legs.values_list("about").annotate(total=Sum("amount"), last=Max("posting__record__number")))
    return {line: int(total) for line, total, _ in rows}, max((last for _, _, last in rows), default=0)


def version_of(stream: int, payer: int) -> int:
    """Return the version of a payer's account."""
    return account_of(stream, payer)[1]


def open_lines(sums: Mapping[str, int]) -> dict[str, int]:
    """Return the lines on which a payer owes or is owed something."""
    return {line: amount for line, amount in sums.items() if amount}


def open_by_entrant(stream: int, event: int) -> dict[int, int]:
    """Return entrant → what is still owed of the fees for them in an event, in minor units: one statement."""
    legs = Leg.objects.filter(account__stream=stream, account__kind=Purses.PAYER, about__contains=":")
    sums: dict[int, int] = defaultdict(int)
    live = EntrantPayer.objects.filter(entrant__event=event).values("entrant")
    entrants = set(live.values_list("entrant", flat=True))
    for line, amount in legs.values_list("about").annotate(total=Sum(F("amount"))):
        _, _, entrant = line.rpartition(":")
        if entrant.isdecimal() and int(entrant) in entrants:
            sums[int(entrant)] += max(int(amount), 0)
    return sums
