"""An event of everyone at a night: one page that says what it will be, one button that draws it."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.forms.fields import RefusalForm
from clubs.http.access import staff
from clubs.http.visitor import caller_of
from clubs.permissions import may_direct, must
from clubs.read.nights import here_at, night_line
from journal.actors import Actor
from journal.refusals import status_of
from rules.errors import RuleBroken
from rules.formats.knockout import Knockout
from rules.pairing.fixed import MOST_ROUNDS
from tournaments.actions.evenings import EVENTS, Steps, Terms, play_night, rolled
from tournaments.forms.fields import number
from tournaments.http.access import see
from tournaments.words import fields
from tournaments.words.events.formats import way_name
from tournaments.words.refusals import speak

KNOCKOUT = Knockout.name


class KnockoutForm(RefusalForm):
    """Lengths and the key of the draw; what is given in advance is right for most nights."""

    length = forms.IntegerField(label=fields.NIGHT_LENGTH, min_value=1, max_value=99)
    consolation = forms.ChoiceField(label=fields.NIGHT_CONSOLATION, choices=list(fields.NIGHT_CONSOLATIONS.items()))
    key = forms.CharField(label=fields.NIGHT_KEY, max_length=200, help_text=fields.NIGHT_KEY_HELP)


class NightEventForm(KnockoutForm):
    """The format besides; a knockout is right for most nights."""

    main = forms.ChoiceField(
        label=fields.NIGHT_FORMAT, required=False, choices=lambda: [(name, way_name(name)) for name in EVENTS]
    )
    rounds = number(fields.NIGHT_ROUNDS, 0, MOST_ROUNDS, required=False, help_text=fields.NIGHT_ROUNDS_HELP)
    field_order = ("main", "length", "consolation", "rounds", "key")

    def clean_main(self) -> str:
        return str(self.cleaned_data["main"]) or KNOCKOUT

    def clean_rounds(self) -> int:
        return self.cleaned_data["rounds"] or 0


def steps_of(request: HttpRequest) -> Steps:
    """Return the steps of a posted form."""
    return Steps(lambda render: caller_of(request, render))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff
def night_draw(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show the event of a night; POST makes tournament, event, entrants and draw."""
    night = night_line(pk)
    must(may_direct(actor, night.club))
    here = here_at(night)
    usual = {"main": KNOCKOUT, "length": 5, "consolation": "first_match", "key": rolled()}
    form = NightEventForm(request.POST or None, initial=usual)
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        try:
            return see("draw", play_night(steps_of(request), night, here, Terms(**form.cleaned_data)))
        except RuleBroken as broken:
            form.add_error(None, speak(broken.code, broken.facts))
            status = status_of(broken)
    context = {"night": night, "here": here, "form": form}
    return render(request, "tournaments/night/draw.html", context, status=status)
