"""The cash desk: a queue of people, one line, and never a sum that nobody saw."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from clubs.http.visitor import visitor
from journal.book import Caller
from journal.refusals import Unknown
from runtime.pages.etags import with_etag
from tournaments.http.access import a_tournament, admitted
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.models import Tournament
from tournaments.pages.cash.board import Ledger, cash_desk, read_ledger
from tournaments.pages.cash.line import just_recorded, line_sheet, person_sheet
from tournaments.pages.cash.orders import TAKING, Action, Order, action_of, order_of, payment_of, taking
from tournaments.pages.cash.sheet import LineSheet, Till, Viewer
from tournaments.pages.cash.tally import Payment
from tournaments.read.events import tournament_of
from tournaments.read.floor import record_under_key
from tournaments.read.money.accounts import Account

# Sent by the page's script, which wants a part of the page and nothing around it.
FRAGMENT_HEADER = "X-Desk"
COOKIE = "cash-desk"
COOKIE_AGE = 30 * 24 * 3600
MOST_DRAWERS = 20
PAGE = "tournaments/cash/page.html"
ANSWER = "tournaments/cash/_line.html"
TRIES = 3


@dataclass(frozen=True, slots=True)
class CashRequest:
    """A request of the person at the cash desk of a tournament."""

    http: HttpRequest
    tournament: Tournament
    nav: Nav

    @property
    def actor(self) -> str:
        actor = visitor(self.http)
        return actor.name if actor else ""

    @property
    def till(self) -> Till:
        return till_of(self.http)

    @property
    def is_script(self) -> bool:
        return FRAGMENT_HEADER in self.http.headers

    def ledger(self) -> Ledger:
        """Return the accounts as they are now."""
        zone = ZoneInfo(self.tournament.timezone)
        return read_ledger(self.tournament, Viewer(self.actor, self.nav.directs, self.till, timezone.now(), zone))

    def fresh(self) -> "CashRequest":
        """Return this request with the tournament as it is now."""
        return replace(self, tournament=tournament_of(self.tournament.pk))


def till_of(request: HttpRequest) -> Till:
    """Return the settings of this desk, which its browser remembers."""
    number, *wishes = request.COOKIES.get(COOKIE, "").split("-")
    drawer = int(number) if number.isdecimal() and len(number) < 3 else 1
    return Till(drawer if 1 <= drawer <= MOST_DRAWERS else 1, "print" in wishes, "mail" in wishes)


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", a_tournament, "money")
def cash(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """Render the cash desk, or carry out what was posted."""
    sent = CashRequest(request, tournament, nav)
    if request.method == "POST":
        return _post(sent)
    if not tournament.currency:
        return render(request, "tournaments/cash/no_fees.html", {"nav": nav, "tournament": tournament})
    show: Callable[[CashRequest], HttpResponse] = _board if "board" in request.GET else _whole_page
    return with_etag(request, [tournament.stream], lambda: show(sent), nav.clock, nav.marks, str(sent.till))


@require_safe
@admitted("desk", a_tournament, "money")
def cash_line(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """Render the meaning of the line while it is typed, or the block of a person while it is ticked."""
    sent = CashRequest(request, tournament, nav)
    return _fragment(sent, _meaning(sent, sent.ledger()))


def _meaning(sent: CashRequest, ledger: Ledger) -> LineSheet:
    query = sent.http.GET
    if "entrant" in query:
        return person_sheet(ledger, _account_of(ledger, query["entrant"]))
    if "payer" in query:
        return person_sheet(ledger, _account(ledger, query["payer"]), payment_of(query))
    return line_sheet(ledger, query.get("q", ""))


def _account(ledger: Ledger, payer: object) -> Account:
    number = int(payer) if isinstance(payer, str) and payer.isdecimal() and len(payer) < 16 else 0
    account = ledger.accounts.by_payer.get(number)
    if account is None:
        raise Unknown("payer.unknown")
    return account


def _account_of(ledger: Ledger, entrant: object) -> Account:
    """Return the account from which an entrant is paid."""
    for account in ledger.accounts.by_payer.values():
        if str(entrant) in map(str, account.entrants):
            return account
    raise Unknown("payer.unknown")


def _whole_page(sent: CashRequest) -> HttpResponse:
    """Render the cash desk: with the confirmation of the last action, with a person, or with an empty line."""
    ledger, query = sent.ledger(), sent.http.GET
    done = query.get("done", "")
    if done.isdecimal() and len(done) < 16:
        return _page(sent, ledger, just_recorded(ledger, int(done)))
    return _page(sent, ledger, _meaning(sent, ledger) if {"payer", "entrant"} & set(query) else LineSheet("empty"))


def _board(sent: CashRequest) -> HttpResponse:
    shown = {"cash": cash_desk(sent.ledger()), "till": sent.till, "marks": sent.nav.marks}
    return render(sent.http, "tournaments/cash/_board.html", shown)


def _page(sent: CashRequest, ledger: Ledger, line: LineSheet, status: int = 200) -> HttpResponse:
    shown = {"nav": sent.nav, "cash": cash_desk(ledger), "line": line, "till": sent.till, "actor": sent.actor}
    return render(sent.http, PAGE, shown, status=status)


def _fragment(sent: CashRequest, line: LineSheet, status: int = 200) -> HttpResponse:
    return render(sent.http, ANSWER, {"line": line, "cash": {"tournament": sent.tournament.pk}}, status=status)


def _answered(sent: CashRequest, line: LineSheet, status: int = 200) -> HttpResponse:
    if sent.is_script:
        return _fragment(sent, line, status)
    return _page(sent, sent.ledger(), line, status)


def _post(sent: CashRequest) -> HttpResponse:
    posted = sent.http.POST
    if posted.get("do") == "till":
        return _settled(sent)
    if "do" in posted:
        return _carry_out(sent)
    if "enter" in posted:
        return _entered(sent)
    return _answered(sent, line_sheet(sent.ledger(), posted.get("text", "")))


def _settled(sent: CashRequest) -> HttpResponse:
    """Remember in this browser which drawer stands at the desk, and whether receipts are printed."""
    posted = sent.http.POST
    drawer = posted.get("drawer", "1")
    answer = HttpResponseRedirect(reverse("cash", args=[sent.tournament.pk]))
    answer.status_code = 303
    wishes = [name for name, field in (("print", "prints"), ("mail", "mails")) if field in posted]
    value = "-".join([drawer if drawer.isdecimal() else "1", *wishes])
    answer.set_cookie(COOKIE, value, max_age=COOKIE_AGE, secure=sent.http.is_secure(), httponly=True, samesite="Lax")
    return answer


def _carry_out(sent: CashRequest) -> HttpResponse:
    """Carry out a form: of the sentence, of a person's block, of *Just done* or of a payout that waits."""
    if written := _written(sent):
        return written
    order = order_of(sent.http.POST, sent.tournament.pk, sent.till)
    if order.do == "mail":
        return _mailed(sent, order)
    return _taken(sent, order) if order.do in TAKING else _acted(sent, action_of(order), order.payer)


