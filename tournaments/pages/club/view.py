"""The home page of a club, with more on it for its people."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.http.members import may_look
from clubs.http.visitor import visitor
from clubs.permissions import may_own_club
from clubs.read.webhooks.listing import off_by_clock
from journal.refusals import Unknown
from runtime.pages.etags import with_etag
from tournaments.http.answers import refused
from tournaments.pages.club.front import club_front
from tournaments.pages.club.sheet import club_home
from tournaments.permissions import rights_in
from tournaments.read.tournaments import club_of, streams_of_club


@require_safe
def home(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what comes, ladder, latest results, season race and news, and the tournaments."""
    try:
        club = club_of(pk)
    except Unknown as unknown:
        return refused(request, unknown)
    who = visitor(request)
    rights = rights_in(who, pk)
    owns = rights.direct and who is not None and may_own_club(who, pk)
    all_past = request.GET.get("past") == "all"
    members = rights.desk or may_look(who, pk, public=False)
    now = timezone.now()

    def page() -> HttpResponse:
        sheet = club_home(club, all_past=all_past)
        front = club_front(club, sheet.next, now, members=members)
        context = {"sheet": sheet, "front": front, "rights": rights, "owns": owns}
        context["webhooks_off"] = off_by_clock(pk) if owns else 0
        return render(request, "tournaments/club/page.html", context)

    # Nights end and minors come of age by the clock: the page is another one every hour.
    hour = f"{now:%Y-%m-%dT%H}"
    return with_etag(request, streams_of_club(club), page, rights.desk, rights.direct, owns, members, hour)
