"""Browsers in which a person has signed in before: their tries are counted apart.

Otherwise anybody could lock a person out by guessing their password: the tries of strangers would use up theirs. The
cookie holds no secret of the person; it proves only that this browser once signed in with this address.

Source: docs/decisions/0009-signing-in.md.
"""

import secrets
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

SALT: Final = "clubs.device"
LIVES_SECONDS = 365 * 24 * 60 * 60
# A laptop at the desk is shared by a few people.
MOST_PEOPLE = 8


def device_of(request: HttpRequest, email: str) -> str:
    """Return the id of a browser in which the person with this address has signed in before; empty for any other."""
    device, people = _read(request)
    return device if _digest(email) in people else ""


def remember_device(request: HttpRequest, answer: HttpResponse, email: str) -> None:
    """Let this browser be known as one of the person with this address."""
    device, people = _read(request)
    people = [_digest(email), *(each for each in people if each != _digest(email))][:MOST_PEOPLE]
    answer.set_cookie(
        _name(), signing.dumps([device or secrets.token_hex(16), people], salt=SALT), max_age=LIVES_SECONDS,
        secure=settings.HTTPS, httponly=True, samesite="Lax",
    )  # fmt: skip


def _name() -> str:
    return "__Host-device" if settings.HTTPS else "device"


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        device, people = signing.loads(request.COOKIES.get(_name(), ""), salt=SALT, max_age=LIVES_SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return "", []
    return str(device), [str(each) for each in people]


def _digest(email: str) -> str:
    return salted_hmac(SALT, email.lower(), algorithm="sha256").hexdigest()[:32]
