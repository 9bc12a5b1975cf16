"""The API of match files: sent to a match, judged by the referee, downloaded in every form."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.changes import read_json
from clubs.api.described import described
from clubs.api.inputs import Strict
from clubs.api.views import HIDDEN
from journal.refusals import Unreadable
from rules.files.formats import FORMS
from rules.files.limits import MOST_BYTES
from rules.game.findings import Grade
from tournaments.actions.matches.files import exchange_sides, keep_file, may_see_files
from tournaments.api.changes import ShallowJSONParser, actor_of, answer_with, change, made
from tournaments.api.views import DOOR, REFUSED
from tournaments.http.match_files import ORIGINAL, download
from tournaments.permissions import must
from tournaments.read.matches.files import FileFinding, SentFile, file_of, files_of
from tournaments.read.matches.head import MatchHead, match_head

SIDES = ("top", "bottom")
STATES = ("waiting", "judged", "refused", "erased")


class FileIn(Strict):
    text = serializers.CharField(required=False, trim_whitespace=False, help_text="The text of the match file.")
    file = serializers.FileField(required=False, help_text="The match file, sent as multipart/form-data.")


class FindingOut(serializers.Serializer[Any]):
    grade = serializers.ChoiceField(choices=[each.value for each in Grade])
    code = serializers.CharField(help_text="docs/rules/findings.md")
    game = serializers.IntegerField(allow_null=True)
    row = serializers.IntegerField(allow_null=True, help_text="The printed number of the row.")
    side = serializers.ChoiceField(choices=SIDES, allow_null=True, help_text="A side of the match, not of the file.")
    got = serializers.CharField(help_text="What is written there.")


class FileGameOut(serializers.Serializer[Any]):
    score = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="The score before it: top, bottom."
    )
    winner = serializers.ChoiceField(choices=SIDES, allow_null=True)
    points = serializers.IntegerField(allow_null=True)


class MatchFileOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    match = serializers.IntegerField()
    entrant = serializers.IntegerField(allow_null=True, help_text="The player who sent it, null for the desk.")
    at = serializers.DateTimeField()
    size = serializers.IntegerField(help_text="Bytes.")
    digest = serializers.CharField(help_text="The SHA-256 of its bytes.")
    state = serializers.ChoiceField(choices=STATES)
    code = serializers.CharField(help_text="Why it was refused.")
    form = serializers.CharField()
    length = serializers.IntegerField(allow_null=True)
    players = serializers.ListField(child=serializers.CharField(), help_text="As the file names them: top, bottom.")
    score = serializers.ListField(child=serializers.IntegerField(), allow_null=True, help_text="top, bottom")
    winner = serializers.ChoiceField(choices=SIDES, allow_null=True)
    findings = FindingOut(many=True)
    finding_count = serializers.IntegerField()
    games = FileGameOut(many=True)


class MatchFiles(APIView):
    permission_classes = [IsAuthenticated]
    parser_classes = [ShallowJSONParser, MultiPartParser]

    @described(responses={200: MatchFileOut(many=True)} | HIDDEN)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The match files of a match, the newest first."""
        must(may_see_files(actor_of(request), match_head(pk)))
        return answer_with([file_data(each) for each in files_of(pk)])

    @described(
        request={"application/json": FileIn, "multipart/form-data": FileIn},
        responses=made(MatchFileOut) | REFUSED,
        parameters=DOOR,
    )
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Send a match file; a long one is judged a little later."""
        content = _content(request)
        return change(request, lambda caller: keep_file(pk, content, caller), file_data, 201)


class OneFile(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: MatchFileOut} | HIDDEN)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """A match file and what the referee says of it."""
        return answer_with(file_data(_seen(request, pk)[0]))


class FileExchange(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=None, responses={200: MatchFileOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Say that the file names the two players the other way round."""
        return change(request, lambda caller: exchange_sides(pk, caller), file_data)


class FileDownload(APIView):
    permission_classes = [IsAuthenticated]

    @described(
        parameters=[OpenApiParameter("form", str, enum=[ORIGINAL, *FORMS], description="As it came without it.")],
        responses={(200, "text/plain"): bytes} | REFUSED,
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """A match file as it came, or in another form."""
        sent, head = _seen(request, pk)
        return download(sent, head, request.query_params.get("form", ORIGINAL))


def file_data(sent: SentFile) -> dict[str, Any]:
    """Return a match file as programs read it."""
    judged = sent.judged
    sides = SIDES[::-1] if sent.swapped else SIDES
    state = "erased" if sent.erased and not sent.code else "refused" if sent.code else "judged" if judged else "waiting"
    return {
        "id": sent.id,
        "match": sent.match,
        "entrant": sent.by,
        "at": sent.at,
        "size": sent.size,
        "digest": sent.digest,
        "state": state,
        "code": sent.code,
        "form": judged.form if judged else "",
        "length": judged.length if judged else None,
        "players": [judged.players[sides.index(each)] for each in SIDES] if judged else [],
        "score": sent.score,
        "winner": sides[judged.winner] if judged and judged.winner is not None else None,
        "findings": [_finding(one, sides) for one in judged.findings] if judged else [],
        "finding_count": judged.finding_count if judged else 0,
        "games": [
            {
                "score": [game.score[sides.index(each)] for each in SIDES] if game.score else None,
                "winner": None if game.winner is None else sides[game.winner],
                "points": game.points,
            }
            for game in (judged.games if judged else ())
        ],
    }


def _finding(one: FileFinding, sides: tuple[str, ...]) -> dict[str, Any]:
    return {
        "grade": one.grade.value,
        "code": one.code,
        "game": one.game,
        "row": one.row,
        "side": None if one.side is None else sides[one.side],
        "got": one.got,
    }


def _content(request: Request) -> bytes:
    """Return the file that was sent. Raises ValidationError, Unreadable ``file.missing``."""
    shaped = FileIn(data=read_json(request))
    shaped.is_valid(raise_exception=True)
    upload = shaped.validated_data.get("file")
    if upload is not None:
        return bytes(upload.read(MOST_BYTES + 1))
    if "text" not in shaped.validated_data:
        raise Unreadable("file.missing")
    return str(shaped.validated_data["text"]).encode()


def _seen(request: Request, pk: int) -> tuple[SentFile, MatchHead]:
    """Return a file for those who may see it. Raises PermissionDenied, Unknown ``match_file.unknown``."""
    sent = file_of(pk)
    head = match_head(sent.match)
    must(may_see_files(actor_of(request), head))
    return sent, head
