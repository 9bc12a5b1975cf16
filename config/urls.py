"""All URLs: the pages, and the API, which no page links to."""

from django.urls import include, path

from config.api_schema import ApiSchema
from config.page_urls import handler403, handler404, handler500

__all__ = ["handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [
    path("", include("config.page_urls")),
    path("api/v1/", include("clubs.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/schema/", ApiSchema.as_view(), name="api_schema"),
]
