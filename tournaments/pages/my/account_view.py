"""A player's own account: what they are charged, have paid and owe, with their receipts."""

from dataclasses import replace
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from clubs.http.posting import Refusal
from journal.refusals import Unknown
from runtime.jobs.mail import mail_is_set_up
from tournaments.actions.money.letters import mail_receipt
from tournaments.http.answers import pdf, refused
from tournaments.http.navigation import nav_of_event
from tournaments.models import Entrant
from tournaments.pages.my.session import do_as_player, own_page
from tournaments.papers.money.receipt import receipt_pdf
from tournaments.read.money.accounts import Account, ReceiptView
from tournaments.read.money.own import own_account
from tournaments.read.money.receipts import receipt_paper
from tournaments.read.players.player import player_of_event


@require_http_methods(["GET", "HEAD", "POST"])
@own_page
def account(request: HttpRequest, pk: int) -> HttpResponse:
    """Render the player's account, or mail a receipt of it; of an account that somebody else pays only own lines."""
    player = player_of_event(pk)
    own = own_account(player, timezone.now())
    if request.method != "POST":
        return _page(request, player, own)
    mine = _own_receipt(own, request.POST.get("number", ""))
    if mine is None:
        return refused(request, Unknown("receipt.unknown"))
    outcome = do_as_player(request, pk, lambda caller: mail_receipt(mine.record, caller))
    if isinstance(outcome, Refusal):
        return _page(request, player, own, outcome)
    return HttpResponseRedirect(f"{reverse('my_account', args=[pk])}?mailed={mine.number}", status=303)


def _page(request: HttpRequest, player: Entrant, own: Account | None, problem: Refusal | None = None) -> HttpResponse:
    tournament, pk = player.event.tournament, player.pk
    zone = ZoneInfo(tournament.timezone)
    receipts = [(each, f"{each.at.astimezone(zone):%H:%M}") for each in own.receipts] if own else []
    nav = replace(nav_of_event(player.event, "my"), own=player.pk)
    shown = {
        "nav": nav, "account": own, "receipts": receipts, "currency": tournament.currency, "entrant": pk,
        "can_mail": mail_is_set_up(), "mailed": _own_receipt(own, request.GET.get("mailed", "")), "problem": problem,
    }  # fmt: skip
    status = problem.status if problem else 200
    return render(request, "tournaments/my/account.html", shown, status=status)


def _own_receipt(own: Account | None, number: str) -> ReceiptView | None:
    """Return the receipt with this number on a player's account, None for none."""
    return next((each for each in own.receipts if str(each.number) == number), None) if own else None


@require_safe
@own_page
def receipt(request: HttpRequest, pk: int) -> HttpResponse:
    """Render a receipt of the player's own, by its number."""
    player = player_of_event(pk)
    mine = _own_receipt(own_account(player, timezone.now()), request.GET.get("number", ""))
    if mine is None:
        return refused(request, Unknown("receipt.unknown"))
    paper = receipt_paper(player.event.tournament, mine.record)
    return pdf(f"receipt-{mine.number:04d}.pdf", receipt_pdf(paper, request.GET.get("paper", "A6")))
