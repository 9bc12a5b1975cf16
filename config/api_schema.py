"""The description of the API for programs: worked out once per process and form, because anybody may ask for it.

Loaded when it is asked for: drf-spectacular takes 5 MB.
"""

from threading import Lock
from typing import Any

from django.http import HttpResponse
from django.utils.encoding import force_bytes
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from clubs.api.described import hand_over

_made: dict[str, bytes] = {}
_making = Lock()


class ApiSchema(SpectacularAPIView):
    """The OpenAPI description as YAML or JSON, whichever the program asks for."""

    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer with the description; it takes a second to make, and no longer than the reading once it is made."""
        renderer = request.accepted_renderer
        headers = {"Content-Disposition": f'inline; filename="Barpoint.{renderer.format}"'}
        content = f"{renderer.media_type}; charset=utf-8"
        return HttpResponse(_description(renderer), content_type=content, headers=headers)


def _description(renderer: BaseRenderer) -> bytes:
    """Return the description in the form of a renderer. Others wait while one makes it."""
    with _making:
        if renderer.media_type not in _made:
            generator: Any = SchemaGenerator
            schema = generator().get_schema(request=None, public=True)
            _made[renderer.media_type] = force_bytes(renderer.render(schema, renderer_context={}))
        return _made[renderer.media_type]


def describe(endpoints: list[Any], **kwargs: Any) -> list[Any]:
    """Tell drf-spectacular what the views say of themselves, before it describes them."""
    hand_over()
    return endpoints


class _Scheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # drf-spectacular has no types here
    """A secret that a program sends as ``Authorization: Bearer SECRET``."""

    description = ""

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        words = {"type": "http", "scheme": "bearer"}
        return words | {"description": self.description} if self.description else words


class TokenScheme(_Scheme):  # type: ignore[no-untyped-call] # as above
    target_class = "clubs.api.tokens.BearerAuthentication"
    name = "token"


class LinkScheme(_Scheme):  # type: ignore[no-untyped-call] # as above
    target_class = "tournaments.api.links_as_tokens.LinkAuthentication"
    name = "link"
    description = "The secret of a private link of a player or a bidder."


class TableScheme(_Scheme):  # type: ignore[no-untyped-call] # as above
    target_class = "clubs.api.chouettes.links.TableLinkAuthentication"
    name = "table"
    description = "The secret of a link of a chouette: of the phone on its table, or of those who follow it."
