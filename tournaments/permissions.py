"""Rights in a tournament: actions refuse by them, pages hide by them."""

from collections.abc import Iterable
from dataclasses import dataclass

from clubs.models import Role
from clubs.permissions import DIRECTING, Right, is_at_least, may_direct, may_own_site, may_run_desk, must, role_in
from journal.actors import SYSTEM, Actor

__all__ = [
    "Directed",
    "Right",
    "Rights",
    "directed_by",
    "may_direct",
    "may_own_site",
    "may_report",
    "may_run_desk",
    "must",
    "rights_in",
]


def may_report(actor: Actor, pair: Iterable[int]) -> bool:
    """Whether ``actor`` is one of the two who sit in a match."""
    return actor.kind == "entrant" and actor.number in pair


@dataclass(frozen=True, slots=True)
class Rights:
    """The viewer's rights on a page: the work of the desk, and that of directors."""

    desk: bool = False
    direct: bool = False


@dataclass(frozen=True, slots=True)
class Directed:
    """Where a person may create tournaments: in these clubs, or everywhere as owner of the ``site``."""

    site: bool = False
    clubs: frozenset[int] = frozenset()


def directed_by(actor: Actor | None) -> Directed:
    """Return where ``actor`` may open tournaments: one statement, none for a passer-by."""
    if actor is None or actor.kind != "user":
        return Directed(site=actor == SYSTEM)
    roles = Role.objects.live().filter(user=actor.number, user__is_active=True, kind__in=DIRECTING)
    clubs = list(roles.values_list("club_id", flat=True))
    return Directed(None in clubs, frozenset(club for club in clubs if club is not None))


def rights_in(actor: Actor | None, club: int) -> Rights:
    """Return what ``actor`` may do in tournaments of ``club``: one statement, none for a passer-by."""
    role = None if actor is None else role_in(actor, club)
    return Rights(desk=is_at_least(role, Role.Kind.DESK), direct=is_at_least(role, Role.Kind.DIRECTOR))
