"""The chouettes of a club: the list, a new one made in two taps, and one from a file."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.actions.roles import club_of
from clubs.http.access import public, staff
from clubs.http.posting import Done, do
from clubs.http.visitor import visitor
from clubs.models import Club
from clubs.models.chouettes import Shown
from clubs.pages.chouettes.form import NewChouetteForm
from clubs.pages.chouettes.options_form import FILLED
from clubs.papers.chouette_pad import chouette_pad_pdf
from clubs.permissions import may_direct, may_open_chouettes, may_own_club, must
from clubs.read.chouettes.latest import SessionLine, latest_sessions, newest_session
from clubs.read.chouettes.listing import chouettes_of
from clubs.read.chouettes.rules import house_options, house_rules_of, is_money_allowed
from clubs.read.chouettes.tonight import night_on, present_at
from clubs.words.chouette.games import names, signed
from clubs.words.chouette.options import option_lines, speak_of_options
from clubs.words.refusals import speak
from journal.actors import Actor
from journal.now import now
from rules.errors import RuleBroken


@require_safe
@never_cache
@public
def club_chouettes(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the latest chouettes of a club; to people outside it as much as the club says."""
    club, actor = club_of(pk), visitor(request)
    if actor is None or not may_open_chouettes(actor, pk):
        return _from_outside(request, club, actor)
    lines = [(line, names(line.people), _leader(line)) for line in latest_sessions(pk)]
    shown = {
        "club": club, "lines": lines, "rules": option_lines(house_rules_of(pk).options),
        "directs": may_direct(actor, pk), "owns": may_own_club(actor, pk),
    }  # fmt: skip
    return render(request, "clubs/chouettes/list.html", shown)


def _from_outside(request: HttpRequest, club: Club, actor: Actor | None) -> HttpResponse:
    if house_rules_of(club.pk).shown is Shown.NOTHING:
        must(actor is None)
        return redirect_to_login(request.get_full_path())
    lines = [(line, names(line.names)) for line in chouettes_of(club.pk, actor)]
    return render(request, "clubs/chouettes/public.html", {"club": club, "lines": lines})


def _leader(line: SessionLine) -> str:
    return f"{line.leader[0]} {signed(line.leader[1])}" if line.leader else ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff
def chouette_new(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Open a chouette: names suffice, the house rules stand; people who are checked in tonight are one tap away."""
    club = club_of(pk)
    must(may_open_chouettes(actor, pk))
    house, present = house_options(pk), present_at(night_on(pk, now()))
    chosen = [str(each.id) for each in present] if request.GET.get("here") == "all" else []
    form = NewChouetteForm(
        request.POST or None, initial={"here": chosen}, house=house, present=present, money=is_money_allowed(pk)
    )
    status = 200
    if request.method == "POST" and request.POST.get("do") == "fill":
        form = form.filled()
    elif request.method == "POST":
        status = 422
        if form.is_valid():
            done = do(request, lambda caller: open_session(pk, _sitting(form), caller), speak_of_options)
            if isinstance(done, Done):
                newest = done.value.id if done.value else newest_session(pk)
                return HttpResponseRedirect(reverse("chouette", args=[newest]), status=303)
            form.add_error("people_typed", done.text)
            status = done.status
    shown = {"club": club, "form": form, "rules": option_lines(house), "is_filled": bool(form.initial.get(FILLED))}
    return render(request, "clubs/chouettes/new.html", shown, status=status)


def _sitting(form: NewChouetteForm) -> Sitting:
    people = form.people()
    persons = {name: key for name, key in form.persons().items() if people.count(name) == 1}
    return Sitting(people=people, rolls=form.rolls(), options=form.options(), persons=persons)


@require_safe
@never_cache
@staff
def club_chouette_pad(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Print an empty pad that follows the house rules."""
    club = club_of(pk)
    must(may_open_chouettes(actor, pk))
    try:
        content = chouette_pad_pdf(club.name, house_options(pk), (), request.GET.get("paper", "a4"))
    except RuleBroken as broken:
        return HttpResponse(speak(broken.code, broken.facts), status=422, content_type="text/plain; charset=utf-8")
    answer = HttpResponse(content, content_type="application/pdf")
    answer["Content-Disposition"] = 'inline; filename="chouette-pad.pdf"'
    return answer
