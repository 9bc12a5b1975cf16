"""The addresses of tournaments: the API and the public pages."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from tournaments.views import draws, papers

urlpatterns = [
    path("", draws.front, name="front"),
    path("events/<int:pk>/", draws.draw, name="draw"),
    path("events/<int:pk>/sheet.pdf", papers.sheet_pdf, name="sheet_pdf"),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="api_schema"),
]
