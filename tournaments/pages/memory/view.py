"""The memory: what happened, who wrote it, and taking it back."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from clubs.actions.undo import undo
from journal.verbs import undoable
from runtime.pages.etags import fresh
from tournaments.http.access import a_tournament, admitted
from tournaments.http.posting import Not, do
from tournaments.models import Tournament
from tournaments.pages.memory.record import RecordSheet, record_sheet, undo_preview
from tournaments.pages.memory.sheet import Query, memory_sheet
from tournaments.read.navigation import Nav


@require_safe
@admitted("desk", a_tournament, "memory")
def memory(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """The ledger of a tournament."""

    def page() -> HttpResponse:
        context = {
            "sheet": memory_sheet(tournament, _query(request)),
            "nav": nav,
            "marked": request.GET.get("record", ""),
        }
        return render(request, "tournaments/memory/page.html", context)

    return fresh(request, [tournament.stream], page, nav.clock)


@require_safe
@admitted("desk", a_tournament, "memory")
def record(request: HttpRequest, tournament: Tournament, nav: Nav, number: int) -> HttpResponse:
    """One record: what it says, and what matches looked like before and after."""
    sheet = record_sheet(tournament, number)
    may_undo = _undoable(sheet, nav) and sheet.entry.undone_by is None
    return render(request, "tournaments/memory/record.html", {"sheet": sheet, "nav": nav, "undoable": may_undo})


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", a_tournament, "memory")
def record_undo(request: HttpRequest, tournament: Tournament, nav: Nav, number: int) -> HttpResponse:
    """What taking a record back does, before it is done."""
    problem: Not | None = None
    if request.method == "POST":
        done = do(request, lambda caller: undo("tournament", tournament.pk, number, caller))
        if not isinstance(done, Not):
            marked = done.value.record if done.value else number
            answer = HttpResponseRedirect(f"{reverse('memory', args=[tournament.pk])}?record={marked}#r{marked}")
            answer.status_code = 303
            return answer
        problem = done
    sheet = undo_preview(tournament, number)
    context = {
        "sheet": sheet,
        "nav": nav,
        "problem": problem,
        "undoable": _undoable(sheet.record, nav),
    }
    return render(request, "tournaments/memory/undo.html", context, status=problem.status if problem else 200)


def _undoable(sheet: RecordSheet, nav: Nav) -> bool:
    return sheet.verb in undoable() and nav.directs and not sheet.entry.by_clock


def _query(request: HttpRequest) -> Query:
    before = request.GET.get("before", "")
    number = int(before) if before.isascii() and before.isdigit() and len(before) < 16 else None
    return Query(
        request.GET.get("q", "").strip()[:100],
        request.GET.get("kind", ""),
        request.GET.get("who", ""),
        number,
        scores="scores" in request.GET,
    )
