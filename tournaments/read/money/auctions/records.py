"""The words of records about auctions: lots, bids, people, sums."""

from typing import Any

from clubs.read import records
from rules.money.currency import spoken_sum
from tournaments.models import (
    Auction,
    AuctionAward,
    AuctionPermit,
    AuctionSetup,
    BuyBackLeft,
    ClockStop,
    Hammer,
    LateEntrant,
    Lot,
    LotAgain,
    LotBid,
    LotOrder,
    LotPlayer,
    LotVoid,
    Sale,
    SalePlayer,
    ShareDeal,
    Stake,
    StakesClosed,
    VoidRequest,
)
from tournaments.read.records import Names


@records.reads(Auction, AuctionAward, AuctionPermit, AuctionSetup, LotPlayer, SalePlayer, StakesClosed)
def _auction(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    return ""


@records.reads(Lot)
def _lot(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["lots"] = f"{words['lots']}, {fact['code']}" if "lots" in words else fact["code"]
    words.setdefault("lot", fact["code"])
    return ""


@records.reads(LotOrder)
def _order(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["key"] = fact["key"]
    return str(fact["kind"])


@records.reads(LateEntrant)
def _late(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["entrant"] = names.entrant(fact["entrant_id"])
    return str(fact["kind"])


@records.reads(Stake)
def _stake(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    # Whom somebody backs stays between them and the desk.
    words["payer"], words["amount"] = (
        names.payers.get(fact["payer_id"], "…"),
        spoken_sum(fact["amount"], names.currency),
    )
    return ""


@records.reads(Sale)
def _sale(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["lot"] = names.lots.get(fact["lot_id"], "…")
    return ""


@records.reads(LotBid)
def _bid(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["lot"], words["number"] = names.lots.get(fact["lot_id"], "…"), str(fact["number"])
    if fact["sale_id"] in names.sealed_sales:
        return "sealed"
    words["payer"], words["amount"] = (
        names.payers.get(fact["payer_id"], "…"),
        spoken_sum(fact["amount"], names.currency),
    )
    return "phone" if fact["by_phone"] else ""


@records.reads(Hammer)
def _hammer(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["lot"] = names.sales.get(fact["sale_id"], "…")
    if fact["sale_id"] not in names.prices:
        return ""
    amount, payers = names.prices[fact["sale_id"]]
    words["amount"] = spoken_sum(amount, names.currency)
    words["payer"] = ", ".join(names.payers.get(each, "…") for each in payers)
    return "sold"


@records.reads(ClockStop, LotAgain, LotVoid)
def _of_sale(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["lot"] = names.sales.get(fact["sale_id"], "…")
    return ""


@records.reads(VoidRequest)
def _void(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["lot"] = names.sales.get(fact["sale_id"], "…")
    return str(fact["kind"])


@records.reads(ShareDeal)
def _deal(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["lot"], words["share"] = names.sales.get(fact["sale_id"], "…"), fact["share"]
    words["giver"], words["taker"] = (names.payers.get(fact[each], "…") for each in ("seller_id", "buyer_id"))
    words["amount"] = spoken_sum(fact["price"], names.currency)
    return ""


@records.reads(BuyBackLeft)
def _left(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["lot"], words["entrant"] = names.sales.get(fact["sale_id"], "…"), names.entrant(fact["player_id"])
    return ""
