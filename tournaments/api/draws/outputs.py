"""Plans and scorecards for programs."""

from typing import Any

from rest_framework import serializers

from rules.draws.plan import Plan
from rules.formats.course import Course, Feed, courses
from rules.timing.scorecard import Scorecard
from tournaments.api.outputs import BRACKET_CODES, BracketForecastOut, FeedOut, RefusalOut, forecast_data
from tournaments.read.draws.plans import FormatCost

__all__ = ["FormatCostOut", "PlanOut", "RefusalOut", "cost_data", "plan_data"]


class PlanBracketOut(serializers.Serializer[Any]):
    bracket = serializers.ChoiceField(choices=BRACKET_CODES)
    fed_by = serializers.ListField(child=serializers.CharField())


class PlanMatchOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    bracket = serializers.ChoiceField(choices=BRACKET_CODES)
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    length = serializers.IntegerField()
    stage = serializers.CharField(help_text="How the round is named: final, second_final, last or round.")
    left = serializers.IntegerField(help_text="How many play in the round at most.")
    top = FeedOut()
    bottom = FeedOut()
    winner_to = serializers.CharField(allow_null=True)
    loser_to = serializers.ListField(child=serializers.CharField())


class PlanOut(serializers.Serializer[Any]):
    format = serializers.CharField()
    lines = serializers.IntegerField()
    brackets = PlanBracketOut(many=True)
    matches = PlanMatchOut(many=True)


class DemandOut(serializers.Serializer[Any]):
    name = serializers.ChoiceField(choices=["levels", "jumps"])
    kept = serializers.BooleanField()
    broken_at = serializers.CharField()


class CardOut(serializers.Serializer[Any]):
    gap = serializers.IntegerField(help_text="The largest difference of matches won of two opponents.")
    gap_at = serializers.CharField()
    two_byes = serializers.IntegerField()
    recharge = serializers.BooleanField()
    demands = DemandOut(many=True)


class FormatCostOut(serializers.Serializer[Any]):
    format = serializers.JSONField()
    entrants = serializers.IntegerField()
    lines = serializers.IntegerField()
    byes = serializers.IntegerField()
    brackets = BracketForecastOut(many=True)
    minutes = serializers.IntegerField()
    rematches = serializers.CharField()
    longest_wait = serializers.IntegerField()
    scorecard = CardOut(allow_null=True, help_text="None where it depends on play who drops.")


def plan_data(plan: Plan) -> dict[str, Any]:
    return {
        "format": plan.format,
        "lines": plan.size,
        "brackets": [{"bracket": each.code, "fed_by": list(each.fed_by)} for each in plan.brackets],
        "matches": [_match(plan, place, course) for place, course in enumerate(courses(plan))],
    }


def _match(plan: Plan, place: int, course: Course) -> dict[str, Any]:
    match = plan.matches[place]
    return {
        "code": match.code,
        "bracket": match.bracket,
        "round": match.round,
        "number": match.number,
        "length": match.length,
        "stage": course.stage.kind.value,
        "left": course.stage.left,
        "top": _feed(course.feeds[0]),
        "bottom": _feed(course.feeds[1]),
        "winner_to": course.winner_to.code if course.winner_to else None,
        "loser_to": [way.code for way in course.loser_to],
    }


def _feed(feed: Feed) -> dict[str, Any]:
    return {"kind": feed.kind.value, "line": feed.line, "code": feed.code}


def cost_data(cost: FormatCost) -> dict[str, Any]:
    card = None if cost.card is None else _card(cost.card)
    return {"format": cost.format.as_data(), **forecast_data(cost.forecast), "scorecard": card}


def _card(card: Scorecard) -> dict[str, Any]:
    return {
        "gap": card.gap,
        "gap_at": card.gap_at,
        "two_byes": card.two_byes,
        "recharge": card.recharge,
        "demands": [{"name": each.name, "kept": each.kept, "broken_at": each.broken_at} for each in card.demands],
    }
