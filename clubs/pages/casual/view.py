"""The page of a club's casual matches: players report them, opponents confirm them, the desk decides."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.actions.casual import CasualScore, claim_casual, decide_casual, own_person, report_casual
from clubs.actions.roles import club_of
from clubs.http.access import staff
from clubs.http.posting import Refusal, do, whole
from clubs.models import Role
from clubs.pages.casual.sheet import casual_sheet
from clubs.permissions import is_at_least, must, role_in
from clubs.read.casual import casual_match, casual_matches
from clubs.read.persons.rows import into_of, person_rows
from journal.actors import Actor
from journal.book import Caller


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff
def casual(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """Show the casual matches of a club to its members; POST reports, confirms or decides one."""
    club = club_of(pk)
    role = role_in(actor, pk)
    must(role is not None)
    own, refused = own_person(actor, pk, into_of(pk)), None
    if request.method == "POST":
        done = do(request, _posted(request, pk, own))
        if not isinstance(done, Refusal):
            return HttpResponseRedirect(reverse("club_matches", args=[pk]), status=303)
        refused = done
    desk = is_at_least(role, Role.Kind.DESK)
    sheet = casual_sheet(casual_matches(pk), person_rows(pk), own, timezone.localdate(), desk=desk)
    context = {"club": club, "sheet": sheet, "refused": refused.text if refused else ""}
    return render(request, "clubs/casual/page.html", context, status=refused.status if refused else 200)


def _posted(request: HttpRequest, club: int, own: int | None) -> Callable[[Caller], object]:
    """Return what a posted form does."""
    posted = request.POST
    won, lost, match = (whole(posted.get(word, "")) for word in ("won", "lost", "match"))
    if not match:
        opponent, length = whole(posted.get("opponent", "")), whole(posted.get("length", ""))
        reported = CasualScore((own or 0) if posted.get("winner") == "own" else opponent, won, lost)
        return lambda caller: report_casual(club, opponent, length, reported, caller)
    must(casual_match(match).row.club_id == club)
    score = CasualScore(whole(posted.get("winner", "")), won, lost)
    if posted.get("do") == "claim":
        return lambda caller: claim_casual(match, score, caller)
    return lambda caller: decide_casual(match, None if posted.get("do") == "void" else score, caller)
