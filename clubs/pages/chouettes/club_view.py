"""The chouettes of a club: the list, and a new one made in two taps."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.actions.roles import club_of
from clubs.http.access import staff
from clubs.http.posting import Done, Refusal, do
from clubs.pages.chouettes.form import NewChouetteForm
from clubs.papers.chouette_pad import chouette_pad_pdf
from clubs.permissions import may_open_chouettes, must
from clubs.read.chouettes.latest import SessionLine, latest_sessions, newest_session
from clubs.read.chouettes.rules import house_rules_of, is_money_allowed
from clubs.words.chouette_games import names, signed
from clubs.words.chouette_options import option_lines
from clubs.words.refusals import speak
from journal.actors import Actor
from rules.errors import RuleBroken


@require_safe
@never_cache
@staff
def club_chouettes(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show the latest chouettes of a club."""
    club = club_of(pk)
    must(may_open_chouettes(actor, pk))
    lines = [(line, names(line.people), _leader(line)) for line in latest_sessions(pk)]
    shown = {"club": club, "lines": lines, "rules": option_lines(house_rules_of(pk).options)}
    return render(request, "clubs/chouettes/list.html", shown)


def _leader(line: SessionLine) -> str:
    return f"{line.leader[0]} {signed(line.leader[1])}" if line.leader else ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff
def chouette_new(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Open a chouette: names suffice, the house rules stand."""
    club = club_of(pk)
    must(may_open_chouettes(actor, pk))
    house = house_rules_of(pk)
    form = NewChouetteForm(request.POST or None, house=house.options, money=is_money_allowed(pk))
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            done = do(request, lambda caller: open_session(pk, _sitting(form), caller))
            if isinstance(done, Done):
                newest = done.value.id if done.value else newest_session(pk)
                return HttpResponseRedirect(reverse("chouette", args=[newest]), status=303)
            status = _refused(form, done)
    shown = {"club": club, "form": form, "rules": option_lines(house.options)}
    return render(request, "clubs/chouettes/new.html", shown, status=status)


def _sitting(form: NewChouetteForm) -> Sitting:
    return Sitting(people=form.people(), rolls=form.rolls(), options=form.options())


def _refused(form: NewChouetteForm, refusal: Refusal) -> int:
    form.refuse(refusal.broken, "people_typed")
    return refusal.status


@require_safe
@never_cache
@staff
def club_chouette_pad(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Print an empty pad that follows the house rules."""
    club = club_of(pk)
    must(may_open_chouettes(actor, pk))
    try:
        content = chouette_pad_pdf(club.name, house_rules_of(pk).options, (), request.GET.get("paper", "a4"))
    except RuleBroken as broken:
        return HttpResponse(speak(broken.code, broken.facts), status=422, content_type="text/plain; charset=utf-8")
    answer = HttpResponse(content, content_type="application/pdf")
    answer["Content-Disposition"] = 'inline; filename="chouette-pad.pdf"'
    return answer
