"""Payers of a tournament: whom each pays for, what was decided about them, and what is charged, paid and open."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db.models import F, Max, Q, Sum

from clubs.models import Leg
from journal.models import counts
from rules.money.fees import Condition, Entry, Fee, FeeKind, read_fees
from rules.money.fees import Payer as Charged
from tournaments.models import EntrantPayer, FeeSetup, PayerTick, Tournament, stored_json
from tournaments.models.money import Postings, Purses
from tournaments.read.entrant_payers import latest_payers

__all__ = [
    "FREED",
    "PayerFacts",
    "charged_by",
    "facts_of",
    "fee_ever_set",
    "fees_of",
    "latest_payers",
    "line_sums",
    "of_kind",
    "open_by_entrant",
    "open_lines",
    "version_of",
]

# What makes a line cost nothing.
FREED = ("waived", "refunded", "returned")


@dataclass(slots=True)
class PayerFacts:
    """What was entered about one payer: their entrants, each with its event and day, and the ticks that are set."""

    entries: list[tuple[int, int, date]] = field(default_factory=list)
    ticks: set[tuple[str, str]] = field(default_factory=set)

    def set_of(self, *kinds: str) -> frozenset[str]:
        """Return what is ticked of these kinds."""
        return frozenset(what for kind, what in self.ticks if kind in kinds)


def fees_of(tournament: Tournament) -> tuple[Fee, ...]:
    """Return the fees of a tournament as they were set last."""
    data = stored_json(tournament.fees)
    return read_fees(data, {each["event"] for each in data if each["event"] is not None})


def fee_ever_set(tournament: Tournament, code: str) -> Fee:
    """Return a fee by its code, as it is set or as it last was."""
    for setup in FeeSetup.objects.filter(tournament=tournament).order_by("-turn"):
        data = [each for each in stored_json(setup.fees) if each["code"] == code]
        if data:
            return read_fees(data, {each["event"] for each in data if each["event"] is not None})[0]
    raise LookupError(code)


def facts_of(payers: Collection[int], timezone: str, now: datetime) -> dict[int, PayerFacts]:
    """Return payer → what was entered about them, in two statements; what is entered just now is dated ``now``."""
    zone, facts = ZoneInfo(timezone), {payer: PayerFacts() for payer in payers}
    rows = latest_payers(Q(entrant__in=EntrantPayer.objects.filter(payer__in=payers).values("entrant")))
    for entrant, event, payer, at in rows:
        if payer in facts:
            facts[payer].entries.append((entrant, event, (at or now).astimezone(zone).date()))
    ticks = PayerTick.objects.filter(counts(), payer__in=payers).order_by("record_id", "pk")
    for payer, kind, what, on in ticks.values_list("payer", "kind", "what", "on"):
        (facts[payer].ticks.add if on else facts[payer].ticks.discard)((kind, what))
    return facts


def charged_by(fees: Iterable[Fee], facts: PayerFacts, fallback: date) -> Charged:
    """Return what decides the lines of a payer; without entries their fees are those of the day ``fallback``."""
    left = facts.set_of("left")
    again = {fee.event for fee in fees if fee.kind == FeeKind.REENTRY}
    entries: list[Entry] = []
    for entrant, event, on in facts.entries:
        if str(entrant) not in left:
            before = any(each.event == event for each in entries)
            entries.append(Entry(entrant, event, on, again=before and event in again))
    return Charged(
        entries=entries,
        on=min((each.on for each in entries), default=fallback),
        marks=frozenset(Condition(what) for what in facts.set_of("mark")),
        chosen=facts.set_of("chosen"),
        waived=facts.set_of(*FREED),
    )


def line_sums(stream: int, payers: Collection[int], *kinds: Postings) -> dict[int, dict[str, int]]:
    """Return payer → line → the sum of their legs in minor units, of all postings or of these kinds: one statement."""
    legs = Leg.objects.filter(account__stream=stream, account__kind=Purses.PAYER, account__about__in=payers)
    if kinds:
        legs = legs.filter(of_kind(*kinds))
    sums: dict[int, dict[str, int]] = defaultdict(dict)
    for payer, line, amount in legs.values_list("account__about", "about").annotate(total=Sum("amount")):
        sums[payer][line] = int(amount)
    return sums


def of_kind(*kinds: Postings) -> Q:
    """Return the condition of legs of such postings, and of those that took them back."""
    return Q(posting__kind__in=kinds) | Q(posting__reverses__kind__in=kinds)


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
