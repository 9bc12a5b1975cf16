"""The words of a club's season: its points, how many nights count, and what decides between equal players.

Source: docs/rules/seasons.md#a-clubs-season.
"""

from dataclasses import dataclass
from datetime import tzinfo

from rules.commands.cases import Field
from rules.commands.club.point_words import read_points
from rules.commands.club.rating_words import read_zone
from rules.ratings.systems import ByTable, PointSystem
from rules.seasons.race import Race, TieBreak


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """The rules of a season: points of a night, the race, and the zone in which its days are counted."""

    points: PointSystem
    race: Race
    zone: tzinfo


def read_season_rules(field: Field) -> SeasonRules:
    """Return the rules of a season. Raises RuleBroken ``json.…``, ``points.…`` or ``season.…`` with the place."""
    field.words("points", "best", "tie_breaks", "zone")
    points, best, ties = (field.get(word) for word in ("points", "best", "tie_breaks"))
    tie_breaks = tuple(TieBreak(each.one_of(*TieBreak)) for each in ties.each()) if ties else ()
    with field.placing():
        race = Race(None if best is None else best.whole(1, 1000), tie_breaks)
    return SeasonRules(ByTable() if points is None else read_points(points), race, read_zone(field.get("zone")))
