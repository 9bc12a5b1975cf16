"""Shares of lots that change owners: buy-backs of players, and transfers between people."""

from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from clubs.models import MOST_MONEY
from journal import book
from journal.book import OpenPage
from journal.refusals import Refused, Unknown
from rules.errors import RuleBroken
from rules.money.auctions.calcutta import BuyBack
from rules.money.shares import read_share
from tournaments.actions.auctions.steps import (
    OpenAuction,
    Outcome,
    charge_auction,
    done,
    open_auction_row,
    stream_of_auction,
)
from tournaments.actions.money.new_payers import give_account
from tournaments.actions.money.payers import payer_in
from tournaments.models import BuyBackLeft, ShareDeal
from tournaments.models.money.cash import Postings
from tournaments.models.money.sales import LONGEST_SHARE
from tournaments.permissions import Right, may_run_desk
from tournaments.read.money.auctions.bidders import entrants_paid_by
from tournaments.read.money.auctions.buybacks import is_answered, rule_lot
from tournaments.read.money.auctions.money import lot_of
from tournaments.read.money.auctions.view import DealView, LotView, SaleView


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A fraction of a lot that somebody sells to somebody else for ``price`` minor units, on a ``day``."""

    seller: int
    buyer: int
    share: str
    price: int
    day: date | None = None
    through_desk: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player says to the offer to buy back, who is on the account of ``payer``: a share, empty to leave it."""

    payer: int
    player: int
    share: str


@dataclass(frozen=True, slots=True)
class _Part:
    """The fraction of a lot that a player buys back, and whether its money goes through the desk."""

    player: int
    share: str
    through_desk: bool


def buy_back(auction: int, lot: int, player: int, share: str, through_desk: bool, caller: book.Caller) -> Outcome:
    """Let a player of a lot buy a fraction of it from its buyer, at cost; through the desk, or only recorded.

    Raises RuleBroken ``buyback.…``, ``lot.share``, ``share.text``; Refused ``lot.unsold``, ``auction.awarded`` once
    something was awarded.
    """
    with book.page(stream_of_auction(auction, caller), caller) as page:
        opened = open_auction_row(auction)
        return _buy_back(page, opened, opened.lot(lot), _Part(player, share, through_desk))


def leave_buyback(auction: int, lot: int, player: int, caller: book.Caller) -> Outcome:
    """Record that a player does not buy back. Raises RuleBroken ``buyback.player``, Refused ``buyback.answered``."""
    with book.page(stream_of_auction(auction, caller), caller) as page:
        opened = open_auction_row(auction)
        return _leave(page, opened, opened.lot(lot), player)


def answer_buyback(auction: int, lot: int, answer: Answer, caller: book.Caller) -> Outcome:
    """Let a player who was sold buy a fraction of their lot back through the desk, or leave it, on their own phone.

    Raises as ``buy_back`` and ``leave_buyback``; Refused ``phones.off`` where the auction takes nothing from phones,
    ``buyback.answered`` once they bought any of it or left it; Unknown ``entrant.unknown`` for a player on the account
    of somebody else.
    """
    right = Right((), also=f"payer:{answer.payer}")
    with book.page(stream_of_auction(auction, caller, right), caller) as page:
        opened = open_auction_row(auction)
        if not opened.view.rules.phones:
            raise Refused("phones.off", auction=auction)
        row = opened.lot(lot)
        if not entrants_paid_by(answer.payer, [answer.player]):
            raise Unknown("entrant.unknown")
        if is_answered(opened.sold(lot), answer.player):
            raise Refused("buyback.answered", lot=lot, player=answer.player)
        if not answer.share:
            return _leave(page, opened, row, answer.player)
        return _buy_back(page, opened, row, _Part(answer.player, answer.share, True))


