"""Which match the director of a random day takes."""

from collections.abc import Mapping
from typing import Any

from tests.contents import matches_of
from tournaments.models import Match


def picked(draw: int | None, at: int, which: str, fitting: Mapping[str, Any]) -> Match | None:
    """Return match ``at`` of those that fit, or of any, or of those on which a ruling stands (where there is one)."""
    rows = matches_of(draw=draw) if draw else []
    ruled = [each for each in rows if which == "ruled" and not _goes_on_who_won(each)]
    listed = ruled or [each for each in rows if which == "any" or all(_fits(each, *field) for field in fitting.items())]
    return listed[at % len(listed)] if listed else None


def _goes_on_who_won(match: Match) -> bool:
    return match.result is not None and match.goes_on_id is not None and match.goes_on_id == match.result.winner_id


def _fits(match: Match, name: str, value: Any) -> bool:
    """Whether a field of a match has a value, or (``status__in``) one of some, or (``top__isnull``) none."""
    field, _, how = name.partition("__")
    if how == "isnull":
        return (getattr(match, f"{field}_id") is None) is value
    here = getattr(match, field)
    return here in value if how == "in" else here == value
