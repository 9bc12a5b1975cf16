"""The table of a chouette: the phone on it, those who follow, and the projector."""

import json

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from clubs.actions.chouettes.playing import record_happening, undo_last, undo_last_game
from clubs.actions.chouettes.steps import Written
from clubs.http.chouettes import TableVisit, chouette_page
from clubs.http.posting import Done, Refusal, carry_out
from clubs.pages.chouettes.forms import posted_happening, posted_json
from clubs.pages.chouettes.sheet import table_sheet, top_line
from clubs.pages.chouettes.state import state_of
from clubs.permissions import must
from clubs.words.chouette_table import refusal_words, table_words
from journal.book import Caller
from journal.http import caller_of_form
from journal.now import now
from runtime.pages.etags import with_etag

UNDO = {"undo": undo_last, "undo_game": undo_last_game}


@require_http_methods(["GET", "HEAD", "POST"])
@chouette_page
def chouette(request: HttpRequest, visit: TableVisit) -> HttpResponse:
    """Show the table, with what can be written now for people who may write; POST writes one thing."""
    if request.method == "POST":
        return _written(request, visit)

    def make() -> HttpResponse:
        return _table(request, visit)

    return with_etag(request, [visit.kept.row.club.stream], make, visit.writes, visit.follows)


def _table(request: HttpRequest, visit: TableVisit, problem: Refusal | None = None) -> HttpResponse:
    shown = {
        "nav": top_line(visit.view, "chouette"),
        "sheet": table_sheet(visit.view, now(), writes=visit.writes),
        "writes": visit.writes,
        "problem": problem,
    }
    if visit.writes:
        words = {"words": json.dumps(table_words()), "refusals": json.dumps(refusal_words())}
        shown |= {"state": state_of(visit.kept), **words}
    return render(request, "clubs/chouettes/table.html", shown, status=problem.status if problem else 200)


def _written(request: HttpRequest, visit: TableVisit) -> HttpResponse:
    must(visit.writes)
    actor, pk = visit.actor, visit.view.id

    def act(caller: Caller) -> Written:
        undo = UNDO.get(_undo_word(request))
        if undo:
            return undo(pk, caller)
        return record_happening(
            pk, posted_happening(request.POST.dict(), dict(request.POST.lists()), visit.view.table), caller
        )

    assert actor is not None  # noqa: S101 -- somebody who writes
    done = carry_out(lambda: caller_of_form(request, actor), act)
    is_script = request.headers.get("Accept", "").startswith("application/json")
    if isinstance(done, Done):
        version = done.value.version if done.value else visit.view.version
        return (
            JsonResponse({"number": version})
            if is_script
            else HttpResponseRedirect(reverse("chouette", args=[pk]), status=303)
        )
    if is_script:
        return JsonResponse({"code": done.broken.code, "detail": done.text}, status=done.status)
    return _table(request, visit, done)


def _undo_word(request: HttpRequest) -> str:
    words = posted_json(request.POST["words"]) if request.POST.get("words") else {"do": request.POST.get("do", "")}
    return str(words.get("do", "")) if isinstance(words, dict) else ""


@require_safe
@chouette_page
def chouette_wall(request: HttpRequest, visit: TableVisit) -> HttpResponse:
    """Show the table on a projector."""

    def make() -> HttpResponse:
        shown = {"sheet": table_sheet(visit.view, now(), writes=False), "light": request.GET.get("ink") == "light"}
        return render(request, "clubs/chouettes/wall.html", shown)

    return with_etag(request, [visit.kept.row.club.stream], make, visit.follows)
