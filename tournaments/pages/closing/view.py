"""Closing the books: what stands in the way, the equation, the button; opening them again takes two people."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from journal.book import Caller
from tournaments.actions.money.closing import close_books, reopen_books, request_reopening
from tournaments.http.access import a_tournament, admitted, see
from tournaments.http.answers import pdf
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.models import Tournament
from tournaments.pages.closing.sheet import closing_page
from tournaments.papers.money.closing_proof import closing_proof_pdf
from tournaments.read.money.sheets import sheet_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@admitted("directors", a_tournament, "money")
def closing(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """What stands in the way of closing, and closing; once closed, asking for the books and opening them again."""
    problem, status = "", 200
    if request.method == "POST":
        done = do(request, _action(request, tournament.pk))
        if not isinstance(done, Refusal):
            return see("books_closing", tournament.pk, "?kept=1")
        problem, status = done.text, done.status
    sheet = closing_page(tournament, sheet_of(tournament)) if tournament.currency else None
    context = {
        "tournament": tournament, "nav": nav, "sheet": sheet, "refusal": problem, "kept": "kept" in request.GET,
    }  # fmt: skip
    return render(request, "tournaments/closing_books/page.html", context, status=status)


@require_safe
@admitted("desk", a_tournament, "money")
def proof_pdf(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """Print the closing proof of closed books."""
    sheet = sheet_of(tournament)
    made = closing_proof_pdf(tournament, sheet, request.GET.get("paper", "A4"))
    return pdf(f"closing-proof-{tournament.pk}-{sheet.sheet}.pdf", made)


def _action(request: HttpRequest, tournament: int) -> Callable[[Caller], Any]:
    what, reason = request.POST.get("do"), request.POST.get("reason", "")
    if what == "request":
        return lambda caller: request_reopening(tournament, reason, caller)
    if what == "reopen":
        return lambda caller: reopen_books(tournament, reason, caller)
    return lambda caller: close_books(tournament, caller)
