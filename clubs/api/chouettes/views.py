"""The API of the chouettes of a club: its list, a new one, files, house rules, and whether money is allowed."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.chouettes.importing import import_session
from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.actions.chouettes.settings import HouseSheet, allow_money, end_money, set_house_rules
from clubs.actions.roles import club_of
from clubs.api.changes import actor_of, answer_with, change, made, read, read_json
from clubs.api.chouettes import inputs, outputs, values
from clubs.api.chouettes.table import SEEING, reader_of
from clubs.api.described import described
from clubs.api.views import DOOR, HIDDEN, REFUSED
from clubs.models.chouettes import Shown
from clubs.permissions import may_open_chouettes, must
from clubs.read.chouettes.listing import chouettes_of
from clubs.read.chouettes.rules import HouseRules, house_rules_of, is_money_allowed
from journal.book import Caller
from rules.chouette.options import Options
from rules.commands.cases import Field
from rules.commands.club.chouette_words import read_options


class ClubChouettes(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(
        responses={200: outputs.ChouetteLineOut(many=True), 404: REFUSED[404]},
        operation_id="clubs_chouettes_list",
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The chouettes of a club that you may know of, the newest first."""
        club_of(pk)
        return answer_with([values.line_data(line) for line in chouettes_of(pk, reader_of(request))])

    @described(request=inputs.ChouetteIn, responses=made(outputs.ChouetteOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Open a chouette; names suffice."""
        data = read(inputs.ChouetteIn, request).validated_data
        options = _options(data["options"]) if "options" in data else None
        sitting = Sitting(tuple(data["people"]), data.get("rolls", ()), options, data.get("persons", {}))
        return change(request, lambda caller: open_session(pk, sitting, caller), values.written_data, 201)


class ChouetteImport(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=OpenApiTypes.OBJECT, responses=made(outputs.ChouetteOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Open a chouette with everything that happened in a file of ``python -m rules chouette``."""
        words = read_json(request)
        return change(request, lambda caller: import_session(pk, words, caller), values.written_data, 201)


class ChouetteHouseRules(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: outputs.HouseRulesOut} | HIDDEN, operation_id="clubs_chouette_rules")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """How a club holds its chouettes, for its members."""
        club_of(pk)
        must(may_open_chouettes(actor_of(request), pk))
        return answer_with(_house_data(pk, house_rules_of(pk)))

    @described(request=inputs.HouseRulesIn, responses={200: outputs.HouseRulesOut} | REFUSED, parameters=SEEING)
    def put(self, request: Request, pk: int) -> HttpResponse:
        """Set how a club holds its chouettes; those in progress keep their options."""
        data = read(inputs.HouseRulesIn, request).validated_data

        def act(caller: Caller) -> HouseRules:
            shown = Shown(Field(data["shown"], "shown").one_of(*Shown.values))
            sheet = HouseSheet(shown, _options(data.get("options", {})), data.get("in_books", False))
            return set_house_rules(pk, sheet, caller)

        return change(request, act, lambda house: _house_data(pk, house))


class ChouetteMoney(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=inputs.ChouetteNoticeIn, responses={200: outputs.MoneyAllowedOut} | REFUSED, parameters=DOOR)
    def put(self, request: Request, pk: int) -> HttpResponse:
        """Allow chouettes for money, having read the legal notice of this number; for owners."""
        notice = read(inputs.ChouetteNoticeIn, request).validated_data["notice"]
        return change(request, lambda caller: allow_money(pk, notice, caller), _money_data)

    @described(request=None, responses={200: outputs.MoneyAllowedOut} | REFUSED, parameters=DOOR)
    def delete(self, request: Request, pk: int) -> HttpResponse:
        """Allow no more chouettes for money; those in progress are played on."""
        return change(request, lambda caller: end_money(pk, caller), _money_data)


def _options(words: dict[str, Any]) -> Options:
    return read_options(Field(words, "options"))


def _house_data(club: int, house: HouseRules) -> dict[str, Any]:
    return values.house_data(house) | {"money": is_money_allowed(club)}


def _money_data(allowed: bool) -> dict[str, Any]:
    return {"money": allowed}
