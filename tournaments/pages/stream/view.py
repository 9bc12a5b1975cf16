"""What a stream shows of one table: an overlay over the camera's picture, a lower third, lines of text."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.http.languages import speak_in
from rules.errors import RuleBroken
from runtime.pages.etags import with_etag
from tournaments.http.access import a_tournament, admitted
from tournaments.http.answers import refused
from tournaments.http.navigation import Nav
from tournaments.models import Tournament
from tournaments.pages.stream.lines import LINES
from tournaments.pages.stream.sheet import query_of, stream_sheet, stream_tables
from tournaments.read.draws.expected import step_of
from tournaments.read.events import tournament_of


@require_safe
@admitted("anybody", a_tournament, "wall")
def stream(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """List the addresses that a program for streams shows, table by table."""
    context = {
        "nav": nav, "tournament": tournament, "tables": stream_tables(tournament, timezone.now()), "lines": LINES,
    }  # fmt: skip
    return render(request, "tournaments/stream/addresses.html", context)


@require_safe
def overlay(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one table over the picture of a camera: ``?table=3``, ``?part=next``."""
    return _kept(request, pk, lambda row: _overlay(request, row))


@require_safe
def text(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer with one line about a table as plain text: ``?table=3``, ``?line=score``."""
    line = request.GET.get("line", "score")
    if line not in LINES:
        raise Http404

    def make(row: Tournament) -> HttpResponse:
        sheet = stream_sheet(row, timezone.now(), query_of(request.GET))
        return HttpResponse(sheet.texts[line], content_type="text/plain; charset=utf-8")

    return _kept(request, pk, make)


def _overlay(request: HttpRequest, row: Tournament) -> HttpResponse:
    sheet = stream_sheet(row, timezone.now(), query_of(request.GET))
    return render(request, "tournaments/stream/overlay.html", {"sheet": sheet})


def _kept(request: HttpRequest, pk: int, make: Callable[[Tournament], HttpResponse]) -> HttpResponse:
    try:
        row = tournament_of(pk)
    except RuleBroken as broken:
        return refused(request, broken)
    speak_in(row.language)
    return with_etag(request, [row.stream], lambda: make(row), step_of(timezone.now()), public=True)
