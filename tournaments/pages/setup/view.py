"""Setting up: a tournament, its events, and what a format costs before it is kept."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from rules.conditions import Conditions
from rules.errors import RuleBroken
from rules.formats.registry import read_format
from tournaments.actions.events import (
    open_event,
    set_up_event,
)
from tournaments.http.access import a_tournament, admitted, an_event, posted, see
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.models import Event, Tournament
from tournaments.pages.setup import sheet as setup
from tournaments.pages.setup.form import EventForm, event_data
from tournaments.pages.setup.games import Games
from tournaments.read.club.games import own_rulesets
from tournaments.read.events import conditions_of, field_size
from tournaments.words.events import setup as words
from tournaments.words.refusals import speak

FORM = require_http_methods(["GET", "HEAD", "POST"])
NEW_EVENT = {"consolation": "progressive", "length": {"main": {"default": 5, "last": [7, 7]}, "consolation": 3}}


@FORM
@admitted("directors", a_tournament, "setup")
def event_new(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """A new event of a tournament; ``?from=``: played as an earlier one."""
    source = _source(request, tournament.club_id)
    games = Games(own_rulesets(tournament.club_id), source.rules.played if source else None)
    form = EventForm(posted(request), initial=_first_shown(source, games), games=games)
    status = 200
    if _is_kept(request, form):
        sheet = form.sheet()
        made = do(
            request, lambda caller: open_event(tournament.pk, sheet.name or "", sheet.format, caller, sheet.conditions)
        )
        if not isinstance(made, Refusal):
            return see("entrants_paste", made.value.pk) if made.value else see("event_new", tournament.pk)
        form.refuse(made.broken)
        status = made.status
    return _setup_page(request, tournament, None, form, nav, status)


@FORM
@admitted("directors", an_event, "setup")
def event_setup(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """How an event is played: its format before the draw, its conditions at any time."""
    drawn = event.current_draw_id is not None
    source = None if drawn else _source(request, event.tournament.club_id)
    games = Games(own_rulesets(event.tournament.club_id), (source or event).rules.played)
    initial, entered = event_data(event.name, *setup.played_as(source or event), games.own), field_size(event.pk)
    if entered:  # what an entrant is stays, whichever event is copied
        initial["kind"] = conditions_of(event).entrants.value
    form = EventForm(posted(request), initial=initial, locked=drawn, entered=entered, games=games)
    status = 200
    if _is_kept(request, form):
        sheet = form.sheet()
        done = do(request, lambda caller: set_up_event(event.pk, sheet, caller))
        if not isinstance(done, Refusal):
            return see("event_setup", event.pk, "?kept=1")
        form.refuse(done.broken)
        status = done.status
    return _setup_page(request, event.tournament, event, form, nav, status)


def _is_kept(request: HttpRequest, form: EventForm) -> bool:
    """Whether the form was posted to be kept, not to look at what it costs."""
    return form.is_valid() and request.POST.get("do") != "preview"


def _first_shown(source: Event | None, games: Games) -> dict[str, Any]:
    """Return what the form of a new event shows first."""
    if source is not None:
        return event_data(source.name, *setup.played_as(source), games.own) | {"entrants": 16}
    data = event_data("", read_format(NEW_EVENT), Conditions()) | {"entrants": 16}
    del data["name"]
    return data


def _setup_page(
    request: HttpRequest, tournament: Tournament, event: Event | None, form: EventForm, nav: Nav, status: int
) -> HttpResponse:
    """Return the form with its consequences beside it, or the consequences alone for the script that asks for them."""
    sheet = setup.setup_sheet(tournament, event)
    context: dict[str, Any] = {"form": form, "sheet": sheet, "nav": nav, "kept": "kept" in request.GET}
    context["forecast"], context["problem"] = _forecast(tournament, form)
    if request.headers.get("X-Fragment"):
        return render(request, "tournaments/setup/_forecast.html", context)
    wrong = form.is_bound and form.errors
    return render(request, "tournaments/setup/event.html", context, status=422 if wrong and status == 200 else status)


def _forecast(tournament: Tournament, form: EventForm) -> tuple[setup.ForecastSheet | None, str]:
    """Return the consequences of what the form says, or why there are none: empty where it can't be read."""
    if form.is_bound:
        form.is_valid()
        values, format_, size = form.cleaned_data, form.format(), form.size
    else:
        shown = EventForm({**form.initial, "name": "-"}, games=form.games)
        shown.is_valid()
        values, format_ = shown.cleaned_data, shown.format()
        size = form.entered or form.initial.get("entrants") or 16
    if format_ is None or "minutes_per_point" not in values:
        return None, ""
    try:
        return setup.forecast_sheet(tournament, format_, values["minutes_per_point"], size), ""
    except RuleBroken as broken:
        return None, f"{words.NOT_FOR_THIS_FIELD.format(n=size)} {speak(broken.code, broken.facts)}"


def _source(request: HttpRequest, club: int) -> Event | None:
    source_key = request.GET.get("from", "")
    return (
        setup.event_to_copy(int(source_key), club)
        if source_key.isascii() and source_key.isdigit() and len(source_key) < 12
        else None
    )
