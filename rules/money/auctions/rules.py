"""The rules of one auction: how lots are bid for, what the house takes, how the pool is divided, and buy-backs.

Source: docs/rules/auction.md#settings.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Any

from rules.errors import RuleBroken
from rules.money.auctions.auction import BuyBackRule
from rules.money.auctions.bidding import Band, Bidding, Kind
from rules.money.pots import Division, read_division
from rules.money.shares import read_share, write_share

MOST_SUM = 10**12
MOST_SECONDS = 24 * 60 * 60
MOST_BANDS = 20
_WORDS = (
    "way", "opening", "bands", "reserve", "clock", "soft_close", "hammer_by_clock", "house", "unit", "table", "below",
    "fewer", "buyback", "withhold_draw", "bar_unpaid", "phones", "least_stake",
)  # fmt: skip
_BUYBACK = ("limit", "deadline", "field")


class Way(StrEnum):
    """How an auction is run: rising bids, sealed first-price bids, or a blind pari-mutuel without lots."""

    RISING = "rising"
    SEALED = "sealed"
    BLIND = "blind"


@dataclass(frozen=True, slots=True)
class AuctionRules:
    """The settings of an auction; sums in minor units.

    ``hammer_by_clock``: when the clock has run out the lot is hammered, or passed without a bid; else the auctioneer
    hammers. ``bar_unpaid``: nobody bids who has not paid a lot. ``withhold_draw``: no draw before all buy-backs are
    answered or late. ``phones``: bids by link are taken. ``least_stake`` is for a blind pool.
    """

    division: Division
    way: Way = Way.RISING
    bidding: Bidding = field(default_factory=Bidding)
    hammer_by_clock: bool = False
    buyback: BuyBackRule = field(default_factory=lambda: BuyBackRule(Fraction(0)))
    withhold_draw: bool = False
    bar_unpaid: bool = False
    phones: bool = False
    least_stake: int = 1

    def as_data(self) -> dict[str, Any]:
        """Return what ``read_auction_rules`` reads, with every default spelled out."""
        bidding, back, division = self.bidding, self.buyback, self.division.as_data()
        return {
            "way": self.way.value,
            "opening": bidding.opening,
            "bands": [[band.start, band.step] for band in bidding.bands],
            "reserve": bidding.reserve,
            "clock": int(bidding.clock.total_seconds()),
            "soft_close": int(bidding.soft_close.total_seconds()),
            "hammer_by_clock": self.hammer_by_clock,
            "house": division["house"]["percent"],
            **{name: division[name] for name in ("unit", "table", "below", "fewer")},
            "buyback": {
                "limit": write_share(back.limit),
                "deadline": None if back.deadline is None else back.deadline.isoformat(),
                "field": back.field_may,
            },
            "withhold_draw": self.withhold_draw,
            "bar_unpaid": self.bar_unpaid,
            "phones": self.phones,
            "least_stake": self.least_stake,
        }


def read_auction_rules(data: Any) -> AuctionRules:
    """Return the rules that ``data`` (parsed JSON) describes; anything it leaves out but the table keeps its default.

    Raises RuleBroken ``auction.shape``, ``auction.words``, ``auction.number``, ``auction.way``, ``auction.clock``
    (hammered by the clock without one), ``auction.deadline``, ``buyback.share``, ``bidding.…`` and those of
    ``read_division``.
    """
    given = _mapping(data, "auction", _WORDS)
    division = {name: given[name] for name in ("unit", "table", "below", "fewer") if name in given}
    way = _way(given.get("way", Way.RISING.value))
    bidding = Bidding(
        opening=_number(given, "opening", 1),
        bands=_bands(given.get("bands", [[0, 1]])),
        reserve=_number(given, "reserve", 0),
        kind=Kind.SEALED if way is Way.SEALED else Kind.RISING,
        clock=_seconds(given, "clock"),
        soft_close=_seconds(given, "soft_close"),
    )
    if _flag(given, "hammer_by_clock") and not bidding.clock:
        raise RuleBroken("auction.clock")
    return AuctionRules(
        division=read_division({**division, "house": {"percent": given.get("house", 0)}}),
        way=way,
        bidding=bidding,
        hammer_by_clock=_flag(given, "hammer_by_clock"),
        buyback=_buyback(given.get("buyback") or {}),
        withhold_draw=_flag(given, "withhold_draw"),
        bar_unpaid=_flag(given, "bar_unpaid"),
        phones=_flag(given, "phones"),
        least_stake=max(_number(given, "least_stake", 1), 1),
    )


def _way(data: Any) -> Way:
    try:
        return Way(data)
    except ValueError:
        raise RuleBroken("auction.way", got=str(data)[:20], known=[each.value for each in Way]) from None


def _bands(data: Any) -> tuple[Band, ...]:
    if not isinstance(data, list) or not 1 <= len(data) <= MOST_BANDS:
        raise RuleBroken("auction.shape", where="bands")
    for at, each in enumerate(data):
        if not isinstance(each, list) or len(each) != len(("start", "step")):
            raise RuleBroken("auction.shape", where=f"bands[{at}]")
    return tuple(Band(_whole(start, "bands"), _whole(step, "bands")) for start, step in data)


def _buyback(data: Any) -> BuyBackRule:
    given = _mapping(data, "buyback", _BUYBACK)
    limit = read_share(given.get("limit", 0))
    if limit > 1:
        raise RuleBroken("buyback.share", got=str(limit))
    return BuyBackRule(limit, _time(given.get("deadline")), _flag(given, "field"))


def _time(data: Any) -> datetime | None:
    if data in (None, ""):
        return None
    try:
        time = datetime.fromisoformat(str(data))
    except ValueError:
        raise RuleBroken("auction.deadline", got=str(data)[:40]) from None
    if time.tzinfo is None:
        raise RuleBroken("auction.deadline", got=str(data)[:40])
    return time


def _seconds(given: Mapping[str, Any], name: str) -> timedelta:
    seconds = _number(given, name, 0)
    if seconds > MOST_SECONDS:
        raise RuleBroken("auction.number", where=name, got=str(seconds)[:40])
    return timedelta(seconds=seconds)


def _flag(given: Mapping[str, Any], name: str) -> bool:
    flag = given.get(name, False)
    if not isinstance(flag, bool):
        raise RuleBroken("auction.shape", where=name)
    return flag


def _number(given: Mapping[str, Any], name: str, default: int) -> int:
    return _whole(given.get(name, default), name)


def _whole(number: Any, where: str) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST_SUM:
        raise RuleBroken("auction.number", where=where, got=str(number)[:40])
    return number


def _mapping(data: Any, where: str, known: Collection[str]) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise RuleBroken("auction.shape", where=where)
    unknown = sorted(str(name)[:40] for name in data if name not in known)
    if unknown:
        raise RuleBroken("auction.words", where=where, names=unknown)
    return data
