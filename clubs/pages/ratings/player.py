"""The page of a player in a rating list: numbers, curve and form, latest matches, head to head."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.http.access import public
from clubs.http.members import NOBODY, turned_away
from clubs.http.visitor import visitor
from clubs.models import Role
from clubs.pages.ratings.curve import FEWEST, Curve, curve_of, strip_of
from clubs.permissions import is_at_least, role_in
from clubs.read.figures import shown_points
from clubs.read.persons.own import is_own
from clubs.read.ratings.listing import listing_of
from clubs.read.ratings.lists import ListView, list_of, lists_of
from clubs.read.ratings.player import Opponent, PlayerEvent, PlayerMatch, RatedPerson, opponents_of, rated_person
from clubs.read.ratings.results import zone_of
from clubs.words.ratings.lists import place_words, signed_change
from journal.refusals import Superseded

LATEST, OPPONENTS = 8, 7


@dataclass(frozen=True, slots=True)
class LatestLine:
    """A match in the list of the latest; ``change`` is empty where it is nobody's business."""

    match: PlayerMatch
    change: str


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """An opponent with the points of the matches against them."""

    opponent: Opponent
    won: str
    lost: str
    width: int


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """The page of a player. ``values``: the ratings may be shown, which they are not of minors in public."""

    list: ListView
    others: tuple[ListView, ...]
    person: int
    name: str
    values: bool
    rating: str
    place: str
    played: int
    won: int
    matches: int
    fewest: int
    highest: float
    highest_at: datetime | None
    curve: Curve | None
    latest: tuple[LatestLine, ...]
    opponents: tuple[OpponentLine, ...]
    more: int
    events: tuple[PlayerEvent, ...]


@never_cache
@require_safe
@public
def rating_player(request: HttpRequest, pk: int, person: int) -> HttpResponse:
    """Show a player of a rating list."""
    view = list_of(pk)
    turned = turned_away(request, view.club.pk, public=view.public)
    if turned is not None:
        return turned
    now, actor = timezone.now(), visitor(request) or NOBODY
    try:
        player = rated_person(listing_of(view, now), person)
    except Superseded as merged:
        return redirect("rating_player", pk, merged.facts["into"])
    role = role_in(actor, view.club.pk)
    is_minor = player.row.is_minor(now.astimezone(view.rules.zone).date())
    values = not is_minor or is_at_least(role, Role.Kind.DESK) or is_own(actor, player.row)
    others = tuple(each for each in lists_of(view.club) if each.pk != pk and (each.public or role is not None))
    sheet = player_sheet(player, others, now, values=values, everyone=request.GET.get("all") == "1")
    with timezone.override(ZoneInfo(zone_of(view))):
        return render(request, "clubs/ratings/player.html", {"sheet": sheet})


def player_sheet(
    player: RatedPerson, others: tuple[ListView, ...], now: datetime, *, values: bool, everyone: bool
) -> PlayerSheet:
    """Return the page of a player."""
    view, line, matches = player.listing.view, player.line, player.matches
    opponents = opponents_of(player)
    highest = max(matches, key=lambda match: match.rating, default=None)
    rating = line.rating if line is not None else matches[-1].rating if matches else 0.0
    return PlayerSheet(
        list=view,
        others=others,
        person=player.row.id,
        name=player.row.shown(now.astimezone(view.rules.zone).date()),
        values=values,
        rating=shown_points(rating) if player.listing.kind == "points" else f"{rating:.0f}",
        place=place_words(line.place if line else None, player.listing.listed, listed=line is not None),
        played=len(matches),
        won=sum(match.won for match in matches),
        matches=len(matches),
        fewest=FEWEST,
        highest=highest.rating if highest else 0.0,
        highest_at=highest.played if highest else None,
        curve=curve_of(matches, player.start, values=values),
        latest=tuple(
            LatestLine(match, signed_change(match.change) if values else "") for match in reversed(matches[-LATEST:])
        ),
        opponents=tuple(
            OpponentLine(each, *strip_of(each.results)) for each in (opponents if everyone else opponents[:OPPONENTS])
        ),
        more=0 if everyone else max(0, len(opponents) - OPPONENTS),
        events=tuple(reversed(player.events)),
    )
