"""Who has paid, as the books say: the tick *paid* of events that have a fee."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.db.models import Q, Sum

from clubs.models import Leg
from journal.canon import stored_json
from rules.money.fees import OF_EVENT, FeeKind
from tournaments.models.money.cash import Purses
from tournaments.read.entrants.payers import latest_payers

NO_FEES = "[]"
# Fees of the whole tournament without which an entry is not paid.
WITH_ENTRY = (FeeKind.REGISTRATION, FeeKind.MEMBERSHIP)


def follows_books(fees: str, event: int) -> bool:
    """Whether the tick *paid* of an event's entrants follows from the books; ``fees`` as the tournament keeps them."""
    return any(each["event"] == event or each["kind"] in WITH_ENTRY for each in stored_json(fees))


def asks_for_fees(fees: str, event: int, words: str, paid: Iterable[bool]) -> bool:
    """Whether it matters who has paid: an event has a fee, in the books or in ``words``, or somebody has ``paid``."""
    return bool(words) or follows_books(fees, event) or any(paid)


def paid_entrants(fees: str, stream: int, entrants: Q) -> dict[int, bool]:
    """Return entrant → whether nothing is owed for them, for those of ``entrants`` in events with a fee.

    Their own lines count, and what their payer owes for registration and membership. Two statements, none without fees.
    """
    if fees == NO_FEES:
        return {}
    links = [(entrant, payer) for entrant, event, payer, _ in latest_payers(entrants) if follows_books(fees, event)]
    owed = _owed(stream, fees)
    return {entrant: (payer, 0) not in owed and (0, entrant) not in owed for entrant, payer in links}


def _owed(stream: int, fees: str) -> frozenset[tuple[int, int]]:
    legs = Leg.objects.filter(account__stream=stream, account__kind=Purses.PAYER)
    rows = legs.values_list("account__about", "about").annotate(total=Sum("amount"))
    return owed_in(fees, {(payer, line): int(total) for payer, line, total in rows})


def owed_in(fees: str, sums: Mapping[tuple[int, str], int]) -> frozenset[tuple[int, int]]:
    """Return (payer, 0) and (0, entrant) for whom a line is open: for registration or membership, for an entrant.

    ``sums`` are those of payers and their lines.
    """
    kinds = {each["code"]: each["kind"] for each in stored_json(fees)}
    owed: defaultdict[tuple[int, int], int] = defaultdict(int)
    for (payer, line), total in sums.items():
        code, _, entrant = line.partition(":")
        kind = kinds.get(code, "")
        if kind in OF_EVENT and entrant.isdecimal():
            owed[0, int(entrant)] += max(total, 0)
        elif kind in WITH_ENTRY:
            owed[payer, 0] += max(total, 0)
    return frozenset(key for key, amount in owed.items() if amount)
