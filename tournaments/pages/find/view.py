"""Search a tournament, and jump to what was found."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.errors import RuleBroken
from runtime.pages.etags import with_etag
from tournaments.http.answers import refused
from tournaments.http.top import top
from tournaments.pages.find.sheet import find_sheet
from tournaments.read.events import tournament_of

LONGEST = 60


@require_safe
def tournament_find(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the pages, people and matches that ``?q=`` finds; go there if it is only one."""
    try:
        tournament = tournament_of(pk)
    except RuleBroken as broken:
        return refused(request, broken)
    nav = top(request, tournament, "find")

    def make() -> HttpResponse:
        sheet = find_sheet(tournament, request.GET.get("q", "").strip()[:LONGEST], nav)
        if sheet.words and sheet.only:
            return HttpResponseRedirect(sheet.only)
        return render(request, "tournaments/find/page.html", {"sheet": sheet, "nav": nav})

    return with_etag(request, [tournament.stream], make, nav.club, nav.staff, nav.directs, nav.clock)
