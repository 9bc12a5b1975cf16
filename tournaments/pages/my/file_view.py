"""A player's match files: sent from the phone, replayed there, compared with what was reported."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from clubs.http.posting import Refusal
from journal.refusals import Unknown
from rules.errors import RuleBroken
from tournaments.actions.matches.files import keep_file
from tournaments.http.answers import refused
from tournaments.http.match_files import ORIGINAL, content_of, download, reason_of, replay_context, send_context
from tournaments.http.navigation import nav_of_event
from tournaments.models import Entrant
from tournaments.pages.my.form import read_match
from tournaments.pages.my.session import do_as_player, own_page
from tournaments.read.matches.files import SentFile, file_of, files_of
from tournaments.read.matches.head import MatchHead, match_head
from tournaments.read.players.player import player_of_event


@require_http_methods(["GET", "HEAD", "POST"])
@own_page
def match_file(request: HttpRequest, pk: int) -> HttpResponse:
    """List the files of one of the player's matches and take another."""
    player = player_of_event(pk)
    try:
        head = _own_match(player, read_match(request.POST if request.method == "POST" else request.GET) or 0)
    except RuleBroken as broken:
        return refused(request, broken)
    problem, status = "", 200
    if request.method == "POST":
        done = do_as_player(request, pk, lambda caller: keep_file(head.match.pk, content_of(request), caller))
        if not isinstance(done, Refusal):
            kept = done.value or files_of(head.match.pk)[0]
            return HttpResponseRedirect(reverse("my_file", args=[pk, kept.id]), status=303)
        problem, status = reason_of(done), done.status
    nav = replace(nav_of_event(player.event, "my"), own=pk)
    context = send_context(head, nav, problem) | {"entrant": pk}
    return render(request, "tournaments/match_file/send.html", context, status=status)


@require_safe
@own_page
def file(request: HttpRequest, pk: int, file: int) -> HttpResponse:
    """Replay a file of one of the player's matches."""
    player = player_of_event(pk)
    try:
        sent, head = _own_file(player, file)
    except RuleBroken as broken:
        return refused(request, broken)
    nav = replace(nav_of_event(player.event, "my"), own=pk)
    address = reverse("my_file", args=[pk, sent.id])
    own_side = "top" if head.match.top_id == pk else "bottom"
    context = replay_context(request, sent, head) | {"nav": nav, "address": address, "entrant": pk, "side": own_side}
    return render(request, "tournaments/match_file/replay.html", context)


@require_safe
@own_page
def file_download(request: HttpRequest, pk: int, file: int) -> HttpResponse:
    """A file of one of the player's matches as it came, or in another form (``?form=``)."""
    try:
        sent, head = _own_file(player_of_event(pk), file)
        return download(sent, head, request.GET.get("form", ORIGINAL))
    except RuleBroken as broken:
        return refused(request, broken)


def _own_match(player: Entrant, pk: int) -> MatchHead:
    """Return a match of this player. Raises Unknown ``match.unknown``."""
    head = match_head(pk)
    if player.pk not in (head.match.top_id, head.match.bottom_id):
        raise Unknown("match.unknown")
    return head


def _own_file(player: Entrant, pk: int) -> tuple[SentFile, MatchHead]:
    """Return a file of a match of this player. Raises Unknown ``match_file.unknown``."""
    sent = file_of(pk)
    head = match_head(sent.match)
    if player.pk not in (head.match.top_id, head.match.bottom_id):
        raise Unknown("match_file.unknown")
    return sent, head
