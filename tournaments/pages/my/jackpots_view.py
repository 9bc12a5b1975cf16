"""Queues of jackpots on a player's own phone: join one, leave it, play on in what started, split the final."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from clubs.http.posting import Done, Refusal, whole
from journal.refusals import Unknown, Unreadable
from rules.errors import RuleBroken
from tournaments.actions.jackpots.joining import join_as_player, leave_as_player
from tournaments.actions.jackpots.splitting import agree_to_split
from tournaments.actions.phones.links import take_seat
from tournaments.http.answers import refused
from tournaments.http.navigation import nav_of_event
from tournaments.models import Entrant
from tournaments.pages.my.session import do_as_player, own_address, own_page, phone_of, remember
from tournaments.read.jackpots.own import own_queues
from tournaments.read.latest.change import last_change
from tournaments.read.players.player import player_of_event


@require_http_methods(["GET", "HEAD", "POST"])
@own_page
def jackpots(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the queues as the player sees them."""
    player = player_of_event(pk)
    if request.method != "POST":
        return _page(request, player)
    what, which = request.POST.get("do", ""), whole(request.POST.get("which", ""))
    if what == "open":
        return _opened(request, pk, which)
    try:
        done = _carried_out(request, pk, what, which)
    except RuleBroken as broken:
        return refused(request, broken)
    if isinstance(done, Refusal):
        return _page(request, player, done)
    return HttpResponseRedirect(reverse("my_jackpots", args=[pk]), status=303)


def _carried_out(request: HttpRequest, pk: int, what: str, which: int) -> Done | Refusal:
    """Do what a button says. Raises Unreadable for none."""
    if what == "join":
        return do_as_player(request, pk, lambda caller: join_as_player(which, pk, caller))
    if what == "leave":
        return do_as_player(request, pk, lambda caller: leave_as_player(which, pk, caller))
    if what == "split":
        return do_as_player(request, pk, lambda caller: agree_to_split(which, caller))
    raise Unreadable("command.unreadable")


def _opened(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Lead to the player's page in a jackpot, with its cookie. Raises NoPhone."""
    phone_of(request, pk)
    try:
        joined = take_seat(pk, other)
    except Unknown as broken:
        return refused(request, broken)
    return remember(HttpResponseRedirect(own_address(other), status=303), joined)


def _page(request: HttpRequest, player: Entrant, problem: Refusal | None = None) -> HttpResponse:
    tournament = player.event.tournament
    nav = replace(nav_of_event(player.event, "my"), own=player.pk)
    shown = {
        "nav": nav, "own": own_queues(player), "entrant": player.pk, "tournament": tournament, "problem": problem,
        "as_of": last_change(tournament), "zone": tournament.timezone,
    }  # fmt: skip
    return render(request, "tournaments/my/jackpots.html", shown, status=problem.status if problem else 200)
