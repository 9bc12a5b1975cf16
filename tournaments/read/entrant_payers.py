"""Which payer pays for which entrant."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Q, Subquery

from journal.models import Record, counts
from tournaments.models import EntrantPayer, Payer

# (entrant, event, payer, time of entry), the time None for an entrant who is entered on the open page.
type PaidFor = tuple[int, int, int, datetime | None]


@dataclass(frozen=True, slots=True)
class KnownPayers:
    """All payers of a tournament, the last number given out, and the live entrants for whom they pay.

    ``names`` holds name and club of each of these entrants as they were entered last.
    """

    payers: frozenset[int]
    last_number: int
    rows: tuple[PaidFor, ...]
    names: dict[int, tuple[str, str]]


def latest_payers(which: Q) -> list[PaidFor]:
    """Return (entrant, event, payer, time of entry) of live entrants by number, each with their latest payer.

    The time is None for entrants who are entered on the open page.
    """
    live = EntrantPayer.objects.filter(which, counts(), counts("entrant__record_id"))
    at = Record.objects.filter(pk=OuterRef("entrant__record_id")).values("at")
    rows = live.annotate(at=Subquery(at)).order_by("entrant__event", "entrant__number", "turn")
    latest = {row[0]: row for row in rows.values_list("entrant", "entrant__event", "payer", "at")}
    return list(latest.values())


def known_payers(tournament: int) -> KnownPayers:
    """Return the payers of a tournament with everybody they pay for, those of one event by number: one statement."""
    entrant = "entrants__entrant"
    columns = (entrant, f"{entrant}__event", "pk", f"{entrant}__record__at", "number", f"{entrant}__particulars__name",
               f"{entrant}__particulars__club")  # fmt: skip
    undone = ("entrants__record__undo", f"{entrant}__record__undo", f"{entrant}__particulars__record__undo")
    rows = Payer.objects.filter(tournament=tournament).order_by(
        f"{entrant}__event", f"{entrant}__number", "entrants__turn", f"{entrant}__particulars__turn"
    )
    payers: dict[int, int] = {}
    latest: dict[int, PaidFor] = {}
    names: dict[int, tuple[str, str]] = {}
    for who, event, payer, at, number, name, club, *gone in rows.values_list(*columns, *undone):
        payers[payer] = number
        if who is not None and gone == [None, None, None]:
            latest[who], names[who] = (who, event, payer, at), (name, club)
    return KnownPayers(frozenset(payers), max(payers.values(), default=0), tuple(latest.values()), names)


def rows_of_payers_of(entrants: Collection[int]) -> list[PaidFor]:
    """Return everybody for whom those pay who pay for these entrants, as ``latest_payers`` does: one statement."""
    payers = EntrantPayer.objects.filter(entrant__in=entrants).values("payer")
    return latest_payers(Q(entrant__in=EntrantPayer.objects.filter(payer__in=payers).values("entrant")))
