"""Which person of the club an entrant is. No draw and no result depends on it."""

from typing import Any

from django.db import models

from clubs.models import Person, Role
from journal.models import Fact
from journal.verbs import Verb
from tournaments.models.entrants import Entrant
from tournaments.models.facts import DESK_TOPIC


class EntrantPerson(Fact):
    """An entrant is this person of the club, or none whom it knows. The latest that counts is right.

    ``seat`` is the member of an entrant of several people who is this person, counted from 1; 0 is a single person.
    """

    sealed_fields = ("entrant_id", "person_id")
    verbs = (Verb("entrant.linked", Role.Kind.DESK, (DESK_TOPIC,)),)

    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="persons")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="entries", null=True)
    seat = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.entrant_id} is {self.person_id}"

    def sealed(self) -> dict[str, Any]:
        """Return the part of the record's body, without a seat for a single person: as before there were any."""
        return super().sealed() | ({"seat": self.seat} if self.seat else {})
