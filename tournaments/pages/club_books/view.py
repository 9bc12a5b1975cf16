"""The books of a club: what its tournaments left, by currency, and the same as a file."""

from collections.abc import Iterator
from itertools import groupby

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.http.visitor import visitor
from clubs.models import Club
from clubs.permissions import may_own_club
from journal.refusals import Unknown
from rules.money.currency import plain_sum
from tournaments.actions.money.drawers import count_blind
from tournaments.http.answers import refused
from tournaments.http.posting import do
from tournaments.permissions import may_direct, must
from tournaments.read.club.books import club_accounts, club_legs
from tournaments.read.money.till import counts_blind
from tournaments.read.tournaments import club_of
from tournaments.words.money.books import club_account_word

COLUMNS = ("record", "at", "posting", "account", "about", "currency", "debit", "credit")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_books(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the accounts of a club, each currency for itself; an owner says how its drawers are counted."""
    club = _admitted(request, pk)
    if not isinstance(club, Club):
        return club
    if request.method == "POST":
        do(request, lambda caller: count_blind(pk, request.POST.get("blind") == "1", caller))
        answer = HttpResponseRedirect(reverse("club_books", args=[pk]))
        answer.status_code = 303
        return answer
    accounts = [(each, str(club_account_word(each.kind))) for each in club_accounts(club)]
    currencies = [(currency, list(rows)) for currency, rows in groupby(accounts, key=lambda each: each[0].currency)]
    who = visitor(request)
    shown = {
        "club": club, "currencies": currencies, "owns": who is not None and may_own_club(who, pk),
        "counts_blind": counts_blind(pk),
    }  # fmt: skip
    return render(request, "tournaments/club_books/page.html", shown)


@require_safe
def club_books_csv(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Return every leg of the club's books as a file, streamed."""
    club = _admitted(request, pk)
    if not isinstance(club, Club):
        return club
    answer = StreamingHttpResponse(_lines(club), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="club-books-{club.pk}.csv"'
    return answer


def _admitted(request: HttpRequest, pk: int) -> Club | HttpResponse:
    """Return the club for its directors, else the answer to everybody else. Raises PermissionDenied."""
    who = visitor(request)
    if who is None:
        return redirect_to_login(request.get_full_path())
    try:
        club = club_of(pk)
    except Unknown as unknown:
        return refused(request, unknown)
    must(may_direct(who, pk))
    return club


def _lines(club: Club) -> Iterator[str]:
    """Yield the lines of the file: parted by semicolons, sums with a point; every cell is a code or a number."""
    yield "\ufeff" + ";".join(COLUMNS) + "\r\n"
    for record, at, posting, kind, about, currency, amount in club_legs(club):
        sums = [plain_sum(each, currency) if each else "" for each in (max(amount, 0), max(-amount, 0))]
        cells = [str(record), at.isoformat(timespec="seconds"), posting, kind, str(about or ""), currency, *sums]
        yield ";".join(cells) + "\r\n"
