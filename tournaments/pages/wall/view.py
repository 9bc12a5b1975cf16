"""The wall: what a projector in the hall shows."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.http.languages import speak_in
from rules.errors import RuleBroken
from runtime.pages.etags import with_etag
from tournaments.http.answers import refused
from tournaments.pages.wall.sheet import query_of, wall_sheet
from tournaments.read.draws.expected import step_of
from tournaments.read.events import tournament_of


@require_safe
def wall(request: HttpRequest, pk: int) -> HttpResponse:
    """Show tables, results, draw and places: ``?show=``, ``?event=``, ``?ink=light``; a script turns the pages."""
    try:
        row = tournament_of(pk)
    except RuleBroken as broken:
        return refused(request, broken)
    speak_in(row.language)
    now = timezone.now()

    def make() -> HttpResponse:
        sheet = wall_sheet(row, now, query_of(request.GET))
        return render(request, "tournaments/wall/page.html", {"sheet": sheet})

    # Where no script keeps the clock going, the page is asked for anew and shows the minute.
    minute = now.replace(second=0, microsecond=0) if "page" in request.GET else ""
    return with_etag(request, [row.stream], make, step_of(now), minute, public=True)
