"""The public page of one player, without account or link."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from rules.errors import RuleBroken
from runtime.pages.etags import with_etag
from tournaments.http.answers import refused
from tournaments.http.top import top
from tournaments.pages.player.part import player_html
from tournaments.read.draws.expected import step_of
from tournaments.read.players.player import player_of_event, player_page


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player's next opponent and about when, what follows, and the matches played."""
    try:
        row = player_of_event(pk)
    except RuleBroken as broken:
        return refused(request, broken)
    now = timezone.now()
    nav = top(request, row.event, "")

    def make() -> HttpResponse:
        sheet = player_page(row, now)
        return render(request, "tournaments/player/page.html", {"sheet": sheet, "part": player_html(sheet), "nav": nav})

    more = (nav.club, nav.staff, nav.directs, nav.clock, step_of(now))
    return with_etag(request, [row.event.tournament.stream], make, *more, public=True)
