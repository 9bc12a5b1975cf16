"""One match: its page, and what is done with one button or one field."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from runtime.pages.etags import with_etag
from tournaments.actions.matches.results import confirm_result, start_match
from tournaments.http.access import a_match, admitted, back_to
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.pages.match.sheet import match_sheet
from tournaments.read.matches.head import MatchHead

FORM = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@admitted("anybody", a_match, "matches")
def match(request: HttpRequest, head: MatchHead, nav: Nav) -> HttpResponse:
    """Show players, score and the entries of a match."""

    def page() -> HttpResponse:
        sheet = match_sheet(head, staff=nav.staff)
        marked = request.GET.get("record", "")
        return render(request, "tournaments/match/page.html", {"sheet": sheet, "nav": nav, "marked": marked})

    return with_etag(request, [head.stream], page, nav.clock, public=True)


@FORM
@admitted("desk", a_match, "matches")
def start(request: HttpRequest, head: MatchHead, nav: Nav) -> HttpResponse:
    """The two begin."""
    return _one_button(request, head, nav, "start")


@FORM
@admitted("desk", a_match, "matches")
def confirm(request: HttpRequest, head: MatchHead, nav: Nav) -> HttpResponse:
    """A result that waits is confirmed."""
    return _one_button(request, head, nav, "confirm")


def _one_button(request: HttpRequest, head: MatchHead, nav: Nav, what: str) -> HttpResponse:
    acts = {"start": start_match, "confirm": confirm_result}
    problem: Refusal | None = None
    if request.method == "POST":
        done = do(request, lambda caller: acts[what](head.match.pk, caller))
        if not isinstance(done, Refusal):
            return back_to(head.match.pk, done.value.record if done.value else None)
        problem = done
    context = {"sheet": match_sheet(head, staff=True), "nav": nav, "what": what, "problem": problem}
    return render(request, "tournaments/match/one_button.html", context, status=problem.status if problem else 200)
