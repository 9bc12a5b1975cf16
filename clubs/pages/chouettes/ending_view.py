"""The end of a chouette: payments that were made, closing, and opening again."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.actions.chouettes.paying import Payment, close_chouette, record_payment, reopen_chouette, undo_payment
from clubs.actions.chouettes.steps import Written
from clubs.http.chouettes import TableVisit, chouette_page
from clubs.http.posting import Done, carry_out, whole
from clubs.pages.chouettes.ending import ending_of
from clubs.pages.chouettes.sheet import top_line
from clubs.pages.chouettes.sheet_view import sheet_page
from clubs.papers.chouette_sheet import sheet_of
from journal.book import Caller
from journal.http import caller_of_form
from rules.errors import RuleBroken
from rules.money.currency import read_sum

type Act = Callable[[Caller], Written]


@never_cache
@require_POST
@chouette_page
def chouette_payments(request: HttpRequest, visit: TableVisit) -> HttpResponse:
    """Record that somebody paid, or take a payment back; the sheet shows what is left."""
    actor, view = visit.writer, visit.view

    def act(caller: Caller) -> Written:
        if request.POST.get("do") == "undo":
            return undo_payment(view.id, whole(request.POST.get("turn", "")), caller)
        return record_payment(view.id, _payment(request, visit), caller)

    done = carry_out(lambda: caller_of_form(request, actor), act)
    if isinstance(done, Done):
        return HttpResponseRedirect(reverse("chouette_sheet", args=[view.id]) + "#settlement", status=303)
    return sheet_page(request, visit, done)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@chouette_page
def chouette_closing(request: HttpRequest, visit: TableVisit) -> HttpResponse:
    """Show what closing does; POST closes the session, or opens it again."""
    actor, view = visit.writer, visit.view
    problem, status = "", 200
    if request.method == "POST":
        done = carry_out(lambda: caller_of_form(request, actor), _closing(request, visit))
        if isinstance(done, Done):
            return HttpResponseRedirect(reverse("chouette_sheet", args=[view.id]), status=303)
        problem, status = done.text, done.status
    sheet = sheet_of(view)
    sums = sheet.sums or [""] * len(sheet.people)
    shown = {
        "nav": top_line(view, "chouette_sheet"), "view": view, "sheet": sheet, "ending": ending_of(view),
        "totals": list(zip(sheet.people, sheet.totals, sums, strict=True)),
        "in_books": visit.kept.row.in_books, "problem": problem, "unit": request.POST.get("unit", ""),
    }  # fmt: skip
    return render(request, "clubs/chouettes/closing.html", shown, status=status)


def _closing(request: HttpRequest, visit: TableVisit) -> Act:
    view = visit.view
    if request.POST.get("do") == "reopen":
        return lambda caller: reopen_chouette(view.id, caller)

    def close(caller: Caller) -> Written:
        typed = request.POST.get("unit", "").strip()
        unit = read_sum(typed, view.options.currency) if typed and view.is_for_money else None
        return close_chouette(view.id, unit, caller)

    return close


def _payment(request: HttpRequest, visit: TableVisit) -> Payment:
    """Return the payment of a posted form. Raises RuleBroken ``chouette.absent``, ``sum.unread``, ``sum.digits``."""
    view, typed = visit.view, request.POST.get("sum", "").strip()
    if not typed:
        amount = whole(request.POST.get("amount", ""))
    elif view.is_for_money:
        amount = read_sum(typed, view.options.currency)
    else:
        amount = whole(typed)
    people = [visit.kept.names.get(whole(request.POST.get(side, "")), "") for side in ("payer", "payee")]
    if "" in people:
        raise RuleBroken("chouette.absent", who=request.POST.get("payer", "")[:20])
    return Payment(people[0], people[1], amount)
