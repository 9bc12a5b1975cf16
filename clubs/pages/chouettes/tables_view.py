"""One table becomes two, and two become one."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.actions.chouettes.splitting import SplitSheet, merge_tables, split_table
from clubs.http.chouettes import TableVisit, chouette_page
from clubs.http.posting import Done, Refusal, carry_out, whole
from clubs.pages.chouettes.form import TYPED, SeatingForm
from clubs.pages.chouettes.sheet import top_line
from clubs.read.chouettes.neighbours import Neighbour, neighbours_of
from clubs.words.chouette.games import names
from clubs.words.refusals import speak
from journal.book import Caller
from journal.http import caller_of_form
from rules.chouette.people import split_off
from rules.errors import RuleBroken
from rules.naming import read_name


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@chouette_page
def chouette_tables(request: HttpRequest, visit: TableVisit) -> HttpResponse:
    """Show who would move to a second table, and which tables can be merged; POST splits or merges."""
    actor = visit.writer
    if request.method != "POST":
        return _page(request, visit, _newcomers(request.GET.get("newcomers", "")))
    newcomers = _newcomers(request.POST.get("newcomers", ""))
    form = SeatingForm(request.POST)

    def act(caller: Caller) -> Any:
        if request.POST.get("do") == "merge":
            return merge_tables(visit.view.id, whole(request.POST.get("source", "")), caller)
        if not form.is_valid():
            raise RuleBroken("chouette.no_order")
        return split_table(visit.view.id, SplitSheet(newcomers, form.people(), form.rolls()), caller)

    done = carry_out(lambda: caller_of_form(request, actor), act)
    if isinstance(done, Done):
        return HttpResponseRedirect(reverse("chouette_tables", args=[visit.view.id]), status=303)
    return _page(request, visit, newcomers, done)


def _page(
    request: HttpRequest, visit: TableVisit, newcomers: tuple[str, ...], problem: Refusal | None = None
) -> HttpResponse:
    view, why = visit.view, ""
    moving: tuple[str, ...] = ()
    try:
        moving = split_off(view.table, newcomers)
    except RuleBroken as broken:
        why = speak(broken.code, broken.facts)
    people = (*moving, *newcomers)
    typed = request.POST.get("people_typed") or "\n".join(people)
    form = SeatingForm(initial={"people_typed": typed, "order": request.POST.get("order", TYPED)})
    staying = tuple(who for who in view.table.order.people if who not in moving)
    shown = {
        "nav": top_line(view, "chouette"), "view": view, "form": form, "why": why, "problem": problem,
        "moving": names(people) if people else "", "staying": names(staying), "newcomers": "\n".join(newcomers),
        "others": [_other(each) for each in neighbours_of(visit.kept, visit.writer)],
    }  # fmt: skip
    return render(request, "clubs/chouettes/tables.html", shown, status=problem.status if problem else 200)


def _other(each: Neighbour) -> tuple[Neighbour, str]:
    return each, names(each.people)


def _newcomers(typed: str) -> tuple[str, ...]:
    """Return the names of a list, one a line; names that cannot be are left out."""
    rows = []
    for line in typed[:4000].replace(",", "\n").splitlines():
        try:
            rows.append(read_name(line))
        except RuleBroken:
            continue
    return tuple(dict.fromkeys(rows))
