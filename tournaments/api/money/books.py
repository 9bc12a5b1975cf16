"""The books over the API: accounts of a tournament and of a club, and every posting as a file."""

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.described import described
from tournaments.api.changes import AsItIs, actor_of, answer_with
from tournaments.api.money import outputs
from tournaments.api.money.outputs import PRIVATE
from tournaments.permissions import may_direct, must
from tournaments.read.club.books import club_accounts
from tournaments.read.events import tournament_of
from tournaments.read.money.ledger import books_names, named_balances
from tournaments.read.money.postings import csv_lines
from tournaments.read.tournaments import club_of

LONGEST_SEARCH = 60


class Books(APIView):
    permission_classes = [IsAuthenticated]

    @described(
        responses={200: outputs.BalanceOut(many=True)} | PRIVATE,
        operation_id="books_list",
        parameters=[OpenApiParameter("q", str, description="The start of a payer's name.")],
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Every account of the books with its balance, for directors."""
        tournament = tournament_of(pk)
        must(may_direct(actor_of(request), tournament.club_id))
        rows = named_balances(tournament, books_names(tournament), request.query_params.get("q", "")[:LONGEST_SEARCH])
        return answer_with([outputs.balance_data(each) for each in rows])


class PostingsCsv(APIView):
    permission_classes = [IsAuthenticated]
    content_negotiation_class = AsItIs

    @described(responses={(200, "text/csv"): OpenApiTypes.STR} | PRIVATE)
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """Every leg of every posting as a file, for directors."""
        tournament = tournament_of(pk)
        must(may_direct(actor_of(request), tournament.club_id))
        answer = StreamingHttpResponse(csv_lines(tournament), content_type="text/csv; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="postings-{tournament.pk}.csv"'
        return answer


class ClubBooks(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: outputs.ClubBalanceOut(many=True)} | PRIVATE, operation_id="club_books_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """What closed tournaments left to a club, by currency, for directors."""
        club = club_of(pk)
        must(may_direct(actor_of(request), club.pk))
        return answer_with([outputs.club_balance_data(each) for each in club_accounts(club)])
