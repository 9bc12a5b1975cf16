"""Sales that become void: one person requests it, another releases it; then the lot is sold again."""

from collections.abc import Callable

from django.db.models import Max

from journal import book
from journal.models import Undo
from journal.refusals import Refused, Unknown
from rules.draws.plan import ENTRY
from rules.errors import RuleBroken
from rules.money.auctions.auction import Withdrawal as Effect
from rules.money.auctions.auction import withdrawal
from rules.money.auctions.bidding import Offered, Reauctioned, Status, Voided, happened
from rules.money.auctions.calcutta import Void
from rules.naming import read_reason
from tournaments.actions.auctions.lots import has_played
from tournaments.actions.auctions.steps import (
    OpenAuction,
    Outcome,
    charge_auction,
    done,
    open_auction_row,
    stream_of_auction,
)
from tournaments.models import AuctionSetup, LotAgain, LotBid, LotVoid, Sale, SalePlayer, VoidRequest, Withdrawal
from tournaments.read.money.auctions.view import MISTAKE, LotView, SaleView


def request_void(auction: int, lot: int, kind: str, reason: str, caller: book.Caller) -> Outcome:
    """Request that a sale become void: ``withdrawn``, ``unpaid`` or ``mistake``; a second person releases it.

    Raises RuleBroken ``void.kind``, ``reason.…``; Refused ``void.open`` for a second request, ``void.paid`` (unpaid,
    but it is paid), ``void.deals`` (a mistake, but shares have changed owners), ``void.plays`` (withdrawn, but one of
    its players is left or has played), ``lot.unsold``.
    """
    with book.page(stream_of_auction(auction, caller), caller) as page:
        opened = open_auction_row(auction)
        sale = opened.sold(lot)
        if kind not in VoidRequest.KINDS:
            raise RuleBroken("void.kind", got=kind[:20], known=VoidRequest.KINDS)
        if sale.requested:
            raise Refused("void.open", request=sale.requested)
        _check(page, opened, opened.lot(lot), kind)
        fact = VoidRequest(sale_id=sale.pk, kind=kind)
        page.record("void.requested", [fact], read_reason(reason), **opened.concerns(f"void:{sale.pk}"))
        return done(page, auction, lot)


def release_void(request: int, caller: book.Caller) -> Outcome:
    """Make a sale void that another person requested; what was charged is posted back to those who hold the lot.

    Raises Unknown ``void.unknown``; RuleBroken ``void.same_person``; Refused ``void.done``, ``void.undone``, and what
    ``request_void`` refuses now.
    """
    requested = VoidRequest.objects.select_related("sale__lot", "record__page").filter(pk=request).first()
    if requested is None:
        raise Unknown("void.unknown")
    auction, lot = requested.sale.lot.auction_id, requested.sale.lot_id
    with book.page(stream_of_auction(auction, caller), caller) as page:
        opened = open_auction_row(auction)
        if Undo.objects.filter(undone=request).exists():
            raise Refused("void.undone", request=request)
        if LotVoid.objects.filter(sale=requested.sale).exists():
            raise Refused("void.done", request=request)
        row = opened.lot(lot)
        by, second = requested.record.page.actor, caller.actor.name
        reason = None if requested.kind == MISTAKE else Void(requested.kind)
        happened(row.state, Voided(page.at, by, second, reason))
        _check(page, opened, row, requested.kind)
        fact = LotVoid(sale_id=requested.sale_id, request=requested)
        page.keep([fact])
        facts = [fact, *charge_auction(page, opened)]
        page.record("lot.voided", facts, **opened.concerns(needs=(f"void:{requested.sale_id}",)))
        return done(page, auction, lot)


def auction_again(auction: int, lot: int, caller: book.Caller) -> Outcome:
    """Have a void lot, or one that was passed, wait for the block again.

    Raises RuleBroken ``lot.status``; Refused ``lot.in_field`` once the field was sold with its players.
    """
    with book.page(stream_of_auction(auction, caller), caller) as page:
        opened = open_auction_row(auction)
        row = opened.lot(lot)
        happened(row.state, Reauctioned(page.at))
        field = next((each for each in opened.view.lots if each.is_field), None)
        if row.status is Status.FIELD and field is not None and field.status not in (Status.WAITING, Status.VOID):
            raise Refused("lot.in_field", lot=lot)
        taken = {player for each in opened.view.lots if each.pk != lot for player in _in_play(each)}
        if twice := taken & set(row.players):
            raise RuleBroken("lots.player", lot=row.code, player=min(twice))
        fact = LotAgain(sale_id=row.sale)
        page.record("lot.reauctioned", [fact], **opened.concerns(f"sale:{row.sale}"))
        return done(page, auction, lot)


def offer_to_under_bidder(auction: int, lot: int, caller: book.Caller) -> Outcome:
    """Sell a lot that was not paid to the under-bidder, at their own highest bid, and charge them.

    Raises RuleBroken ``lot.status``, ``lot.no_under_bidder``.
    """
    with book.page(stream_of_auction(auction, caller), caller) as page:
        opened = open_auction_row(auction)
        row = opened.lot(lot)
        state = happened(row.state, Offered(page.at))
        won = next(each for each in row.bids if state.high is not None and each.number == state.high.number)
        setup = AuctionSetup.objects.get(auction=auction, turn=opened.view.turn)
        number = Sale.objects.filter(lot=lot).aggregate(last=Max("number"))["last"] or 0
        fact = Sale(
            lot_id=lot, number=number + 1, setup=setup, is_sealed=False, offered=LotBid.objects.get(pk=won.record)
        )
        page.keep([fact])
        players = [SalePlayer(sale=fact, entrant_id=player) for player in row.sales[-1].players]
        page.keep(players)
        facts = [fact, *players, *charge_auction(page, opened)]
        page.record("lot.offered", facts, **opened.concerns(f"sale:{fact.pk}", needs=(f"sale:{row.sale}",)))
        return done(page, auction, lot)


def _in_play(lot: LotView) -> tuple[int, ...]:
    """Return the players of a lot that waits, is open or sold."""
    if lot.status in (Status.VOID, Status.FIELD):
        return ()
    return lot.sold.players if lot.sold is not None else lot.players


def _check(page: book.OpenPage, opened: OpenAuction, lot: LotView, kind: str) -> None:
    """Refuse a void for which there is no reason."""
    sale = lot.sold
    if sale is None:
        raise Refused("lot.unsold", lot=lot.pk)
    checks: dict[str, Callable[[], bool]] = {
        "withdrawn": lambda: not _is_withdrawn(page, opened, sale),
        "unpaid": lambda: lot.status is Status.PAID,
        MISTAKE: lambda: bool(sale.deals),
    }
    codes = {"withdrawn": "plays", "unpaid": "paid", MISTAKE: "deals"}
    if checks[kind]():
        raise Refused(f"void.{codes[kind]}", lot=lot.pk)


def _is_withdrawn(page: book.OpenPage, opened: OpenAuction, sale: SaleView) -> bool:
    """Whether all players of a lot withdrew before any of them played."""
    rows = Withdrawal.objects.filter(entrant__in=sale.players, bracket=ENTRY, record__undo__isnull=True)
    played = has_played(opened.event, page.stream.pk) & set(sale.players)
    gone = [str(entrant) for entrant in rows.values_list("entrant", flat=True)]
    players = [str(player) for player in sale.players]
    return withdrawal(players, gone, has_played=bool(played)) is Effect.VOID
