"""Which payer pays for which entrant."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, OuterRef, Q, QuerySet, StringAgg, Subquery, TextField, Value, When
from django.db.models.functions import Cast, Concat

from clubs.models import Account
from journal.models import Record, counts
from tournaments.models import EntrantPayer, Payer, PayerTick, Tournament
from tournaments.models.entrants import members_in
from tournaments.models.money.cash import Purses

# The kinds of accounts to which fees go.
OF_FEES = (Purses.FUND, Purses.POOL, Purses.REGISTRATION, Purses.MEMBERSHIP, Purses.DEPOSIT)

# (entrant, event, payer, time of entry), the time None for an entrant who is entered on the open page.
type PaidFor = tuple[int, int, int, datetime | None]


@dataclass(frozen=True, slots=True)
class KnownPayers:
    """All payers of a tournament, the last number given out, and the live entrants for whom they pay.

    ``names`` holds name and club of each of these entrants as they were entered last, ``ticks`` what is ticked of each
    payer as (kind, what), ``of_fees`` the accounts to which fees go by kind and row: none without payers, because
    charging somebody opens them. ``people`` is how many members those entrants have who have any.
    """

    payers: frozenset[int]
    last_number: int
    rows: tuple[PaidFor, ...]
    names: dict[int, tuple[str, str]]
    ticks: dict[int, set[tuple[str, str]]]
    of_fees: dict[tuple[str, int], Account]
    people: dict[int, int]


def latest_payers(which: Q) -> list[PaidFor]:
    """Return (entrant, event, payer, time of entry) of live entrants by number, each with their latest payer.

    The time is None for entrants who are entered on the open page.
    """
    live = EntrantPayer.objects.filter(which, counts(), counts("entrant__record_id"))
    at = Record.objects.filter(pk=OuterRef("entrant__record_id")).values("at")
    rows = live.annotate(at=Subquery(at)).order_by("entrant__event", "entrant__number", "turn")
    latest = {row[0]: row for row in rows.values_list("entrant", "entrant__event", "payer", "at")}
    return list(latest.values())


def known_payers(tournament: Tournament) -> KnownPayers:
    """Return the payers of a tournament with everybody they pay for, those of one event by number: one statement."""
    entrant = "entrants__entrant"
    columns = (entrant, f"{entrant}__event", "pk", f"{entrant}__record__at", "number", f"{entrant}__particulars__name",
               f"{entrant}__particulars__club", f"{entrant}__particulars__members")  # fmt: skip
    undone = ("entrants__record__undo", f"{entrant}__record__undo", f"{entrant}__particulars__record__undo")
    rows = Payer.objects.filter(tournament=tournament).order_by(
        f"{entrant}__event", f"{entrant}__number", "entrants__turn", f"{entrant}__particulars__turn"
    )
    rows = rows.annotate(ticked=Subquery(_ticks_of_payer()), of_fees=Subquery(_accounts_of_fees(tournament)))
    payers: dict[int, int] = {}
    ticks: dict[int, set[tuple[str, str]]] = {}
    latest: dict[int, PaidFor] = {}
    names: dict[int, tuple[str, str]] = {}
    members: dict[int, str] = {}
    read = list(rows.values_list(*columns, *undone, "ticked", "of_fees"))
    for who, event, payer, at, number, name, club, those, *gone, ticked, _ in read:
        if payer not in payers:
            payers[payer], ticks[payer] = number, _ticked(ticked or "")
        if who is not None and gone == [None, None, None]:
            latest[who], names[who], members[who] = (who, event, payer, at), (name, club), those
    accounts = [_account(tournament, each) for each in (read[0][-1] or "" if read else "").split()]
    return KnownPayers(
        frozenset(payers), max(payers.values(), default=0), tuple(latest.values()), names, ticks,
        {(account.kind, account.about): account for account in accounts},
        {who: len(members_in(text)) for who, text in members.items() if text},
    )  # fmt: skip


def _ticks_of_payer() -> QuerySet[PayerTick, str]:
    """Return all ticks of the payer of the outer query in one text, in any order."""
    each = Concat(
        Cast("record_id", TextField()), Value(":"), Cast("pk", TextField()), Value(":"),
        Case(When(on=True, then=Value("1")), default=Value("0")), Value(":"), "kind", Value(":"), "what",
        output_field=TextField(),
    )  # fmt: skip
    ticks = PayerTick.objects.filter(counts(), payer=OuterRef("pk")).order_by()
    return ticks.values("payer").annotate(all=StringAgg(each, Value("\n"))).values_list("all", flat=True)


def _ticked(text: str) -> set[tuple[str, str]]:
    """Return what is ticked as (kind, what): the latest tick counts."""
    ticked: set[tuple[str, str]] = set()
    ticks = (each.split(":", 4) for each in text.split("\n") if each)
    for _, _, on, kind, what in sorted(ticks, key=lambda tick: (int(tick[0]), int(tick[1]))):
        (ticked.add if on == "1" else ticked.discard)((kind, what))
    return ticked


def _accounts_of_fees(tournament: Tournament) -> QuerySet[Account, str]:
    """Return the accounts to which fees go, all in one text."""
    accounts = Account.objects.filter(
        stream=tournament.stream_id, currency=tournament.currency, kind__in=OF_FEES
    ).order_by()
    each = Concat(
        "kind", Value(":"), Cast("about", TextField()), Value(":"), Cast("pk", TextField()), Value(":"),
        Cast("record_id", TextField()), output_field=TextField(),
    )  # fmt: skip
    return accounts.values("stream").annotate(all=StringAgg(each, Value(" "))).values_list("all", flat=True)


def _account(tournament: Tournament, text: str) -> Account:
    kind, about, pk, record = text.split(":")
    columns = ["id", "record_id", "stream_id", "kind", "about", "currency"]
    row = [int(pk), int(record), tournament.stream_id, kind, int(about), tournament.currency]
    return Account.from_db(None, columns, row)
