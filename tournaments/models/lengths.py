"""The length of a match that is not the one its draw was made with."""

from collections.abc import Mapping
from functools import lru_cache

from django.db import models

from clubs.models import Role
from journal.verbs import Verb
from rules.draws.plan import Plan, with_lengths
from tournaments.models.facts import MATCH_TOPICS, DrawFact, InDraw
from tournaments.models.matches import Match

LENGTH = "length"
LONGEST_MATCH = 99


class Length(DrawFact):
    """A match is played to this many points, whatever the set-up says. The latest counts."""

    sealed_fields = ("match_id", "length")
    verbs = (Verb("match.length_set", Role.Kind.DIRECTOR, MATCH_TOPICS),)
    in_draw = InDraw(kind=LENGTH, first="length", second=None)

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+")
    length = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(length__gte=1, length__lte=LONGEST_MATCH), name="match_of_some_length"
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id} to {self.length}"


def plan_played(plan: Plan, lengths: Mapping[int, int]) -> Plan:
    """Return the plan of a draw with the lengths that were set since, by place."""
    return _played(plan, tuple(sorted(lengths.items()))) if lengths else plan


@lru_cache(maxsize=64)
def _played(plan: Plan, lengths: tuple[tuple[int, int], ...]) -> Plan:
    return with_lengths(plan, dict(lengths))
