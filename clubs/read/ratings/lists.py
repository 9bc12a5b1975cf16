"""The rating lists of a club with the rules that count."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.db.models import F, Q

from clubs.models import Club, RatingList, RatingTerms
from journal.models import counts
from journal.refusals import Unknown
from rules.commands.cases import Field
from rules.commands.club.list_words import ListRules, read_list_rules


@dataclass(frozen=True, slots=True)
class ListView:
    """A rating list; ``turn`` is its version, ``options`` its rules as they are stored."""

    pk: int
    club: Club
    number: int
    turn: int
    name: str
    options: str
    public: bool
    ended: datetime | None

    @property
    def rules(self) -> ListRules:
        """The rules, read."""
        return rules_of(self.options)


@lru_cache(maxsize=64)
def rules_of(options: str) -> ListRules:
    """Return the rules of a list from its options, as they are stored."""
    return read_list_rules(Field(json.loads(options)))


def lists_of(club: Club) -> list[ListView]:
    """Return the lists of a club, the oldest first: two statements."""
    return _views(RatingList.objects.filter(counts(), club=club).select_related("club__stream").order_by("number"))


def list_of(pk: int) -> ListView:
    """Return a list. Raises Unknown ``ratings.unknown``."""
    views = _views(RatingList.objects.filter(counts(), pk=pk).select_related("club__stream"))
    if not views:
        raise Unknown("ratings.unknown", ratings=pk)
    return views[0]


def _views(rows: Iterable[RatingList]) -> list[ListView]:
    by_key = {row.pk: row for row in rows}
    terms = RatingTerms.objects.filter(counts(), rating_list__in=by_key).order_by("turn") if by_key else ()
    latest = {each.rating_list_id: each for each in terms}
    return [
        ListView(pk, row.club, row.number, each.turn, each.name, each.options, each.public, each.ended)
        for pk, row in by_key.items()
        if (each := latest.get(pk)) is not None
    ]


def lists_behind() -> list[tuple[int, str, int]]:
    """Return each list that is not counted up to the end of its club's memory, with that end: epoch and number."""
    behind = Q(state=None) | Q(state__number__lt=F("club__stream__number"))
    rows = RatingList.objects.filter(counts(), behind).order_by("pk")
    return list(rows.values_list("pk", "club__stream__epoch", "club__stream__number"))
