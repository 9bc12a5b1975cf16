"""Papers of a club over the API: the same PDF as from its pages. ``?paper=`` is A4 or letter."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.roles import club_of
from clubs.api.changes import AsItIs, actor_of, refuse_unseen
from clubs.api.described import described
from clubs.api.views import HIDDEN
from clubs.papers.ladder import ladder_paper
from clubs.papers.listing import listing_pdf
from clubs.papers.members import member_cards_pdf, member_list_paper
from clubs.papers.ratings import rating_paper
from clubs.papers.season import season_paper
from clubs.permissions import may_direct, must
from clubs.read.ladders.view import ladder_of, ladder_view
from clubs.read.persons.rows import person_rows
from clubs.read.ratings.listing import listing_of
from clubs.read.ratings.lists import list_of
from clubs.read.seasons.view import race_of, season_of
from clubs.read.sights import ladder_is_public
from runtime.server.addresses import addresses_of

PDF: dict[Any, Any] = {(200, "application/pdf"): OpenApiTypes.BINARY}


class LadderPaper(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]
    content_negotiation_class = AsItIs

    @described(responses=PDF | HIDDEN)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """A ladder to print."""
        row = ladder_of(pk)
        refuse_unseen(request, row.club_id, public=ladder_is_public(row.club_id, pk))
        return _pdf(listing_pdf(ladder_paper(ladder_view(row), timezone.now()), _paper(request)))


class RatingPaper(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]
    content_negotiation_class = AsItIs

    @described(responses=PDF | HIDDEN)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """A rating list to print."""
        view, now = list_of(pk), timezone.now()
        refuse_unseen(request, view.club.pk, public=view.public)
        return _pdf(listing_pdf(rating_paper(listing_of(view, now), now), _paper(request)))


class SeasonPaper(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]
    content_negotiation_class = AsItIs

    @described(responses=PDF | HIDDEN)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The standings of a season to print."""
        view, now = season_of(pk), timezone.now()
        refuse_unseen(request, view.club.pk, public=view.public)
        return _pdf(listing_pdf(season_paper(race_of(view, now), now), _paper(request)))


class MembersPaper(APIView):
    permission_classes = [IsAuthenticated]
    content_negotiation_class = AsItIs

    @described(responses=PDF | HIDDEN)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The members of a club to print, with room to sign, for directors."""
        club = club_of(pk)
        must(may_direct(actor_of(request), pk))
        listing = member_list_paper(club.name, person_rows(pk), timezone.localdate())
        return _pdf(listing_pdf(listing, _paper(request)))


class CardsPaper(APIView):
    permission_classes = [IsAuthenticated]
    content_negotiation_class = AsItIs

    @described(responses=PDF | HIDDEN)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The membership cards of a club to print and cut, for directors."""
        club = club_of(pk)
        must(may_direct(actor_of(request), pk))
        address = addresses_of(request._request)[0]
        return _pdf(member_cards_pdf(club.name, person_rows(pk), timezone.localdate(), address, _paper(request)))


def _paper(request: Request) -> str:
    return str(request.query_params.get("paper", "A4"))


def _pdf(content: bytes) -> HttpResponse:
    return HttpResponse(content, content_type="application/pdf")
