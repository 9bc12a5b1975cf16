"""The draw of an event in the frame of a club's own site."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubs.actions.roles import club_of
from clubs.http.embeds import embed
from rules.errors import RuleBroken
from tournaments.http.answers import refused
from tournaments.pages.draw.sheet import Query, draw_page, with_drawings
from tournaments.read.events import event_of


@require_safe
def draw_embed(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the draw; ``?view=list`` as a list at every width. A link to a player leads to the page of the draw."""
    if "player" in request.GET:
        query = request.GET.urlencode()
        return HttpResponseRedirect(f"{reverse('draw', args=[pk])}?{query}")
    try:
        event = event_of(pk)
    except RuleBroken as broken:
        return refused(request, broken)

    def make() -> HttpResponse:
        sheet = draw_page(event, Query())
        shown = {"sheet": sheet, "as_list": request.GET.get("view") == "list"}
        html = render_to_string("tournaments/draw/embed.html", shown, request)
        return HttpResponse(with_drawings(html, sheet))

    return embed(request, club_of(event.tournament.club_id), [event.tournament.stream], make)
