"""One match is played to another length than the draw was made with."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.actions.matches.lengths import set_length
from tournaments.http.access import a_match, admitted, back_to
from tournaments.http.navigation import Nav
from tournaments.http.posting import Done, do
from tournaments.pages.match.sheet import match_sheet
from tournaments.pages.match.view import FORM
from tournaments.read.matches.head import MatchHead
from tournaments.words.fields import LENGTH_MISSING
from tournaments.words.refusals import speak


@FORM
@admitted("directors", a_match, "matches")
def length(request: HttpRequest, head: MatchHead, nav: Nav) -> HttpResponse:
    """The length of one match, and why."""
    typed, reason = request.POST.get("length", "").strip(), request.POST.get("reason", "")
    problem, status = "", 200
    if request.method == "POST":
        problem, status = str(LENGTH_MISSING), 422
        if typed.isascii() and typed.isdecimal() and len(typed) < 4:
            done = do(request, lambda caller: set_length(head.match.pk, int(typed), reason, caller))
            if isinstance(done, Done):
                return back_to(head.match.pk, done.value.record if done.value else None)
            problem, status = speak(done.broken.code, done.broken.facts), done.status
    context = {
        "sheet": match_sheet(head, staff=True, memory=False),
        "length": typed or head.match.length,
        "reason": reason,
        "problem": problem,
        "nav": nav,
    }
    return render(request, "tournaments/match/length.html", context, status=status)
