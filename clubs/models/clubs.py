"""A club: people who play in one place."""

from django.db import models

from journal.models import Fact, Stream


class Club(Fact):
    # A club may be renamed; its name is no fact.
    append_only = False
    sealed_fields = ("stream_id",)

    name = models.CharField(max_length=120)
    stream = models.OneToOneField(Stream, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="club_has_a_name")]

    def __str__(self) -> str:
        return self.name
