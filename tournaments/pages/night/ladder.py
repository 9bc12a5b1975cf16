"""The end of a ladder's season: a knockout of its top players, the upper half seeded by place."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.http.access import staff
from clubs.permissions import may_direct, must
from clubs.read.ladders.view import ladder_of, ladder_view
from journal.actors import Actor
from journal.refusals import status_of
from rules.errors import RuleBroken
from tournaments.actions.evenings import Terms, play_ladder, rolled
from tournaments.http.access import see
from tournaments.pages.night.view import KnockoutForm, steps_of
from tournaments.words import fields
from tournaments.words.refusals import speak

# What a ladder whose rules name no number offers.
TOP = 8


class LadderKnockoutForm(KnockoutForm):
    """How many of the top play, lengths, and the key of the draw."""

    top = forms.IntegerField(label=fields.LADDER_TOP, min_value=2, max_value=64)
    field_order = ("top", "length", "consolation", "key")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff
def ladder_knockout(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show the knockout at the end of a ladder; POST makes tournament, event, entrants and draw."""
    view = ladder_view(ladder_of(pk))
    must(may_direct(actor, view.ladder.club_id))
    finalists = view.replayed.finalists(None)
    usual = {
        "top": min(view.rules.finalists or TOP, max(2, len(finalists))), "length": view.rules.length or 7,
        "consolation": "none", "key": rolled(),
    }  # fmt: skip
    form = LadderKnockoutForm(request.POST or None, initial=usual)
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        try:
            values = dict(form.cleaned_data)
            top = values.pop("top")
            return see("draw", play_ladder(steps_of(request), view, top, Terms(**values)))
        except RuleBroken as broken:
            form.add_error(None, speak(broken.code, broken.facts))
            status = status_of(broken)
    context = {"ladder": view.ladder, "names": [view.name(each) for each in finalists], "form": form}
    return render(request, "tournaments/night/ladder.html", context, status=status)
