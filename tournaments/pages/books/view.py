"""The books of a tournament, for its directors: accounts, the legs of one, and every posting as a file."""

from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.read.books import balance_of
from tournaments.http.access import a_tournament, admitted
from tournaments.http.navigation import Nav
from tournaments.models import Tournament
from tournaments.read.money.ledger import books_names, legs_of, named_balances
from tournaments.read.money.postings import csv_lines
from tournaments.words.money.books import account_word

LONGEST_SEARCH = 60


@require_safe
@admitted("directors", a_tournament, "money")
def books(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """Render all accounts with their balances, and the legs of the one that is chosen."""
    search, chosen = request.GET.get("q", "")[:LONGEST_SEARCH], request.GET.get("account", "")
    names = books_names(tournament)
    kind, _, about = chosen.partition(":")
    number = int(about) if about.isdecimal() and len(about) < 16 else 0
    zone = ZoneInfo(tournament.timezone)
    legs = [(each, f"{each.at.astimezone(zone):%d.%m. %H:%M}") for each in legs_of(tournament.stream_id, kind, number)]
    shown = {
        "nav": nav, "tournament": tournament, "currency": tournament.currency, "search": search,
        "accounts": named_balances(tournament, names, search), "legs": legs,
        "chosen": account_word(kind, names.of(kind, number)) if chosen else "", "key": chosen,
        "balance": balance_of(tournament.stream_id, kind, number) if chosen else 0,
    }  # fmt: skip
    return render(request, "tournaments/books/page.html", shown)


@require_safe
@admitted("directors", a_tournament, "money")
def postings_csv(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponseBase:
    """Every leg of every posting as a file, streamed."""
    answer = StreamingHttpResponse(csv_lines(tournament), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="postings-{tournament.pk}.csv"'
    return answer
