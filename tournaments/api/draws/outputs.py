"""Plans and scorecards for programs."""

from typing import Any

from rest_framework import serializers

from journal.refusals import Unknown
from rules.draws.plan import ENTRY, Plan
from rules.errors import RuleBroken
from rules.formats.course import Course, Feed, courses
from rules.timing.scorecard import Scorecard
from tournaments.actions.draws.drops import ChosenDrops
from tournaments.actions.draws.pairing import PairedRound
from tournaments.actions.draws.redraw import Redrawn
from tournaments.api.outputs import BRACKET_CODES, BracketForecastOut, FeedOut, RefusalOut, forecast_data
from tournaments.models import Event
from tournaments.read.draws.changes.drops import Proposal
from tournaments.read.draws.next_tables import next_tables
from tournaments.read.draws.plans import FormatCost
from tournaments.read.draws.rounds import PairedTable, swiss_view
from tournaments.read.draws.view import draw_view
from tournaments.read.entrants.listed import withdrawn_from
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of

__all__ = [
    "DropsOut",
    "FormatCostOut",
    "PairedOut",
    "PlanOut",
    "ProposalOut",
    "RedrawnOut",
    "RefusalOut",
    "RoundOut",
    "cost_data",
    "drops_data",
    "paired_data",
    "plan_data",
    "proposal_data",
    "redrawn_data",
    "round_data",
]  # fmt: skip


class PlanBracketOut(serializers.Serializer[Any]):
    bracket = serializers.ChoiceField(choices=BRACKET_CODES)
    fed_by = serializers.ListField(child=serializers.CharField())


class PlanMatchOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    bracket = serializers.ChoiceField(choices=BRACKET_CODES)
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    length = serializers.IntegerField()
    stage = serializers.CharField(help_text="How the round is named: final, second_final, last, round or play_in.")
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
    rematches = serializers.CharField(allow_null=True, help_text="To be expected; None where they are avoided.")
    gap = serializers.IntegerField(
        allow_null=True, help_text="The largest difference of matches won of two opponents; None where play decides."
    )
    gap_at = serializers.CharField()
    two_byes = serializers.IntegerField(allow_null=True, help_text="None where play decides who has a bye.")
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
    scorecard = CardOut()


class RoundTableOut(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    code = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField(), help_text="One name for a bye.")
    records = serializers.ListField(child=serializers.CharField(), help_text="Matches won and lost before the round.")
    reason = serializers.CharField(help_text="equal_records, unequal_records, rematch, bye or second_bye.")


class RoundStandingOut(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    entrant = serializers.IntegerField()
    name = serializers.CharField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    buchholz = serializers.IntegerField()
    out = serializers.BooleanField()


class NextTableOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField(), help_text="One name for a bye.")
    records = serializers.ListField(child=serializers.CharField(), help_text="Matches won and lost so far.")
    reason = serializers.CharField(help_text="equal_records, unequal_records, rematch, bye or second_bye.")


class NextTablesOut(serializers.Serializer[Any]):
    tables = NextTableOut(many=True)
    waiting = serializers.ListField(child=serializers.IntegerField(), help_text="The longest wait first.")
    shown = serializers.CharField(help_text="Send it along to pair these tables and no others.")


class RoundOut(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    tables = RoundTableOut(many=True)
    open = serializers.ListField(child=serializers.CharField(), help_text="Matches to decide before the next round.")
    over = serializers.BooleanField()
    waiting = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Entrants who wait for an opponent, where players are paired as they finish.",
    )
    next = NextTablesOut(allow_null=True, help_text="Who can be paired now, where players are paired as they finish.")
    table = RoundStandingOut(many=True)


class PairedOut(serializers.Serializer[Any]):
    event = serializers.IntegerField()
    round = serializers.IntegerField(help_text="The first of them where tables of several rounds were paired.")
    phase = serializers.CharField(help_text="swiss, playoff or contingent_bye.")
    waits = serializers.IntegerField(allow_null=True, help_text="Who meets the winner of a contingent bye.")
    leaving = serializers.ListField(child=serializers.IntegerField())
    record = serializers.IntegerField(allow_null=True)
    moved = serializers.ListField(child=serializers.CharField())


