"""The API of auctions: for the auctioneer's programs, and for bidders with a link of their own."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.described import described
from journal.actors import Actor
from journal.now import now
from tournaments.actions.auctions import bidders, lots, paying, permit
from tournaments.api.auctions import inputs, outputs
from tournaments.api.changes import actor_of, answer_with, change, made, read
from tournaments.api.views import CONFLICTS, DOOR, NOT_FOUND, REFUSED, SEEING, SEEN
from tournaments.read.money.auctions.export import calcutta_file
from tournaments.read.money.auctions.listing import auction_row, auctions_of, is_of_the_desk
from tournaments.read.money.auctions.room import room_of
from tournaments.read.money.auctions.view import auction_view
from tournaments.read.odds import refuse_if_hidden

CHANGED: dict[Any, Any] = {200: outputs.AuctionChangedOut} | REFUSED
MADE: dict[Any, Any] = made(outputs.AuctionChangedOut) | REFUSED


def viewer(request: Request) -> Actor | None:
    """Return the actor of a request, None for a passer-by."""
    return actor_of(request) if request.user else None


class ClubAuctions(APIView):
    @described(request=inputs.NoticeIn, responses={200: outputs.PermitOut} | REFUSED, parameters=DOOR)
    def put(self, request: Request, pk: int) -> HttpResponse:
        """Allow auctions in a club: the owner confirms the legal notice."""
        notice = read(inputs.NoticeIn, request).validated_data["notice"]
        return change(request, lambda caller: permit.allow_auctions(pk, notice, caller), outputs.permit_data)

    @described(request=None, responses={200: outputs.PermitOut} | REFUSED, parameters=DOOR)
    def delete(self, request: Request, pk: int) -> HttpResponse:
        """Allow no more auctions in a club."""
        return change(request, lambda caller: permit.end_auctions(pk, caller), outputs.permit_data)


class EventAuctions(APIView):
    @described(responses={200: outputs.AuctionOut(many=True)} | NOT_FOUND, operation_id="auctions_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The auctions of an event, as the room sees them."""
        return answer_with([outputs.auction_data(view, for_desk=False) for view in auctions_of(pk)])

    @described(request=inputs.AuctionIn, responses=MADE, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Begin an auction of an event."""
        rules = read(inputs.AuctionIn, request).validated_data["rules"]
        return change(request, lambda caller: lots.open_auction(pk, rules, caller), outputs.changed_data, 201)


class AuctionWorth(APIView):
    @described(responses={200: outputs.WorthOut} | NOT_FOUND | CONFLICTS)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """What lots are worth and owners can expect, where the event shows its odds; before the draw too."""
        row = auction_row(pk)
        refuse_if_hidden(row.event)
        return answer_with(outputs.worth_data(room_of(row, now())))


class Auction(APIView):
    @described(responses={200: outputs.AuctionOut} | NOT_FOUND)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """One auction: lots, bids, owners, and what places would pay now."""
        for_desk = is_of_the_desk(viewer(request), auction_row(pk))
        return answer_with(outputs.auction_data(auction_view(pk), for_desk=for_desk))

    @described(request=inputs.AuctionChangeIn, responses={200: outputs.AuctionChangedOut} | SEEN, parameters=SEEING)
    def patch(self, request: Request, pk: int) -> HttpResponse:
        """Change the rules of an auction."""
        data = read(inputs.AuctionChangeIn, request).validated_data
        return change(
            request,
            lambda caller: lots.set_auction(pk, data["rules"], data["reason"], caller),
            outputs.changed_data,
        )


class AuctionFile(APIView):
    @described(responses={200: OpenApiTypes.OBJECT} | NOT_FOUND)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The auction as ``python -m rules calcutta`` reads it; for the desk also what shares were sold for."""
        row = auction_row(pk)
        with_prices = is_of_the_desk(viewer(request), row)
        stream = row.event.tournament.stream_id
        file = answer_with(calcutta_file(auction_view(pk), row.event, stream, with_prices=with_prices))
        file["Content-Disposition"] = f'attachment; filename="auction-{pk}.json"'
        return file


class AuctionLots(APIView):
    @described(request=inputs.LotsIn, responses=MADE, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """List lots with their players."""
        sheets = read(inputs.LotsIn, request).sheets()
        return change(request, lambda caller: lots.list_lots(pk, sheets, caller), outputs.changed_data, 201)


class AuctionOrder(APIView):
    @described(request=inputs.OrderIn, responses=CHANGED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Put the lots in order: listed, strength or by_lot with a key."""
        data = read(inputs.OrderIn, request).validated_data
        return change(
            request, lambda caller: lots.order_lots(pk, data["kind"], data["key"], caller), outputs.changed_data
        )


class AuctionLate(APIView):
    @described(request=inputs.LateIn, responses=CHANGED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Decide about a late entrant: own_lot with a code, field or no_action."""
        data = read(inputs.LateIn, request).validated_data
        return change(
            request,
            lambda caller: lots.add_late_entrant(pk, data["entrant"], data["kind"], data["code"], caller),
            outputs.changed_data,
        )


class AuctionStakes(APIView):
    @described(request=inputs.StakeIn, responses=MADE, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Stake on a player in a blind pool."""
        data = read(inputs.StakeIn, request).validated_data
        return change(
            request,
            lambda caller: paying.stake(pk, data["payer"], data["entrant"], data["amount"], caller),
            outputs.changed_data,
            201,
        )


class AuctionClose(APIView):
    @described(request=None, responses=CHANGED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Take no more stakes in a blind pool."""
        return change(request, lambda caller: paying.close_stakes(pk, caller), outputs.changed_data)


class AuctionAward(APIView):
    @described(request=None, responses={200: outputs.AwardedOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Post what lots or stakes won; the preview lists what would be posted."""
        return change(request, lambda caller: paying.award_auction(pk, caller), outputs.awarded_data)


class PayerLink(APIView):
    @described(request=None, responses=made(outputs.BidderLinkOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Make a bidder's private link; the secret is shown once, and those of before end."""
        return change(request, lambda caller: bidders.make_bidder_link(pk, caller), outputs.slip_data, 201)


class PlayerLink(APIView):
    @described(request=None, responses=made(outputs.BidderLinkOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Make the private link of an entrant's payer; where there are no fees it opens their account."""
        return change(request, lambda caller: bidders.make_player_link(pk, caller), outputs.slip_data, 201)
