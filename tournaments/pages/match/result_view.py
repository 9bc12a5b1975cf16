"""A result is written: by its score, game by game, or as a forfeit."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.actions.matches.results import Report, report_result
from tournaments.forms.result import ResultForm, typed_result
from tournaments.http.access import a_match, admitted, back_to
from tournaments.http.navigation import Nav
from tournaments.http.posting import Done, do
from tournaments.pages.match.sheet import match_sheet
from tournaments.pages.match.view import FORM
from tournaments.read.matches.conflict import CODES, edit_conflict
from tournaments.read.matches.head import MatchHead


@FORM
@admitted("desk", a_match, "matches")
def result(request: HttpRequest, head: MatchHead, nav: Nav) -> HttpResponse:
    """The form of a result; with ``do=add`` one more game is asked for."""
    form = ResultForm(request.POST or request.GET, head.terms, any_length=True)
    status = 200
    if request.method == "POST" and not form.grows:
        status = 422
        report = form.report()
        if report is not None:
            done = do(request, lambda caller: report_result(head.match.pk, report, caller))
            if isinstance(done, Done):
                return back_to(head.match.pk, done.value.record if done.value else None)
            if done.broken.code in CODES:
                return conflict(request, head, nav, form, report)
            form.refuse(done.broken)
            status = done.status
    context = {"sheet": match_sheet(head, staff=True, memory=False), "form": form, "nav": nav}
    return render(request, "tournaments/match/result/page.html", context, status=status)


def conflict(request: HttpRequest, head: MatchHead, nav: Nav, form: ResultForm, report: Report) -> HttpResponse:
    """Show what was seen, what counts now and what was typed: somebody else was faster."""
    typed = typed_result(report, form.terms)
    edit = edit_conflict(head.match.pk, request.POST.get("saw", ""), typed, form.fields())
    context = {"edit": edit, "nav": nav}
    return render(request, "tournaments/match/correction/conflict.html", context, status=200 if edit.same else 409)
