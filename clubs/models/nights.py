"""The nights of a club: when it meets, and who came."""

from django.db import models
from django.db.models import Q

from clubs.models.clubs import Club
from clubs.models.persons import Person
from clubs.models.roles import Role
from journal.models import Fact
from journal.verbs import Verb

LONGEST_NIGHT = 24 * 60


class Night(Fact):
    """A night of a club, in its own time zone. Several are planned at once where it repeats."""

    sealed_fields = ("club_id", "name", "place", "starts_at", "zone", "minutes")
    verbs = (Verb("night.planned", Role.Kind.DIRECTOR),)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="nights")
    name = models.CharField(max_length=80)
    place = models.CharField(max_length=120, blank=True)
    starts_at = models.DateTimeField(db_index=True)
    zone = models.CharField(max_length=60)
    minutes = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="night_has_a_name"),
            models.CheckConstraint(
                condition=Q(minutes__gte=1, minutes__lte=LONGEST_NIGHT), name="night_of_some_minutes"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.starts_at:%Y-%m-%d}"


class NightOff(Fact):
    """A night does not take place."""

    sealed_fields = ("night_id",)
    verbs = (Verb("night.cancelled", Role.Kind.DIRECTOR),)

    night = models.ForeignKey(Night, on_delete=models.PROTECT, related_name="offs")

    def __str__(self) -> str:
        return f"{self.night_id} is off"


class CheckIn(Fact):
    """A person is at a night, or not after all; the latest that counts is right."""

    sealed_fields = ("night_id", "person_id", "on")
    verbs = (Verb("night.checked_in", Role.Kind.DESK),)

    night = models.ForeignKey(Night, on_delete=models.PROTECT, related_name="check_ins")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="check_ins")
    on = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.person_id} at {self.night_id}"
