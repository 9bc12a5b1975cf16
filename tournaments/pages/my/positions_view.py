"""A player's questions about positions of their matches: put to the director from the phone, read there."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.http.posting import Done
from journal.refusals import Unknown
from rules.errors import RuleBroken
from tournaments.http.answers import refused
from tournaments.http.navigation import nav_of_event
from tournaments.http.positions import asking, enter, fragment, is_preview, photo_file, preview_of
from tournaments.models import Entrant
from tournaments.pages.my.form import read_match
from tournaments.pages.my.session import do_as_player, own_page
from tournaments.parts.position_sheet import position_sheet
from tournaments.read.matches.head import MatchHead, match_head
from tournaments.read.players.player import player_of_event
from tournaments.read.positions.questions import QuestionView, own_questions, question_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@own_page
def positions(request: HttpRequest, pk: int) -> HttpResponse:
    """List the player's questions and, about one of their matches (``?match=``), take another."""
    player = player_of_event(pk)
    try:
        head = _own_match(player, read_match(request.POST if request.method == "POST" else request.GET))
        form_of = asking(request, head) if head is not None else None
    except RuleBroken as broken:
        return refused(request, broken)
    form, status = form_of.form if form_of else None, 200
    if request.method == "POST" and form is not None:
        if is_preview(request) and request.headers.get("X-Fragment"):
            return fragment(request, form)
        if not is_preview(request):
            done = enter(player.event.tournament, form, lambda act: do_as_player(request, pk, act))
            if isinstance(done, Done):
                question = done.value.question if done.value else own_questions(pk)[0].id
                return HttpResponseRedirect(reverse("my_position", args=[pk, question]), status=303)
            status = done.status if done else 422
    elif request.method == "POST":
        return refused(request, Unknown("match.unknown"))
    context = {
        "nav": replace(nav_of_event(player.event, "my"), own=pk), "form": form, "head": head,
        "usual": form_of.usual if form_of else None, "entrant": pk, "questions": own_questions(pk),
        "preview": preview_of(form) if form is not None and form.is_bound else None,
    }  # fmt: skip
    return render(request, "tournaments/positions/list.html", context, status=status)


@never_cache
@require_safe
@own_page
def position(request: HttpRequest, pk: int, question: int) -> HttpResponse:
    """Show a question of one of the player's matches; values and opinion only once it is ruled."""
    player = player_of_event(pk)
    try:
        view = _own(player, question)
    except RuleBroken as broken:
        return refused(request, broken)
    context = {
        "nav": replace(nav_of_event(player.event, "my"), own=pk), "entrant": pk,
        "sheet": position_sheet(view, spoken=view.ruling is not None),
        "address": reverse("my_position", args=[pk, question]),
    }  # fmt: skip
    return render(request, "tournaments/positions/page.html", context)


@require_safe
@own_page
def position_photo(request: HttpRequest, pk: int, question: int) -> HttpResponse:
    """The photo of a question of one of the player's matches."""
    try:
        return photo_file(_own(player_of_event(pk), question))
    except RuleBroken as broken:
        return refused(request, broken)


def _own_match(player: Entrant, pk: int | None) -> MatchHead | None:
    """Return a match of this player, None where none is named. Raises Unknown ``match.unknown``."""
    if not pk:
        return None
    head = match_head(pk)
    if player.pk not in (head.match.top_id, head.match.bottom_id):
        raise Unknown("match.unknown")
    return head


def _own(player: Entrant, pk: int) -> QuestionView:
    """Return a question of a match of this player. Raises Unknown ``question.unknown``."""
    view = question_of(pk)
    if player.pk not in (view.row.on_roll_id, view.row.opponent_id):
        raise Unknown("question.unknown")
    return view
