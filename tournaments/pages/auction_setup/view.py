"""Setting up auctions: the club's permission with its legal notice, the auctions of an event, rules, lots, order."""

from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.http.access import staff
from clubs.permissions import may_own_club, must
from journal.actors import Actor
from journal.book import Caller
from journal.now import now
from journal.refusals import Unreadable
from rules.errors import RuleBroken
from tournaments.actions.auctions import lots, paying, permit
from tournaments.http.access import admitted, an_auction, an_event, posted, see
from tournaments.http.answers import refused
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do, whole_number
from tournaments.models import Auction, Event
from tournaments.models.money.auctions import NOTICE
from tournaments.pages.auction_setup.form import RulesForm, first_shown, new_rules
from tournaments.pages.auction_setup.sheet import SetupSheet, lots_of_form, setup_sheet
from tournaments.read.money.auctions.listing import auction_row, auctions_of, is_allowed_in
from tournaments.read.money.auctions.room import room_of
from tournaments.read.tournaments import club_of

FORM = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@FORM
@staff
def club_auctions(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show the legal notice; an owner confirms it and allows auctions, or ends them."""
    try:
        club = club_of(pk)
    except RuleBroken as broken:
        return refused(request, broken)
    must(may_own_club(actor, pk))
    problem, status = "", 200
    if request.method == "POST":
        wants = request.POST.get("do") == "allow" and "read" in request.POST
        if request.POST.get("do") == "allow" and not wants:
            problem, status = "tick", 422
        else:
            done = do(
                request,
                lambda caller: permit.allow_auctions(pk, NOTICE, caller) if wants else permit.end_auctions(pk, caller),
            )
            if not isinstance(done, Refusal):
                return HttpResponseRedirect(reverse("club_auctions", args=[pk]), status=303)
            problem, status = done.text, done.status
    shown = {"club": club, "allowed": is_allowed_in(pk), "problem": problem}
    return render(request, "tournaments/auction_setup/club.html", shown, status=status)


@never_cache
@FORM
@admitted("directors", an_event, "money")
def event_auctions(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """Show the auctions of an event, and set up another one."""
    tournament = event.tournament
    zone = ZoneInfo(tournament.timezone)
    form = RulesForm(posted(request), initial=new_rules(), currency=tournament.currency or "EUR", zone=zone)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            done = do(request, lambda caller: lots.open_auction(event.pk, form.data_of_rules(), caller))
            if not isinstance(done, Refusal):
                made = done.value.auction.pk if done.value else auctions_of(event.pk)[-1].pk
                return see("auction_setup", made)
            form.refuse(done.broken)
            status = done.status
    shown = {
        "nav": nav, "event": event, "form": form, "auctions": auctions_of(event.pk),
        "allowed": is_allowed_in(tournament.club_id), "currency": tournament.currency,
    }  # fmt: skip
    return render(request, "tournaments/auction_setup/event.html", shown, status=status)


@never_cache
@FORM
@admitted("directors", an_auction, "money")
def auction_setup(request: HttpRequest, auction: Auction, nav: Nav) -> HttpResponse:
    """Show and change the rules, list lots, put them in order, decide about late entrants, award."""
    sheet = _sheet(auction)
    if request.method != "POST":
        return _page(request, nav, sheet, _form(sheet))
    what = request.POST.get("do", "")
    form = _form(sheet, request.POST if what == "set" else None)
    if what == "set" and not form.is_valid():
        return _page(request, nav, sheet, form, status=422)
    done = do(request, lambda caller: _act(request, sheet, form, caller))
    if not isinstance(done, Refusal):
        return see("auction_setup", auction.pk, f"?kept={what}#{what}")
    if what == "set":
        form.refuse(done.broken)
        return _page(request, nav, _sheet(auction), form, status=done.status)
    return _page(request, nav, _sheet(auction), form, problem=done.text, status=done.status)


def _act(request: HttpRequest, sheet: SetupSheet, form: RulesForm, caller: Caller) -> Any:
    """Carry out one of the page's forms. Raises Unreadable ``command.unreadable``."""
    pk, sent = sheet.room.pk, request.POST
    acts: dict[str, Callable[[], Any]] = {
        "set": lambda: lots.set_auction(pk, form.data_of_rules(), form.cleaned_data["reason"], caller),
        "list": lambda: lots.list_lots(pk, lots_of_form(sent, sheet), caller),
        "order": lambda: lots.order_lots(pk, sent.get("kind", ""), sent.get("key", ""), caller),
        "late": lambda: lots.add_late_entrant(
            pk, whole_number(sent.get("entrant", "")), sent.get("kind", ""), sent.get("code", ""), caller
        ),
        "award": lambda: paying.award_auction(pk, caller),
    }
    if sent.get("do", "") not in acts:
        raise Unreadable("command.unreadable")
    return acts[sent["do"]]()


def _sheet(auction: Auction) -> SetupSheet:
    return setup_sheet(room_of(auction_row(auction.pk), now()))


def _form(sheet: SetupSheet, data: Any = None) -> RulesForm:
    room = sheet.room
    first = first_shown(room.rules, room.view.table, room.currency, room.zone)
    return RulesForm(data, initial=first, currency=room.currency, zone=room.zone)


def _page(
    request: HttpRequest, nav: Nav, sheet: SetupSheet, form: RulesForm, *, problem: str = "", status: int = 200
) -> HttpResponse:  # fmt: skip
    shown = {"nav": nav, "sheet": sheet, "form": form, "problem": problem, "kept": request.GET.get("kept", "")}
    return render(request, "tournaments/auction_setup/page.html", shown, status=status)
