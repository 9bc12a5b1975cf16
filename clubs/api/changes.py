"""How every change comes in over the API: read, act, answer."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiResponse
from rest_framework.exceptions import NotAuthenticated, ParseError, PermissionDenied
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from clubs.api.tokens import Guest
from clubs.http.members import may_look
from clubs.models import Token, User
from journal.actors import Actor
from journal.book import Caller
from journal.canon import canonical
from journal.http import answer, caller_of


class AsItIs(DefaultContentNegotiation):
    """Ignores ``Accept``: a sheet is always PDF, its refusal always JSON."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type


class ShallowJSONParser(JSONParser):
    """Refuses a body as unreadable if it is nested too deep to parse."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError("nested too deep") from None


def actor_of(request: Request) -> Actor:
    """Return the actor of a request: a user with a token or in a browser, or a guest with a secret of their own."""
    user: object = request.user
    token = request.auth
    if isinstance(user, Guest):
        return user.actor
    if not isinstance(user, User):
        raise TypeError("an anonymous request has no actor")
    return Actor("user", user.pk, f"token:{token.pk}" if isinstance(token, Token) else "browser")


def asking(request: Request) -> Actor | None:
    """Return the actor of a request, None for an anonymous one."""
    return actor_of(request) if request.user and request.user.is_authenticated else None


def refuse_unseen(request: Request, club: int, *, public: bool) -> None:
    """Raise NotAuthenticated or PermissionDenied for those who may not look at what is for members."""
    actor = asking(request)
    if not may_look(actor, club, public=public):
        raise NotAuthenticated if actor is None else PermissionDenied


def change(
    request: Request, act: Callable[[Caller], Any], render: Callable[[Any], Any], status: int = 200
) -> HttpResponse:
    """Carry out ``act`` for the caller of this request and answer it."""
    return answer(caller_of(request._request, actor_of(request), status, render), act)


def read[Read: Serializer[Any]](shape: type[Read], request: Request) -> Read:
    """Return the request's body as a valid serializer. Raises ValidationError."""
    shaped = shape(data=read_json(request))
    shaped.is_valid(raise_exception=True)
    return shaped


def read_json(request: Request) -> Any:
    """Return the request's body as it is, such as a file."""
    # The idempotency key needs the raw bytes, so they are cached before DRF consumes the stream.
    request._request.body  # noqa: B018 -- read for its effect
    return request.data


def answer_with(value: Any, status: int = 200) -> HttpResponse:
    """Return ``value`` as canonical JSON."""
    return HttpResponse(canonical(value), status=status, content_type="application/json")


def made(out: type[Serializer[Any]], preview: type[Serializer[Any]] | None = None) -> dict[Any, Any]:
    """Return the answers that describe what was made, in the schema: 201, and 200 for a preview."""
    return {201: out, 200: OpenApiResponse(preview or out, description="The preview: nothing was made.")}
