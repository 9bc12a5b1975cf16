"""All URLs: the pages, and the API, which no page links to."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from config.page_urls import handler403, handler404, handler500

__all__ = ["handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [
    path("", include("config.page_urls")),
    path("api/v1/", include("clubs.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="api_schema"),
]
