"""Serializers of requests: they check shapes only, the rule book judges the rest."""

import re
from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from clubs.api.inputs import Strict, TextField
from journal.refusals import Unreadable
from journal.statements import LARGEST_NUMBER
from rules.draws.corrections import Choice
from rules.draws.seeding import MOST
from rules.formats.registry import BRACKETS
from rules.match.games import GameResult
from rules.match.terms import Side
from rules.members import Member
from tournaments.actions.entrants.entering import EVERYTHING, Entry
from tournaments.actions.matches.corrections import AffectedChoices
from tournaments.actions.matches.results import HOWS, Report
from tournaments.models import Table

MOST_POINTS = 1_000_000
_SCORE = re.compile(r"([0-9]{1,6}) ?[-,:–] ?([0-9]{1,6})")
KINDS = [
    "single", "gammon", "mars", "backgammon", "drop", "draw", "draw_one",
    "resign_single", "resign_gammon", "resign_mars", "resign_backgammon",
]  # fmt: skip


GAMES = ("ruleset", "match")


def format_of(data: Mapping[str, Any], usual: Any) -> Any:
    """Return the format of an event with the game and the kind of match, which may stand in it or beside it."""
    format_ = data.get("format", usual)
    games = {name: data[name] for name in GAMES if name in data}
    return {**format_, **games} if isinstance(format_, Mapping) else format_


class ClubIn(Strict):
    name = TextField(max_length=1000)


class TournamentIn(Strict):
    club = serializers.IntegerField(min_value=1)
    name = TextField(max_length=1000)
    timezone = TextField(max_length=60, default="UTC")
    starts_on = serializers.DateField(default=None, allow_null=True)
    starts_at = serializers.TimeField(default=None, allow_null=True)
    place = TextField(max_length=1000, default="", allow_blank=True)
    director = TextField(max_length=1000, default="", allow_blank=True)
    tables = serializers.IntegerField(default=0, min_value=0, help_text="How many stand in the room.")
    wifi_name = TextField(max_length=64, default="", allow_blank=True, help_text="Printed on slips.")
    wifi_password = TextField(max_length=64, default="", allow_blank=True, trim_whitespace=False)
    rest = serializers.IntegerField(default=0, help_text="Minutes between two matches of a player.")
    language = TextField(max_length=8, default="", allow_blank=True, help_text="Of wall and papers, such as de.")
    second_language = TextField(max_length=8, default="", allow_blank=True, help_text="Beside it on slips and sheets.")
    copy_of = serializers.IntegerField(min_value=1, required=False, help_text="A tournament whose events to take over.")


class TournamentChangeIn(Strict):
    name = TextField(max_length=1000, required=False)
    timezone = TextField(max_length=60, required=False)
    starts_on = serializers.DateField(required=False, allow_null=True)
    starts_at = serializers.TimeField(required=False, allow_null=True)
    place = TextField(max_length=1000, required=False, allow_blank=True)
    director = TextField(max_length=1000, required=False, allow_blank=True)
    tables = serializers.IntegerField(required=False, min_value=0)
    wifi_name = TextField(max_length=64, required=False, allow_blank=True)
    wifi_password = TextField(max_length=64, required=False, allow_blank=True, trim_whitespace=False)
    rest = serializers.IntegerField(required=False)
    language = TextField(max_length=8, required=False, allow_blank=True)
    second_language = TextField(max_length=8, required=False, allow_blank=True)


