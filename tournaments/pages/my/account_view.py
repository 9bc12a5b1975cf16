"""A player's own account: what they are charged, have paid and owe, with their receipts."""

from dataclasses import replace
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from journal.refusals import Unknown
from tournaments.http.answers import pdf, refused
from tournaments.http.navigation import nav_of_event
from tournaments.pages.my.session import own_page
from tournaments.papers.money.receipt import receipt_pdf
from tournaments.read.money.own import own_account
from tournaments.read.money.receipts import receipt_paper
from tournaments.read.players.player import player_of_event


@require_safe
@own_page
def account(request: HttpRequest, pk: int) -> HttpResponse:
    """Render the player's account; of an account that somebody else pays only the player's own lines."""
    player = player_of_event(pk)
    tournament = player.event.tournament
    own = own_account(player, timezone.now())
    zone = ZoneInfo(tournament.timezone)
    receipts = [(each, f"{each.at.astimezone(zone):%H:%M}") for each in own.receipts] if own else []
    nav = replace(nav_of_event(player.event, "my"), own=player.pk)
    shown = {"nav": nav, "account": own, "receipts": receipts, "currency": tournament.currency, "entrant": pk}
    return render(request, "tournaments/my/account.html", shown)


@require_safe
@own_page
def receipt(request: HttpRequest, pk: int) -> HttpResponse:
    """Render a receipt of the player's own, by its number."""
    player = player_of_event(pk)
    own = own_account(player, timezone.now())
    number = request.GET.get("number", "")
    mine = next((each for each in own.receipts if str(each.number) == number), None) if own else None
    if mine is None:
        return refused(request, Unknown("receipt.unknown"))
    paper = receipt_paper(player.event.tournament, mine.record)
    return pdf(f"receipt-{mine.number:04d}.pdf", receipt_pdf(paper, request.GET.get("paper", "A6")))
