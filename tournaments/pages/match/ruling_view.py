"""The page of a dispute: both reports side by side, for the desk to rule."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.actions.matches.results import Report
from tournaments.forms.decision import Decision
from tournaments.forms.result import ResultForm, typed_result
from tournaments.http.access import a_match, admitted, back_to
from tournaments.http.navigation import Nav
from tournaments.http.posting import Done, do
from tournaments.pages.match.correction_sheet import correction_sheet
from tournaments.pages.match.result_view import conflict
from tournaments.pages.match.ruling_form import ruling_of
from tournaments.pages.match.ruling_sheet import RulingSheet, ruling_sheet
from tournaments.pages.match.sheet import MatchSheet, match_sheet
from tournaments.pages.match.view import FORM
from tournaments.read.matches.head import MatchHead

type Written = tuple[ResultForm, Decision, Report | None]


@FORM
@admitted("desk", a_match, "matches")
def ruling(request: HttpRequest, head: MatchHead, nav: Nav) -> HttpResponse:
    """Both accounts; one button writes either, and something else may be typed."""
    sheet = match_sheet(head, staff=True, memory=False)
    both, fields = ruling_sheet(head, sheet.match), request.POST or request.GET
    form = ResultForm(both.taking(fields.get("take", "")) or fields, head.terms)
    decision, status = Decision(request.POST), 422 if request.method == "POST" else 200
    report = form.report() if form.is_filled_in and not form.grows else None
    if request.method == "POST" and report is not None:
        done = do(request, ruling_of(sheet.match, typed_result(report, head.terms), report, decision))
        if isinstance(done, Done):
            return back_to(head.match.pk, done.value.record if done.value else None)
        if done.broken.code in ("stale", "match.players"):
            return conflict(request, head, nav, form, report)
        decision.refuse(done.broken, form)
        status = done.status
    return _page(request, (head, sheet, both), (form, decision, report), nav, status)


def _page(
    request: HttpRequest, match: tuple[MatchHead, MatchSheet, RulingSheet], written: Written, nav: Nav, status: int
) -> HttpResponse:
    (head, sheet, both), (form, decision, report) = match, written
    shown = report is not None and (request.method != "POST" or decision.problems)
    typed = typed_result(report, head.terms) if report and shown else None
    context = {
        "sheet": sheet,
        "ruling": both,
        "correction": correction_sheet(head, typed, decision.choices, decision.affected),
        "form": form,
        "decision": decision,
        "nav": nav,
    }
    return render(request, "tournaments/match/ruling/page.html", context, status=status)
