"""All URLs: the pages, and the API, which no page links to."""

from django.http import HttpRequest, HttpResponseBase
from django.urls import include, path

from config.page_urls import handler403, handler404, handler500

__all__ = ["handler403", "handler404", "handler500", "urlpatterns"]


def api_schema(request: HttpRequest) -> HttpResponseBase:
    """Answer with the description of the API."""
    from config.api_schema import ApiSchema  # noqa: PLC0415 -- it takes 5 MB, and most servers are never asked for it

    return ApiSchema.as_view()(request)


# Pages are looked for last: there are hundreds, and what begins with api/ is none of them.
urlpatterns = [
    path("api/v1/", include("tournaments.api.urls")),
    path("api/v1/", include("clubs.api.urls")),
    path("api/schema/", api_schema, name="api_schema"),
    path("", include("config.page_urls")),
]
