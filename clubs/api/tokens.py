"""Authentication of programs by ``Authorization: Bearer TOKEN``."""

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from clubs.actions.people import note_use
from clubs.models import Token, User
from clubs.read.people import token_of_secret
from journal.actors import Actor
from runtime.server.fair_use import recognise_person

# The last use is stored to the minute: at most one write a minute, not one for each request.
RECORD_USE_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Guest:
    """An actor with a secret of their own who does not sign in, such as a player with a link."""

    is_authenticated: ClassVar[bool] = True
    actor: Actor


class BearerAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != b"bearer":
            return None
        if len(words) != 2:
            raise AuthenticationFailed(code="token.unreadable")
        secret = words[1].decode("latin1")
        token = token_of_secret(secret)
        if token is None or not token.user.is_active:
            raise AuthenticationFailed(code="token.unknown")
        now = timezone.now()
        if token.last_used_at is None or now - token.last_used_at > RECORD_USE_EVERY:
            note_use(token, now)
        recognise_person(request.META, token.user.pk)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
