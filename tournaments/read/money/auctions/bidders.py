"""Bidders: who is behind a private link, and what they are called."""

from clubs.models import hash_of
from tournaments.models import BidderLink


def payer_of_secret(secret: str) -> int | None:
    """Return the payer whose link has this secret, None for no link that counts: one statement."""
    links = BidderLink.objects.filter(hash=hash_of(secret), ended_at=None, payer__tournament__books_closed=False)
    return links.values_list("payer", flat=True).first()
