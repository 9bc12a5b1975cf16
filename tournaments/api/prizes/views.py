"""The API of prizes and closing: divisions, previews, payouts, awards, chops, and the closing proof."""

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.described import described
from rules.money.pots import read_division
from tournaments.actions.money.closing import close_books, reopen_books, request_reopening
from tournaments.actions.money.prizes import add_money_of, award_prizes, leave_unclaimed, set_pot, transfer_prize
from tournaments.api.changes import actor_of, answer_if_new, answer_with, change, made, read
from tournaments.api.outputs import RefusalOut
from tournaments.api.prizes import inputs, outputs
from tournaments.api.views import DOOR, NOT_FOUND, REFUSED, SEEING
from tournaments.permissions import may_direct, may_run_desk, must
from tournaments.read.events import event_of, tournament_of
from tournaments.read.money.designs import design_of, preview_columns
from tournaments.read.money.payout_files import payout_data
from tournaments.read.money.payouts import payouts_of
from tournaments.read.money.sheets import sheet_of

PRIVATE = dict.fromkeys((401, 403, 404), RefusalOut)
POT = [OpenApiParameter("pot", str, description="The code of a side pool; the fund without it.")]


class EventPrizes(APIView):
    @described(responses={200: outputs.PotOut} | NOT_FOUND, parameters=POT)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """How the fund of an event is divided, or a side pool."""
        event, code = event_of(pk), request.query_params.get("pot", "")
        return answer_if_new(request, event.tournament.stream, lambda: outputs.pot_data(design_of(event, code)))

    @described(request=inputs.PotIn, responses={200: outputs.PotSetOut} | REFUSED, parameters=SEEING)
    def put(self, request: Request, pk: int) -> HttpResponse:
        """Set how the fund or a side pool is divided; after the draw it needs a reason."""
        data = read(inputs.PotIn, request).validated_data
        return change(
            request,
            lambda caller: set_pot(pk, data["pot"], data["division"], data["reason"], caller),
            outputs.setup_data,
        )


class PrizesPreview(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=inputs.DivisionIn, responses={200: outputs.ColumnOut(many=True)} | REFUSED)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """What a division pays at the present field and around it, before ties; nothing is kept."""
        event = event_of(pk)
        must(may_direct(actor_of(request), event.tournament.club_id))
        data = read(inputs.DivisionIn, request).validated_data
        columns = preview_columns(design_of(event, data["pot"]), read_division(data["division"]))
        return answer_with([outputs.column_data(each) for each in columns])


class AddedMoney(APIView):
    @described(request=inputs.AddedIn, responses=made(outputs.MoneyMovedOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Add money of somebody to the fund; they owe it until it is taken."""
        data = read(inputs.AddedIn, request).validated_data
        return change(
            request, lambda caller: add_money_of(pk, data["giver"], data["amount"], caller), outputs.added_data, 201
        )


class EventPayoutList(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: outputs.PayoutsOut} | PRIVATE)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Who is due what and why, awarded, paid and open: for the desk."""
        event = event_of(pk)
        must(may_run_desk(actor_of(request), event.tournament.club_id))
        return answer_with(outputs.payouts_data(payouts_of(event)))


class EventAward(APIView):
    @described(request=None, responses={200: outputs.PrizesAwardedOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Award what is settled: the difference to what was awarded before is posted."""
        return change(request, lambda caller: award_prizes(pk, caller), outputs.awarded_data)


class PayoutFile(APIView):
    @described(responses={200: dict} | NOT_FOUND, parameters=POT)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The file of ``python -m rules payout`` for the fund or a side pool."""
        event, code = event_of(pk), request.query_params.get("pot", "")
        return answer_if_new(request, event.tournament.stream, lambda: payout_data(event, code))


class PayerTransfer(APIView):
    @described(request=inputs.PrizeTransferIn, responses=made(outputs.MoneyMovedOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Move money that this payer leaves to another: a chop or a hedge."""
        data = read(inputs.PrizeTransferIn, request).validated_data
        return change(
            request,
            lambda caller: transfer_prize(pk, data["to"], data["amount"], data["reason"], caller),
            outputs.transfer_data,
            201,
        )


class PayerUnclaimed(APIView):
    @described(request=inputs.ReasonIn, responses=made(outputs.MoneyMovedOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Have the club keep what this payer is owed and does not collect."""
        reason = read(inputs.ReasonIn, request).validated_data["reason"]
        return change(request, lambda caller: leave_unclaimed(pk, reason, caller), outputs.unclaimed_data, 201)


class Proof(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: outputs.ProofOut} | PRIVATE)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The closing proof as it stands, with what is in the way: for directors."""
        tournament = tournament_of(pk)
        must(may_direct(actor_of(request), tournament.club_id))
        return answer_with(outputs.proof_data(sheet_of(tournament)))


class BooksClose(APIView):
    @described(request=None, responses={200: outputs.ClosingOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Close the books; ``books.open`` with everything that stands in the way."""
        return change(request, lambda caller: close_books(pk, caller), outputs.closing_data)


class BooksReopenRequest(APIView):
    @described(request=inputs.ReasonIn, responses={200: outputs.ClosingOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Ask for closed books to be opened again."""
        reason = read(inputs.ReasonIn, request).validated_data["reason"]
        return change(request, lambda caller: request_reopening(pk, reason, caller), outputs.closing_data)


class BooksReopen(APIView):
    @described(request=inputs.ReasonIn, responses={200: outputs.ClosingOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Open closed books again, as an owner, when another person requested it."""
        reason = read(inputs.ReasonIn, request).validated_data["reason"]
        return change(request, lambda caller: reopen_books(pk, reason, caller), outputs.closing_data)
