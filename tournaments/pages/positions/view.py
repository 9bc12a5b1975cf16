"""Questions about positions at the desk: entered, looked at, ruled; on paper and as a photo."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.http.visitor import visitor
from journal.refusals import Unreadable
from tournaments.actions.positions.opinions import ask_again
from tournaments.actions.positions.questions import rule_on
from tournaments.http.access import Named, a_tournament, admitted
from tournaments.http.navigation import Nav
from tournaments.http.positions import asking, enter, fragment, is_preview, photo_file, position_file, preview_of
from tournaments.http.posting import Done, Refusal, do, whole_number
from tournaments.models import Tournament
from tournaments.pages.positions.ruling import RulingForm
from tournaments.parts.position_sheet import position_sheet
from tournaments.permissions import must
from tournaments.read.events import tournament_of
from tournaments.read.matches.head import match_head
from tournaments.read.positions.questions import QuestionView, question_of, questions_of


def a_question(pk: int) -> Named[QuestionView]:
    """Return a question; the line on top is that of its match's event. Raises Unknown ``question.unknown``."""
    view = question_of(pk)
    match = view.row.match
    if match is not None:
        event = match.draw.event
        event.tournament = view.row.tournament
        return Named(view, event)
    return Named(view, view.row.tournament)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", a_tournament, "matches")
def positions(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """List the questions of a tournament, or of one of its matches (``?match=``), and take another."""
    tournament = tournament_of(tournament.pk)
    wanted = request.POST.get("match") or request.GET.get("match") or ""
    head = match_head(whole_number(wanted)) if wanted else None
    form_of = asking(request, head)
    form, status = form_of.form, 200
    if request.method == "POST" and is_preview(request):
        if request.headers.get("X-Fragment"):
            return fragment(request, form)
    elif request.method == "POST":
        done = enter(tournament, form, lambda act: do(request, act))
        if isinstance(done, Done):
            pk = done.value.question if done.value else questions_of(tournament.pk)[0].id
            return HttpResponseRedirect(reverse("position", args=[pk]), status=303)
        status = done.status if done else 422
    context = {
        "nav": nav, "tournament": tournament, "form": form, "head": head, "usual": form_of.usual,
        "preview": preview_of(form) if form.is_bound else None,
        "questions": questions_of(tournament.pk, head.match.pk if head else None),
    }  # fmt: skip
    return render(request, "tournaments/positions/list.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", a_question, "matches")
def position(request: HttpRequest, view: QuestionView, nav: Nav) -> HttpResponse:
    """Show a question with all that is known about it; a director rules, the desk asks an engine again."""
    form, status = RulingForm(None), 200
    if request.method == "POST":
        what = request.POST.get("do", "")
        if what == "opinion":
            actor = visitor(request)
            if actor is not None:
                ask_again(view.id, actor)
            return _back(view)
        if what != "rule":
            raise Unreadable("command.unreadable")
        must(nav.directs)
        form = RulingForm(request.POST)
        if form.is_valid():
            values = form.cleaned_data
            done = do(request, lambda caller: rule_on(view.id, values["outcome"], values["words"], caller))
            if not isinstance(done, Refusal):
                return _back(view)
            form.refuse(done.broken)
            status = done.status
        else:
            status = 422
    return render(request, "tournaments/positions/page.html", _context(view, nav, form), status=status)


@require_safe
@admitted("desk", a_question, "matches")
def position_paper(request: HttpRequest, view: QuestionView, nav: Nav) -> HttpResponse:
    """A question on one page (``?paper=``)."""
    return position_file(view, request.GET.get("paper", "A4"))


@require_safe
@admitted("desk", a_question, "matches")
def position_photo(request: HttpRequest, view: QuestionView, nav: Nav) -> HttpResponse:
    """The photo of a question."""
    return photo_file(view)


def _back(view: QuestionView) -> HttpResponse:
    return HttpResponseRedirect(reverse("position", args=[view.id]), status=303)


def _context(view: QuestionView, nav: Nav, form: RulingForm) -> dict[str, Any]:
    return {
        "nav": nav, "sheet": position_sheet(view, spoken=True), "form": form,
        "address": reverse("position", args=[view.id]),
    }  # fmt: skip
