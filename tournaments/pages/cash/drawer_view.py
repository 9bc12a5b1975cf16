"""The drawer of a desk: the change it begins with, counting it, and its counts so far."""

from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from journal.book import Caller
from rules.errors import RuleBroken
from rules.money.currency import read_sum
from tournaments.actions.money.drawers import count_drawer, open_drawer
from tournaments.http.access import a_tournament, admitted
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.models import Tournament
from tournaments.pages.cash.board import drawer_sheet
from tournaments.pages.cash.drawer_form import CountForm, count_form
from tournaments.pages.cash.view import MOST_DRAWERS, till_of
from tournaments.read.money.till import counts_blind, last_counts

FRAGMENT_HEADER = "X-Fragment"
PAGE = "tournaments/cash/drawer.html"


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", a_tournament, "money")
def drawer(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """Render the count of a drawer, or enter it."""
    number = _number(request)
    form = count_form(request.POST, tournament.currency)
    if request.method != "POST":
        return _page(request, tournament, nav, number, form)
    if request.POST.get("do") == "preview":
        return _page(request, tournament, nav, number, form)
    outcome = do(request, _action(request, tournament, number, form))
    if isinstance(outcome, Refusal):
        return _page(request, tournament, nav, number, form, outcome)
    answer = HttpResponseRedirect(f"{reverse('drawer', args=[tournament.pk])}?drawer={number}")
    answer.status_code = 303
    return answer


def _is_blind(request: HttpRequest, must_be: bool) -> bool:
    """Whether the sum is hidden: by the club from its desks, else where somebody wants it so."""
    return must_be or "blind" in request.GET or "blind" in request.POST


def _number(request: HttpRequest) -> int:
    text = request.POST.get("drawer") or request.GET.get("drawer", "")
    number = int(text) if text.isdecimal() and len(text) < 3 else till_of(request).drawer
    return number if 1 <= number <= MOST_DRAWERS else 1


def _action(request: HttpRequest, tournament: Tournament, number: int, form: CountForm) -> Callable[[Caller], Any]:
    if request.POST.get("do") == "open":
        text = request.POST.get("float", "")
        return lambda caller: open_drawer(tournament.pk, number, read_sum(text, tournament.currency), caller)
    return lambda caller: count_drawer(tournament.pk, number, form.counted, form.reason, caller)


def _page(
    request: HttpRequest, tournament: Tournament, nav: Nav, number: int, form: CountForm,
    refusal: Refusal | None = None,
) -> HttpResponse:  # fmt: skip
    sheet, zone = drawer_sheet(tournament, number), ZoneInfo(tournament.timezone)
    must_be_blind = not nav.directs and counts_blind(tournament.club_id)
    try:
        total = form.total
    except RuleBroken:
        total = 0
    counts = [(f"{at.astimezone(zone):%H:%M}", counted, expected) for at, counted, expected in
              last_counts(tournament.pk, number)]  # fmt: skip
    shown = {
        "nav": nav, "tournament": tournament, "drawer": sheet, "form": form, "total": total,
        "differs": total - sheet.holds, "counts": counts, "refusal": refusal.text if refusal else "",
        "is_blind": _is_blind(request, must_be_blind), "must_be_blind": must_be_blind,
    }  # fmt: skip
    template = "tournaments/cash/_sum_so_far.html" if FRAGMENT_HEADER in request.headers else PAGE
    return render(request, template, shown, status=refusal.status if refusal else 200)
