"""Setting up: a tournament, its events, and what a format costs before it is kept."""

from typing import Any
from zoneinfo import available_timezones

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from clubs.visitor import visitor
from rules.conditions import Conditions
from rules.draws.format import read_format
from rules.errors import RuleBroken
from tournaments.actions.events import (
    change_tournament,
    copy_tournament,
    open_event,
    open_tournament,
    set_up_event,
    version_of,
)
from tournaments.forms.setup import EventForm, TournamentForm, event_data
from tournaments.models import Event, Tournament
from tournaments.permissions import may_direct, must
from tournaments.selectors import setup
from tournaments.selectors.events import field_size
from tournaments.selectors.nav import Nav
from tournaments.views.admitted import event_page, posted, see, tournament_page
from tournaments.views.doing import Not, do
from tournaments.views.draws import refused

FORM = require_http_methods(["GET", "HEAD", "POST"])
NEW_EVENT = {"consolation": "progressive", "length": {"main": {"default": 5, "last": [7, 7]}, "consolation": 3}}


@FORM
def tournament_new(request: HttpRequest, pk: int) -> HttpResponse:
    """A new tournament of a club, or one as an earlier one was."""
    who = visitor(request)
    if who is None:
        return redirect_to_login(request.get_full_path())
    try:
        club = setup.club_of(pk)
    except RuleBroken as broken:
        return refused(request, broken)
    must(may_direct(who, pk))
    earlier, offers = setup.earlier_tournaments(pk)
    asked = request.POST.get("copy") or request.GET.get("copy", "")
    source = next((each for each in earlier if str(each.pk) == asked), None)
    form = TournamentForm(
        posted(request),
        initial=_preset(source or (earlier[0] if earlier else None), source),
        name_from=source.name if source else "",
    )
    if request.method == "POST" and form.is_valid():
        made = do(
            request,
            lambda hand: (
                copy_tournament(source.pk, form.sheet(), hand) if source else open_tournament(pk, form.sheet(), hand)
            ),
        )
        if not isinstance(made, Not):
            return _after_opening(made.value, pk)
        form.refuse(made.broken)
    told = {"form": form, "club": club, "offers": offers, "source": source, "zones": sorted(available_timezones())}
    return render(request, "tournaments/setup/tournament.html", told, status=422 if form.errors else 200)


@FORM
@tournament_page("setup", "directors")
def tournament_settings(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """What is told of a tournament."""
    form = TournamentForm(posted(request), initial=setup.tournament_data(tournament))
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            done = do(request, lambda hand: change_tournament(tournament.pk, form.told(), hand))
            if not isinstance(done, Not):
                return see("tournament_settings", tournament.pk, "?kept=1")
            form.refuse(done.broken)
            status = done.status
    told = {
        "form": form,
        "nav": nav,
        "tournament": tournament,
        "version": version_of(tournament.stream),
        "kept": "kept" in request.GET,
        "zones": sorted(available_timezones()),
        "events": list(tournament.events.order_by("pk")),
    }
    return render(request, "tournaments/setup/settings.html", told, status=status)


@FORM
@tournament_page("setup", "directors")
def event_new(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """A new event of a tournament."""
    source = _source(request, tournament.club_id)
    played = setup.played_as(source) if source else (read_format(NEW_EVENT), Conditions())
    initial = event_data(source.name if source else "", *played) | {"entrants": 16}
    if not source:
        del initial["name"]
    form = EventForm(posted(request), initial=initial)
    status = 200
    if request.method == "POST" and form.is_valid() and request.POST.get("do") != "look":
        sheet = form.sheet()
        made = do(
            request, lambda hand: open_event(tournament.pk, sheet.name, sheet.format, hand, sheet.conditions)
        )  # fmt: skip
        if not isinstance(made, Not):
            return see("entrants_paste", made.value.pk) if made.value else see("event_new", tournament.pk)
        form.refuse(made.broken)
        status = made.status
    return _setup_page(request, tournament, None, form, nav, status)


@FORM
@event_page("setup", "directors")
def event_setup(request: HttpRequest, event: Event, nav: Nav) -> HttpResponse:
    """How an event is played: its format before the draw, its conditions at any time."""
    tournament = event.tournament
    source = None if event.current_draw_id else _source(request, tournament.club_id)
    initial = event_data(event.name, *setup.played_as(source or event))
    entered = field_size(event.pk)
    form = EventForm(
        posted(request), initial=initial, locked=event.current_draw_id is not None, entered=entered
    )  # fmt: skip
    status = 200
    if request.method == "POST" and form.is_valid() and request.POST.get("do") != "look":
        sheet = form.sheet()
        done = do(request, lambda hand: set_up_event(event.pk, sheet, hand))
        if not isinstance(done, Not):
            return see("event_setup", event.pk, "?kept=1")
        form.refuse(done.broken)
        status = done.status
    return _setup_page(request, tournament, event, form, nav, status)


def _setup_page(
    request: HttpRequest, tournament: Tournament, event: Event | None, form: EventForm, nav: Nav, status: int
) -> HttpResponse:
    """Return the form with its consequences beside it, or the consequences alone for the script that asks for them."""
    sheet = setup.setup_sheet(tournament, event)
    told: dict[str, Any] = {"form": form, "sheet": sheet, "nav": nav, "kept": "kept" in request.GET}
    told["forecast"] = _forecast(tournament, form)
    if request.headers.get("X-Fragment"):
        return render(request, "tournaments/setup/_forecast.html", told)
    wrong = form.is_bound and form.errors
    return render(request, "tournaments/setup/event.html", told, status=422 if wrong and status == 200 else status)


def _forecast(tournament: Tournament, form: EventForm) -> setup.ForecastSheet | None:
    """Return the consequences of what the form says, None where it can't be read."""
    if form.is_bound:
        form.is_valid()
        told, format_, size = form.cleaned_data, form.format(), form.size
    else:
        shown = EventForm({**form.initial, "name": "-"})
        shown.is_valid()
        told, format_ = shown.cleaned_data, shown.format()
        size = form.entered or form.initial.get("entrants") or 16
    if format_ is None or "minutes_per_point" not in told:
        return None
    return setup.forecast_sheet(tournament, format_, told["minutes_per_point"], size)


def _source(request: HttpRequest, club: int) -> Event | None:
    asked = request.GET.get("from", "")
    return setup.event_to_copy(int(asked), club) if asked.isascii() and asked.isdigit() and len(asked) < 12 else None


def _preset(last: Tournament | None, source: Tournament | None) -> dict[str, Any]:
    """Return what the form shows first: where and how the club met last, without the day."""
    if last is None:
        return {"timezone": "UTC"}
    data = setup.tournament_data(last) | {"starts_on": None, "copy": source.pk if source else None}
    return data | {"name": source.name if source else ""}


def _after_opening(made: Tournament | None, club: int) -> HttpResponse:
    """Lead to what comes next: the entrants of the first event, or making one."""
    if made is None:
        return see("tournament_new", club)
    first = made.events.order_by("pk").first()
    return see("entrants_paste", first.pk) if first else see("event_new", made.pk)
