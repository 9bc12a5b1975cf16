"""The two of a match are called to a table; one of them comes late."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.actions.matches.calls import call_match, penalise
from tournaments.http.access import a_match, admitted, back_to
from tournaments.http.navigation import Nav
from tournaments.http.posting import Done, do
from tournaments.pages.match.call_form import CallForm, PenaltyForm
from tournaments.pages.match.call_sheet import free_tables, lateness_of
from tournaments.pages.match.sheet import match_sheet
from tournaments.pages.match.view import FORM
from tournaments.read.matches.head import MatchHead


@FORM
@admitted("desk", a_match, "matches")
def call(request: HttpRequest, head: MatchHead, nav: Nav) -> HttpResponse:
    """The two are asked to a table, or moved to another."""
    form = CallForm(request.POST)
    status = 200
    if request.method == "POST":
        table, status = form.wanted(), 422
        if table is not None:
            done = do(request, lambda caller: call_match(head.match.pk, table, caller))
            if isinstance(done, Done):
                return back_to(head.match.pk, done.value.record if done.value else None)
            form.refuse(done.broken)
            status = done.status
    context = {
        "sheet": match_sheet(head, staff=True, memory=False),
        "form": form,
        "nav": nav,
        "free": free_tables(head),
    }
    return render(request, "tournaments/match/call/page.html", context, status=status)


@FORM
@admitted("desk", a_match, "matches")
def penalty(request: HttpRequest, head: MatchHead, nav: Nav) -> HttpResponse:
    """Enter penalty points for a late player."""
    form = PenaltyForm(request.POST, lateness_of(head), head.match.length)
    status = 200
    if request.method == "POST":
        minutes, status = form.wanted(), 422
        if minutes is not None:
            late, points, reason = minutes
            done = do(request, lambda caller: penalise(head.match.pk, late, points, reason, caller))
            if isinstance(done, Done):
                return back_to(head.match.pk, done.value.record if done.value else None)
            form.refuse(done.broken)
            status = done.status
    context = {"sheet": match_sheet(head, staff=True, memory=False), "form": form, "nav": nav}
    return render(request, "tournaments/match/call/penalty.html", context, status=status)
