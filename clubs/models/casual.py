"""Casual matches of a club's people: reported by both players, as a match of a tournament is."""

from django.db import models
from django.db.models import F, Q

from clubs.models.clubs import Club
from clubs.models.persons import Person
from clubs.models.roles import Role
from journal.models import Fact
from journal.verbs import Verb

CASUAL_TOPIC = "casual:{club}"


class CasualMatch(Fact):
    """A match between two people outside any event, played when it was first reported."""

    sealed_fields = ("club_id", "first_id", "second_id", "length", "played_at")
    verbs = (Verb("casual.reported", Role.Kind.DESK, (CASUAL_TOPIC,)),)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="casual_matches")
    first = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    length = models.PositiveIntegerField()
    played_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(first=F("second")), name="casual_match_of_two"),
            models.CheckConstraint(condition=Q(length__gte=1), name="casual_match_of_a_length"),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} against {self.second_id}"


class CasualClaim(Fact):
    """The result of a casual match as one of its players reports it.

    ``deadline`` is when it settles by itself if the opponent says nothing, None for a claim that waits for nobody.
    """

    sealed_fields = ("match_id", "by_id", "winner_id", "won", "lost", "deadline")
    verbs = (Verb("casual.claimed", Role.Kind.DESK, (CASUAL_TOPIC,)),)

    match = models.ForeignKey(CasualMatch, on_delete=models.PROTECT, related_name="claims")
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    winner = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    won = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()
    deadline = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(won__gt=F("lost")), name="casual_claim_of_a_winner")]

    def __str__(self) -> str:
        return f"claim of {self.by_id} on {self.match_id}"


class CasualResult(Fact):
    """A casual match is settled: by both players, by the clock or by the desk; without a winner it was void."""

    sealed_fields = ("match_id", "winner_id", "won", "lost")
    verbs = (
        Verb("casual.settled", None, (CASUAL_TOPIC,)),
        Verb("casual.decided", Role.Kind.DESK, (CASUAL_TOPIC,)),
    )

    match = models.ForeignKey(CasualMatch, on_delete=models.PROTECT, related_name="results")
    winner = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(winner=None) | Q(won__gt=F("lost")), name="casual_result_of_a_winner")
        ]

    def __str__(self) -> str:
        return f"result of {self.match_id}"
