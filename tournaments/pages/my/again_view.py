"""Entering again from a player's own phone: what it costs and brings first, then the page of the new entry."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from clubs.http.posting import Refusal
from journal.now import now
from journal.refusals import Unreadable
from rules.errors import RuleBroken
from tournaments.actions.entrants.re_entering import enter_again
from tournaments.actions.phones.links import take_entry
from tournaments.http.answers import refused
from tournaments.http.navigation import nav_of_event
from tournaments.models import Entrant
from tournaments.pages.my.session import do_as_player, own_address, own_page, phone_of, remember
from tournaments.read.entrants.listed import entrant_of
from tournaments.read.latest.change import last_change
from tournaments.read.players.again import again_of
from tournaments.read.players.player import player_of_event
from tournaments.words.re_entry import again_sentence
from tournaments.words.refusals import speak


@require_http_methods(["GET", "HEAD", "POST"])
@own_page
def again(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what another entry costs and brings, and enter the player again."""
    player = player_of_event(pk)
    if request.method != "POST":
        return _page(request, player)
    what = request.POST.get("do", "")
    if what == "open":
        return _opened(request, player, again_of(player.event, pk, now()).last)
    if what != "again":
        return refused(request, Unreadable("command.unreadable"))
    done = do_as_player(request, pk, lambda caller: enter_again(pk, caller))
    if isinstance(done, Refusal):
        return _page(request, player, done)
    # A form that was sent twice is answered without its value: the page leads on.
    return _opened(request, player, done.value.entrants[0].id) if done.value else _own(player)


def _own(player: Entrant) -> HttpResponse:
    return HttpResponseRedirect(reverse("my_again", args=[player.pk]), status=303)


def _opened(request: HttpRequest, player: Entrant, entry: int) -> HttpResponse:
    """Lead to the page of another entry of this player, with its cookie. Raises NoPhone."""
    phone_of(request, player.pk)
    if entry == player.pk:
        return _own(player)
    try:
        joined = take_entry(player.pk, entry)
    except RuleBroken as broken:
        return refused(request, broken)
    return remember(HttpResponseRedirect(own_address(entry), status=303), joined)


def _page(request: HttpRequest, player: Entrant, problem: Refusal | None = None) -> HttpResponse:
    event, tournament = player.event, player.event.tournament
    known = again_of(event, player.pk, now())
    shown: dict[str, Any] = {
        "nav": replace(nav_of_event(event, "my"), own=player.pk), "event": event, "entrant": player.pk, "again": known,
        "other": 0 if known.last == player.pk else entrant_of(known.last).number, "problem": problem,
        "words": again_sentence(known.lines, known.fee, tournament.currency), "currency": tournament.currency,
        "refusal": speak(known.broken.code, known.broken.facts) if known.broken else "",
        "as_of": last_change(tournament), "zone": tournament.timezone,
    }  # fmt: skip
    return render(request, "tournaments/my/again.html", shown, status=problem.status if problem else 200)
