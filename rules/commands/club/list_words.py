"""The words of a club's rating list: how it rates or which points it gives, which matches count, and who is listed.

Source: docs/rules/ratings.md#a-clubs-list.
"""

from dataclasses import dataclass
from datetime import timedelta, tzinfo

from rules.commands.cases import Field
from rules.commands.club.point_words import read_points
from rules.commands.club.rating_words import positive, read_list
from rules.ratings.eligibility import Eligibility, Listing
from rules.ratings.fibs import Fibs
from rules.ratings.glicko2 import Glicko2
from rules.ratings.systems import PointSystem

_LISTING = ("experience", "deviation", "active_days", "provisional")
_MOST_DAYS = 36525


@dataclass(frozen=True, slots=True)
class ListRules:
    """The rules of a list: by ``rule`` from every match, or by ``points`` from every event; the other one is None."""

    rule: Fibs | Glicko2 | None
    points: PointSystem | None
    eligibility: Eligibility
    listing: Listing
    zone: tzinfo


def read_list_rules(field: Field) -> ListRules:
    """Return the rules of a list. Raises RuleBroken ``json.…``, ``rating.…`` or ``points.…`` with the place."""
    field.words("list", "points", "listing")
    points = field.get("points")
    if points is not None and field.get("list") is not None:
        field.words("points", "listing")
    rated = read_list(field.get("list") or Field({"preset": "fibs"}, "list"))
    return ListRules(
        rated.rule if points is None else None,
        None if points is None else read_points(points),
        rated.eligibility,
        _listing(field.get("listing")),
        rated.zone,
    )


def _listing(field: Field | None) -> Listing:
    if field is None:
        return Listing()
    field.words(*_LISTING)
    experience, deviation, active, provisional = (field.get(word) for word in _LISTING)
    return Listing(
        0.0 if experience is None else positive(experience, 0),
        None if deviation is None else positive(deviation),
        None if active is None else timedelta(days=active.whole(1, _MOST_DAYS)),
        provisional=True if provisional is None else provisional.flag(),
    )
