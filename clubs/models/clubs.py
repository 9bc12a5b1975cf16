"""Clubs."""

from django.db import models

from journal.models import Fact, Stream
from journal.verbs import Verb


class Club(Fact):
    # A club can be renamed, so its name is not sealed.
    append_only = False
    sealed_fields = ("stream_id",)
    verbs = (Verb("club.opened"),)

    name = models.CharField(max_length=120)
    stream = models.OneToOneField(Stream, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="club_has_a_name")]

    def __str__(self) -> str:
        return self.name