class EventIn(Strict):
    tournament = serializers.IntegerField(min_value=1)
    name = TextField(max_length=1000)
    format = serializers.JSONField(required=False)
    conditions = serializers.JSONField(required=False)
    ruleset = serializers.JSONField(required=False, help_text="The game: its id, or a ruleset with its options.")
    match = serializers.JSONField(required=False, help_text="A cycle of games: its kind, and the length in points.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "format" not in attrs and not any(name in attrs for name in GAMES):
            raise serializers.ValidationError({"format": ["a format, a ruleset or a match"]})
        return attrs


class EventChangeIn(Strict):
    name = TextField(max_length=1000, required=False)
    format = serializers.JSONField(required=False)
    conditions = serializers.JSONField(required=False)
    ruleset = serializers.JSONField(required=False, help_text="The game: its id, or a ruleset with its options.")
    match = serializers.JSONField(required=False, help_text="A cycle of games: its kind, and the length in points.")


class RatingField(TextField):
    """A rating as entered: text, or a number that becomes text."""

    def to_internal_value(self, data: Any) -> str:
        if isinstance(data, int | float) and not isinstance(data, bool):
            data = f"{data:g}" if isinstance(data, float) else str(data)
        return super().to_internal_value(data)


class MemberIn(Strict):
    name = TextField(max_length=1000)
    club = TextField(max_length=1000, required=False, allow_blank=True, allow_null=True)
    country = TextField(max_length=1000, required=False, allow_blank=True, allow_null=True)


class EntrantIn(Strict):
    name = TextField(max_length=1000, required=False, help_text="Of several people: without it that of the members.")
    club = TextField(max_length=1000, required=False, allow_blank=True, allow_null=True)
    country = TextField(max_length=1000, required=False, allow_blank=True, allow_null=True)
    rating = RatingField(max_length=1000, required=False, allow_blank=True, allow_null=True)
    seed = serializers.IntegerField(min_value=1, max_value=MOST, required=False, allow_null=True)
    group = TextField(max_length=1000, required=False, allow_blank=True, allow_null=True)
    members = MemberIn(many=True, required=False, help_text="The people of a pair or a team.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not self.partial and not attrs.get("members") and "name" not in attrs:
            raise serializers.ValidationError({"name": ["This field is required."]})
        return attrs

    @staticmethod
    def particulars(data: dict[str, Any]) -> dict[str, Any]:
        """Return the details, with None for an empty word."""
        rest = {name: value for name, value in data.items() if name not in ("seed", "members")}
        words: dict[str, Any] = {name: value or "" for name, value in rest.items()}
        if "members" in data:
            each = ({name: value or "" for name, value in member.items()} for member in data["members"])
            words["members"] = tuple(Member(**member) for member in each)
        return words | ({"seed": data["seed"]} if "seed" in data else {})


class EntrantsIn(Strict):
    entrants = EntrantIn(many=True)
    line = serializers.IntegerField(min_value=1, required=False, allow_null=True)

    def entries(self) -> list[Entry]:
        return [Entry(**EntrantIn.particulars(each)) for each in self.validated_data["entrants"]]


class WithdrawIn(Strict):
    def get_fields(self) -> dict[str, Any]:
        # "from" can't be an attribute's name.
        return {"from": serializers.ChoiceField(choices=[*(bracket.code for bracket in BRACKETS), EVERYTHING])}


class DrawIn(Strict):
    key = TextField(max_length=1000, trim_whitespace=False, allow_blank=True)
    discard = serializers.BooleanField(default=False)
    reason = TextField(max_length=5000, default="", allow_blank=True)


class GameIn(Strict):
    winner = serializers.ChoiceField(choices=["top", "bottom", "none"], help_text="none: a drawn game.")
    cube = serializers.IntegerField(default=1, min_value=-MOST_POINTS, max_value=1 << 40)
    kind = serializers.ChoiceField(choices=KINDS, default="single")


class StartIn(Strict):
    between = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=2, max_length=2, required=False
    )

    def pair(self) -> tuple[int, int] | None:
        between = self.validated_data.get("between")
        return (between[0], between[1]) if between else None


class CallIn(Strict):
    table = TextField(
        max_length=1000, allow_blank=True, help_text="Number or name, 12 characters at most; empty takes the call back."
    )
    anyway = serializers.BooleanField(default=False, help_text="Call a match that is held; see holds.")


class PenaltyIn(Strict):
    late = serializers.ChoiceField(
        choices=["top", "bottom"], help_text="The late side: the opponent starts with points."
    )
    points = serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS)
    reason = TextField(max_length=5000, default="", allow_blank=True)

    def side(self) -> Side:
        return Side(self.validated_data["late"])


class TickIn(Strict):
    """One of the two; ``member`` is the one of an entrant of several who is here, counted from 1."""

    paid = serializers.BooleanField(required=False)
    here = serializers.BooleanField(required=False)
    member = serializers.IntegerField(min_value=1, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs.keys() & {"paid", "here"}) != 1 or ("member" in attrs and "here" not in attrs):
            raise serializers.ValidationError("paid or here, one of them; a member is here")
        return attrs

    def one(self) -> tuple[str, bool]:
        kind = "paid" if "paid" in self.validated_data else "here"
        return kind, bool(self.validated_data[kind])

    @property
    def member_here(self) -> int | None:
        """The member who is here, None for the whole entrant."""
        member: int | None = self.validated_data.get("member")
        return member


class TableIn(Strict):
    name = TextField(max_length=1000)
    closed = TextField(max_length=1000, default="", allow_blank=True, help_text="Why, empty while open.")


