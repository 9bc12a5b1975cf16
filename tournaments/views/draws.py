"""The public pages: what is on, and the draw of an event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from journal.http import problem
from journal.refusals import Unknown, status_of
from rules.errors import RuleBroken
from tournaments.selectors.draws import event_of
from tournaments.selectors.pages import draw_page, event_links
from tournaments.views.top import top
from tournaments.wording import speak


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """Every event there is."""
    return render(request, "tournaments/events/front.html", {"events": event_links()})


@require_safe
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """The draw of an event, its results so far and its places."""
    try:
        event = event_of(pk)
        sheet = draw_page(event)
    except RuleBroken as broken:
        return refused(request, broken)
    nav = top(request, event, "draw")
    return render(request, "tournaments/draws/page.html", {"sheet": sheet, "nav": nav})


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing here: said to a program as every refusal, to a person as a page."""
    if request.path.startswith("/api/"):
        return problem(Unknown("not_found"), speak)
    return render(request, "404.html", status=404)


def refused(request: HttpRequest, broken: RuleBroken) -> HttpResponse:
    """A page that says what is wrong."""
    said = speak(broken.code, broken.facts)
    return render(request, "refused.html", {"said": said}, status=status_of(broken))
