"""The hosts of a club's own sites, whose pages may show its embeds.

Source: docs/decisions/0118-embeds.md.
"""

from django.db import models

from clubs.models.clubs import Club
from clubs.models.roles import Role
from journal.models import Fact
from journal.verbs import Verb


class EmbedHosts(Fact):
    """Pages of these hosts, separated by blanks, may show the club's embeds; the latest that counts is right."""

    sealed_fields = ("club_id", "hosts")
    verbs = (Verb("embeds.changed", Role.Kind.OWNER),)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="embed_hosts")
    hosts = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.hosts
