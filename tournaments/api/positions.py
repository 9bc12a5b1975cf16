"""The API of questions about positions: checked, entered, ruled, searched; what the table and an engine say."""

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
from clubs.api.inputs import Strict, TextField
from clubs.api.views import HIDDEN
from journal.refusals import Unknown, Unreadable
from rules.game.dice import Dice
from rules.game.notation import read_dice
from rules.notation.pasted import LONGEST, Pasted, read_pasted
from rules.referee.question import LONGEST_PLAY, MOST_PLAYS, QuestionAnswer, answer_question
from rules.rulesets import STANDARD, ruleset
from runtime.photos import MOST_BYTES
from tournaments.actions.positions.opinions import ask_again
from tournaments.actions.positions.questions import (
    LONGEST_WORDS,
    QuestionChanged,
    QuestionSheet,
    enter_question,
    rule_on,
)
from tournaments.api.changes import ShallowJSONParser, actor_of, answer_with, change, made, read
from tournaments.api.views import DOOR, REFUSED, number_in
from tournaments.models.positions import Outcome
from tournaments.permissions import may_run_desk, must
from tournaments.read.events import tournament_of
from tournaments.read.positions.questions import (
    QuestionView,
    Search,
    archive,
    own_questions,
    photo_of,
    question_of,
    questions_of,
)
from tournaments.read.positions.race import race_of
from tournaments.read.tournaments import club_of

SIDES, OWNERS = ("top", "bottom"), ("own", "other")
STATES = ("open", "ruled")


class CheckIn(Strict):
    position = TextField(max_length=LONGEST, help_text="A Position ID, one with a Match ID behind a colon, or an XGID.")
    dice = TextField(max_length=8, required=False, help_text="31; without it the roll of the id, else before the roll.")
    plays = serializers.ListField(child=TextField(max_length=LONGEST_PLAY), max_length=MOST_PLAYS, default=list)
    ruleset = TextField(max_length=40, default="", allow_blank=True, help_text="Empty: of the match, or backgammon.")


class QuestionIn(CheckIn):
    match = serializers.IntegerField(required=False, allow_null=True)
    on_roll = serializers.ChoiceField(choices=SIDES, default="top", help_text="The player of the match on roll.")
    game = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    length = serializers.IntegerField(required=False, min_value=0, help_text="0: money; overrules what the id says.")
    score = serializers.ListField(
        child=serializers.IntegerField(min_value=0), min_length=2, max_length=2, required=False,
        help_text="Of the side on roll, then the opponent.",
    )  # fmt: skip
    cube = serializers.IntegerField(required=False, min_value=1)
    owner = serializers.ChoiceField(choices=OWNERS, required=False, allow_null=True, help_text="null: centred")
    crawford = serializers.BooleanField(required=False)
    note = TextField(max_length=LONGEST_WORDS, default="", allow_blank=True)
    file = serializers.FileField(required=False, help_text="A photo of the board, sent as multipart/form-data.")


class RulingIn(Strict):
    outcome = serializers.ChoiceField(choices=Outcome.values)
    words = TextField(max_length=LONGEST_WORDS)


class CheckedPlayOut(serializers.Serializer[Any]):
    play = serializers.CharField()
    legal = serializers.BooleanField()
    code = serializers.CharField(help_text="Why it is not legal (docs/rules/findings.md), empty for a legal play.")
    facts = serializers.DictField(help_text="What explains the code: point, die, example …")
    same_as = serializers.CharField(help_text="A legal play as it is usually written.")


class CheckedOut(serializers.Serializer[Any]):
    pips = serializers.ListField(child=serializers.IntegerField(), help_text="The side on roll, the opponent.")
    plays = CheckedPlayOut(many=True)
    legal = serializers.ListField(child=serializers.CharField(), allow_null=True, help_text="null before a roll")


class PositionRulingOut(serializers.Serializer[Any]):
    outcome = serializers.ChoiceField(choices=Outcome.values)
    words = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()
    record = serializers.IntegerField()


class ExactOut(serializers.Serializer[Any]):
    why = serializers.CharField(help_text="Why there are no values: game, home, checkers, gammon, over, table.")
    wins = serializers.FloatField(allow_null=True)
    worth = serializers.FloatField(allow_null=True, help_text="Equity in cubes; in a match the chance to win it.")
    is_match = serializers.BooleanField()
    cube = serializers.DictField(allow_null=True, help_text="no_double, take, pass, right")
    plays = serializers.ListField(child=serializers.DictField(), help_text="play, wins, worth; the best first")


