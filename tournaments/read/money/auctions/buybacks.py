"""Buy-backs that are still open: who may buy back, and how many the draw waits for."""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import Q

from rules.money.auctions.bidding import Status
from rules.money.auctions.calcutta import BuyBack, Lot
from tournaments.models import Auction, BuyBackLeft
from tournaments.read.entrants.payers import latest_payers
from tournaments.read.money.auctions.view import AuctionView, SaleView, auction_view


@dataclass(frozen=True, slots=True)
class OpenBuyBack:
    """A player who has not answered: up to ``share`` of a lot, for ``cost`` minor units, before ``deadline``.

    ``payer`` is the account the player is on, None for one who has none yet.
    """

    lot: int
    code: str
    player: int
    share: Fraction
    cost: int
    deadline: datetime | None
    payer: int | None


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a withheld draw waits for: lots that are not sold yet, and buy-backs that are not answered."""

    auction: int
    lots: int
    buybacks: int


def rule_lot(sale: SaleView) -> Lot:
    """Return a sale with its buy-backs by player, as the rule about buy-backs reads it."""
    back = tuple(BuyBack(str(deal.player), deal.share) for deal in sale.deals if deal.player)
    return Lot(str(sale.pk), tuple(str(each) for each in sale.players), sale.price, str(sale.buyers[0]), back)


def is_answered(sale: SaleView, player: int) -> bool:
    """Return whether a player bought back or left it."""
    left = BuyBackLeft.objects.filter(sale=sale.pk, player=player, record__undo__isnull=True)
    return bool(sale.bought_back(player)) or left.exists()


def open_buybacks(view: AuctionView, now: datetime) -> list[OpenBuyBack]:
    """Return the players who may still buy back and have not answered, by lot; not whoever bought their own lot."""
    rule = view.rules.buyback
    if not rule.limit or (rule.deadline is not None and now >= rule.deadline):
        return []
    left = BuyBackLeft.objects.filter(sale__lot__auction=view.pk, record__undo__isnull=True)
    gone = set(left.values_list("sale", "player"))
    waiting = [
        (lot, sale, player)
        for lot in view.lots
        for sale in ([lot.sold] if lot.sold is not None else [])
        if rule.field_may or not sale.is_field
        for player in sale.players
        if (sale.pk, player) not in gone and not sale.bought_back(player)
    ]
    paid_by = {who: payer for who, _, payer, _ in latest_payers(Q(entrant__in=[player for _, _, player in waiting]))}
    return [
        OpenBuyBack(
            lot.pk, lot.code, player, rule.limit, BuyBack(str(player), rule.limit).cost(sale.price), rule.deadline,
            paid_by.get(player),
        )
        for lot, sale, player in waiting
        if paid_by.get(player) != sale.buyers[0]
    ]  # fmt: skip


def draw_waits_for(event: int, now: datetime) -> Waiting | None:
    """Return what an event's draw waits for, None if it may be made."""
    for auction in Auction.objects.filter(event=event, record__undo__isnull=True).order_by("pk"):
        view = auction_view(auction.pk)
        if not view.rules.withhold_draw:
            continue
        lots = sum(lot.status in (Status.WAITING, Status.OPEN) for lot in view.lots if view.players_of(lot))
        buybacks = len(open_buybacks(view, now))
        if lots or buybacks:
            return Waiting(auction.pk, lots, buybacks)
    return None
