"""One entrant: the matches for everyone; for the desk also ticks, name, withdrawal and replacement."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from rules.typed.members import write_member_lines
from runtime.pages.etags import with_etag
from tournaments.actions.draws.lines import exchange_lines, take_out
from tournaments.actions.entrants.entering import PARTICULARS, brackets_of, rename, replace_entrant, tick, withdraw
from tournaments.actions.entrants.members import check_in
from tournaments.actions.entrants.re_entering import enter_again
from tournaments.actions.phones.contacts import set_contact
from tournaments.forms.contact import ContactForm
from tournaments.http.access import admitted, an_entrant, see
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.models import Entrant, Event
from tournaments.pages.entrants.form import EntrantForm, ExchangeForm, TakeOutForm, WithdrawForm
from tournaments.pages.entrants.sheet import EntrantSheet, entrant_sheet, withdrawal_preview
from tournaments.permissions import must
from tournaments.read.entrants.listed import EntrantCard, contact_of

PAGE = "tournaments/entrants/card.html"


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("anybody", an_entrant, "entrants", posting="desk")
def entrant(request: HttpRequest, entrant: Entrant, nav: Nav) -> HttpResponse:
    """The card of an entrant."""
    event = entrant.event
    if request.method == "POST":
        return _posted(request, event, entrant_sheet(event, entrant.pk), nav)
    if nav.staff:  # who sees forms, each with a key of its own
        return _page(request, nav, entrant_sheet(event, entrant.pk))
    return with_etag(request, [event.tournament.stream], lambda: _page(request, nav, entrant_sheet(event, entrant.pk)))


def _posted(request: HttpRequest, event: Event, sheet: EntrantSheet, nav: Nav) -> HttpResponse:
    doing = DOING.get(request.POST.get("do", ""))
    return doing(request, event, sheet, nav) if doing else _page(request, nav, sheet, status=400)


def _page(
    request: HttpRequest, nav: Nav, sheet: EntrantSheet, status: int = 200, **forms: object
) -> HttpResponse:  # fmt: skip
    """Return the card; ``forms`` are those that were posted, the others are as new."""
    card = sheet.card
    now = {name: getattr(card, name) for name in PARTICULARS} | {"members": write_member_lines(card.members)}
    context = {
        "sheet": sheet,
        "nav": nav,
        "form": _form(sheet, initial=now),
        "withdrawing": WithdrawForm(sheet.brackets),
        "replacing": _form(sheet, prefix="new"),
        "exchanging": ExchangeForm(sheet.others),
        "leaving": TakeOutForm(),
        "done": request.GET.get("done", ""),
    }
    if nav.staff and "contact" not in forms:
        context["contact"] = ContactForm(initial={"email": contact_of(card.id)})
    return render(request, PAGE, context | forms, status=status)


def _form(sheet: EntrantSheet, *args: Any, **kwargs: Any) -> EntrantForm:
    return EntrantForm(*args, drawn=sheet.drawn, kind=sheet.kind, now=sheet.card.members, **kwargs)


def _ticked(request: HttpRequest, event: Event, sheet: EntrantSheet, nav: Nav) -> HttpResponse:
    kind, on, seat = request.POST.get("kind", ""), request.POST.get("on") == "1", request.POST.get("member", "")
    if kind == "here" and seat.isdecimal():
        done: object = do(request, lambda caller: check_in(sheet.card.id, int(seat[:3]), on, caller))
    else:
        done = do(request, lambda caller: tick(sheet.card.id, kind, on, caller))
    if isinstance(done, Refusal):
        return _page(request, nav, sheet, done.status, refusal=done.text)
    back = request.POST.get("back") == "list"
    return see("event_entrants", event.pk, f"#e{sheet.card.id}") if back else see("entrant", sheet.card.id)


def _renamed(request: HttpRequest, event: Event, sheet: EntrantSheet, nav: Nav) -> HttpResponse:
    form = _form(sheet, request.POST)
    if not form.is_valid():
        return _page(request, nav, sheet, 422, form=form)
    done = do(request, lambda caller: rename(sheet.card.id, form.changes(), caller))
    if isinstance(done, Refusal):
        form.refuse(done.broken)
        return _page(request, nav, sheet, done.status, form=form)
    return see("entrant", sheet.card.id, "?done=renamed")


def _contact_entered(request: HttpRequest, event: Event, sheet: EntrantSheet, nav: Nav) -> HttpResponse:
    form = ContactForm(request.POST)
    if not form.is_valid():
        return _page(request, nav, sheet, 422, contact=form)
    done = do(request, lambda caller: set_contact(sheet.card.id, form.address, caller))
    if isinstance(done, Refusal):
        form.refuse(done.broken)
        return _page(request, nav, sheet, done.status, contact=form)
    return see("entrant", sheet.card.id, "?done=renamed")


def _withdrawn(request: HttpRequest, event: Event, sheet: EntrantSheet, nav: Nav) -> HttpResponse:
    form = WithdrawForm(event.rules.brackets, request.POST)
    if not form.is_valid():
        return _page(request, nav, sheet, 422, withdrawing=form)
    if request.POST.get("sure") != "1":
        forfeited = withdrawal_preview(event, sheet.card.id, brackets_of(event, form.chosen))
        return _page(request, nav, sheet, withdrawing=form, preview=True, forfeited=forfeited)
    done = do(request, lambda caller: withdraw(sheet.card.id, form.chosen, caller))
    if isinstance(done, Refusal):
        form.refuse(done.broken)
        return _page(request, nav, sheet, done.status, withdrawing=form)
    return see("entrant", sheet.card.id, "?done=withdrawn")


def _replaced(request: HttpRequest, event: Event, sheet: EntrantSheet, nav: Nav) -> HttpResponse:
    must(nav.directs)
    form = _form(sheet, request.POST, prefix="new")
    if not form.is_valid():
        return _page(request, nav, sheet, 422, replacing=form)
    done = do(request, lambda caller: replace_entrant(sheet.card.id, form.entry(), caller))
    if isinstance(done, Refusal):
        form.refuse(done.broken)
        return _page(request, nav, sheet, done.status, replacing=form)
    new: EntrantCard | None = done.value.entrants[0] if done.value else None
    return see("entrant", new.id if new else sheet.card.id, "?done=replaced")


def _exchanged(request: HttpRequest, event: Event, sheet: EntrantSheet, nav: Nav) -> HttpResponse:
    must(nav.directs)
    form = ExchangeForm(sheet.others, request.POST)
    if not form.is_valid():
        return _page(request, nav, sheet, 422, exchanging=form)
    done = do(request, lambda caller: exchange_lines(sheet.card.id, form.other, form.wording, caller))
    if isinstance(done, Refusal):
        form.refuse(done.broken)
        return _page(request, nav, sheet, done.status, exchanging=form)
    return see("entrant", sheet.card.id, "?done=exchanged")


def _taken_out(request: HttpRequest, event: Event, sheet: EntrantSheet, nav: Nav) -> HttpResponse:
    must(nav.directs)
    form = TakeOutForm(request.POST)
    if not form.is_valid():
        return _page(request, nav, sheet, 422, leaving=form)
    done = do(request, lambda caller: take_out(sheet.card.id, form.wording, caller))
    if isinstance(done, Refusal):
        form.refuse(done.broken)
        return _page(request, nav, sheet, done.status, leaving=form)
    return see("entrant", sheet.card.id, "?done=taken-out")


def _entered_again(request: HttpRequest, event: Event, sheet: EntrantSheet, nav: Nav) -> HttpResponse:
    done = do(request, lambda caller: enter_again(sheet.card.id, caller))
    if isinstance(done, Refusal):
        return _page(request, nav, sheet, done.status, refusal=done.text)
    new: EntrantCard | None = done.value.entrants[0] if done.value else None
    return see("entrant", new.id if new else sheet.card.id, "?done=again")


DOING: dict[str, Callable[[HttpRequest, Event, EntrantSheet, Nav], HttpResponse]] = {
    "tick": _ticked,
    "rename": _renamed,
    "contact": _contact_entered,
    "withdraw": _withdrawn,
    "replace": _replaced,
    "exchange": _exchanged,
    "take-out": _taken_out,
    "again": _entered_again,
}
