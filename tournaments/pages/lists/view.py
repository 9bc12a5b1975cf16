"""The lists of an event: its matches by round, its entrants, its places."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.http.reports import TYPES, report_file
from clubs.read.reports import templates
from clubs.words.reports import REPORTS
from rules.errors import RuleBroken
from rules.reports import Kind
from runtime.pages.etags import with_etag
from tournaments.actions.entrants.entering import tick, tick_all
from tournaments.http.access import admitted, an_event
from tournaments.http.answers import refused
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.http.top import top
from tournaments.models import Event
from tournaments.pages.lists.entrants import entrants_sheet
from tournaments.pages.lists.form import TickForm
from tournaments.pages.lists.matches import matches_sheet
from tournaments.pages.lists.odds import odds_sheet
from tournaments.read.draws.places import places_sheet
from tournaments.read.events import event_of
from tournaments.read.odds import odds_file, refuse_if_hidden
from tournaments.read.reports import event_rows

# What a line of the reports on an event is.
KINDS = (Kind.RESULTS, Kind.PLACES)
type Sheet = Callable[[Event, Nav], object]


@require_safe
def event_matches(request: HttpRequest, pk: int) -> HttpResponse:
    """The matches of an event by round; ``?show=now|ready|waiting|finished``."""
    return _list(request, pk, "matches", lambda event, nav: matches_sheet(event, request.GET.get("show", "")))


@require_safe
def event_places(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the places."""
    return _list(request, pk, "places", lambda event, nav: places_sheet(event))


@require_safe
def event_odds(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who wins with which chance, where the event says so."""
    return _list(request, pk, "odds", lambda event, nav: odds_sheet(event))


@require_safe
def event_odds_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Export what ``python -m rules odds`` reads, with the odds of the page as its expectation."""
    try:
        event = event_of(pk)
        data = odds_file(event)
    except RuleBroken as broken:
        return refused(request, broken)
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="odds-{event.pk}.json"'
    return answer


@never_cache
@require_safe
@admitted("directors", an_event, "places")
def event_reports(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """Show the files of an event for federations: the usual ones, and one for each template of the club."""
    own = [row for row in templates(event.tournament.club_id) if row.kind in KINDS]
    files = [(str(REPORTS[kind]), _links(event, kind)) for kind in KINDS]
    files += [(row.name, _links(event, row.kind, f"?template={row.pk}")) for row in own]
    context = {"event": event, "nav": nav, "files": files, "is_drawn": event.current_draw_id is not None}
    return render(request, "tournaments/lists/reports.html", context)


def _links(event: Event, kind: str, query: str = "") -> list[tuple[str, str]]:
    """Return the forms of a report, each with its address."""
    return [(form.upper(), reverse(f"event_{kind}_{form}", args=[event.pk]) + query) for form in TYPES]


@require_safe
@admitted("directors", an_event, "places")
def event_report(request: HttpRequest, event: Event, nav: Nav, kind: Kind, form: str) -> HttpResponse:
    """Every result or place of an event as a file for federations, ``form`` csv or json."""
    name = f"{kind.value}-{event.pk}"
    return report_file(request, event.tournament.club_id, kind, form, name, lambda report: event_rows(event, report))


@require_http_methods(["GET", "HEAD", "POST"])
def event_entrants(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the entrants; the desk ticks them as here and paid."""
    if request.method == "POST":
        return _tick(request, pk)
    words = request.GET.get("q", "").strip()[:60]
    return _list(request, pk, "entrants", lambda event, nav: entrants_sheet(event, words, staff=nav.staff))


def _tick(request: HttpRequest, pk: int) -> HttpResponse:
    form = TickForm(request.POST)
    if not form.is_valid():
        return refused(request, RuleBroken("tick.kind"))
    ticking = form.ticking()
    done = do(
        request,
        lambda caller: (
            tick_all(pk, ticking.kind, caller)
            if ticking.entrant is None
            else tick(ticking.entrant, ticking.kind, ticking.on, caller)
        ),
    )
    if isinstance(done, Refusal):
        return refused(request, done.broken)
    mark = f"#e{ticking.entrant}" if ticking.entrant is not None else ""
    return redirect(reverse("event_entrants", args=[pk]) + mark)


def _list(request: HttpRequest, pk: int, current: str, sheet: Sheet) -> HttpResponse:
    try:
        event = event_of(pk)
        if current == "odds":
            refuse_if_hidden(event)
    except RuleBroken as broken:
        return refused(request, broken)
    nav = top(request, event, current)

    def make() -> HttpResponse:
        return render(request, f"tournaments/lists/{current}.html", {"sheet": sheet(event, nav), "nav": nav})

    more = (nav.club, nav.staff, nav.directs, nav.clock)
    return with_etag(request, [event.tournament.stream], make, *more, public=True)
