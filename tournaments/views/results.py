"""A result is written: by its score, game by game, or as a forfeit."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.actions.matches import Report, report_result
from tournaments.forms.results import ResultForm, mine_of
from tournaments.selectors.matches import MatchHead, match_sheet
from tournaments.selectors.nav import Nav
from tournaments.selectors.stale import CODES, stale_edit
from tournaments.views.admitted import a_match, admitted, back_to
from tournaments.views.doing import Done, do
from tournaments.views.matches import FORM


@FORM
@admitted("desk", a_match, "matches")
def result(request: HttpRequest, head: MatchHead, nav: Nav) -> HttpResponse:
    """The form of a result; with ``do=add`` one more game is asked for."""
    form = ResultForm(request.POST or request.GET, head.terms)
    status = 200
    if request.method == "POST" and not form.grows:
        status = 422
        report = form.report()
        if report is not None:
            done = do(request, lambda hand: report_result(head.match.pk, report, hand))
            if isinstance(done, Done):
                return back_to(head.match.pk, done.value.record if done.value else None)
            if done.broken.code in CODES:
                return stale(request, head, nav, form, report)
            form.refuse(done.broken)
            status = done.status
    told = {"sheet": match_sheet(head, staff=True, memory=False), "form": form, "nav": nav}
    return render(request, "tournaments/matches/result.html", told, status=status)


def stale(request: HttpRequest, head: MatchHead, nav: Nav, form: ResultForm, report: Report) -> HttpResponse:
    """Somebody was faster: what was seen, what stands, and what was typed."""
    mine = mine_of(report, head.terms)
    edit = stale_edit(head.match.pk, request.POST.get("saw", ""), mine, form.fields())
    told = {"edit": edit, "nav": nav}
    return render(request, "tournaments/matches/stale.html", told, status=200 if edit.same else 409)
