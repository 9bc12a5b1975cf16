"""The addresses of tournaments: the API and the public pages."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from tournaments.views import (
    clubs,
    corrections,
    desk,
    draws,
    fronts,
    lists,
    matches,
    memory,
    papers,
    results,
    seating,
    style,
    tables,
)

urlpatterns = [
    path("", fronts.front, name="front"),
    path("tournaments/<int:pk>/", fronts.tournament, name="tournament"),
    path("events/<int:pk>/matches/", lists.event_matches, name="event_matches"),
    path("events/<int:pk>/entrants/", lists.event_entrants, name="event_entrants"),
    path("events/<int:pk>/places/", lists.event_places, name="event_places"),
    path("style/", style.style, name="style"),
    path("clubs/<int:pk>/", clubs.front, name="club_front"),
    path("events/<int:pk>/", draws.draw, name="draw"),
    path("events/<int:pk>/sheet.pdf", papers.sheet_pdf, name="sheet_pdf"),
    path("matches/<int:pk>/", matches.match, name="match"),
    path("matches/<int:pk>/result/", results.result, name="match_result"),
    path("matches/<int:pk>/correction/", corrections.correction, name="match_correction"),
    path("matches/<int:pk>/clear/", corrections.clear, name="match_clear"),
    path("matches/<int:pk>/call/", seating.call, name="match_call"),
    path("matches/<int:pk>/penalty/", seating.penalty, name="match_penalty"),
    path("matches/<int:pk>/start/", matches.start, name="match_start"),
    path("matches/<int:pk>/confirm/", matches.confirm, name="match_confirm"),
    path("tournaments/<int:pk>/memory/", memory.memory, name="memory"),
    path("tournaments/<int:pk>/memory/<int:number>/", memory.record, name="record"),
    path("tournaments/<int:pk>/memory/<int:number>/undo/", memory.record_undo, name="record_undo"),
    path("tournaments/<int:pk>/desk/", desk.desk, name="desk"),
    path("tournaments/<int:pk>/desk/line/", desk.desk_line, name="desk_line"),
    path("tournaments/<int:pk>/tables/", tables.tables, name="tables"),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/schema/", SpectacularAPIView.as_view(), name="api_schema"),
]
