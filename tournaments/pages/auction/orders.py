"""What the forms of the auctioneer's desk post, and the action that each asks for."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import QueryDict

from clubs.actions.undo import undo
from journal.book import Caller
from journal.refusals import Unreadable
from rules.money.currency import read_sum
from tournaments.actions.auctions import bidders, lots, paying, selling, shares, voiding
from tournaments.actions.auctions.shares import Deal
from tournaments.http.posting import whole_number
from tournaments.models import Auction

type Action = Callable[[Caller], Any]
MOST_PAYERS = 6


@dataclass(frozen=True, slots=True)
class Order:
    """A posted form of an auction: what to do, about which lot (0: none), and its fields."""

    do: str
    auction: Auction
    lot: int
    posted: QueryDict

    @property
    def pk(self) -> int:
        return self.auction.pk

    def number(self, name: str) -> int:
        """Return a field that is a whole number. Raises Unreadable ``command.unreadable``."""
        return whole_number(self.posted.get(name, ""))

    def numbers(self, name: str) -> list[int]:
        """Return a field that stands several times. Raises Unreadable ``command.unreadable``."""
        return [whole_number(text) for text in self.posted.getlist(name)[:MOST_PAYERS] if text]

    def amount(self) -> int:
        """Return the sum in minor units: ``amount`` as a sentence posts it, else ``sum`` as people type it."""
        if "amount" in self.posted:
            return self.number("amount")
        return read_sum(self.posted.get("sum", ""), self.auction.event.tournament.currency)

    def day(self) -> date | None:
        """Return the day that was chosen, None for today. Raises Unreadable ``command.unreadable``."""
        text = self.posted.get("day", "").strip()
        try:
            return date.fromisoformat(text) if text else None
        except ValueError:
            raise Unreadable("command.unreadable") from None

    def is_on(self, name: str) -> bool:
        return self.posted.get(name, "") == "1"


def order_of(posted: QueryDict, auction: Auction) -> Order:
    """Return what a form posts. Raises Unreadable ``command.unreadable``."""
    if posted.get("do", "") not in _ACTIONS:
        raise Unreadable("command.unreadable")
    return Order(str(posted["do"]), auction, whole_number(posted.get("lot", "0") or "0"), posted)


def action_of(order: Order) -> Action:
    """Return the action that an order asks for. Raises Unreadable ``command.unreadable``, RuleBroken ``sum.…``."""
    return _ACTIONS[order.do](order)


def _bid(order: Order) -> Action:
    amount, payers = order.amount(), order.numbers("payer")
    return lambda caller: selling.bid(order.pk, order.lot, amount, payers, caller)


def _plain(act: Callable[[int, int, Caller], Any]) -> Callable[[Order], Action]:
    return lambda order: lambda caller: act(order.pk, order.lot, caller)


def _clock(stopped: bool) -> Callable[[Order], Action]:
    return lambda order: lambda caller: selling.stop_clock(order.pk, order.lot, stopped, caller)


def _void(order: Order) -> Action:
    kind, reason = order.posted.get("kind", ""), order.posted.get("reason", "")
    return lambda caller: voiding.request_void(order.pk, order.lot, kind, reason, caller)


def _release(order: Order) -> Action:
    request = order.number("request")
    return lambda caller: voiding.release_void(request, caller)


def _buy_back(order: Order) -> Action:
    player, share = order.number("player"), order.posted.get("share", "").strip()
    return lambda caller: shares.buy_back(order.pk, order.lot, player, share, order.is_on("desk"), caller)


def _leave(order: Order) -> Action:
    player = order.number("player")
    return lambda caller: shares.leave_buyback(order.pk, order.lot, player, caller)


def _transfer(order: Order) -> Action:
    deal = Deal(
        seller=order.number("seller"), buyer=order.number("buyer"), share=order.posted.get("share", "").strip(),
        price=order.amount(), day=order.day(), through_desk=order.is_on("desk"),
    )  # fmt: skip
    return lambda caller: shares.transfer_share(order.pk, order.lot, deal, caller)


def _late(order: Order) -> Action:
    entrant, kind, code = order.number("entrant"), order.posted.get("kind", ""), order.posted.get("code", "")
    return lambda caller: lots.add_late_entrant(order.pk, entrant, kind, code, caller)


def _stake(order: Order) -> Action:
    payer, player, amount = order.number("payer"), order.number("entrant"), order.amount()
    return lambda caller: paying.stake(order.pk, payer, player, amount, caller)


def _close(order: Order) -> Action:
    return lambda caller: paying.close_stakes(order.pk, caller)


def _award(order: Order) -> Action:
    return lambda caller: paying.award_auction(order.pk, caller)


def _undo(order: Order) -> Action:
    number = order.number("number")
    return lambda caller: undo("tournament", order.auction.event.tournament_id, number, caller)


def link_order(posted: QueryDict, auction: Auction) -> Order:
    """Return a form that asks for a bidder's link."""
    return Order("link", auction, 0, posted)


def link_of(order: Order) -> Action:
    """Return the action that makes the link of a bidder or a player: its answer has the secret."""
    if "entrant" in order.posted:
        entrant = order.number("entrant")
        return lambda caller: bidders.make_player_link(entrant, caller)
    payer = order.number("payer")
    return lambda caller: bidders.make_bidder_link(payer, caller)


_ACTIONS: dict[str, Callable[[Order], Action]] = {
    "open": _plain(selling.put_up),
    "bid": _bid,
    "hammer": _plain(selling.hammer),
    "pass": _plain(selling.pass_lot),
    "stop": _clock(True),
    "go": _clock(False),
    "void": _void,
    "release": _release,
    "again": _plain(voiding.auction_again),
    "offer": _plain(voiding.offer_to_under_bidder),
    "buyback": _buy_back,
    "leave": _leave,
    "transfer": _transfer,
    "late": _late,
    "stake": _stake,
    "close": _close,
    "award": _award,
    "undo": _undo,
}
