"""What a cash desk reads beside the accounts: the last records about money, payouts that wait, and the drawer."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from clubs.models import Leg
from clubs.read.records import RawRecord, raw_records
from journal.models import Record
from tournaments.models import BlindCounts, DrawerCount, Event, FeeSetup, Receipt, Release, Tournament
from tournaments.models.money.cash import Postings, Purses
from tournaments.read.money.accounts import ReceiptView, receipts_of

FAMILIES = ("money", "payout", "line", "deposit", "payer", "drawer")


@dataclass(frozen=True, slots=True)
class WaitingPayout:
    """A payout that waits for a second person: its record, the payer, minor units, and who requested it."""

    record: int
    payer: int
    amount: int
    means: str
    drawer: int
    at: datetime
    by: str


def latest_money_records(tournament: Tournament, most: int) -> list[RawRecord]:
    """Return the latest records about money, the last one first: one statement."""
    about = Q()
    for family in FAMILIES:
        about |= Q(verb__startswith=f"{family}.")
    return raw_records(Record.objects.filter(about, stream=tournament.stream_id).order_by("-number")[:most])


def money_record(tournament: Tournament, number: int) -> RawRecord | None:
    """Return a record by its number."""
    return next(iter(raw_records(Record.objects.filter(stream=tournament.stream_id, number=number))), None)


def waiting_payouts(tournament: int) -> list[WaitingPayout]:
    """Return the payouts that wait for a second person, the oldest first: one statement.

    A request is released once: who takes such a payout back asks for it anew.
    """
    rows = waiting_requests().filter(payer__tournament=tournament)
    columns = ("record", "payer", "amount", "means", "drawer", "record__at", "record__page__actor")
    return [WaitingPayout(*row) for row in rows.order_by("record").values_list(*columns)]


def waiting_requests() -> QuerySet[Release]:
    """Return the requests of payouts that were neither undone nor released."""
    done = Receipt.objects.filter(released=OuterRef("pk"))
    return Release.objects.filter(~Exists(done), record__undo__isnull=True)


def waits_for_release(payer: int) -> bool:
    """Return whether a payout to this payer waits for a second person: one statement."""
    return waiting_requests().filter(payer=payer).exists()


def release_limit(tournament: int) -> int | None:
    """Return the sum above which a payout needs a second person, None where it never does: one statement."""
    setups = FeeSetup.objects.filter(tournament=tournament, record__undo__isnull=True).order_by("-turn")
    return setups.values_list("release_above", flat=True).first()


def undrawn_events(tournament: int) -> list[str]:
    """Return the names of the events that have no draw yet: one statement."""
    events = Event.objects.filter(tournament=tournament, current_draw=None, record__undo__isnull=True)
    return list(events.order_by("pk").values_list("name", flat=True))


def tournament_receipts(tournament: int) -> list[ReceiptView]:
    """Return every receipt of a tournament in order of their numbers: one statement."""
    return receipts_of(Q(tournament=tournament))


def live_events(tournament: int) -> list[Event]:
    """Return the events of a tournament in the order in which they were made: one statement."""
    return list(Event.objects.filter(tournament=tournament, record__undo__isnull=True).order_by("pk"))


def drawer_sums(stream: int, drawer: int) -> dict[str, tuple[int, int]]:
    """Return kind of posting → (sum in minor units, how many), of what moved through a drawer and was not undone.

    One statement.
    """
    legs = Leg.objects.filter(
        account__stream=stream, account__kind=Purses.CASH, account__about=drawer,
        posting__reverses__isnull=True, posting__reversed_by__isnull=True,
    )  # fmt: skip
    rows = legs.values_list("posting__kind").annotate(total=Sum("amount"), many=Count("pk"))
    sums = {str(kind): (0, 0) for kind in Postings.values}
    return sums | {kind: (int(total), many) for kind, total, many in rows}


def counts_blind(club: int) -> bool:
    """Return whether the desks of a club count drawers without seeing what they should hold: one statement."""
    latest = BlindCounts.objects.filter(club=club).order_by("-record_id")
    return bool(latest.values_list("blind", flat=True).first())


def blind_club_of(tournament: int) -> int | None:
    """Return the club of a tournament where its desks count drawers blind, otherwise None: one statement."""
    latest = BlindCounts.objects.filter(club__tournaments=tournament).order_by("-record_id")
    blind, club = latest.values_list("blind", "club").first() or (False, None)
    return club if blind else None


def last_counts(tournament: int, drawer: int) -> list[tuple[datetime, int, int]]:
    """Return (time, counted, expected) of every count of a drawer, the last one first: one statement."""
    counted = DrawerCount.objects.filter(tournament=tournament, drawer=drawer, record__undo__isnull=True)
    return list(counted.order_by("-record").values_list("record__at", "counted", "expected"))
