"""The public pages: what is on, and the draw of an event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.freshness import fresh
from journal.http import problem
from journal.refusals import Unknown, status_of
from rules.errors import RuleBroken
from tournaments.models import Event
from tournaments.selectors.draw_pages import asked_of, draw_page
from tournaments.selectors.draws import event_of
from tournaments.selectors.nav import Nav
from tournaments.views.top import top
from tournaments.wording import speak


@require_safe
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """The draw of an event with its results so far; ``?player=`` follows one, ``?draw=`` shows an old one."""
    try:
        event = event_of(pk)
        nav = top(request, event, "draw")
        return fresh(request, [event.tournament.stream], lambda: _draw(request, event, nav), nav.clock, public=True)
    except RuleBroken as broken:
        return refused(request, broken)


def _draw(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    sheet = draw_page(event, asked_of(request.GET))
    as_list = request.GET.get("view") == "list"
    return render(request, "tournaments/draws/page.html", {"sheet": sheet, "nav": nav, "as_list": as_list})


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing here: said to a program as every refusal, to a person as a page."""
    if request.path.startswith("/api/"):
        return problem(Unknown("not_found"), speak)
    return render(request, "404.html", status=404)


def refused(request: HttpRequest, broken: RuleBroken) -> HttpResponse:
    """A page that says what is wrong."""
    said = speak(broken.code, broken.facts)
    return render(request, "refused.html", {"said": said}, status=status_of(broken))
