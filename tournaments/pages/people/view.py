"""Which people of the club the entrants of an event are: suggested by name, decided by the desk."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from clubs.read.ratings.lists import lists_of
from journal.book import Caller
from tournaments.actions.entrants.people import link_entrants
from tournaments.actions.entrants.rated import take_ratings
from tournaments.http.access import admitted, an_event, see
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.models import Event
from tournaments.read.players.people import entrants_and_people

_FIELD = re.compile(r"e([0-9]{1,15})(?:-([0-9]{1,2}))?")
_KEY = re.compile(r"[0-9]{1,15}")


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", an_event, "entrants")
def event_people(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """Show each entrant with who they may be; POST links those that were chosen."""
    refused = None
    if request.method == "POST":
        done = do(request, _posted(request, event.pk))
        if not isinstance(done, Refusal):
            return see("event_people", event.pk, "?linked=1")
        refused = done
    lines = entrants_and_people(event)
    context = {
        "event": event, "nav": nav, "lines": lines, "refused": refused.text if refused else "",
        "lists": [each for each in lists_of(event.tournament.club) if each.rules.rule is not None],
        "open": sum(line.person is None for line in lines),
    }  # fmt: skip
    return render(request, "tournaments/people/page.html", context, status=refused.status if refused else 200)


def _posted(request: HttpRequest, event: int) -> Callable[[Caller], object]:
    """Return what a posted form does: take the ratings of a list, or link entrants."""
    if request.POST.get("do") == "ratings":
        wanted, seeds = (_number(request.POST.get(word, "")) for word in ("list", "seeds"))
        return lambda caller: take_ratings(event, wanted, caller, seeds)
    links = chosen(request)
    return lambda caller: link_entrants(event, links, caller)


def _number(text: str) -> int:
    """Return a number, 0 for anything that is none."""
    return int(text) if _KEY.fullmatch(text.strip()) else 0


def chosen(request: HttpRequest) -> dict[tuple[int, int], int | None]:
    """Return (entrant, seat) → the person chosen for them, None for nobody."""
    fields = ((_FIELD.fullmatch(name), str(value)) for name, value in request.POST.items())
    return {
        (int(match[1]), int(match[2] or 0)): int(value) if _KEY.fullmatch(value) else None
        for match, value in fields
        if match
    }
