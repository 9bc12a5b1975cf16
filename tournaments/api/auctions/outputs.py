"""Answers about auctions: their shapes for the schema, and the values as they are answered."""

from typing import Any

from rest_framework import serializers

from journal.refusals import Refused
from rules.money.auctions.auction import Pool, pool_now, would_pay
from rules.money.auctions.bidding import Status
from rules.money.auctions.rules import AuctionRules, Way
from rules.money.shares import write_share
from tournaments.actions.auctions.bidders import BidderSlip
from tournaments.actions.auctions.paying import Awarded
from tournaments.actions.auctions.steps import Outcome
from tournaments.models import AuctionPermit
from tournaments.read.money.auctions.money import lot_of, stakes_of
from tournaments.read.money.auctions.room import Room
from tournaments.read.money.auctions.view import MISTAKE, AuctionView, BidView, LotView, SaleView
from tournaments.read.money.auctions.worth import worth_in


class BidOut(serializers.Serializer[Any]):
    sale = serializers.IntegerField()
    number = serializers.IntegerField()
    amount = serializers.IntegerField()
    payers = serializers.ListField(child=serializers.IntegerField())
    at = serializers.DateTimeField()
    phone = serializers.BooleanField(allow_null=True, help_text="Null for anybody but the desk.")
    taken_back = serializers.BooleanField()


class SaleOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    at = serializers.DateTimeField(help_text="When it was hammered, or taken by the under-bidder.")
    price = serializers.IntegerField()
    buyers = serializers.ListField(child=serializers.IntegerField())
    players = serializers.ListField(child=serializers.IntegerField())
    void = serializers.CharField(allow_null=True, help_text="withdrawn, unpaid or mistake; null while it counts.")
    void_request = serializers.IntegerField(allow_null=True, help_text="A request that a second person must release.")
    owners = serializers.DictField(child=serializers.CharField(), help_text="Payer to exact share.")


class LotOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    code = serializers.CharField()
    field = serializers.BooleanField()
    players = serializers.ListField(child=serializers.IntegerField())
    status = serializers.CharField(help_text="waiting, open, sold, paid, field or void")
    version = serializers.IntegerField(help_text="How many bids were made; a hammer names it.")
    high = serializers.IntegerField(allow_null=True)
    high_payers = serializers.ListField(child=serializers.IntegerField())
    next_bids = serializers.ListField(child=serializers.IntegerField())
    closes_at = serializers.DateTimeField(allow_null=True)
    clock_left = serializers.IntegerField(allow_null=True, help_text="Seconds left on a stopped clock.")
    bids = BidOut(many=True)
    sealed_bids = serializers.IntegerField(help_text="How many there are; they are shown after the hammer.")
    sales = SaleOut(many=True)


class PlacePaysOut(serializers.Serializer[Any]):
    bracket = serializers.CharField()
    place = serializers.IntegerField()
    amount = serializers.IntegerField()


class AuctionOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    event = serializers.IntegerField()
    number = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the rules.")
    rules = serializers.JSONField()
    lots = LotOut(many=True)
    pool = serializers.IntegerField(help_text="As if every open lot were hammered now.")
    house = serializers.IntegerField()
    would_pay = PlacePaysOut(many=True)


class LotWorthOut(serializers.Serializer[Any]):
    lot = serializers.IntegerField()
    wins = serializers.CharField(help_text="The chance that one of its players wins the event.")
    fair_price = serializers.IntegerField(help_text="The expected payout from the present net pool, in minor units.")
    error = serializers.IntegerField(help_text="The standard error of the fair price, rounded up; 0 where it is exact.")


class OwnerWorthOut(serializers.Serializer[Any]):
    payer = serializers.IntegerField()
    expected = serializers.IntegerField()
    error = serializers.IntegerField()


class WorthOut(serializers.Serializer[Any]):
    net = serializers.IntegerField(help_text="The net pool of which prices are parts.")
    draws = serializers.IntegerField(allow_null=True, help_text="Over how many draws, before the draw; null after it.")
    lots = LotWorthOut(many=True)
    owners = OwnerWorthOut(many=True)


class AuctionChangedOut(serializers.Serializer[Any]):
    record = serializers.IntegerField(allow_null=True)
    lot = serializers.IntegerField(allow_null=True)
    auction = AuctionOut()


class AwardedOut(serializers.Serializer[Any]):
    record = serializers.IntegerField(allow_null=True)
    differences = serializers.DictField(help_text="Payer to line to what was posted more or less.")


class PermitOut(serializers.Serializer[Any]):
    club = serializers.IntegerField()
    allowed = serializers.BooleanField()
    notice = serializers.IntegerField()


class BidderLinkOut(serializers.Serializer[Any]):
    payer = serializers.IntegerField()
    secret = serializers.CharField(help_text="Shown only now.")


