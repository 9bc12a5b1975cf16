"""The picture of a draw, which a link to its page shows in chats."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from journal.refusals import Refused
from rules.errors import RuleBroken
from runtime.pages.etags import with_etag
from tournaments.http.answers import refused
from tournaments.models import Event
from tournaments.parts.bracket_picture import Pictured, draw_picture
from tournaments.read.draws.view import draw_view
from tournaments.read.entered import entered_draw
from tournaments.read.entrants.names import names_in
from tournaments.read.events import conditions_of, draw_of, event_of
from tournaments.words.sites.embeds import about_words


@require_safe
def draw_png(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the last rounds of the main bracket as PNG, 1200 × 630 px; before the draw only the names."""
    try:
        event = event_of(pk)
    except RuleBroken as broken:
        return refused(request, broken)

    def make() -> HttpResponse:
        return HttpResponse(_picture(event), content_type="image/png")

    return with_etag(request, [event.tournament.stream], make, public=True)


def _picture(event: Event) -> bytes:
    names = names_in(event.pk)
    about = about_words(len(names), conditions_of(event).entrants, event.tournament.starts_on)
    shown = Pictured(event.tournament.name, event.name, about)
    try:
        draw = draw_of(event)
    except Refused:
        return draw_picture(shown, names, {})
    state = entered_draw(draw, event.tournament.stream_id).state
    marks = {match.place: match.mark for match in draw_view(draw, names).matches}
    return draw_picture(replace(shown, plan=state.plan, derived=state.derived), names, marks)
