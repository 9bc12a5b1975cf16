"""The draw: its plan, and the entrants on its lines."""

from enum import IntEnum
from functools import lru_cache
from hashlib import sha256
from typing import Any

from django.db import models

from clubs.models import Role
from journal.canon import stored_json
from journal.models import Fact
from journal.verbs import Verb
from rules.draws.plan import Plan
from rules.draws.written import read_plan
from rules.formats.registry import BRACKETS, compile_plan, read_format
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.facts import ENTRANT_TOPICS, EVENT_TOPICS, DrawFact, InDraw

DRAW_TOPICS = (*EVENT_TOPICS, *(f"event:{{event}}/{bracket.code}" for bracket in BRACKETS))


class Lot(IntEnum):
    """How the lines follow from the key: from it alone, as in the first draws, or from it and the event."""

    KEY = 1
    KEY_AND_EVENT = 2


class Draw(Fact):
    """A draw is never changed: drawing again makes the next one. No two draws of an event share a key."""

    sealed_fields = ("event_id", "number", "key", "size", "plan_seal", "lot")
    verbs = (
        Verb("draw.made", Role.Kind.DIRECTOR, DRAW_TOPICS),
        Verb("draw.remade", Role.Kind.DIRECTOR, DRAW_TOPICS),
    )

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="draws")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=200)
    size = models.PositiveIntegerField()
    plan = models.TextField()
    plan_seal = models.CharField(max_length=64)
    lot = models.PositiveSmallIntegerField(default=Lot.KEY, choices=[(each.value, each.name.lower()) for each in Lot])

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_draw_per_number"),
            models.UniqueConstraint(fields=["event", "key"], name="one_draw_per_key"),
        ]

    def __str__(self) -> str:
        return f"draw {self.number}"

    def sealed(self) -> dict[str, Any]:
        """Return what the record's body holds; the first lot is left out, as it was before there were two."""
        whole = super().sealed()
        return whole if self.lot != Lot.KEY else {name: each for name, each in whole.items() if name != "lot"}

    @property
    def bound_to(self) -> int | None:
        """The number of the event that the lot is bound to, None for the first lot."""
        return self.event_id if self.lot == Lot.KEY_AND_EVENT else None


class Line(DrawFact):
    """An entrant on a line of the draw. The latest turn of a line counts; None makes the line a bye again."""

    sealed_fields = ("draw_id", "line", "turn", "entrant_id")
    verbs = (
        Verb("entrant.late", Role.Kind.DESK, ENTRANT_TOPICS),
        Verb("entrant.exchanged", Role.Kind.DIRECTOR, ENTRANT_TOPICS),
        Verb("entrant.taken_out", Role.Kind.DIRECTOR, EVENT_TOPICS),
        Verb("round.paired", Role.Kind.DESK, DRAW_TOPICS),
        Verb("knockout.drawn", Role.Kind.DESK, DRAW_TOPICS),
    )
    in_draw = InDraw(kind="line", scope="draw", match=None, place="line", first="entrant", second="turn")

    draw = models.ForeignKey(Draw, on_delete=models.PROTECT, related_name="lines")
    line = models.PositiveIntegerField()
    turn = models.PositiveIntegerField(default=1)
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="lines", null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["draw", "line", "turn"], name="one_turn_of_a_line"),
            models.CheckConstraint(condition=models.Q(line__gte=1), name="lines_from_1"),
        ]

    def __str__(self) -> str:
        return f"line {self.line}"


def seal_of(plan: str) -> str:
    """Return the hash that seals a plan's text, and by which the plan is looked up."""
    return sha256(plan.encode()).hexdigest()


def plan_drawn(draw: Draw) -> Plan:
    """Return the plan with which a draw was made.

    A draw that was read with its event needs no statement: its plan is compiled from size and format, and used if it
    has the draw's seal. A plan that depends on the field, or that an older release compiled differently, is read as it
    was stored.
    """
    if "event" in draw._state.fields_cache:
        plan = _compiled(draw.size, draw.event.format).get(draw.plan_seal)
        if plan is not None:
            return plan
    return plan_sealed(draw.plan_seal)


@lru_cache(maxsize=64)
def _compiled(size: int, format_text: str) -> dict[str, Plan]:
    """Return the plans of a format by their seals, without a play-in and with one.

    None of a format whose plans depend on more than their lines.
    """
    format_ = read_format(stored_json(format_text))
    if format_.by_field:
        return {}
    plans = {compile_plan(size, format_, entrants) for entrants in (size, size // 2 + 1)}
    return {seal_of(plan.text()): plan for plan in plans}


@lru_cache(maxsize=64)
def plan_sealed(plan_seal: str) -> Plan:
    """Return the plan with this seal, read once per process: the seal hashes the text, so the plan can't be stale."""
    return read_plan(Draw.objects.filter(plan_seal=plan_seal).values_list("plan", flat=True)[:1][0])
