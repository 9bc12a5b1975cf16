"""One way for every change to come in over HTTP: read, act, answer."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.http import HttpResponse
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from clubs.api.tokens import Guest
from clubs.models import Token, User
from journal.actors import Actor
from journal.book import Caller
from journal.canon import canonical
from journal.http import answer, caller_of


class AsItIs(DefaultContentNegotiation):
    """Whatever ``Accept`` says, the answer is what it is: a sheet is PDF, its refusal is JSON."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type


class ShallowJSONParser(JSONParser):
    """Refuses a body nested so deep that it can't be read, as unreadable."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError("nested too deep") from None


def actor_of(request: Request) -> Actor:
    """Return who acts: a person, by a token or from a browser; a guest, by a secret of his own."""
    user: object = request.user
    token = request.auth
    if isinstance(user, Guest):
        return user.actor
    if not isinstance(user, User):
        raise TypeError("an anonymous request has no actor")
    return Actor("user", user.pk, f"token:{token.pk}" if isinstance(token, Token) else "browser")


def change(
    request: Request, act: Callable[[Caller], Any], render: Callable[[Any], Any], status: int = 200
) -> HttpResponse:
    """Carry out ``act`` for the caller of this request and answer it."""
    return answer(caller_of(request._request, actor_of(request), status, render), act)


def read[Read: Serializer[Any]](shape: type[Read], request: Request) -> Read:
    """Return the request's body in its shape. Raises ValidationError for a body that can't be read."""
    # DRF reads the stream; the caller needs the same bytes for the idempotency key, so they are kept first.
    request._request.body  # noqa: B018
    shaped = shape(data=request.data)
    shaped.is_valid(raise_exception=True)
    return shaped


def answer_with(value: Any, status: int = 200) -> HttpResponse:
    """Return a read answer."""
    return HttpResponse(canonical(value), status=status, content_type="application/json")
