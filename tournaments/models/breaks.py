"""Breaks of a tournament: begun, and ended before or without an announced time."""

from django.db import models
from django.db.models import F, Q

from clubs.models import Role
from journal.models import Fact
from journal.verbs import Verb
from tournaments.models.events import Tournament


class BreakBegun(Fact):
    """A break of the whole tournament begins; ``until`` is None where its end is open."""

    sealed_fields = ("tournament_id", "at", "until")
    verbs = (Verb("break.begun", Role.Kind.DESK, ("*",)),)

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(until__isnull=True) | Q(until__gt=F("at")), name="break_ends_later")
        ]

    def __str__(self) -> str:
        return f"break of {self.tournament_id}"


class BreakEnded(Fact):
    """A break ends now, whatever was announced."""

    sealed_fields = ("begun_id", "at")
    verbs = (Verb("break.ended", Role.Kind.DESK, ("*",)),)

    begun = models.ForeignKey(BreakBegun, on_delete=models.PROTECT, related_name="ends")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"end of break {self.begun_id}"
