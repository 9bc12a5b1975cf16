"""The block: a lot is put up, bid for, and hammered or passed; the clock stops and runs."""

from collections.abc import Sequence

from django.db.models import Max

from journal import book
from journal.book import OpenPage
from journal.canon import canonical
from journal.refusals import Refused
from rules.errors import RuleBroken
from rules.money.auctions.bidding import Bid, Hammered, Opened, Passed, Started, Status, Stopped, happened
from tournaments.actions.auctions.clock import wait_for_clock
from tournaments.actions.auctions.hammering import sell, send_to_field
from tournaments.actions.auctions.steps import (
    OpenAuction,
    Outcome,
    done,
    open_auction_row,
    refuse_blind,
    stream_of_auction,
)
from tournaments.actions.money.payers import payer_in
from tournaments.models import AuctionSetup, ClockStop, LotBid, LotPlayer, Sale, SalePlayer
from tournaments.permissions import Right, may_run_desk
from tournaments.read.money.auctions.view import AuctionView, LotView

MOST_JOINT = 6


def put_up(auction: int, lot: int, caller: book.Caller) -> Outcome:
    """Put a lot on the block. The field is sold with the players of all lots that were passed into it.

    Raises Unknown ``lot.unknown``; Refused ``auction.blind``; RuleBroken ``lot.status``, ``block.open`` while another
    lot is open, ``lot.players`` for a field that holds nobody.
    """
    with book.page(stream_of_auction(auction, caller), caller) as page:
        opened = open_auction_row(auction)
        refuse_blind(opened)
        row, block = opened.lot(lot), opened.view.block
        if block is not None and opened.view.rules.way == "rising":
            raise RuleBroken("block.open", lot=block.code)
        happened(row.state, Opened(page.at))
        players = _players_of(opened.view, row)
        if not players:
            raise RuleBroken("lot.players", lot=row.code)
        setup = AuctionSetup.objects.get(auction=auction, turn=opened.view.turn)
        number = Sale.objects.filter(lot=lot).aggregate(last=Max("number"))["last"] or 0
        sale = Sale(lot_id=lot, number=number + 1, setup=setup, is_sealed=opened.view.rules.way == "sealed")
        page.keep([sale])
        sold = [SalePlayer(sale=sale, entrant_id=player) for player in players]
        needs = (f"lot:{lot}", f"rules:{auction}", f"order:{auction}")
        page.record("lot.opened", [sale, *sold], **opened.concerns(f"sale:{sale.pk}", needs=needs))
        wait_for_clock(page, auction)
        return done(page, auction, lot)


def bid(auction: int, lot: int, amount: int, payers: Sequence[int], caller: book.Caller) -> Outcome:
    """Bid ``amount`` minor units for the lot on the block; several payers bid jointly. For the auctioneer's desk.

    Raises as ``rules.money.auctions.bidding.happened``; Unknown ``payer.unknown``; RuleBroken ``bidder.twice``,
    ``bidder.many``.
    """
    with book.page(stream_of_auction(auction, caller), caller) as page:
        opened = open_auction_row(auction)
        return place_bid(page, opened, opened.lot(lot), amount, tuple(payers))


def bid_by_phone(auction: int, lot: int, amount: int, payer: int, caller: book.Caller) -> Outcome:
    """Bid from a phone, by the private link of a payer. A bid at an old price is refused, never raised.

    Raises as ``bid``, and Refused ``phones.off`` where bids are made in the room.
    """
    right = Right((), also=f"payer:{payer}")
    with book.page(stream_of_auction(auction, caller, right), caller) as page:
        opened = open_auction_row(auction)
        if not opened.view.rules.phones:
            raise Refused("phones.off", auction=auction)
        return place_bid(page, opened, opened.lot(lot), amount, (payer,), by_phone=True)


def place_bid(
    page: OpenPage, opened: OpenAuction, lot: LotView, amount: int, payers: tuple[int, ...], *, by_phone: bool = False
) -> Outcome:  # fmt: skip
    """Step: enter a bid on a lot and extend its clock."""
    if not 1 <= len(payers) <= MOST_JOINT:
        raise RuleBroken("bidder.many", most=MOST_JOINT)
    if len(set(payers)) < len(payers):
        raise RuleBroken("bidder.twice")
    for payer in payers:
        payer_in(opened.tournament, payer)
    number, who = lot.state.made + 1, tuple(str(payer) for payer in payers)
    happened(lot.state, Bid(number, amount, who, page.at, by_phone), opened.view.barring(payers))
    first, *joint = payers
    fact = LotBid(
        sale_id=lot.sale, lot_id=lot.pk, number=number, amount=amount, payer_id=first, joint=canonical(joint),
        by_phone=by_phone,
    )  # fmt: skip
    body = opened.concerns(f"bids:{lot.sale}", needs=(f"sale:{lot.sale}",))
    page.record("lot.bid", [fact], **body)
    wait_for_clock(page, opened.view.pk)
    return done(page, opened.view.pk, lot.pk)


def hammer(auction: int, lot: int, caller: book.Caller) -> Outcome:
    """Sell the lot to its high bid, and charge the buyers.

    The version is the number of bids that the auctioneer saw. Raises Refused ``stale``; RuleBroken ``lot.status``,
    ``lot.no_bid``, ``lot.reserve``.
    """
    with book.page(stream_of_auction(auction, caller, may_run_desk), caller) as page:
        opened = open_auction_row(auction)
        row = opened.lot(lot)
        page.check_version(row.state.made)
        happened(row.state, Hammered(page.at))
        sell(page, opened, row)
        return done(page, auction, lot)


def pass_lot(auction: int, lot: int, caller: book.Caller) -> Outcome:
    """Pass the lot unsold into the field. Raises Refused ``stale``; RuleBroken ``lot.status``, ``lot.has_bid``."""
    with book.page(stream_of_auction(auction, caller), caller) as page:
        opened = open_auction_row(auction)
        row = opened.lot(lot)
        page.check_version(row.state.made)
        happened(row.state, Passed(page.at))
        send_to_field(page, opened, row)
        return done(page, auction, lot)


def stop_clock(auction: int, lot: int, stopped: bool, caller: book.Caller) -> Outcome:
    """Stop the clock of the lot on the block, or let it run on. Raises RuleBroken ``clock.stopped``, ``clock.runs``."""
    with book.page(stream_of_auction(auction, caller), caller) as page:
        opened = open_auction_row(auction)
        row = opened.lot(lot)
        happened(row.state, Stopped(page.at) if stopped else Started(page.at))
        fact = ClockStop(sale_id=row.sale, stopped=stopped)
        verb = "clock.stopped" if stopped else "clock.started"
        page.record(verb, [fact], **opened.concerns(needs=(f"sale:{row.sale}",)))
        wait_for_clock(page, auction)
        return done(page, auction, lot)


def _players_of(view: AuctionView, lot: LotView) -> list[int]:
    """Return whom a lot sells: its own players, and with the field those of the lots passed into it."""
    passed = [each for each in view.lots if lot.is_field and each.status is Status.FIELD]
    players = list(LotPlayer.objects.filter(lot=lot.pk, record__undo__isnull=True).values_list("entrant", flat=True))
    return [*players, *(player for each in passed for player in each.players)]
