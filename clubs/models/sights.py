"""What a club shows to everybody or to its members only: its nights, and each of its ladders."""

from django.db import models

from clubs.models.clubs import Club
from clubs.models.roles import Role
from journal.models import Fact
from journal.verbs import Verb


class Sight(Fact):
    """From now on everybody may look (``public``), or members only; the latest that counts is right.

    ``about`` is the ladder, 0 for the nights of the club.
    """

    class Kind(models.TextChoices):
        NIGHTS = "nights"
        LADDER = "ladder"

    sealed_fields = ("club_id", "kind", "about", "public")
    verbs = (Verb("sight.changed", Role.Kind.DIRECTOR, ("ladders:{club}", "ladder:{about}")),)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="sights")
    kind = models.CharField(max_length=10, choices=Kind)
    about = models.PositiveBigIntegerField(default=0)
    public = models.BooleanField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~models.Q(kind=""), name="sight_of_a_kind")]

    def __str__(self) -> str:
        return f"{self.kind} {self.about}: {'public' if self.public else 'members'}"