def auction_data(view: AuctionView, *, for_desk: bool) -> dict[str, Any]:
    """Return an auction as it is answered; reserve and settings of the room are for the desk alone."""
    pool = _pool(view)
    return {
        "id": view.pk,
        "event": view.event,
        "number": view.number,
        "version": view.turn,
        "rules": _rules(view.rules, for_desk=for_desk),
        "lots": [_lot_data(lot, view.players_of(lot), for_desk=for_desk) for lot in view.lots],
        "pool": pool.total,
        "house": pool.house,
        "would_pay": [
            {"bracket": each.row.bracket, "place": each.row.place, "amount": each.amount or 0}
            for each in would_pay(pool, view.table, view.rules.division.unit).places
        ],
    }


def _pool(view: AuctionView) -> Pool:
    """Return the pool as if every open lot were hammered now; of a blind one what was staked."""
    if view.rules.way is not Way.BLIND:
        return pool_now([lot.state for lot in view.lots if not lot.is_hidden], view.rules.division.house.percent)
    total = sum(stake.stake for stake in stakes_of(view.pk))
    return Pool(total, view.rules.division.house.share_of(total))


def worth_data(room: Room) -> dict[str, Any]:
    """Return what lots and owners can expect. Raises Refused ``draw.none`` where nothing can be expected yet."""
    worth = worth_in(room)
    if worth is None:
        raise Refused("draw.none", event=room.event.pk)
    lots = [(lot, room.view.players_of(lot)) for lot in room.view.lots]
    return {
        "net": room.pool.net,
        "draws": worth.known.draws or None,
        "lots": [
            {
                "lot": lot.pk,
                "wins": f"{min(1.0, sum(worth.wins.get(each, 0.0) for each in players)):.12f}",
                "fair_price": worth.fair_price(players, 1),
                "error": worth.error(players, 1),
            }
            for lot, players in lots
        ],
        "owners": [
            {"payer": each.payer, "expected": each.expected, "error": each.error} for each in worth.of_owners(room, 1)
        ],
    }


def changed_data(outcome: Outcome) -> dict[str, Any]:
    """Return what an action of the desk did."""
    return _changed(outcome, for_desk=True)


def phone_data(outcome: Outcome) -> dict[str, Any]:
    """Return what a bid by phone did, as phones may see it."""
    return _changed(outcome, for_desk=False)


def awarded_data(awarded: Awarded) -> dict[str, Any]:
    """Return what an award posted."""
    differences = {str(payer): lines for payer, lines in awarded.differences.items()}
    return {"record": awarded.record, "differences": differences}


def permit_data(permit: AuctionPermit) -> dict[str, Any]:
    """Return whether auctions are allowed in a club."""
    return {"club": permit.club_id, "allowed": permit.allowed, "notice": permit.notice}


def slip_data(slip: BidderSlip) -> dict[str, Any]:
    """Return a bidder's new link, once."""
    return {"payer": slip.payer, "secret": slip.secret}


def _changed(outcome: Outcome, *, for_desk: bool) -> dict[str, Any]:
    auction = auction_data(outcome.auction, for_desk=for_desk)
    return {"record": outcome.record, "lot": outcome.lot or None, "auction": auction}


def _rules(rules: AuctionRules, *, for_desk: bool) -> dict[str, Any]:
    shown = rules.as_data()
    if not for_desk:
        del shown["reserve"]
    return shown


def _lot_data(lot: LotView, players: tuple[int, ...], *, for_desk: bool) -> dict[str, Any]:
    state, hidden = lot.state, lot.is_hidden
    high = None if hidden else state.high
    is_open = lot.status is Status.OPEN
    return {
        "id": lot.pk,
        "code": lot.code,
        "field": lot.is_field,
        "players": list(players),
        "status": lot.status.value,
        "version": state.made,
        "high": None if high is None else high.amount,
        "high_payers": [] if high is None else [int(who) for who in high.who],
        "next_bids": state.steps() if is_open and not hidden else [],
        "closes_at": state.closes_at,
        "clock_left": None if state.left is None else int(state.left.total_seconds()),
        "bids": [] if hidden else [_bid_data(bid, for_desk=for_desk) for bid in lot.bids],
        "sealed_bids": len(state.bids) if hidden else 0,
        "sales": [_sale_data(sale) for sale in lot.sales],
    }


def _bid_data(bid: BidView, *, for_desk: bool) -> dict[str, Any]:
    return {
        "sale": bid.sale,
        "number": bid.number,
        "amount": bid.amount,
        "payers": list(bid.payers),
        "at": bid.at,
        "phone": bid.by_phone if for_desk else None,
        "taken_back": bid.taken_back is not None,
    }


def _sale_data(sale: SaleView) -> dict[str, Any]:
    void = (sale.void.value if sale.void else MISTAKE) if sale.is_void else None
    return {
        "id": sale.pk,
        "at": sale.at,
        "price": sale.price,
        "buyers": list(sale.buyers),
        "players": list(sale.players),
        "void": void,
        "void_request": sale.requested or None,
        "owners": {who: write_share(share) for who, share in lot_of(sale).owners().items()},
    }
