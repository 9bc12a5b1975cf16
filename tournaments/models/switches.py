"""Rounds that were drawn anew, and the ways through a draw that were switched since it was made.

Source: docs/decisions/0115-switched-ways.md.
"""

from functools import lru_cache

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Concat

from clubs.models import Role
from journal.canon import canonical, stored_json
from journal.models import Fact
from journal.verbs import Verb
from rules.draws.plan import From, Plan
from rules.draws.switches import Switch as Switching
from rules.draws.switches import switched
from tournaments.models.draws import DRAW_TOPICS, Draw, plan_drawn
from tournaments.models.facts import DrawFact, InDraw

# A switch of this kind is of the winners or the losers, whose word follows.
SWITCH = "switch "
KINDS = {"winner": From.WINNER, "loser": From.LOSER}


class Redraw(Fact):
    """The round of the last 16 or 8 was drawn anew, by a key of its own; its switches are beside it."""

    sealed_fields = ("draw_id", "left", "key")
    verbs = (Verb("round.redrawn", Role.Kind.DIRECTOR, DRAW_TOPICS),)

    draw = models.ForeignKey(Draw, on_delete=models.PROTECT, related_name="redraws")
    left = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=200)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["draw", "key"], name="one_redraw_per_key"),
            # Not ``left__in``: Django cannot read a table of SQLite back whose definition has a digit between commas.
            models.CheckConstraint(condition=Q(left=16) | Q(left=8), name="redraw_of_the_last"),
        ]

    def __str__(self) -> str:
        return f"last {self.left} of draw {self.draw_id}"


class Switch(DrawFact):
    """The winners, or the losers, of two matches of one round go where the other would; ``turn`` counts in the draw.

    ``place`` and ``other`` are those of the matches in the plan.
    """

    sealed_fields = ("draw_id", "turn", "kind", "place", "other")
    verbs = (Verb("drop.chosen", Role.Kind.DIRECTOR, DRAW_TOPICS),)
    in_draw = InDraw(
        kind=Concat(Value(SWITCH), "kind"), scope="draw", match=None, place="place", first="other", second="turn"
    )

    draw = models.ForeignKey(Draw, on_delete=models.PROTECT, related_name="switches")
    turn = models.PositiveIntegerField()
    kind = models.CharField(max_length=8)
    place = models.PositiveIntegerField()
    other = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["draw", "turn"], name="one_turn_of_a_switch"),
            models.CheckConstraint(condition=Q(kind__in=list(KINDS)), name="switch_of_a_kind"),
            models.CheckConstraint(condition=~Q(place=F("other")), name="switch_of_two_matches"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}s of {self.place} and {self.other}"


def stored_switches(event: int) -> str:
    """Return what follows from the facts for ``Event.switches``, of all draws of an event."""
    live = Switch.objects.filter(draw__event=event, record__undo__isnull=True).order_by("draw", "turn")
    return canonical([list(row) for row in live.values_list("draw", "kind", "place", "other")])


def plan_of(draw: Draw) -> Plan:
    """Return the plan of a draw with the ways that were switched since. A draw read with its event needs no statement
    where ``plan_drawn`` needs none.
    """
    return plan_switched(draw, plan_drawn(draw))


def plan_switched(draw: Draw, plan: Plan) -> Plan:
    """Return a plan of this draw with the ways that were switched since."""
    if draw.event.switches == "[]":
        return plan
    rows = [row for row in stored_json(draw.event.switches) if row[0] == draw.pk]
    return with_switches(plan, tuple((KINDS[kind], place, other) for _, kind, place, other in rows))


@lru_cache(maxsize=64)
def with_switches(plan: Plan, switches: tuple[Switching, ...]) -> Plan:
    """Return a plan with these ways switched, the first one first."""
    return switched(plan, switches) if switches else plan
