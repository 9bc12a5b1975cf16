"""Who may do what in a tournament: asked by actions to refuse, by selectors to hide."""

from dataclasses import dataclass

from django.db.models import Q

from clubs.models import Role
from clubs.permissions import DIRECTING, OWNS_SITE, may_direct, may_own_site, may_run_desk, must
from journal.actors import SYSTEM, Actor

__all__ = ["Rights", "may_direct", "may_own_site", "may_run_desk", "must", "rights_in"]


@dataclass(frozen=True, slots=True)
class Rights:
    """What a page offers to who looks at it: the work of the desk, and what only a director changes."""

    desk: bool = False
    direct: bool = False


def rights_in(actor: Actor | None, club: int) -> Rights:
    """Return what ``actor`` may do in tournaments of ``club``: one statement, none for a passer-by."""
    if actor is None:
        return Rights()
    if actor == SYSTEM:
        return Rights(desk=True, direct=True)
    if actor.kind != "user":
        return Rights()
    roles = Role.objects.live().filter(Q(club=club) | OWNS_SITE, user=actor.number)
    kinds = set(roles.values_list("kind", flat=True))
    direct = not kinds.isdisjoint(DIRECTING)
    return Rights(desk=direct or Role.Kind.DESK in kinds, direct=direct)
