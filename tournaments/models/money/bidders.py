"""Private links of bidders: whoever has one bids by phone on the account of that payer.

Source: docs/decisions/0013-links-and-pins.md; docs/decisions/0066-auction-on-rows.md.
"""

from django.db import models

from tournaments.models.links import Link
from tournaments.models.money.cash import Payer


class BidderLink(models.Model):
    """A private link of a payer; the secret is kept as a hash and shown once. Making another ends it."""

    payer = models.ForeignKey(Payer, on_delete=models.PROTECT, related_name="links")
    hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"link {self.pk} of payer {self.payer_id}"

    @staticmethod
    def new() -> str:
        """Return a new secret, as long as that of a player's link."""
        return Link.new()
