"""What of a club is for its members only."""

from clubs.models import Sight
from journal.models import counts


def hidden_in(club: int) -> frozenset[tuple[str, int]]:
    """Return what of a club is for members only, as (kind, about): one statement."""
    rows = Sight.objects.filter(counts(), club=club).order_by("record", "pk")
    latest = {(kind, about): public for kind, about, public in rows.values_list("kind", "about", "public")}
    return frozenset(key for key, public in latest.items() if not public)


def nights_are_public(club: int) -> bool:
    """Whether everybody may see the nights of a club: one statement."""
    return (str(Sight.Kind.NIGHTS), 0) not in hidden_in(club)


def ladder_is_public(club: int, ladder: int) -> bool:
    """Whether everybody may see a ladder: one statement."""
    return (str(Sight.Kind.LADDER), ladder) not in hidden_in(club)
