"""The memory of a club or a tournament: what happened, who recorded it, and undoing it."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from clubs.actions.undo import undo
from clubs.http.memory import Visit
from clubs.http.posting import Refusal, do
from clubs.pages.memory.record import RecordSheet, record_sheet, undo_preview
from clubs.pages.memory.sheet import Query, memory_sheet
from clubs.permissions import is_at_least
from journal.verbs import declared
from runtime.pages.etags import with_etag


@require_safe
def ledger(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Show the records, newest first."""

    def page() -> HttpResponse:
        sheet = memory_sheet(visit.owner, _query(request))
        return _page(request, "ledger", visit, sheet=sheet, marked=request.GET.get("record", ""))

    return with_etag(request, [visit.owner.stream], page, visit.clock)


@require_safe
def record(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """Show one record: what it says, and what it changed."""
    sheet = record_sheet(visit.owner, number)
    may_undo = _may_undo(sheet, visit) and sheet.entry.undone_by is None
    return _page(request, "record", visit, sheet=sheet, undoable=may_undo)


@require_http_methods(["GET", "HEAD", "POST"])
def record_undo(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """Show what undoing a record would change, and undo it."""
    owner, problem = visit.owner, None
    if request.method == "POST":
        done = do(request, lambda caller: undo(owner.kind, owner.number, number, caller), visit.say)
        if not isinstance(done, Refusal):
            marked = done.value.record if done.value else number
            return HttpResponseRedirect(f"{owner.address}?record={marked}#r{marked}", status=303)
        problem = done
    sheet = undo_preview(owner, number)
    may_undo = _may_undo(sheet.record, visit)
    status = problem.status if problem else 200
    return _page(request, "undo", visit, status, sheet=sheet, problem=problem, undoable=may_undo)


def _page(request: HttpRequest, name: str, visit: Visit, status: int = 200, **context: object) -> HttpResponse:
    context |= {"owner": visit.owner, "nav": visit.nav}
    return render(request, f"clubs/memory/{name}.html", context, status=status)


def _may_undo(sheet: RecordSheet, visit: Visit) -> bool:
    verb = declared().get(sheet.verb)
    return verb is not None and is_at_least(visit.role, verb.verb.undo) and not sheet.entry.by_clock


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
