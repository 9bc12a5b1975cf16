"""The addresses of tournaments: the API and the public pages."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from tournaments.views import clubs, draws, matches, memory, papers, results

urlpatterns = [
    path("clubs/<int:pk>/", clubs.front, name="club_front"),
    path("", draws.front, name="front"),
    path("events/<int:pk>/", draws.draw, name="draw"),
    path("events/<int:pk>/sheet.pdf", papers.sheet_pdf, name="sheet_pdf"),
    path("matches/<int:pk>/", matches.match, name="match"),
    path("matches/<int:pk>/result/", results.result, name="match_result"),
    path("matches/<int:pk>/start/", matches.start, name="match_start"),
    path("matches/<int:pk>/confirm/", matches.confirm, name="match_confirm"),
    path("tournaments/<int:pk>/memory/", memory.memory, name="memory"),
    path("tournaments/<int:pk>/memory/<int:number>/", memory.record, name="record"),
    path("tournaments/<int:pk>/memory/<int:number>/undo/", memory.record_undo, name="record_undo"),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="api_schema"),
]
