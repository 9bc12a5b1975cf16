"""The calendar of a club: in the frame of its own site, and as iCalendar; its results as Atom."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.http.embeds import embed
from clubs.read.nights import AllDay, calendar_feed, calendar_nights
from clubs.read.sights import nights_are_public
from journal.refusals import Unknown
from tournaments.http.answers import refused
from tournaments.pages.club.front import calendar_days
from tournaments.pages.club.sheet import club_home
from tournaments.read.club.results_feed import results_feed
from tournaments.read.tournaments import club_of, streams_of_club
from tournaments.words.sites.results_feed import feed_title, final_line


@require_safe
def calendar_embed(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what comes: tournaments, and nights if everybody may see them."""
    try:
        club = club_of(pk)
    except Unknown as unknown:
        return refused(request, unknown)
    now = timezone.now()

    def make() -> HttpResponse:
        days = calendar_days(club, club_home(club).next, now)
        return render(request, "tournaments/club/embed_calendar.html", {"club": club, "days": days})

    return embed(request, club, streams_of_club(club), make, f"{now:%Y-%m-%dT%H}")


@require_safe
def calendar(request: HttpRequest, pk: int) -> HttpResponse:
    """Return tournaments, and nights if everybody may see them, as iCalendar."""
    try:
        club = club_of(pk)
    except Unknown as unknown:
        return refused(request, unknown)
    now, site = timezone.now(), f"{request.scheme}://{request.get_host()}"
    home = club_home(club, all_past=True)
    days = [
        AllDay(line.address, line.starts_on, line.name, line.place)
        for line in (*home.next, *home.on, *home.past)
        if line.starts_on is not None
    ]
    nights = calendar_nights(pk, now) if nights_are_public(pk) else []
    answer = HttpResponse(calendar_feed(club, nights, now, site, days), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="calendar-{pk}.ics"'
    return answer


@require_safe
def results(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the latest finals of a club as Atom, for feed readers."""
    try:
        club = club_of(pk)
    except Unknown as unknown:
        return refused(request, unknown)
    text = results_feed(club, feed_title(club.name), f"{request.scheme}://{request.get_host()}", final_line)
    return HttpResponse(text, content_type="application/atom+xml; charset=utf-8")
