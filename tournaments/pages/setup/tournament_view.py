"""Create a tournament, and change its details."""

from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from clubs.http.access import staff
from clubs.models import Club, User
from journal.actors import Actor
from journal.book import Caller
from tournaments.actions.events import change_tournament, copy_tournament, open_tournament, version_of
from tournaments.http.access import a_tournament, admitted, posted, see
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.models import Tournament
from tournaments.pages.setup import sheet as setup
from tournaments.pages.setup.tournament_form import TournamentForm
from tournaments.permissions import may_direct, must
from tournaments.read.tournaments import club_of

FORM = require_http_methods(["GET", "HEAD", "POST"])


@FORM
@staff
def tournament_new(request: HttpRequest, actor: Actor, pk: int) -> HttpResponse:
    """A new tournament of a club; ``?copy=``: as an earlier one was."""
    club = club_of(pk)
    must(may_direct(actor, pk))
    earlier, offers = setup.earlier_tournaments(club.pk)
    source_key = request.POST.get("copy") or request.GET.get("copy")
    source = next((each for each in earlier if str(each.pk) == source_key), None)
    form = TournamentForm(
        posted(request), initial=_preset(request, earlier, source), name_from=source.name if source else ""
    )  # fmt: skip
    if form.is_valid():
        made = do(request, lambda caller: _open(club, source, form, caller))
        if not isinstance(made, Refusal):
            return _after_opening(made.value, club.pk)
        form.refuse(made.broken)
    context = {"form": form, "club": club, "offers": offers, "source": source}
    return render(request, "tournaments/setup/tournament.html", context, status=422 if form.errors else 200)


@FORM
@admitted("directors", a_tournament, "setup")
def tournament_settings(request: HttpRequest, tournament: Tournament, nav: Nav) -> HttpResponse:
    """The details of a tournament."""
    form = TournamentForm(posted(request), initial=setup.tournament_data(tournament))
    status = 422
    if form.is_valid():
        done = do(request, lambda caller: change_tournament(tournament.pk, form.given(), caller))
        if not isinstance(done, Refusal):
            return see("tournament_settings", tournament.pk, "?kept=1")
        form.refuse(done.broken)
        status = done.status
    context = {
        "form": form,
        "nav": nav,
        "tournament": tournament,
        "version": version_of(tournament.stream),
        "kept": "kept" in request.GET,
        "events": list(tournament.events.order_by("pk")),
    }
    return render(request, "tournaments/setup/settings.html", context, status=status if form.is_bound else 200)


def _open(club: Club, source: Tournament | None, form: TournamentForm, caller: Caller) -> Tournament:
    if source is not None:
        return copy_tournament(source.pk, form.sheet(), caller)
    return open_tournament(club.pk, form.sheet(), caller)


def _preset(request: HttpRequest, earlier: list[Tournament], source: Tournament | None) -> dict[str, Any]:
    """Return what the form shows first: today, the person who opens it, and where and how the club met last."""
    last = source or (earlier[0] if earlier else None)
    zone = last.timezone if last is not None else settings.MACHINE_ZONE
    today = timezone.now().astimezone(ZoneInfo(zone)).date()
    person = request.user.name if isinstance(request.user, User) else ""
    data = setup.tournament_data(last) if last is not None else {"timezone": zone}
    data |= {"starts_on": today, "name": source.name if source else ""}
    return data | {"director": data.get("director") or person}


def _after_opening(made: Tournament | None, club: int) -> HttpResponse:
    """Lead to what comes next: the entrants of the first event, or making one."""
    if made is None:
        return see("tournament_new", club)
    first = made.events.order_by("pk").first()
    return see("entrants_paste", first.pk) if first else see("event_new", made.pk)
