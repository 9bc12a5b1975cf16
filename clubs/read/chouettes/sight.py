"""What somebody may see of a chouette: everything, the points alone, or nothing."""

from dataclasses import dataclass
from enum import StrEnum

from clubs.models import Chouette
from clubs.models.chouettes import Shown
from clubs.permissions import may_follow_chouette
from clubs.read.chouettes.log import KeptChouette
from clubs.read.chouettes.rules import house_rules_of
from clubs.read.chouettes.view import ChouetteView, view_of, without_money
from journal.actors import Actor
from journal.models import Stream
from journal.refusals import Unknown


class Sight(StrEnum):
    """How much of a session somebody may see."""

    NOTHING = "nothing"
    POINTS = "points"  # never money
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Sighted:
    """What somebody may see of a session, and the stream whose number says whether it changed."""

    sight: Sight
    stream: Stream


def chouette_row(pk: int) -> Chouette:
    """Return the row of a session, with its club and stream. Raises Unknown ``chouette.unknown``."""
    row = Chouette.objects.select_related("club__stream").filter(pk=pk).first()
    if row is None:
        raise Unknown("chouette.unknown")
    return row


def sight_of(pk: int, actor: Actor | None) -> Sighted:
    """Return what ``actor`` may see of a session, without reading it. Raises Unknown ``chouette.unknown``."""
    row = chouette_row(pk)
    stream = row.club.stream
    if actor is not None and may_follow_chouette(actor, row):
        return Sighted(Sight.ALL, stream)
    is_shown = house_rules_of(row.club_id).shown is Shown.POINTS
    return Sighted(Sight.POINTS if is_shown else Sight.NOTHING, stream)


def seen_view(kept: KeptChouette, sight: Sight) -> ChouetteView:
    """Return the view of a session as somebody may see it.

    Raises Unknown ``chouette.unknown`` where that is nothing.
    """
    if sight is Sight.NOTHING:
        raise Unknown("chouette.unknown")
    view = view_of(kept)
    return view if sight is Sight.ALL else without_money(view)
