"""Seasons: those of a club, one with its race, and its rules."""

from datetime import date
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.actions.roles import club_of
from clubs.actions.season_prizes import AwardSheet, award_season, pay_prize
from clubs.actions.seasons import SeasonSheet, open_season
from clubs.http.access import public
from clubs.http.embeds import embed
from clubs.http.members import NOBODY, turned_away
from clubs.http.pdf import pdf_answer
from clubs.http.posting import Refusal, do, whole
from clubs.http.visitor import visitor
from clubs.models import Club
from clubs.papers.listing import listing_pdf
from clubs.papers.season import season_paper
from clubs.parts.race import season_sheet
from clubs.parts.season_prizes import prize_sheet
from clubs.permissions import may_direct, role_in
from clubs.read.seasons.view import race_csv, race_of, season_of, seasons_of
from clubs.words.ratings.seasons import tie_break_choices
from journal.book import Caller
from journal.refusals import Unknown, Unreadable

# The points that the form offers; all others are chosen by the API.
POINTS: dict[str, dict[str, Any]] = {
    "table": {"system": "table"},
    "nordic": {"system": "wins", "wins": {"main": 7, "consolation": 5, "last_chance": 3}},
    "night": {
        "system": "wins", "wins": {"main": 1, "consolation": 1, "last_chance": 1}, "attendance": 1, "bonus": 1,
    },
}  # fmt: skip


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seasons(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the seasons of a club; directors open one."""
    club, refused = _club(pk), None
    actor = visitor(request) or NOBODY
    posted = request.POST if request.method == "POST" else None
    if posted is not None:
        done = do(request, lambda caller: _open(pk, posted, caller))
        if not isinstance(done, Refusal):
            address = reverse("season", args=[done.value.pk]) if done.value else reverse("club_seasons", args=[pk])
            return HttpResponseRedirect(address, status=303)
        refused = done
    is_member = role_in(actor, pk) is not None
    context = {
        "club": club,
        "seasons": [each for each in seasons_of(club) if each.public or is_member],
        "directs": may_direct(actor, pk),
        "posted": posted or {},
        "ties": [(code, words, posted is not None and f"tie_{code}" in posted) for code, words in tie_break_choices()],
        "refused": refused.text if refused else "",
    }
    return render(request, "clubs/seasons/list.html", context, status=refused.status if refused else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@public
def season(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the race of a season and its prizes, which directors award and pay; ``?player=`` says what they need."""
    view, refused = season_of(pk), None
    turned = turned_away(request, view.club.pk, public=view.public)
    if turned is not None:
        return turned
    if request.method == "POST":
        done = do(request, lambda caller: _prizes(pk, request.POST, caller))
        if not isinstance(done, Refusal):
            return HttpResponseRedirect(reverse("season", args=[pk]) + "#prizes", status=303)
        refused = done
    wanted = request.GET.get("player", "")
    player = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 10 else None
    race, directs = race_of(view, timezone.now()), may_direct(visitor(request) or NOBODY, view.club.pk)
    context = {
        "sheet": season_sheet(race, player), "prizes": prize_sheet(race, directs=directs), "directs": directs,
        "posted": request.POST, "refused": refused.text if refused else "",
    }  # fmt: skip
    return render(request, "clubs/seasons/page.html", context, status=refused.status if refused else 200)


@require_safe
@public
def season_embed(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the race of a public season as a bare table for another site's page; it holds no form."""
    view = season_of(pk)
    if not view.public:
        raise Http404

    def make() -> HttpResponse:
        return render(request, "clubs/seasons/embed.html", {"sheet": season_sheet(race_of(view, timezone.now()), None)})

    return embed(request, view.club, [], make, f"{timezone.now():%Y-%m-%dT%H}")


@never_cache
@require_safe
@public
def season_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the race of a season as a file."""
    view = season_of(pk)
    turned = turned_away(request, view.club.pk, public=view.public)
    if turned is not None:
        return turned
    answer = HttpResponse(race_csv(race_of(view, timezone.now())), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="season-{pk}.csv"'
    return answer


@never_cache
@require_safe
@public
def season_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the standings of a season to print."""
    view = season_of(pk)
    turned = turned_away(request, view.club.pk, public=view.public)
    if turned is not None:
        return turned
    now = timezone.now()
    paper = request.GET.get("paper", "A4")
    return pdf_answer(lambda: listing_pdf(season_paper(race_of(view, now), now), paper), f"season-{pk}.pdf")


def _open(club: int, posted: Any, caller: Caller) -> object:
    best, nights = _whole(posted.get("best", "")), _whole(posted.get("nights", ""))
    ties = [code for code, _ in tie_break_choices() if posted.get(f"tie_{code}") == "on"]
    options: dict[str, Any] = {"points": POINTS.get(posted.get("points", ""), POINTS["table"])}
    options |= {"tie_breaks": ties, "zone": settings.MACHINE_ZONE} | ({} if best is None else {"best": best})
    sheet = SeasonSheet(
        posted.get("name", ""), _day(posted.get("starts_on", "")), _day(posted.get("ends_on", "")), options, nights,
        posted.get("public", "") == "on",
    )  # fmt: skip
    return open_season(club, sheet, caller)


def _prizes(season: int, posted: Any, caller: Caller) -> object:
    if posted.get("do") == "pay":
        return pay_prize(season, whole(posted.get("person", "")), caller)
    shares = posted.get("shares", "").replace(";", " ").split()
    return award_season(season, AwardSheet(posted.get("amount", ""), posted.get("currency", ""), shares), caller)


def _whole(text: str) -> int | None:
    """Return a number, 0 for anything that is none: no rule takes that."""
    text = text.strip()
    if not text:
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def _day(text: str) -> date:
    """Return a day. Raises Unreadable ``season.day``."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise Unreadable("season.day", got=text[:40]) from None


def _club(pk: int) -> Club:
    try:
        return club_of(pk)
    except Unknown as unknown:
        raise Http404 from unknown
