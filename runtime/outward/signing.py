"""Signatures of webhooks: HMAC-SHA256 over id, timestamp and body, in the form of Standard Webhooks.

Source: Standard Webhooks 1.0.0; docs/api/webhooks.md has test vectors.
"""

import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Mapping
from hashlib import sha256

PREFIX = "whsec_"
BYTES = 24


def new_secret() -> str:
    """Return a new secret: ``whsec_`` and 24 random bytes in base64."""
    return PREFIX + b64encode(secrets.token_bytes(BYTES)).decode()


def signature(secret: str, event: str, timestamp: int, body: bytes) -> str:
    """Return the signature of a body: ``v1,`` and 32 bytes in base64. ``timestamp`` is in seconds since 1970 UTC."""
    key = b64decode(secret.removeprefix(PREFIX))
    signed = f"{event}.{timestamp}.".encode() + body
    return "v1," + b64encode(hmac.new(key, signed, sha256).digest()).decode()


def signed_headers(secret: str, event: str, timestamp: int, body: bytes) -> Mapping[str, str]:
    """Return the headers by which a receiver knows the event, its time and who sent it."""
    return {
        "Content-Type": "application/json",
        "User-Agent": "Barpoint",
        "webhook-id": event,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(secret, event, timestamp, body),
    }
