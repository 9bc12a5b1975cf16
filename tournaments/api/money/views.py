"""The API of the cash box: fees, accounts, receipts, payouts, drawers and books, over the same actions as the pages."""

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.described import described
from journal.refusals import Unknown
from tournaments.actions.money.cash import hand_out, release, take
from tournaments.actions.money.drawers import count_blind, count_drawer, open_drawer
from tournaments.actions.money.fees import FeeSheet, last_turn, set_fees
from tournaments.actions.money.letters import mail_receipt
from tournaments.actions.money.lines import decide_line
from tournaments.actions.money.payers import add_payer, mark_payer, move_entrant, tournament_of_payer
from tournaments.api.changes import actor_of, answer_with, change, made, read
from tournaments.api.money import inputs, outputs
from tournaments.api.money.outputs import PRIVATE
from tournaments.api.outputs import RefusalOut
from tournaments.api.views import DOOR, REFUSED, SEEING
from tournaments.models import Tournament
from tournaments.permissions import Right, may_direct, may_run_desk, must
from tournaments.read.events import tournament_of
from tournaments.read.money.accounts import read_accounts
from tournaments.read.money.own import own_account
from tournaments.read.money.payers import fees_of
from tournaments.read.money.till import blind_club_of, release_limit, tournament_receipts, waiting_payouts
from tournaments.read.players.player import player_of_event


def _seen_by(request: Request, pk: int, may: Right) -> Tournament:
    """Return a tournament whose money the person who asks may see."""
    tournament = tournament_of(pk)
    must(may(actor_of(request), tournament.club_id))
    return tournament


