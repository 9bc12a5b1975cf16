"""Open and change seasons of a club."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Max

from clubs.actions.roles import club_of
from clubs.models import Season, SeasonTerms
from clubs.models.seasons import LONGEST_NAME
from clubs.permissions import may_direct, must
from clubs.read.seasons.view import SeasonView, season_of, season_rules_of
from journal import book
from journal.canon import canonical
from rules.errors import RuleBroken
from rules.naming import read_name

MOST_SEASONS = 200
MOST_NIGHTS = 400


@dataclass(frozen=True, slots=True)
class SeasonSheet:
    """The form of a season. ``options`` are those of docs/rules/seasons.md#a-clubs-season."""

    name: str
    starts_on: date
    ends_on: date
    options: Mapping[str, Any] = field(default_factory=dict)
    nights: int | None = None
    public: bool = True


def open_season(club: int, sheet: SeasonSheet, caller: book.Caller) -> SeasonView:
    """Open a season of a club: every event that is finished in its days counts.

    Raises Unknown ``club.unknown``, RuleBroken ``name.…``, ``season.options`` with the place, ``season.days``,
    ``season.nights``, ``season.most``, ``season.best`` or ``season.tie_breaks``.
    """
    club_row = club_of(club)
    with book.page(club_row.stream.name, caller) as page:
        must(may_direct(caller.actor, club))
        number = (Season.objects.filter(club=club).aggregate(last=Max("number"))["last"] or 0) + 1
        if number > MOST_SEASONS:
            raise RuleBroken("season.most", most=MOST_SEASONS)
        row = Season(club=club_row, number=number)
        page.keep([row])
        terms = _terms(row.pk, 1, sheet)
        page.record("season.opened", [row, terms], name=terms.name, makes=[f"season:{row.pk}"], needs=[])
        return page.done(season_of(row.pk))


def change_season(season: int, sheet: SeasonSheet, caller: book.Caller) -> SeasonView:
    """Change name, days and rules of a season. Raises Unknown ``season.unknown``, and as ``open_season`` does."""
    with book.page(season_of(season).club.stream.name, caller) as page:
        view = season_of(season)
        must(may_direct(caller.actor, view.club.pk))
        page.check_version(view.turn, season=season)
        last = SeasonTerms.objects.filter(season=season).aggregate(last=Max("turn"))["last"] or 0
        terms = _terms(season, last + 1, sheet)
        about = [f"season:{season}/terms"]
        page.record("season.changed", [terms], name=terms.name, makes=about, needs=[f"season:{season}", *about])
        return page.done(season_of(season))


def _terms(season: int, turn: int, sheet: SeasonSheet) -> SeasonTerms:
    if sheet.ends_on < sheet.starts_on:
        raise RuleBroken("season.days")
    if sheet.nights is not None and not 1 <= sheet.nights <= MOST_NIGHTS:
        raise RuleBroken("season.nights", most=MOST_NIGHTS)
    return SeasonTerms(
        season_id=season, turn=turn, name=read_name(sheet.name, longest=LONGEST_NAME), options=_options(sheet.options),
        starts_on=sheet.starts_on, ends_on=sheet.ends_on, nights=sheet.nights, public=sheet.public,
    )  # fmt: skip


def _options(given: Mapping[str, Any]) -> str:
    """Return options as they are stored, once they can be read."""
    try:
        text = canonical(dict(given))
        season_rules_of(text)
    except RuleBroken as broken:
        if broken.code.startswith("json."):
            raise RuleBroken("season.options", place=str(broken.facts.get("place", ""))) from None
        raise
    except TypeError:
        raise RuleBroken("season.options", place="") from None
    return text
