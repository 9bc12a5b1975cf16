"""Does every rating follow from the matches that count? Asked by ``verify``."""

from collections.abc import Iterator
from typing import Any

from django.db.models import F

from clubs.models import RatedMatch, RatedPlayer, RatingList
from clubs.read.ratings.lists import ListView, list_of
from clubs.read.ratings.results import BEFORE_ALL, differing_of, rated_in_order, starts_of, stored_matches, wanted_of
from clubs.read.ratings.values import players_of, values_in
from journal.models import counts
from journal.verify import Flaw
from rules.ratings.rated import RatedMatch as Rated


def flaws() -> Iterator[Flaw]:
    """Yield each match and value of a list that is not as its facts have it; a list that is behind is left out."""
    done = RatingList.objects.filter(counts(), state__stale_from=None, state__number=F("club__stream__number"))
    for pk in done.order_by("pk").values_list("pk", flat=True):
        view = list_of(pk)
        if view.rules.rule is not None:
            yield from _flaws(view)


def _flaws(view: ListView) -> Iterator[Flaw]:
    wanted = wanted_of(view)
    wrong = False
    for each in differing_of(wanted.matches(), stored_matches(view.pk)):
        wrong = True
        yield Flaw("rating.match", f"list {view.pk} match {each.match}")
    if wrong:  # nothing follows from matches that can't have been
        return
    starts: Any = starts_of(view, wanted.into)
    rebuilt: dict[Any, Any] = dict(wanted.rule.rebuild(_in_order(view.pk), starts))
    kept = {row.person_id: row for row in RatedPlayer.objects.filter(rating_list=view.pk)}
    followed = players_of(view.pk, wanted.rule, rebuilt.keys() | kept.keys(), starts)
    for person in sorted(rebuilt.keys() | kept.keys()):
        row = kept.get(person)
        is_rebuilt = person in rebuilt and row is not None and row.rating == rebuilt[person][0]
        if not is_rebuilt or values_in(row) != values_in(followed.get(person)):
            yield Flaw("rating.row", f"list {view.pk} person {person}")


def _in_order(rating_list: int) -> Iterator[Rated]:
    group: list[RatedMatch] = []
    for chunk in rated_in_order(rating_list, BEFORE_ALL, whole=True):
        for row in chunk:
            if group and group[0].group != row.group:
                yield from _rated(group)
                group = []
            group.append(row)
    yield from _rated(group)


def _rated(group: list[RatedMatch]) -> Iterator[Rated]:
    """Yield the matches of a period by the time they were played."""
    for row in sorted(group, key=lambda each: (each.played, each.match)):
        yield Rated(row.played, row.match, row.winner_id, row.loser_id, row.length)
