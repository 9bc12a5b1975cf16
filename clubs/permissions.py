"""Who may do what: asked by actions to refuse, by selectors to hide."""

from django.core.exceptions import PermissionDenied
from django.db.models import Q

from clubs.models import Role
from journal.actors import SYSTEM, Actor

DIRECTING = [Role.Kind.OWNER, Role.Kind.DIRECTOR]


def may_own_site(actor: Actor) -> bool:
    """Whether ``actor`` owns the installation."""
    return _has_role(actor, Q(club=None, kind=Role.Kind.OWNER))


def may_direct(actor: Actor, club: int) -> bool:
    """Whether ``actor`` may direct tournaments of ``club``: its owner, its directors, the owner of the site."""
    return _has_role(actor, Q(club=club, kind__in=DIRECTING) | Q(club=None, kind=Role.Kind.OWNER))


def may_run_desk(actor: Actor, club: int) -> bool:
    """Whether ``actor`` may work at the desk of ``club``: who may direct, and its desk helpers."""
    return _has_role(actor, Q(club=club, kind__in=[*DIRECTING, Role.Kind.DESK]) | Q(club=None, kind=Role.Kind.OWNER))


def must(allowed: bool) -> None:
    """Refuse what is not allowed. Raises PermissionDenied."""
    if not allowed:
        raise PermissionDenied


def _has_role(actor: Actor, which: Q) -> bool:
    if actor == SYSTEM:
        return True
    if actor.kind != "user":
        return False
    return Role.objects.filter(which, user=actor.number, record__undo__isnull=True).exists()
