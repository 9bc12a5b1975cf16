"""Payouts: who is due what and why, awarded, paid and open; chops, what nobody collects, and the papers of it."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.papers.listing import listing_pdf
from tournaments.actions.money.prizes import award_prizes, leave_unclaimed, transfer_prize
from tournaments.http.access import admitted, an_event, see
from tournaments.http.answers import pdf
from tournaments.http.navigation import Nav
from tournaments.http.posting import Done, Refusal, do
from tournaments.models import Event
from tournaments.pages.payouts.form import ChopForm
from tournaments.pages.payouts.sheet import payout_sheet
from tournaments.papers.money.payout_list import payout_list
from tournaments.read.money.payout_files import payout_data, payout_file_name
from tournaments.read.money.payouts import EventPayouts, payouts_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", an_event, "money", posting="directors")
def payouts(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """Who is due what of an event, and what is still to be done about it."""
    known = payouts_of(event)
    people = [(payer, name) for payer, name in known.everybody]
    form = ChopForm(request.POST if request.POST.get("do") == "move" else None, known.currency, people)
    problem, status = "", 200
    if request.method == "POST":
        done = _carry_out(request, known, form)
        if isinstance(done, Done):
            return see("payouts", event.pk, "?kept=1")
        problem, status = ("", 422) if done is None else (done.text, done.status)
    context = {
        "event": event, "nav": nav, "payouts": known, "sheet": payout_sheet(known), "form": form, "refusal": problem,
        "kept": "kept" in request.GET,
    }  # fmt: skip
    return render(request, "tournaments/payouts/page.html", context, status=status)


@require_safe
@admitted("desk", an_event, "papers")
def payouts_pdf(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """Print the payout list with room for signatures; ``?blank=1``: with the sums to be written by hand."""
    listing = payout_list(event, blank="blank" in request.GET)
    return pdf(f"payouts-{event.pk}.pdf", listing_pdf(listing, request.GET.get("paper", "A4")))


@require_safe
@admitted("anybody", an_event, "papers")
def payout_file(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """Export what ``python -m rules payout`` reads: the fund, or a side pool (``?pot=``)."""
    code = request.GET.get("pot", "")
    data = payout_data(event, code)
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="{payout_file_name(event.pk, code)}"'
    return answer


def _carry_out(request: HttpRequest, known: EventPayouts, form: ChopForm) -> Done | Refusal | None:
    """Do what a button says; None where the form is wrong."""
    what = request.POST.get("do")
    if what == "move":
        if not form.is_valid():
            return None
        values = form.cleaned_data
        return do(
            request,
            lambda caller: transfer_prize(values["giver"], values["taker"], values["amount"], values["reason"], caller),
        )
    if what == "keep":
        payer, reason = request.POST.get("payer", ""), request.POST.get("reason", "")
        if payer not in {str(each.payer) for each in known.people}:
            return None
        return do(request, lambda caller: leave_unclaimed(int(payer), reason, caller))
    return do(request, lambda caller: award_prizes(known.event, caller))
