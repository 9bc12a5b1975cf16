"""Who has paid, as the books say: the tick *paid* of events that have a fee."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Sum

from clubs.models import Leg
from journal.canon import stored_json
from journal.models import counts
from rules.money.fees import OF_EVENT, FeeKind
from tournaments.models.money import EntrantPayer, Purses
from tournaments.read.entrant_payers import latest_payers

NO_FEES = "[]"
# Fees of the whole tournament without which an entry is not paid.
WITH_ENTRY = (FeeKind.REGISTRATION, FeeKind.MEMBERSHIP)
EVERYBODY = Q()


def follows_books(fees: str, event: int) -> bool:
    """Whether the tick *paid* of an event's entrants follows from the books; ``fees`` as the tournament keeps them."""
    return any(each["event"] == event or each["kind"] in WITH_ENTRY for each in stored_json(fees))


def paid_entrants(fees: str, stream: int, entrants: Q) -> dict[int, bool]:
    """Return entrant → whether nothing is owed for them, for those of ``entrants`` in events with a fee.

    Their own lines count, and what their payer owes for registration and membership. Two statements, none without fees.
    """
    if fees == NO_FEES:
        return {}
    kinds = {each["code"]: each["kind"] for each in stored_json(fees)}
    links = [(entrant, payer) for entrant, event, payer, _ in latest_payers(entrants) if follows_books(fees, event)]
    owed = _owed(stream, kinds)
    return {entrant: (payer, 0) not in owed and (0, entrant) not in owed for entrant, payer in links}


def payer_of_entrant() -> QuerySet[EntrantPayer, Any]:
    """Return the payer of the entrant in the outer query's ``entrant``, as a subquery."""
    live = EntrantPayer.objects.filter(counts(), counts("entrant__record_id"), entrant=OuterRef("entrant"))
    return live.order_by("-turn").values("payer")[:1]


def has_paid(fees: str, stream: int, entrant: int, payer: int) -> bool:
    """Return whether nothing is owed for an entrant, of whom ``payer`` pays: one statement."""
    kinds = {each["code"]: each["kind"] for each in stored_json(fees)}
    own = Q(account__about=payer) | Q(about__endswith=f":{entrant}")
    return not _owed(stream, kinds, own) & {(payer, 0), (0, entrant)}


def _owed(stream: int, kinds: Mapping[str, str], which: Q = EVERYBODY) -> frozenset[tuple[int, int]]:
    """Return (payer, 0) and (0, entrant) for whom a line is open: for registration or membership, for an entrant."""
    legs = Leg.objects.filter(which, account__stream=stream, account__kind=Purses.PAYER)
    owed: defaultdict[tuple[int, int], int] = defaultdict(int)
    for payer, line, total in legs.values_list("account__about", "about").annotate(total=Sum("amount")):
        code, _, entrant = line.partition(":")
        kind = kinds.get(code, "")
        if kind in OF_EVENT and entrant.isdecimal():
            owed[0, int(entrant)] += max(int(total), 0)
        elif kind in WITH_ENTRY:
            owed[payer, 0] += max(int(total), 0)
    return frozenset(key for key, amount in owed.items() if amount)
