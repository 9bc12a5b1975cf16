"""The table of a chouette: the phone on it, those who follow, and the projector."""

import json
from dataclasses import replace

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
from clubs.read.chouettes.tonight import night_on, present_at
from clubs.words.chouette.table import refusal_words, speak_at_the_table, table_words
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
        here = present_at(night_on(visit.view.club, now()))
        epoch = visit.kept.row.club.stream.epoch
        shown |= {"state": state_of(visit.kept, here), "epoch": epoch, **words}
    return render(request, "clubs/chouettes/table.html", shown, status=problem.status if problem else 200)


def _written(request: HttpRequest, visit: TableVisit) -> HttpResponse:
    actor, pk = visit.writer, visit.view.id

    def act(caller: Caller) -> Written:
        undo = UNDO.get(_undo_word(request))
        if undo:
            return undo(pk, caller)
        happening = posted_happening(request.POST.dict(), dict(request.POST.lists()), visit.view.table)
        return record_happening(pk, happening, caller, person=_person(request))

    done = carry_out(lambda: caller_of_form(request, actor), act, speak_at_the_table)
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


def _person(request: HttpRequest) -> int | None:
    """Return the key of the person who was chosen among those checked in, None for a name that was typed."""
    key = request.POST.get("present", "")
    return int(key) if key.isascii() and key.isdecimal() and len(key) < 16 else None


def _undo_word(request: HttpRequest) -> str:
    words = posted_json(request.POST["words"]) if request.POST.get("words") else {"do": request.POST.get("do", "")}
    return str(words.get("do", "")) if isinstance(words, dict) else ""


@require_safe
@chouette_page
def chouette_wall(request: HttpRequest, visit: TableVisit) -> HttpResponse:
    """Show the table on a projector."""

    def make() -> HttpResponse:
        sheet = table_sheet(visit.view, now(), writes=False)
        shown = {"sheet": replace(sheet, light=request.GET.get("ink") == "light")}
        return render(request, "clubs/chouettes/wall.html", shown)

    return with_etag(request, [visit.kept.row.club.stream], make, visit.follows)
