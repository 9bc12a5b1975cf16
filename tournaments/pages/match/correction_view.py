"""A result found wrong: look at what the right one does, then write it; or clear the match."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.actions.matches.corrections import clear_result, correct_result
from tournaments.actions.matches.results import Report
from tournaments.forms.decision import Decision
from tournaments.forms.result import ResultForm, typed_result
from tournaments.http.access import a_match, admitted, back_to
from tournaments.http.navigation import Nav
from tournaments.http.posting import Done, do
from tournaments.pages.match.correction_sheet import clearing_sheet, correction_sheet
from tournaments.pages.match.result_view import conflict
from tournaments.pages.match.sheet import match_sheet
from tournaments.pages.match.view import FORM
from tournaments.read.matches.games import compared
from tournaments.read.matches.head import MatchHead


@FORM
@admitted("desk", a_match, "matches")
def correction(request: HttpRequest, head: MatchHead, nav: Nav) -> HttpResponse:
    """The match now, after the correction, and the affected matches; then one button."""
    form, decision = ResultForm(request.POST or request.GET, head.terms, any_length=True), Decision(request.POST)
    report = form.report() if form.is_filled_in and not form.grows else None
    status = 422 if request.method == "POST" else 200
    if request.method == "POST" and report is not None:
        done = do(
            request, lambda caller: correct_result(head.match.pk, report, decision.reason, caller, decision.by_match)
        )
        if isinstance(done, Done):
            return back_to(head.match.pk, done.value.record if done.value else None)
        if done.broken.code in ("stale", "match.players"):
            return conflict(request, head, nav, form, report)
        decision.refuse(done.broken, form)
        status = done.status
    return _correction_page(request, head, nav, (form, decision, report), status)


def _correction_page(
    request: HttpRequest,
    head: MatchHead,
    nav: Nav,
    forms: tuple[ResultForm, Decision, Report | None],
    status: int,
) -> HttpResponse:
    form, decision, report = forms
    typed = typed_result(report, form.terms) if report else None
    sheet = match_sheet(head, staff=True, memory=False)
    correction = correction_sheet(head, typed, decision.choices, decision.affected)
    decision.name_all_missing(correction.is_unanswered)
    context = {
        "sheet": sheet,
        "correction": correction,
        "compared": compared(sheet.games, form.rows) if form.way == "games" else (),
        "form": form,
        "decision": decision,
        "nav": nav,
    }
    return render(request, "tournaments/match/correction/page.html", context, status=status)


@FORM
@admitted("desk", a_match, "matches")
def clear(request: HttpRequest, head: MatchHead, nav: Nav) -> HttpResponse:
    """Nothing entered for the match counts any longer."""
    decision = Decision(request.POST)
    status = 200
    if request.method == "POST":
        done = do(request, lambda caller: clear_result(head.match.pk, decision.reason, caller, decision.by_match))
        if isinstance(done, Done):
            return back_to(head.match.pk, done.value.record if done.value else None)
        decision.refuse(done.broken)
        status = done.status
    correction = clearing_sheet(head, decision.choices, decision.affected)
    decision.name_all_missing(correction.is_unanswered)
    context = {
        "sheet": match_sheet(head, staff=True, memory=False),
        "correction": correction,
        "decision": decision,
        "nav": nav,
    }
    return render(request, "tournaments/match/correction/clear.html", context, status=status)
