"""Pages of a match at the desk: who may open them, and where they go back to."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from clubs.visitor import visitor
from journal.refusals import Superseded
from rules.errors import RuleBroken
from tournaments.permissions import must
from tournaments.selectors.matches import MatchHead, match_head
from tournaments.selectors.nav import Nav
from tournaments.views.draws import refused
from tournaments.views.top import top
from tournaments.wording import speak

type MatchView = Callable[[HttpRequest, MatchHead, Nav], HttpResponse]


def of_match(view: MatchView) -> Callable[[HttpRequest, int], HttpResponse]:
    """Read the match for ``view``; say what is wrong where there is none, and lead on from one drawn anew."""

    @wraps(view)
    def found(request: HttpRequest, pk: int) -> HttpResponse:
        try:
            head = match_head(pk)
        except Superseded as gone:
            told = {"said": speak(gone.code, gone.facts), "match": gone.facts["match"], "event": gone.facts["event"]}
            return render(request, "tournaments/matches/superseded.html", told, status=410)
        except RuleBroken as broken:
            return refused(request, broken)
        return view(request, head, top(request, head.match.draw.event, "matches"))

    return found


def at_the_desk(view: MatchView) -> Callable[[HttpRequest, int], HttpResponse]:
    """Let only the desk in; a passer-by signs in first. Raises PermissionDenied."""

    @of_match
    def of_the_desk(request: HttpRequest, head: MatchHead, nav: Nav) -> HttpResponse:
        must(nav.staff)
        return view(request, head, nav)

    @wraps(view)
    def guarded(request: HttpRequest, pk: int) -> HttpResponse:
        if visitor(request) is None:
            return redirect_to_login(request.get_full_path())
        return of_the_desk(request, pk)

    return guarded


def back_to(match: int, record: int | None) -> HttpResponse:
    """Lead to the match that changed, with the record that did it marked."""
    mark = f"?record={record}#r{record}" if record else ""
    answer = HttpResponseRedirect(reverse("match", args=[match]) + mark)
    answer.status_code = 303
    return answer
