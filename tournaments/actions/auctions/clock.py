"""The clock of an auction that hammers by itself: settled like claims, as soon as anything happens after it ran out."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from journal.book import OpenPage
from rules.money.auctions.bidding import Status
from tournaments.actions.auctions.hammering import sell, send_to_field
from tournaments.actions.auctions.steps import OpenAuction
from tournaments.models import Auction, Event, Sale
from tournaments.read.money.auctions.view import AuctionView, LotView, auction_view


class _Running(NamedTuple):
    """A lot whose clock runs out at a time."""

    at: datetime
    view: AuctionView
    lot: LotView


def settle_clocks(page: OpenPage) -> None:
    """Step: hammer or pass all lots whose clock has run out, in order, and ask for the next such time."""
    running = _running(page)
    for each in running:
        if each.at > page.at:
            page.due(each.at)
            continue
        # Under the same lock an earlier one may have changed what everybody owes, never this lot.
        event = Event.objects.select_related("tournament").get(pk=each.view.event)
        opened = OpenAuction(each.view, event)
        high, rules = each.lot.state.high, each.lot.state.rules
        close = sell if high is not None and high.amount >= rules.reserve else send_to_field
        close(page, opened, each.lot, due=each.at)


def wait_for_clock(page: OpenPage, auction: int) -> None:
    """Step: ask to be settled when the clock of the lot on the block runs out."""
    for each in _clocks(auction):
        page.due(max(each.at, page.at))


def _running(page: OpenPage) -> list[_Running]:
    """Return the lots on the block of a tournament whose clock hammers, the first to run out first."""
    open_sales = Sale.objects.filter(offered=None, record__undo__isnull=True, hammer__isnull=True)
    auctions = Auction.objects.filter(
        Q(lots__sales__in=open_sales), event__tournament__stream=page.stream, record__undo__isnull=True,
        event__tournament__books_closed=False,
    )  # fmt: skip
    pks = auctions.order_by("pk").values_list("pk", flat=True).distinct()
    return sorted((each for pk in pks for each in _clocks(pk)), key=lambda each: each.at)


def _clocks(auction: int) -> list[_Running]:
    view = auction_view(auction)
    if not view.rules.hammer_by_clock:
        return []
    return [
        _Running(lot.state.closes_at, view, lot)
        for lot in view.lots
        if lot.status is Status.OPEN and lot.state.closes_at is not None
    ]
