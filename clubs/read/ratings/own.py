"""Where a person stands in the rating lists of their club."""

from dataclasses import dataclass

from clubs.models import Club, RatedPlayer
from clubs.read.persons.rows import PersonRow
from clubs.read.ratings.lists import lists_of


@dataclass(frozen=True, slots=True)
class OwnRating:
    """A person's value in a rating list, and after how many matches."""

    pk: int
    name: str
    rating: float
    played: int


def own_ratings(club: Club, row: PersonRow) -> tuple[OwnRating, ...]:
    """Return the values of a person in the lists of their club that go on: three statements."""
    names = {view.pk: view.name for view in lists_of(club) if view.ended is None}
    rows = RatedPlayer.objects.filter(rating_list__in=names, person__in=row.group).order_by("rating_list", "-played")
    return tuple(OwnRating(each.rating_list_id, names[each.rating_list_id], each.rating, each.played) for each in rows)
