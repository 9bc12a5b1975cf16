"""Secrets of links that are shown once and kept as their hash."""

import secrets
from base64 import urlsafe_b64encode

from django.utils.crypto import salted_hmac

from journal.book import Caller


def link_secret(what: str, caller: Caller) -> str:
    """Return the secret of a link to be made, 192 bits. A form posted twice under one key gets the same one again, so
    that the link is shown whichever answer arrives. A request without a key gets one of its own.
    """
    caller.key = caller.key or secrets.token_urlsafe(24)
    return secret_of(what, caller.actor.name, caller.key)


def secret_of(what: str, actor: str, key: str) -> str:
    """Return the secret of a link that was made on the page of an actor under a key.

    Without the key of this installation nobody can compute it.
    """
    drawn = salted_hmac(f"clubs.secrets.{what}", f"{actor}/{key}", algorithm="sha256").digest()
    return urlsafe_b64encode(drawn[:24]).decode()
