"""The fees of a tournament: its currency, what it costs whom, and who would be charged what before they are set."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from journal.book import Caller, Previewed
from tournaments.actions.money.fees import last_turn, set_fees
from tournaments.http.access import a_tournament, admitted, see
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.models import Event, Tournament
from tournaments.pages.fees.form import FeesForm, choices, form_of, posted_form
from tournaments.read.events import tournament_of
from tournaments.read.money.payers import fees_of
from tournaments.read.money.preview import charges, owed_by_name
from tournaments.read.money.till import live_events, release_limit
from tournaments.words.money.lines import KINDS

FRAGMENT_HEADER = "X-Fragment"


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("directors", a_tournament, "money")
def fees(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """Render the fees, try them out, or set them."""
    if request.method != "POST":
        form = form_of(fees_of(tournament), tournament.currency, release_limit(tournament.pk))
        return _page(request, tournament, nav, form)
    form = posted_form(request.POST)
    if request.POST.get("do") == "preview":
        outcome = do(request, lambda caller: _tried(tournament, form, caller))
        if isinstance(outcome, Refusal):
            return _page(request, tournament, nav, form, refusal=outcome)
        return _page(request, tournament, nav, form, preview=outcome.value)
    outcome = do(request, lambda caller: set_fees(tournament.pk, form.sheet(), caller))
    if isinstance(outcome, Refusal):
        return _page(request, tournament, nav, form, refusal=outcome)
    return see("fees", tournament.pk, "?kept=1")


def _tried(tournament: Tournament, form: FeesForm, caller: Caller) -> dict[str, Any]:
    """Set the fees, see what they come to, and take it all back."""
    before = owed_by_name(tournament)
    caller.preview, caller.key, caller.seen = True, None, None
    caller.render = lambda fact: charges(tournament_of(tournament.pk), before)
    try:
        set_fees(tournament.pk, form.sheet(), caller)
    except Previewed as previewed:
        return dict(json.loads(previewed.answer))
    return {}


def _page(
    request: HttpRequest, tournament: Tournament, nav: Nav, form: FeesForm, *, refusal: Refusal | None = None,
    preview: dict[str, Any] | None = None,
) -> HttpResponse:  # fmt: skip
    events: list[Event] = live_events(tournament.pk)
    shown = {
        "nav": nav, "tournament": tournament, "form": form, "turn": last_turn(tournament.pk),
        "choices": [(value, KINDS[kind], name) for value, kind, name in choices(events)],
        "refusal": refusal.text if refusal else "", "preview": preview, "kept": "kept" in request.GET,
        "currency": form.currency.upper(),
    }  # fmt: skip
    if FRAGMENT_HEADER in request.headers:
        return render(request, "tournaments/fees/_preview.html", shown)
    return render(request, "tournaments/fees/page.html", shown, status=refusal.status if refusal else 200)
