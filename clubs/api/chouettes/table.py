"""The API of one table: as it is now, its sheet, its entries, and everything that happens at it."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.chouettes.correcting import Correction, correct_game, preview_correction
from clubs.actions.chouettes.playing import record_words, undo_last, undo_last_game
from clubs.actions.chouettes.steps import Written, entry_rows
from clubs.api.changes import actor_of, answer_with, change, read
from clubs.api.chouettes import inputs, outputs, values
from clubs.api.described import described
from clubs.api.etags import answer_if_new
from clubs.api.views import DOOR, HIDDEN, REFUSED
from clubs.permissions import may_write_chouette, must
from clubs.read.chouettes.file import session_file
from clubs.read.chouettes.log import KeptChouette, kept_chouette
from clubs.read.chouettes.numbered import read_happening, with_names
from clubs.read.chouettes.sight import Sight, seen_view, sight_of
from journal.actors import Actor
from journal.book import Caller
from journal.refusals import Unreadable
from rules.chouette.actions import Action

SEEING = [*DOOR, OpenApiParameter("If-Match", str, OpenApiParameter.HEADER, description="The version that you saw.")]
CHANGED: dict[Any, Any] = {200: outputs.ChouetteOut} | REFUSED
UNDO = {"undo": undo_last, "undo_game": undo_last_game}


def answer_seen(
    request: Request, pk: int, show: Callable[[KeptChouette, Sight], Any], least: Sight = Sight.POINTS
) -> HttpResponse:
    """Return what ``show`` makes of a session for somebody who may see at least that much of it.

    Raises Unknown ``chouette.unknown``, NotAuthenticated, PermissionDenied.
    """
    actor = reader_of(request)
    seen = sight_of(pk, actor)
    if seen.sight is Sight.NOTHING or (least is Sight.ALL and seen.sight is not Sight.ALL):
        raise NotAuthenticated if actor is None else PermissionDenied
    return answer_if_new(
        request, seen.stream, lambda: show(kept_chouette(pk), seen.sight), f"{seen.sight} of {seen.stream.pk}"
    )


def reader_of(request: Request) -> Actor | None:
    """Return the actor of a request, None for the public."""
    return actor_of(request) if request.user else None


class ChouetteOne(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(responses={200: outputs.ChouetteOut} | HIDDEN, operation_id="chouettes_one")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The table as it is now, with what is possible; without money for people who do not follow it."""
        return answer_seen(
            request, pk, lambda kept, sight: values.chouette_data(seen_view(kept, sight), with_names=True)
        )


class ChouetteActions(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=inputs.HappeningIn, responses=CHANGED, parameters=SEEING)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Record what happened, or take the last action or the last game back."""
        words = dict(read(inputs.HappeningIn, request).validated_data)
        person = words.pop("person", None)

        def act(caller: Caller) -> Written:
            if words["do"] in UNDO and len(words) == 1:
                return UNDO[words["do"]](pk, caller)
            return record_words(pk, words, caller, person)

        return change(request, act, values.written_data)


class ChouetteSheet(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(responses={200: outputs.SheetOut} | HIDDEN)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Every game with its cubes, points and totals; payments, and who pays whom."""
        return answer_seen(request, pk, lambda kept, sight: values.sheet_data(seen_view(kept, sight)))


class ChouetteEntries(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(
        responses={200: outputs.EntryRowOut(many=True)} | HIDDEN | {400: REFUSED[400]},
        operation_id="chouettes_entries_list",
        parameters=[OpenApiParameter("after", int, description="Those after this version.")],
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """What was written, in order, people by number; for those who follow the table."""
        after = request.query_params.get("after", "0")
        if not after.isascii() or not after.isdigit() or len(after) > 9:
            raise Unreadable("unreadable", field="after")
        return answer_seen(request, pk, lambda kept, sight: entry_rows(kept.entries[int(after) :]), Sight.ALL)


class ChouetteFile(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @described(responses={200: OpenApiTypes.OBJECT} | HIDDEN)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The session as the file that ``python -m rules chouette`` and the import read."""
        return answer_seen(request, pk, lambda kept, sight: session_file(kept, with_money=sight is Sight.ALL))


class GamePreview(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=inputs.TableGameIn, responses={200: outputs.CorrectionPreviewOut} | REFUSED)
    def post(self, request: Request, pk: int, number: int) -> HttpResponse:
        """Show what would change if a game was really played like this; nothing is kept."""
        rows = read(inputs.TableGameIn, request).validated_data["actions"]
        kept, actions = _played_again(pk, rows, actor_of(request))
        return answer_with(values.preview_data(preview_correction(kept, number, actions), kept.numbers))


class GameCorrection(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=inputs.TableCorrectionIn, responses=CHANGED, parameters=SEEING)
    def post(self, request: Request, pk: int, number: int) -> HttpResponse:
        """Record a game as it was really played, as its preview showed."""
        data = read(inputs.TableCorrectionIn, request).validated_data

        def act(caller: Caller) -> Written:
            _, actions = _played_again(pk, data["actions"], caller.actor)
            return correct_game(pk, Correction(number, actions, data["digest"], data.get("reason", "")), caller)

        return change(request, act, values.written_data)


def _played_again(pk: int, rows: list[dict[str, Any]], actor: Actor) -> tuple[KeptChouette, tuple[Action, ...]]:
    """Return a session, and a game of it as a program says it was really played, for somebody who may write.

    Raises Unknown ``chouette.unknown``, PermissionDenied, RuleBroken as ``with_names`` and ``read_happening`` do.
    """
    kept = kept_chouette(pk)
    must(may_write_chouette(actor, kept.row))
    return kept, tuple(read_happening(with_names(each, kept.names)) for each in rows)
