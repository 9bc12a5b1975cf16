"""Serializers of requests about chouettes. People are named by number, or by name as in a file."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.api.inputs import Strict, TextField
from journal.statements import LARGEST_NUMBER
from rules.chouette.actions import MOST_POINTS, MOST_TIES

LONGEST_NAME = 400
MOST_PEOPLE = 80
LONGEST_GAME = 200
LARGEST_SUM = 10**15


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string"}]})
class SomebodyField(serializers.Field[Any, Any, Any, Any]):
    """Somebody at the table: a number, or a name."""

    default_error_messages = {"invalid": "Not a number or a name."}

    def to_internal_value(self, data: Any) -> int | str:
        is_number = isinstance(data, int) and not isinstance(data, bool)
        if not is_number and not (isinstance(data, str) and 0 < len(data) <= LONGEST_NAME):
            self.fail("invalid")
        return data  # type: ignore[no-any-return] # one of both, as checked

    def to_representation(self, value: Any) -> Any:
        return value


def _people(**more: Any) -> serializers.ListField:
    return serializers.ListField(child=SomebodyField(), max_length=MOST_PEOPLE, required=False, **more)


def _name(**more: Any) -> TextField:
    return TextField(max_length=LONGEST_NAME, allow_blank=True, trim_whitespace=False, **more)


def _names(**more: Any) -> serializers.ListField:
    return serializers.ListField(child=_name(), max_length=MOST_PEOPLE, **more)


def _rolls() -> serializers.ListField:
    rounds = serializers.DictField(child=serializers.IntegerField())
    return serializers.ListField(
        child=rounds, max_length=100, required=False,
        help_text="Rounds of one die each by name; later rounds are of those who tie.",
    )  # fmt: skip


class ChouetteIn(Strict):
    people = _names(help_text="The box first, unless there are rolls.")
    rolls = _rolls()
    options = serializers.DictField(required=False, help_text="As in a file; without them those of the club.")
    persons = serializers.DictField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER),
        required=False,
        help_text="Who of them is whom among the people of the club: name to id.",
    )


class HappeningIn(Strict):
    do = TextField(max_length=40, help_text="As in a file, and start, undo, undo_game.")
    who = SomebodyField(required=False, help_text="For join a name, or who comes back.")
    proxy = SomebodyField(required=False)
    n = serializers.IntegerField(required=False, min_value=0, max_value=MOST_TIES, help_text="Equal opening rolls.")
    side = TextField(max_length=20, required=False, help_text="box or team")
    kind = TextField(max_length=20, required=False, help_text="single, gammon or backgammon")
    by = _people(help_text="The members who double.")
    to = _people(help_text="The members whom the box doubles.")
    answer = TextField(max_length=20, required=False, help_text="take, pass, beaver, accept or raccoon")
    answers = serializers.DictField(child=TextField(max_length=20), required=False, help_text="By number or name.")
    between = _people(help_text="The two whose contract is settled.")
    pays = SomebodyField(required=False)
    points = serializers.IntegerField(required=False, min_value=0, max_value=MOST_POINTS)
    holder = SomebodyField(required=False)
    against = SomebodyField(required=False)
    person = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST_NUMBER, help_text="Who joins, among the people of the club."
    )


class TableGameIn(Strict):
    actions = HappeningIn(many=True, help_text="What really happened in the game, without its start.")

    def validate_actions(self, value: list[Any]) -> list[Any]:
        if len(value) > LONGEST_GAME:
            raise serializers.ValidationError("too many")
        return value


class TableCorrectionIn(TableGameIn):
    digest = TextField(max_length=64, help_text="Of the preview that is accepted.")
    reason = TextField(max_length=400, required=False, allow_blank=True)


class TablePaymentIn(Strict):
    payer = SomebodyField()
    payee = SomebodyField()
    amount = serializers.IntegerField(
        min_value=0, max_value=LARGEST_SUM, help_text="Minor units, or points without a stake."
    )


class TableClosingIn(Strict):
    unit = serializers.IntegerField(
        required=False, min_value=0, max_value=LARGEST_SUM, help_text="What sums are rounded to, in minor units."
    )


class TableSplitIn(Strict):
    newcomers = _names(required=False)
    order = _names(required=False, help_text="The new table by name, the box first.")
    rolls = _rolls()


class TableMergeIn(Strict):
    chouette = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER, help_text="The table that comes.")


class HouseRulesIn(Strict):
    shown = TextField(max_length=20, help_text="To people without a role: nothing, line or points.")
    options = serializers.DictField(required=False, help_text="As in a file, with a preset if you like.")
    in_books = serializers.BooleanField(required=False, help_text="Money is posted to the club's books.")


class ChouetteNoticeIn(Strict):
    notice = serializers.IntegerField(
        min_value=0, max_value=LARGEST_NUMBER, help_text="The legal notice that was read, by number."
    )
