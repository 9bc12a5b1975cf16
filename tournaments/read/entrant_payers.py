"""Which payer pays for which entrant."""

from datetime import datetime

from django.db.models import OuterRef, Q, Subquery

from journal.models import Record, counts
from tournaments.models import EntrantPayer


def latest_payers(which: Q) -> list[tuple[int, int, int, datetime | None]]:
    """Return (entrant, event, payer, time of entry) of live entrants by number, each with their latest payer.

    The time is None for entrants who are entered on the open page.
    """
    live = EntrantPayer.objects.filter(which, counts(), counts("entrant__record_id"))
    at = Record.objects.filter(pk=OuterRef("entrant__record_id")).values("at")
    rows = live.annotate(at=Subquery(at)).order_by("entrant__event", "entrant__number", "turn")
    latest = {row[0]: row for row in rows.values_list("entrant", "entrant__event", "payer", "at")}
    return list(latest.values())
