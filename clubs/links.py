"""Secrets of links that are shown once and kept as their hash."""

import secrets
from base64 import urlsafe_b64encode

from django.utils.crypto import salted_hmac

from journal.book import Hand


def link_secret(what: str, hand: Hand) -> str:
    """Return the secret of a link to be made, 192 bits. A form posted twice under one key gets the same one again, so
    that the link is shown whichever answer arrives; without the key of this installation nobody can compute it.
    """
    if hand.once is None:
        return secrets.token_urlsafe(24)
    drawn = salted_hmac(f"clubs.links.{what}", f"{hand.by.name}/{hand.once}", algorithm="sha256").digest()
    return urlsafe_b64encode(drawn[:24]).decode()
