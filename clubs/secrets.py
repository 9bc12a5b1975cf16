"""Secrets of links that are shown once and stored as a hash."""

import secrets
from base64 import urlsafe_b64encode

from django.utils.crypto import salted_hmac

from journal.book import Caller


def link_secret(what: str, caller: Caller) -> str:
    """Return the secret of a new link, 192 bits; give the caller an idempotency key if there is none.

    A form that is posted twice under one key gets the same secret, so the link is shown whichever answer arrives.
    """
    caller.key = caller.key or secrets.token_urlsafe(24)
    return secret_of(what, caller.actor.name, caller.key)


def secret_of(what: str, actor: str, key: str) -> str:
    """Return the secret of the link that ``actor`` made under an idempotency ``key``.

    Only this installation can compute it, because it depends on ``SECRET_KEY``.
    """
    drawn = salted_hmac(f"clubs.secrets.{what}", f"{actor}/{key}", algorithm="sha256").digest()
    return urlsafe_b64encode(drawn[:24]).decode()