class OpinionOut(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Why the engine says nothing.")
    engine = serializers.CharField()
    version = serializers.CharField()
    ply = serializers.IntegerField(allow_null=True)
    action = serializers.CharField(help_text="What the engine would do with the cube, in its words.")
    cube = serializers.DictField(allow_null=True)
    plays = serializers.ListField(child=serializers.DictField(), help_text="play, equity, ply, chances; the best first")


class PositionOut(CheckedOut):
    id = serializers.IntegerField()
    tournament = serializers.IntegerField()
    match = serializers.IntegerField(allow_null=True)
    entrant = serializers.IntegerField(allow_null=True, help_text="The player who asks, null for the desk.")
    on_roll = serializers.IntegerField(allow_null=True)
    opponent = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField()
    position = serializers.CharField(help_text="Position ID")
    gnubg_id = serializers.CharField()
    xgid = serializers.CharField()
    dice = serializers.CharField(help_text="Empty: a question about the cube.")
    ruleset = serializers.CharField()
    game = serializers.IntegerField(allow_null=True)
    length = serializers.IntegerField()
    score = serializers.ListField(child=serializers.IntegerField())
    cube = serializers.IntegerField()
    owner = serializers.ChoiceField(choices=OWNERS, allow_null=True)
    crawford = serializers.BooleanField()
    note = serializers.CharField()
    photo = serializers.BooleanField()
    ruling = PositionRulingOut(allow_null=True)
    exact = ExactOut(allow_null=True, help_text="null for players before the ruling")
    opinion = OpinionOut(allow_null=True, help_text="null while no engine was asked, and for players before the ruling")


class QuestionChangedOut(serializers.Serializer[Any]):
    question = serializers.IntegerField()
    record = serializers.IntegerField()


class PositionCheck(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=CheckIn, responses={200: CheckedOut} | REFUSED)
    def post(self, request: Request) -> HttpResponse:
        """What the rules say of a position, a roll and plays; nothing is kept."""
        values = read(CheckIn, request).validated_data
        game = ruleset(values["ruleset"]) if values["ruleset"] else STANDARD
        pasted = read_pasted(values["position"], checkers=game.checkers)
        answer = answer_question(pasted.position, _dice(values, pasted), values["plays"], game)
        return answer_with(checked_data(answer))


class Positions(APIView):
    permission_classes = [IsAuthenticated]
    parser_classes = [ShallowJSONParser, MultiPartParser]

    @described(
        parameters=[OpenApiParameter("match", int, description="Only those of this match.")],
        responses={200: PositionOut(many=True)} | REFUSED,
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The questions of a tournament, for the desk; of a player's own matches for that player. The newest first."""
        tournament, actor = tournament_of(pk), actor_of(request)
        match = number_in(request, "match")
        if actor.kind == "entrant":
            own = [each for each in own_questions(actor.number, match) if each.row.tournament_id == pk]
            return answer_with([position_data(each) for each in own])
        must(may_run_desk(actor, tournament.club_id))
        return answer_with([position_data(each, desk=True) for each in questions_of(pk, match)])

    @described(
        request={"application/json": QuestionIn, "multipart/form-data": QuestionIn},
        responses=made(QuestionChangedOut) | REFUSED,
        parameters=DOOR,
    )
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Put a position to the director: the desk, or a player of the match by their link."""
        shaped = QuestionIn(data=read_json(request))
        shaped.is_valid(raise_exception=True)
        sheet = _sheet(dict(shaped.validated_data))
        return change(request, lambda caller: enter_question(pk, sheet, caller), changed_data, 201)


class OnePosition(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: PositionOut} | HIDDEN)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """A question with its ruling; values and opinion for the desk, and for its players once it is ruled."""
        view, desk = _seen(request, pk)
        return answer_with(position_data(view, desk=desk))


class PositionRuled(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=RulingIn, responses={200: QuestionChangedOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Rule on a question, or rule anew; no result changes."""
        values = read(RulingIn, request).validated_data
        return change(request, lambda caller: rule_on(pk, values["outcome"], values["words"], caller), changed_data)


class PositionOpinion(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=None, responses={202: None} | REFUSED)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Have the engine asked again; a job does it."""
        ask_again(pk, actor_of(request))
        return HttpResponse(status=202)


class PositionPhotoFile(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={(200, "image/jpeg"): bytes} | HIDDEN)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The photo of a question."""
        view, _ = _seen(request, pk)
        return HttpResponse(photo_of(view), content_type="image/jpeg")


class ClubPositions(APIView):
    permission_classes = [IsAuthenticated]

    @described(
        parameters=[
            OpenApiParameter("position", str, description="A Position ID or XGID, for either side on roll."),
            OpenApiParameter("player", str, description="A part of a name."),
            OpenApiParameter("tournament", int),
            OpenApiParameter("state", str, enum=list(STATES)),
        ],
        responses={200: PositionOut(many=True)} | REFUSED,
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The archive of a club, for its desk, the newest first."""
        actor, query = actor_of(request), request.query_params
        club_of(pk)
        must(may_run_desk(actor, pk))
        state = query.get("state")
        if state is not None and state not in STATES:
            raise Unreadable("unreadable", fields={"state": [", ".join(STATES)]})
        search = Search(
            position=read_pasted(query["position"]).position if query.get("position") else None,
            player=query.get("player", "")[:80],
            tournament=number_in(request, "tournament"),
            state=state or "",
        )  # fmt: skip
        return answer_with([position_data(each, desk=True) for each in archive(pk, search)])


def checked_data(answer: QuestionAnswer) -> dict[str, Any]:
    """Return what the rules say as programs read it."""
    plays = [
        {
            "play": each.text, "legal": each.is_legal, "code": each.code, "same_as": each.same_as,
            "facts": {name: list(value) if isinstance(value, tuple) else value for name, value in each.facts.items()},
        }
        for each in answer.plays
    ]  # fmt: skip
    return {
        "pips": list(answer.pips), "plays": plays, "legal": None if answer.legal is None else list(answer.legal),
    }  # fmt: skip


def changed_data(changed: QuestionChanged) -> dict[str, Any]:
    return {"question": changed.question, "record": changed.record}


def position_data(view: QuestionView, *, desk: bool = False) -> dict[str, Any]:
    """Return a question as programs read it; players see values and opinion once it is ruled."""
    row, ruling = view.row, view.ruling
    spoken = desk or ruling is not None
    return checked_data(view.answer) | {
        "id": row.pk, "tournament": row.tournament_id, "match": row.match_id, "entrant": row.sent_by_id,
        "on_roll": row.on_roll_id, "opponent": row.opponent_id, "at": row.record.at, "position": row.position,
        "gnubg_id": view.gnubg_id, "xgid": view.xgid, "dice": row.dice, "ruleset": row.ruleset, "game": row.game,
        "length": row.length, "score": [row.own_score, row.other_score], "cube": row.cube,
        "owner": None if view.owner is None else OWNERS[view.owner], "crawford": row.crawford, "note": view.note,
        "photo": bool(row.photo),
        "ruling": ruling and {
            "outcome": ruling.outcome, "words": ruling.words, "by": ruling.by, "at": ruling.at, "record": ruling.record,
        },
        "exact": _exact(view) if spoken else None,
        "opinion": _opinion(view) if spoken else None,
    }  # fmt: skip


def _exact(view: QuestionView) -> dict[str, Any]:
    race = race_of(view)
    answer = race.answer
    if answer is None:
        return {"why": race.why, "wins": None, "worth": None, "is_match": False, "cube": None, "plays": []}
    cube = answer.cube
    return {
        "why": "", "wins": answer.wins, "worth": answer.worth, "is_match": answer.is_match,
        "cube": cube and {"no_double": cube.no_double, "take": cube.take, "pass": cube.dropped, "right": cube.action},
        "plays": [{"play": each.text, "wins": each.wins, "worth": each.worth} for each in answer.plays],
    }  # fmt: skip


def _opinion(view: QuestionView) -> dict[str, Any] | None:
    if view.opinion is None:
        return None
    opinion = view.opinion.opinion
    if opinion is None:
        nothing: dict[str, Any] = {"engine": "", "version": "", "ply": None, "action": "", "cube": None, "plays": []}
        return {"code": view.opinion.code} | nothing
    plays = [
        {"play": each.text, "equity": each.equity, "ply": each.ply, "chances": list(each.chances)}
        for each in opinion.plays
    ]
    return {
        "code": "", "engine": opinion.engine, "version": opinion.version, "ply": opinion.ply, "action": opinion.action,
        "cube": None if opinion.cube is None else dict(opinion.cube), "plays": plays,
    }  # fmt: skip


def _dice(values: dict[str, Any], pasted: Pasted) -> Dice | None:
    return read_dice(values["dice"]) if values.get("dice") else pasted.dice


def _sheet(values: dict[str, Any]) -> QuestionSheet:
    """Return what was sent; its own words overrule those of the id. Raises as ``read_pasted`` does."""
    game = ruleset(values["ruleset"]) if values["ruleset"] else STANDARD
    pasted = read_pasted(values["position"], checkers=game.checkers)
    owner = OWNERS.index(values["owner"]) if values.get("owner") else None
    score = tuple(values.get("score") or pasted.score)
    upload = values.get("file")
    return QuestionSheet(
        position=pasted.position,
        dice=_dice(values, pasted),
        plays=tuple(values["plays"]),
        match=values.get("match"),
        on_roll=values["on_roll"],
        game=values.get("game"),
        length=values.get("length", pasted.length or 0),
        score=(score[0], score[1]),
        cube=values.get("cube", pasted.cube),
        owner=owner if "owner" in values else pasted.owner,
        crawford=values.get("crawford", pasted.crawford),
        jacoby=pasted.jacoby,
        ruleset=values["ruleset"],
        note=values["note"],
        photo=b"" if upload is None else upload.read(MOST_BYTES + 1),
    )


def _seen(request: Request, pk: int) -> tuple[QuestionView, bool]:
    """Return a question for its players and the desk, and whether it is the desk. Raises PermissionDenied, Unknown."""
    view, actor = question_of(pk), actor_of(request)
    if actor.kind == "entrant":
        if actor.number not in (view.row.on_roll_id, view.row.opponent_id):
            raise Unknown("question.unknown")
        return view, False
    must(may_run_desk(actor, view.row.tournament.club_id))
    return view, True