def _taken(sent: CashRequest, order: Order) -> HttpResponse:
    """Take money, unless the sum is another than the one that was shown: then the new sum is shown first."""
    ledger = sent.ledger()
    sheet = person_sheet(ledger, _account(ledger, str(order.payer)), order.payment)
    person = sheet.person
    if person is None or sheet.kind != "takes" or order.shown != person.tally.amount:
        seen = sent.http.POST.get("seen", "")
        if person and seen not in ("", str(person.account.version)):
            sheet = replace(sheet, kind="stale", receipt=person.last, fields=())
        return _answered(sent, replace(sheet, typed=sent.http.POST.get("text", "")), 409)
    return _acted(sent, taking(person.tally, sent.till), order.payer)


def _mailed(sent: CashRequest, order: Order) -> HttpResponse:
    """Mail a receipt: nothing changes in the books, so there is no record that says it."""
    outcome = do(sent.http, action_of(order))
    if isinstance(outcome, Refusal):
        return _refused(sent, outcome, order.payer)
    ledger = sent.ledger()
    sheet = person_sheet(ledger, _account(ledger, str(order.payer)))
    return _answered(sent, replace(sheet, kind="mailed", fields=()))


def _acted(sent: CashRequest, act: Action, payer: int) -> HttpResponse:
    outcome = do(sent.http, act)
    if isinstance(outcome, Refusal):
        return _refused(sent, outcome, payer)
    return _written(sent) or _unchanged(sent, payer)


def _unchanged(sent: CashRequest, payer: int) -> HttpResponse:
    if sent.is_script:
        return _fragment(sent, LineSheet("unchanged"))
    return _redirect(sent, {"payer": payer} if payer else {})


def _written(sent: CashRequest) -> HttpResponse | None:
    """Render the sentence of what this form wrote, None if it wrote nothing yet."""
    number = record_under_key(sent.tournament, sent.actor, sent.http.POST.get("once", ""))
    if not number:
        return None
    if not sent.is_script:
        return _redirect(sent, {"done": number})
    sent = sent.fresh()
    return _fragment(sent, just_recorded(sent.ledger(), number))


def _redirect(sent: CashRequest, params: dict[str, int]) -> HttpResponse:
    page = reverse("cash", args=[sent.tournament.pk])
    return HttpResponseRedirect(f"{page}?{urlencode(params)}" if params else page, status=303)


def _refused(sent: CashRequest, outcome: Refusal, payer: int) -> HttpResponse:
    """Render what was refused, with the text that was typed and the account as it is now."""
    sent = sent.fresh()
    ledger, typed = sent.ledger(), sent.http.POST.get("text", "")
    account = ledger.accounts.by_payer.get(payer)
    person = ledger.person(account, Payment()) if account else None
    line = LineSheet("refused", typed, person=person, refusal=outcome.text, currency=sent.tournament.currency)
    if person and person.last and outcome.broken.code in ("stale", "payment.nothing"):
        line = replace(line, kind="stale", receipt=person.last)
    return _answered(sent, line, outcome.status)


def _entered(sent: CashRequest) -> HttpResponse:
    """Carry out a line whose meaning nobody saw yet, if it means one thing that takes money; show it otherwise."""
    if written := _written(sent):
        return written
    for _ in range(TRIES):
        sheet = line_sheet(sent.ledger(), sent.http.POST.get("text", ""))
        if sheet.kind != "takes" or sheet.person is None or sheet.person.account.is_part_paid:
            break
        outcome = do(sent.http, _seeing(taking(sheet.person.tally, sent.till), sheet.seen))
        if not isinstance(outcome, Refusal):
            return _written(sent) or _unchanged(sent, sheet.person.account.payer)
        if outcome.broken.code != "stale":
            return _refused(sent, outcome, sheet.person.account.payer)
        sent = sent.fresh()
    return _answered(sent, sheet)


def _seeing(act: Action, seen: int | None) -> Action:
    def seeing(caller: Caller) -> Any:
        caller.seen = seen
        return act(caller)

    return seeing
