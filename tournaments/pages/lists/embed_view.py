"""Results and standings of an event in the frame of a club's own site."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.actions.roles import club_of
from clubs.http.embeds import embed
from rules.errors import RuleBroken
from tournaments.http.answers import refused
from tournaments.models import Event
from tournaments.pages.lists.matches import matches_sheet
from tournaments.read.draws.places import places_sheet
from tournaments.read.events import event_of


@require_safe
def results_embed(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the finished matches, the latest rounds first."""
    return _embed(request, pk, "embed_results", lambda event: matches_sheet(event, "finished"))


@require_safe
def standings_embed(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the places, and who is still playing for the first ones."""
    return _embed(request, pk, "embed_standings", places_sheet)


def _embed(request: HttpRequest, pk: int, template: str, sheet: Callable[[Event], object]) -> HttpResponse:
    try:
        event = event_of(pk)
    except RuleBroken as broken:
        return refused(request, broken)

    def make() -> HttpResponse:
        return render(request, f"tournaments/lists/{template}.html", {"sheet": sheet(event)})

    return embed(request, club_of(event.tournament.club_id), [event.tournament.stream], make)
