"""The archive of a club's questions about positions, for its desk."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.http.visitor import visitor
from journal.refusals import Unknown
from rules.errors import RuleBroken
from rules.notation.pasted import read_pasted
from tournaments.http.answers import refused
from tournaments.permissions import may_run_desk, must
from tournaments.read.positions.questions import MOST_LISTED, Search, archive
from tournaments.read.tournaments import club_of, tournaments_of
from tournaments.words.positions import STATES
from tournaments.words.refusals import speak

LONGEST_NAME, MOST_TOURNAMENTS = 80, 200


@never_cache
@require_safe
def club_positions(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show what fits a search: ``?position=``, ``?player=``, ``?tournament=``, ``?state=``."""
    actor = visitor(request)
    if actor is None:
        return redirect_to_login(request.get_full_path())
    try:
        club = club_of(pk)
    except Unknown as unknown:
        return refused(request, unknown)
    must(may_run_desk(actor, pk))
    problem, search = "", Search()
    try:
        search = search_of(request)
    except RuleBroken as broken:
        problem = speak(broken.code, broken.facts)
    context = {
        "club": club, "questions": [] if problem else archive(pk, search), "problem": problem, "most": MOST_LISTED,
        "typed": {name: request.GET.get(name, "")[:200] for name in ("position", "player", "tournament", "state")},
        "states": [(value, str(words)) for value, words in STATES],
        "tournaments": [(str(each.pk), each.name) for each in tournaments_of(pk, MOST_TOURNAMENTS)],
    }  # fmt: skip
    return render(request, "tournaments/positions/archive.html", context, status=422 if problem else 200)


def search_of(request: HttpRequest) -> Search:
    """Return what a query searches for. Raises RuleBroken as ``read_pasted`` does."""
    text, tournament = request.GET.get("position", "").strip(), request.GET.get("tournament", "")
    return Search(
        position=read_pasted(text).position if text else None,
        player=request.GET.get("player", "").strip()[:LONGEST_NAME],
        tournament=int(tournament)
        if tournament.isascii() and tournament.isdecimal() and len(tournament) < 16
        else None,
        state=request.GET.get("state", ""),
    )
