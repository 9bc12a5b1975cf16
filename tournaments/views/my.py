"""A player's own page below ``/my/``: his match, and what he tells of it.

What is posted comes from a form, or from the outbox of his phone, which asks for JSON and sends until it is answered.
"""

from dataclasses import replace

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from clubs.freshness import fresh
from clubs.views.doing import Not
from journal.canon import canonical
from tournaments.forms.my import CardForm
from tournaments.models import Entrant
from tournaments.selectors.evening import player_of_event
from tournaments.selectors.my import my_sheet
from tournaments.selectors.nav import nav_of_event
from tournaments.selectors.outlook import step_of
from tournaments.views.players import own_page
from tournaments.views.top import top


@require_safe
@own_page
def my(request: HttpRequest, pk: int) -> HttpResponse:
    """Whom he plays and where, how it stands, and how to tell it; ``?match=`` shows another match of his."""
    player = player_of_event(pk)
    stream = player.event.tournament.stream
    token = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    return fresh(request, [stream], lambda: _page(request, player), token, step_of(timezone.now()))


@require_POST
@own_page
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """One game more, the card without its last game, or the final score."""
    return HttpResponse(status=501)


@require_POST
@own_page
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    return HttpResponse(status=501)


@require_POST
@own_page
def contest(request: HttpRequest, pk: int) -> HttpResponse:
    return HttpResponse(status=501)


def _page(request: HttpRequest, player: Entrant, problem: Not | None = None) -> HttpResponse:
    asked = request.GET.get("match", "") or request.POST.get("match", "")
    sheet = my_sheet(player, timezone.now(), int(asked) if asked.isdecimal() and len(asked) < 16 else None)
    nav = replace(nav_of_event(player.event, "my"), own=player.pk)
    told = {"sheet": sheet, "nav": nav, "problem": problem.said if problem else ""}
    return render(request, "tournaments/my/page.html", told, status=problem.status if problem else 200)
