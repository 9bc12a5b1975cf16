"""A player who was out entered the event again."""

from django.db import models

from clubs.models import Role
from journal.models import Fact
from journal.verbs import Verb
from tournaments.models.entrants import Entrant
from tournaments.models.facts import ENTRANT_TOPICS


class Reentry(Fact):
    """An entrant is another entry of the player, or the pair, whose ``first`` entry it names. Both can be out."""

    sealed_fields = ("entrant_id", "first_id")
    verbs = (Verb("entrant.re_entered", Role.Kind.DESK, ENTRANT_TOPICS),)

    entrant = models.OneToOneField(Entrant, on_delete=models.PROTECT, related_name="re_entry")
    first = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="re_entries")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(entrant=models.F("first")), name="re_entry_of_an_earlier_entry")
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} is {self.first_id} again"
