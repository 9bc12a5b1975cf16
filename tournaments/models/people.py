"""Which person of the club an entrant is. No draw and no result depends on it."""

from django.db import models

from clubs.models import Person, Role
from journal.models import Fact
from journal.verbs import Verb
from tournaments.models.entrants import Entrant
from tournaments.models.facts import DESK_TOPIC


class EntrantPerson(Fact):
    """An entrant is this person of the club, or none whom it knows. The latest that counts is right."""

    sealed_fields = ("entrant_id", "person_id")
    verbs = (Verb("entrant.linked", Role.Kind.DESK, (DESK_TOPIC,)),)

    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="persons")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="entries", null=True)

    def __str__(self) -> str:
        return f"{self.entrant_id} is {self.person_id}"