class Fees(APIView):
    @described(responses={200: outputs.FeesOut, 404: RefusalOut})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The currency and the fees of a tournament."""
        tournament = tournament_of(pk)
        above = release_limit(pk)
        return answer_with(outputs.fees_now(tournament.currency, fees_of(tournament), above, last_turn(pk)))

    @described(request=inputs.FeesIn, responses={200: outputs.FeesOut} | REFUSED, parameters=SEEING)
    def put(self, request: Request, pk: int) -> HttpResponse:
        """Set the currency and the fees; everybody entered is charged by them."""
        sheet = FeeSheet(**read(inputs.FeesIn, request).validated_data)
        return change(request, lambda caller: set_fees(pk, sheet, caller), outputs.fees_data)


class Payers(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: outputs.AccountOut(many=True)} | PRIVATE, operation_id="payers_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Every account of a tournament, for the desk."""
        accounts = read_accounts(_seen_by(request, pk, may_run_desk), timezone.now())
        return answer_with([outputs.account_data(each) for each in accounts.by_payer.values()])

    @described(request=inputs.PayerIn, responses=made(outputs.ChangedOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Add somebody who is no entrant."""
        data = read(inputs.PayerIn, request).validated_data
        return change(
            request, lambda caller: add_payer(pk, data["name"], data["club"], caller), outputs.changed_data, 201
        )


class Payer(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: outputs.AccountOut} | PRIVATE)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """One account, for the desk."""
        tournament = _seen_by(request, tournament_of_payer(pk), may_run_desk)
        return answer_with(outputs.account_data(read_accounts(tournament, timezone.now(), [pk]).by_payer[pk]))


class PayerTake(APIView):
    @described(request=inputs.TakeIn, responses=made(outputs.MoneyOut) | REFUSED, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Take money for open lines of an account."""
        shaped = read(inputs.TakeIn, request)
        lines, amount = shaped.validated_data.get("lines"), shaped.validated_data.get("amount")
        return change(request, lambda caller: take(pk, lines, amount, shaped.hand(), caller), outputs.money_data, 201)


class PayerHandOut(APIView):
    @described(request=inputs.HandOutIn, responses=made(outputs.MoneyOut) | REFUSED, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Hand out what is owed to a payer; above the set sum a second person must release it."""
        shaped = read(inputs.HandOutIn, request)
        amount = shaped.validated_data.get("amount")
        return change(request, lambda caller: hand_out(pk, amount, shaped.hand(), caller), outputs.money_data, 201)


class PayerLines(APIView):
    @described(request=inputs.DecisionIn, responses={200: outputs.ChangedOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Choose, waive or refund a line; return or keep a deposit."""
        decision = read(inputs.DecisionIn, request).decision()
        return change(request, lambda caller: decide_line(pk, decision, caller), outputs.changed_data)


class PayerMarks(APIView):
    @described(request=inputs.MarkIn, responses={200: outputs.ChangedOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Mark a payer as guest, student or member, or remove the mark."""
        data = read(inputs.MarkIn, request).validated_data
        return change(request, lambda caller: mark_payer(pk, data["mark"], data["on"], caller), outputs.changed_data)


class EntrantPayer(APIView):
    @described(request=inputs.PayerOfIn, responses={200: outputs.ChangedOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Have another payer pay for an entrant."""
        payer = read(inputs.PayerOfIn, request).validated_data["payer"]
        return change(request, lambda caller: move_entrant(pk, payer, caller), outputs.changed_data)


class Receipts(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: outputs.ReceiptOut(many=True)} | PRIVATE, operation_id="receipts_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Every receipt of a tournament, for the desk."""
        tournament = _seen_by(request, pk, may_run_desk)
        return answer_with([outputs.receipt_data(each) for each in tournament_receipts(tournament.pk)])


class ReceiptMail(APIView):
    @described(request=None, responses={200: outputs.MailedOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Mail a receipt to the address that its payer left."""
        return change(request, lambda caller: mail_receipt(pk, caller), outputs.mailed_data)


class Releases(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: outputs.WaitingOut(many=True)} | PRIVATE, operation_id="releases_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The payouts that wait for a second person."""
        _seen_by(request, pk, may_run_desk)
        return answer_with([outputs.waiting_data(each) for each in waiting_payouts(pk)])


class ReleaseOf(APIView):
    @described(request=None, responses=made(outputs.MoneyOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Hand out what another person requested."""
        return change(request, lambda caller: release(pk, caller), outputs.money_data, 201)


class Drawers(APIView):
    @described(request=inputs.FloatIn, responses=made(outputs.DrawerOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Put change into a drawer."""
        data = read(inputs.FloatIn, request).validated_data
        return change(
            request, lambda caller: open_drawer(pk, data["drawer"], data["amount"], caller), outputs.float_data, 201
        )


class Counts(APIView):
    @described(request=inputs.CountIn, responses=made(outputs.CountOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Count a drawer: the sum, or how many of each note and coin."""
        shaped = read(inputs.CountIn, request)
        drawer, reason, counted = shaped.validated_data["drawer"], shaped.validated_data["reason"], shaped.counted()
        club = blind_club_of(pk)
        is_blind = club is not None and not may_direct(actor_of(request), club)
        return change(
            request,
            lambda caller: count_drawer(pk, drawer, counted, reason, caller),
            lambda fact: outputs.count_data(fact, is_blind),
            201,
        )


class ClubBlindCounts(APIView):
    @described(request=None, responses={200: outputs.BlindOut} | REFUSED, parameters=DOOR)
    def put(self, request: Request, pk: int) -> HttpResponse:
        """Have the desks of a club count drawers without seeing what they should hold."""
        return change(request, lambda caller: count_blind(pk, True, caller), lambda _: {"blind": True})

    @described(request=None, responses={200: outputs.BlindOut} | REFUSED, parameters=DOOR)
    def delete(self, request: Request, pk: int) -> HttpResponse:
        """Show the desks of a club again what a drawer should hold."""
        return change(request, lambda caller: count_blind(pk, False, caller), lambda _: {"blind": False})


class MyAccount(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: outputs.AccountOut} | PRIVATE)
    def get(self, request: Request) -> HttpResponse:
        """The account of the player of this link."""
        actor = actor_of(request)
        must(actor.kind == "entrant")
        account = own_account(player_of_event(actor.number), timezone.now())
        if account is None:
            raise Unknown("payer.unknown")
        return answer_with(outputs.account_data(account))
