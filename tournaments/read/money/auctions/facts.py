"""All facts about the lots of an auction: one statement for each class, written once."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime

from django.db.models import Model

from journal.models import Record, Undo, counts
from journal.now import now
from journal.statements import Blank, Reading
from tournaments.models import (
    ClockStop,
    Hammer,
    Lot,
    LotAgain,
    LotBid,
    LotPlayer,
    LotVoid,
    Sale,
    SalePlayer,
    ShareDeal,
    VoidRequest,
)

_AUCTION = Blank("auction")
_lots = Reading(lambda: Lot.objects.filter(counts(), auction=_AUCTION).order_by("number"))
_players = Reading(lambda: LotPlayer.objects.filter(counts(), lot__auction=_AUCTION).order_by("pk"))
_sales = Reading(lambda: Sale.objects.filter(counts(), lot__auction=_AUCTION).order_by("pk"), beside=["offered"])
_sold_players = Reading(lambda: SalePlayer.objects.filter(sale__lot__auction=_AUCTION).order_by("pk"))
_stops = Reading(lambda: ClockStop.objects.filter(counts(), sale__lot__auction=_AUCTION))
_hammers = Reading(lambda: Hammer.objects.filter(sale__lot__auction=_AUCTION))
_voids = Reading(lambda: LotVoid.objects.filter(sale__lot__auction=_AUCTION), beside=["request"])
_requests = Reading(lambda: VoidRequest.objects.filter(counts(), sale__lot__auction=_AUCTION).order_by("record_id"))
_again = Reading(lambda: LotAgain.objects.filter(sale__lot__auction=_AUCTION))
_deals = Reading(lambda: ShareDeal.objects.filter(counts(), sale__lot__auction=_AUCTION).order_by("record_id"))
_bids = Reading(
    lambda: LotBid.objects.filter(lot__auction=_AUCTION).order_by("record_id"),
    beside=["record"],
    without=["record__body"],
)
_undone_bids = Reading(
    lambda: Undo.objects.filter(undone__in=LotBid.objects.filter(lot__auction=_AUCTION).values("record_id")),
    beside=["record"],
    without=["record__body"],
)


class Facts:
    """The facts about the lots of an auction, by lot or by sale.

    Facts kept on an open page have no record yet: they happen now. ``bids`` includes bids that were taken back, by the
    undos in ``taken_back`` (record of a bid → its undo).
    """

    def __init__(self, auction: int) -> None:
        self.lots = _lots(auction=auction)
        self.players = _by(_players(auction=auction), lambda row: row.lot_id)
        self.sales = _by(_sales(auction=auction), lambda row: row.lot_id)
        self.sold_players = _by(_sold_players(auction=auction), lambda row: row.sale_id)
        self.stops = _by(_stops(auction=auction), lambda row: row.sale_id)
        self.hammers = _by(_hammers(auction=auction), lambda row: row.sale_id)
        self.voids = _by(_voids(auction=auction), lambda row: row.sale_id)
        self.requests = _by(_requests(auction=auction), lambda row: row.sale_id)
        self.again = _by(_again(auction=auction), lambda row: row.sale_id)
        self.deals = _by(_deals(auction=auction), lambda row: row.sale_id)
        self.bids = _bids(auction=auction)
        self.taken_back = {undo.undone_id: undo for undo in _undone_bids(auction=auction)}
        self._times = self._read_times()

    def at(self, record: int) -> datetime:
        """Return when a record was written."""
        return self._times[record][0] if record in self._times else now()

    def actor(self, record: int) -> str:
        """Return who wrote a record, empty for one that is being written."""
        return self._times[record][1] if record in self._times else ""

    def _read_times(self) -> dict[int, tuple[datetime, str]]:
        dated = (self.sales, self.stops, self.hammers, self.voids, self.requests, self.again)
        records = {row.record_id for rows in dated for each in rows.values() for row in each}
        times = Record.objects.filter(pk__in=records).values_list("pk", "at", "page__actor")
        return {record: (at, actor) for record, at, actor in times}


def _by[Row: Model](rows: Iterable[Row], key: Callable[[Row], int]) -> dict[int, list[Row]]:
    grouped: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[key(row)].append(row)
    return grouped