class RedrawnOut(serializers.Serializer[Any]):
    event = serializers.IntegerField()
    left = serializers.IntegerField()
    key = serializers.CharField()
    record = serializers.IntegerField()
    moved = serializers.ListField(child=serializers.CharField(), help_text="None in a preview.")


def redrawn_data(redrawn: Redrawn) -> dict[str, Any]:
    return {
        "event": redrawn.event,
        "left": redrawn.left,
        "key": redrawn.key,
        "record": redrawn.record,
        "moved": list(redrawn.moved),
    }


class DropOut(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    match = serializers.CharField()
    printed = serializers.CharField(help_text="The match into which they would drop as printed.")
    chosen = serializers.CharField()


class ProposalOut(serializers.Serializer[Any]):
    round = serializers.CharField()
    waits = serializers.IntegerField(help_text="How many matches of the round are not decided.")
    drops = DropOut(many=True)
    before = serializers.CharField(help_text="Rematches to be expected as it is, with two decimals.")
    after = serializers.CharField()


class DropsOut(serializers.Serializer[Any]):
    event = serializers.IntegerField()
    round = serializers.CharField()
    record = serializers.IntegerField()
    moved = serializers.ListField(child=serializers.CharField())


def proposal_data(proposal: Proposal) -> dict[str, Any]:
    """Return where the losers of a round would drop."""
    drops = [
        {"entrant": each.entrant, "match": each.match, "printed": each.printed, "chosen": each.chosen}
        for each in proposal.drops
    ]
    figures = {"before": f"{proposal.before:.2f}", "after": f"{proposal.after:.2f}"}
    return {"round": proposal.letter, "waits": proposal.waits, "drops": drops, **figures}


def drops_data(chosen: ChosenDrops) -> dict[str, Any]:
    return {"event": chosen.event, "round": chosen.letter, "record": chosen.record, "moved": list(chosen.moved)}


def round_data(event: Event) -> dict[str, Any]:
    """Return the last round of an event. Raises Refused ``draw.none``, Unknown ``pairing.none``."""
    if not event.rules.is_paired:
        raise Unknown("pairing.none", event=event.pk)
    shown = swiss_view(draw_view(draw_of(event), names_in(event.pk)), withdrawn_from(event, ENTRY))
    names = ("place", "entrant", "name", "won", "lost", "buchholz", "out")
    return {
        "round": shown.round,
        "tables": [_round_table(each) for each in shown.tables],
        "open": list(shown.open),
        "over": shown.over,
        "waiting": [each.entrant for each in shown.waiting],
        "next": _next(event) if shown.as_they_finish and not shown.over else None,
        "table": [{name: getattr(each, name) for name in names} for each in shown.lines],
    }


def _next(event: Event) -> dict[str, Any] | None:
    """Return who can be paired now, None where rounds are paired as a whole and where prohibited pairs leave nobody."""
    try:
        following = next_tables(event)
    except RuleBroken:
        return None
    if following is None:
        return None
    return {
        "tables": [
            {
                "code": each.code,
                "players": [name for name in (each.one, each.other) if name],
                "records": list(each.records),
                "reason": each.reason.value,
            }
            for each in following.tables
        ],
        "waiting": [who for who, _ in following.waiting],
        "shown": following.shown,
    }


def _round_table(table: PairedTable) -> dict[str, Any]:
    return {
        "match": table.match.id,
        "code": table.match.code,
        "players": [name for name in (table.one, table.other) if name],
        "records": list(table.records),
        "reason": table.reason.value,
    }


def paired_data(paired: PairedRound) -> dict[str, Any]:
    return {
        "event": paired.event,
        "round": paired.round.round,
        "phase": paired.round.phase.value,
        "waits": paired.round.waits or None,
        "leaving": list(paired.round.leaving),
        "record": paired.record,
        "moved": list(paired.moved),
    }


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
    return {"format": cost.format.as_data(), **forecast_data(cost.forecast), "scorecard": _card(cost.card)}


def _card(card: Scorecard) -> dict[str, Any]:
    return {
        "rematches": None if card.rematches is None else f"{card.rematches:.2f}",
        "gap": card.gap,
        "gap_at": card.gap_at,
        "two_byes": card.two_byes,
        "recharge": card.recharge,
        "demands": [{"name": each.name, "kept": each.kept, "broken_at": each.broken_at} for each in card.demands],
    }
