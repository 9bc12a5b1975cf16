"""The description of the API for programs: worked out once per process and form, because anybody may ask for it."""

from threading import Lock
from typing import Any

from django.http import HttpResponse
from django.utils.encoding import force_bytes
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

_made: dict[str, bytes] = {}
_making = Lock()


class ApiSchema(SpectacularAPIView):
    """The OpenAPI description as YAML or JSON, whichever the program asks for."""

    @extend_schema(exclude=True)
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
