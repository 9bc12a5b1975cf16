"""A knockout of everyone at a night: one page that says what it will be, one button that draws it."""

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.forms.fields import RefusalForm
from clubs.http.access import staff
from clubs.http.visitor import caller_of
from clubs.permissions import may_direct, must
from clubs.read.nights import NightLine, here_at, night_line
from clubs.read.persons.rows import PersonRow
from journal.actors import Actor
from journal.book import Caller, Replay
from journal.refusals import status_of
from rules.errors import RuleBroken
from tournaments.actions.draws import make_draw
from tournaments.actions.entrants import Entry, enter
from tournaments.actions.events import TournamentSheet, open_event, open_tournament
from tournaments.actions.people import link_entrants
from tournaments.http.access import see
from tournaments.words import fields
from tournaments.words.refusals import speak

EVENT = "Knockout"


class KnockoutForm(RefusalForm):
    """Lengths and the key of the draw; what is given in advance is right for most nights."""

    length = forms.IntegerField(label=fields.NIGHT_LENGTH, min_value=1, max_value=99)
    consolation = forms.ChoiceField(label=fields.NIGHT_CONSOLATION, choices=list(fields.NIGHT_CONSOLATIONS.items()))
    key = forms.CharField(label=fields.NIGHT_KEY, max_length=200, help_text=fields.NIGHT_KEY_HELP)


@dataclass(frozen=True, slots=True)
class Steps:
    """What a form makes: its steps run under keys of their own, so that a repeated form makes it once."""

    request: HttpRequest

    def made(self, step: str, act: Callable[[Caller], Any], name: str = "pk") -> int:
        """Carry out a step and return the key of what it made; a repeated one returns that of the first time."""
        caller = caller_of(self.request, lambda value: {"id": getattr(value, name) if name else 0})
        caller.key = f"{caller.key or secrets.token_urlsafe(16)}/{step}"
        try:
            act(caller)
            answer = caller.answer
        except Replay as replay:
            answer = replay.answer
        return int(json.loads(answer)["id"])


@dataclass(frozen=True, slots=True)
class Evening(Steps):
    """A night, who is there, and the values of the form."""

    night: NightLine
    here: list[PersonRow]
    values: dict[str, Any]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff
def night_knockout(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show the knockout of a night; POST makes tournament, event, entrants and draw."""
    night = night_line(pk)
    must(may_direct(actor, night.club))
    here = here_at(night)
    form = KnockoutForm(request.POST or None, initial={"length": 5, "consolation": "first_match", "key": rolled()})
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        try:
            if len(here) < 2:
                raise RuleBroken("night.empty")
            return see("draw", play(Evening(request, night, here, form.cleaned_data)))
        except RuleBroken as broken:
            form.add_error(None, speak(broken.code, broken.facts))
            status = status_of(broken)
    context = {"night": night, "here": here, "form": form}
    return render(request, "tournaments/night/knockout.html", context, status=status)


def play(evening: Evening) -> int:
    """Make the tournament of a night and draw it; return the event. Raises RuleBroken as each step does."""
    night, values = evening.night, evening.values
    today = timezone.localdate(night.starts, night.starts.tzinfo)
    sheet = TournamentSheet(
        f"{night.name}, {today:%Y-%m-%d}", str(night.starts.tzinfo), today, night.starts.timetz().replace(tzinfo=None),
        night.place, tables=max(1, len(evening.here) // 2),
    )  # fmt: skip
    format_ = {"main": "knockout", "consolation": values["consolation"], "length": values["length"]}
    entries = [Entry(row.shown(today), row.home_club, row.country) for row in evening.here]
    tournament = evening.made("open", lambda caller: open_tournament(night.club, sheet, caller))
    event = evening.made("event", lambda caller: open_event(tournament, EVENT, format_, caller))
    entrants: list[int] = []
    evening.made(
        "enter", lambda caller: entrants.extend(each.id for each in enter(event, entries, caller).entrants), ""
    )
    if entrants:
        links = {entrant: row.id for entrant, row in zip(entrants, evening.here, strict=True)}
        evening.made("link", lambda caller: link_entrants(event, links, caller), "")
    evening.made("draw", lambda caller: make_draw(event, values["key"], caller), "")
    return event


def rolled() -> str:
    """Return a key as four rolls of two dice; the room may roll its own instead."""
    return " ".join("".join(str(1 + secrets.randbelow(6)) for _ in range(2)) for _ in range(4))