def _buy_back(page: OpenPage, opened: OpenAuction, row: LotView, part: _Part) -> Outcome:
    """Step: enter that a player buys a fraction of their lot back, and charge it."""
    sale, player = opened.sold(row.pk), part.player
    fraction = _fraction(part.share)
    rule = opened.view.rules.buyback
    rule.check(rule_lot(sale), str(player), fraction, now=page.at, is_field=sale.is_field)
    given, payer = give_account(page, opened.tournament, player)
    if payer == sale.buyers[0]:
        raise RuleBroken("buyback.own", lot=row.pk)
    cost = BuyBack(str(player), fraction).cost(sale.price)
    fact = ShareDeal(
        sale_id=sale.pk, seller_id=sale.buyers[0], buyer_id=payer, share=_text(fraction), price=cost,
        day=page.at.date(), through_desk=part.through_desk, player_id=player,
    )  # fmt: skip
    _check_shares(sale, _view(fact, fraction))
    page.keep([fact])
    facts = [*given, fact, *charge_auction(page, opened, Postings.BOUGHT_BACK)]
    page.record("lot.bought_back", facts, **opened.concerns(f"deals:{sale.pk}"))
    return done(page, opened.view.pk, row.pk)


def _leave(page: OpenPage, opened: OpenAuction, row: LotView, player: int) -> Outcome:
    """Step: enter that a player does not buy back."""
    sale = opened.sold(row.pk)
    if player not in sale.players:
        raise RuleBroken("buyback.player", lot=row.pk, player=player)
    if is_answered(sale, player):
        raise Refused("buyback.answered", lot=row.pk, player=player)
    fact = BuyBackLeft(sale_id=sale.pk, player_id=player)
    page.record("buyback.left", [fact], **opened.concerns(f"left:{sale.pk}:{player}"))
    return done(page, opened.view.pk, row.pk)


def transfer_share(auction: int, lot: int, deal: Deal, caller: book.Caller) -> Outcome:
    """Record that somebody sells a fraction of a lot to somebody else. Raises as ``Lot``, RuleBroken ``money.range``.

    Raises Unknown ``payer.unknown``, RuleBroken ``transfer.same``.
    """
    with book.page(stream_of_auction(auction, caller, may_run_desk), caller) as page:
        opened = open_auction_row(auction)
        sale = opened.sold(lot)
        if deal.seller == deal.buyer:
            raise RuleBroken("transfer.same", payer=deal.seller)
        for payer in (deal.seller, deal.buyer):
            payer_in(opened.tournament, payer)
        if not 0 <= deal.price <= MOST_MONEY:
            raise RuleBroken("money.range", amount=deal.price, most=MOST_MONEY)
        fraction = _fraction(deal.share)
        fact = ShareDeal(
            sale_id=sale.pk, seller_id=deal.seller, buyer_id=deal.buyer, share=_text(fraction), price=deal.price,
            day=deal.day or page.at.date(), through_desk=deal.through_desk,
        )  # fmt: skip
        _check_shares(sale, _view(fact, fraction))
        page.keep([fact])
        facts = [fact, *charge_auction(page, opened, Postings.BOUGHT_BACK)]
        page.record("share.transferred", facts, **opened.concerns(f"deals:{sale.pk}"))
        return done(page, auction, lot)


def _fraction(share: str) -> Fraction:
    """Return a fraction of a lot. Raises RuleBroken ``share.text``, also for one that is too long to keep."""
    fraction = read_share(share)
    if len(_text(fraction)) > LONGEST_SHARE:
        raise RuleBroken("share.text", got=share[:20])
    return fraction


def _text(fraction: Fraction) -> str:
    return str(fraction)


def _view(fact: ShareDeal, fraction: Fraction) -> DealView:
    day = fact.day.isoformat()
    return DealView(0, fact.seller_id, fact.buyer_id, fraction, fact.price, day, fact.through_desk, fact.player_id or 0)


def _check_shares(sale: SaleView, deal: DealView) -> None:
    """Refuse a deal in which somebody sells more than they hold, now or by a later deal. Raises RuleBroken."""
    lot_of(replace(sale, deals=(*sale.deals, deal)))
