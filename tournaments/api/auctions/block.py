"""The API of the block: lots are opened, bid for, hammered and passed; sales become void; shares change owners."""

from collections.abc import Callable

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.described import described
from journal.book import Caller
from tournaments.actions.auctions import selling, shares, voiding
from tournaments.actions.auctions.bidders import BIDDER
from tournaments.actions.auctions.steps import Outcome
from tournaments.api.auctions import inputs, outputs
from tournaments.api.auctions.views import CHANGED, MADE
from tournaments.api.changes import actor_of, change, read
from tournaments.api.views import DOOR, SEEING, SEEN
from tournaments.read.money.auctions.listing import auction_of_lot

HAMMERED = {200: outputs.AuctionChangedOut} | SEEN


def _plain(request: Request, pk: int, act: Callable[[int, int, Caller], Outcome]) -> HttpResponse:
    """Carry out an act of the block that takes nothing but the lot."""
    return change(request, lambda caller: act(auction_of_lot(pk), pk, caller), outputs.changed_data)


class LotOpen(APIView):
    @described(request=None, responses=CHANGED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Put a lot on the block."""
        return _plain(request, pk, selling.put_up)


class LotBids(APIView):
    @described(request=inputs.BidIn, responses=MADE, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Bid for the lot on the block: the desk for any payers, a bidder with their link for themselves."""
        data = read(inputs.BidIn, request).validated_data
        actor = actor_of(request)
        if actor.kind == BIDDER:
            return change(
                request,
                lambda caller: selling.bid_by_phone(auction_of_lot(pk), pk, data["amount"], actor.number, caller),
                outputs.phone_data,
                201,
            )
        return change(
            request,
            lambda caller: selling.bid(auction_of_lot(pk), pk, data["amount"], data["payers"], caller),
            outputs.changed_data,
            201,
        )


class LotHammer(APIView):
    @described(request=None, responses=HAMMERED, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Sell the lot to its high bid; the version is how many bids you saw."""
        return _plain(request, pk, selling.hammer)


class LotPass(APIView):
    @described(request=None, responses=HAMMERED, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Pass the lot unsold into the field."""
        return _plain(request, pk, selling.pass_lot)


class LotClock(APIView):
    @described(request=inputs.ClockIn, responses=CHANGED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Stop the clock of the lot on the block, or let it run on."""
        stopped = read(inputs.ClockIn, request).validated_data["stopped"]
        return _plain(request, pk, lambda auction, lot, caller: selling.stop_clock(auction, lot, stopped, caller))


class LotVoid(APIView):
    @described(request=inputs.VoidIn, responses=CHANGED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Request that the sale of a lot become void; a second person releases it."""
        data = read(inputs.VoidIn, request).validated_data
        kind, reason = data["kind"], data["reason"]
        return _plain(
            request, pk, lambda auction, lot, caller: voiding.request_void(auction, lot, kind, reason, caller)
        )


class VoidRelease(APIView):
    @described(request=None, responses=CHANGED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Make a sale void that another person requested."""
        return change(request, lambda caller: voiding.release_void(pk, caller), outputs.changed_data)


class LotAgain(APIView):
    @described(request=None, responses=CHANGED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Have a void or passed lot wait for the block again."""
        return _plain(request, pk, voiding.auction_again)


class LotOffer(APIView):
    @described(request=None, responses=CHANGED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Sell a lot that was not paid to the under-bidder."""
        return _plain(request, pk, voiding.offer_to_under_bidder)


class LotBuyBacks(APIView):
    @described(request=inputs.BuyBackIn, responses=CHANGED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Let a player buy back a fraction of their lot, or leave it: the desk, or a player with their own link."""
        data = read(inputs.BuyBackIn, request).validated_data
        player, share, through_desk = data["player"], data["share"], data["through_desk"]
        actor = actor_of(request)
        if actor.kind == BIDDER:
            answer = shares.Answer(actor.number, player, share)
            return change(
                request,
                lambda caller: shares.answer_buyback(auction_of_lot(pk), pk, answer, caller),
                outputs.phone_data,
            )
        if not share:
            return _plain(request, pk, lambda auction, lot, caller: shares.leave_buyback(auction, lot, player, caller))
        return _plain(
            request,
            pk,
            lambda auction, lot, caller: shares.buy_back(auction, lot, player, share, through_desk, caller),
        )


class LotTransfers(APIView):
    @described(request=inputs.TransferIn, responses=CHANGED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Record that somebody sells a fraction of a lot to somebody else."""
        deal = read(inputs.TransferIn, request).deal()
        return _plain(request, pk, lambda auction, lot, caller: shares.transfer_share(auction, lot, deal, caller))