class TablesIn(Strict):
    tables = TableIn(many=True)

    def entered(self) -> list[Table]:
        return [Table(**each) for each in self.validated_data["tables"]]


class ScoreIn(StartIn):
    score = serializers.ListField(
        child=serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS),
        min_length=2,
        max_length=2,
        required=False,
        help_text="Points of the top and the bottom player.",
    )
    games = GameIn(many=True, required=False)

    def points(self) -> tuple[int, int] | None:
        score = self.validated_data.get("score")
        return (score[0], score[1]) if score is not None else None

    def games_or_none(self) -> tuple[GameResult, ...] | None:
        games = self.validated_data.get("games")
        return None if games is None else tuple(GameResult.read(**game) for game in games)


class ResultIn(ScoreIn):
    forfeit = serializers.ChoiceField(
        choices=["top", "bottom", "both"], required=False, help_text="The side that forfeits."
    )
    why = serializers.ChoiceField(choices=list(HOWS), required=False)
    provisional = serializers.BooleanField(default=False, help_text="Counts at once, waits to be confirmed.")
    length = serializers.IntegerField(
        required=False, min_value=1, max_value=99, help_text="Played to this length instead of the match's own."
    )

    def report(self) -> Report:
        """Return the report; which of its parts make a result is the rule book's affair."""
        values = self.validated_data
        forfeit = values.get("forfeit")
        sides = {"top": (Side.TOP,), "bottom": (Side.BOTTOM,), "both": (Side.TOP, Side.BOTTOM), None: ()}
        return Report(
            points=self.points(),
            games=self.games_or_none(),
            forfeit=sides[forfeit],
            why=values.get("why", "walkover") if forfeit else "played",
            between=self.pair(),
            settled=not values["provisional"],
            length=values.get("length"),
        )


class ChoicesField(serializers.JSONField):
    """``"void"``, ``"stand"``, or a choice by match id."""

    def to_internal_value(self, data: Any) -> Any:
        try:
            if isinstance(data, str):
                return AffectedChoices(all=Choice(data))
            if isinstance(data, dict):
                each = {_match_id(match): Choice(choice) for match, choice in data.items()}
                if all(0 < match <= LARGEST_NUMBER for match in each):
                    return AffectedChoices(each=each)
        except ValueError:
            pass
        raise serializers.ValidationError("void, stand, or a choice by match id")


def _match_id(text: Any) -> int:
    """Return a match's id as it stands in a JSON object's key. Raises ValueError."""
    if not str(text).isascii() or not str(text).isdigit() or len(str(text)) > 15:
        raise ValueError(text)
    return int(text)


class ClearIn(Strict):
    reason = TextField(max_length=5000, allow_blank=True)
    affected = ChoicesField(required=False)

    def choices(self) -> AffectedChoices:
        affected = self.validated_data.get("affected")
        return affected if isinstance(affected, AffectedChoices) else AffectedChoices()


class CorrectionIn(ResultIn):
    reason = TextField(max_length=5000, allow_blank=True)
    affected = ChoicesField(required=False)

    def choices(self) -> AffectedChoices:
        affected = self.validated_data.get("affected")
        return affected if isinstance(affected, AffectedChoices) else AffectedChoices()


def winner_asked(params: Mapping[str, str]) -> str | None:
    """Return who would win by a query: ``winner``, else what follows from ``forfeit`` or ``score``; None says nothing.

    Raises Unreadable ``unreadable`` with the field, also of one that another overrides.
    """
    readings = [_READINGS[name](params[name]) for name in _READINGS if name in params]
    return readings[0] if readings else None


def _winner_named(text: str) -> str:
    return _readable(text if text in ("top", "bottom", "none") else None, "winner", "top, bottom or none")


def _winner_by_forfeit(text: str) -> str:
    winners = {"top": "bottom", "bottom": "top", "both": "none"}.get(text)
    return _readable(winners, "forfeit", "top, bottom or both")


def _winner_by_score(text: str) -> str:
    points = _SCORE.fullmatch(text.strip())
    top, bottom = (int(points[1]), int(points[2])) if points else (0, 0)
    winner = "top" if top > bottom else "bottom" if bottom > top else None
    return _readable(winner, "score", "two numbers of points, such as 3-7")


def _readable(text: str | None, name: str, wanted: str) -> str:
    if text is None:
        raise Unreadable("unreadable", fields={name: [wanted]})
    return text


_READINGS = {"winner": _winner_named, "forfeit": _winner_by_forfeit, "score": _winner_by_score}
