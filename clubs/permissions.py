"""Rights of people in clubs: actions refuse by them, pages hide by them. Every call queries the database again.

What is found out about the desk also decides which limits a request has (runtime/server/fair_use.py).
"""

from django.core.exceptions import PermissionDenied
from django.db.models import Q

from clubs.models import Role
from journal.actors import SYSTEM, Actor
from runtime.server.fair_use import note_rights

# Who has a role may do all that those before it may.
RANKS = [Role.Kind.MEMBER, Role.Kind.DESK, Role.Kind.DIRECTOR, Role.Kind.OWNER]
DIRECTING = [Role.Kind.OWNER, Role.Kind.DIRECTOR]
# The roles that a director may offer; an owner may offer any.
INVITED_BY_DIRECTORS = [Role.Kind.DESK, Role.Kind.MEMBER]
OWNS_SITE = Q(club=None, kind=Role.Kind.OWNER)


def may_own_site(actor: Actor) -> bool:
    """Whether ``actor`` owns the installation."""
    return _has_role(actor, OWNS_SITE)


def may_own_club(actor: Actor, club: int) -> bool:
    """Whether ``actor`` owns ``club``: may change its roles and its name."""
    return _has_role(actor, Q(club=club, kind=Role.Kind.OWNER) | OWNS_SITE)


def may_direct(actor: Actor, club: int) -> bool:
    """Whether ``actor`` may direct tournaments of ``club``: its owner, its directors, the owner of the site."""
    return _has_role(actor, Q(club=club, kind__in=DIRECTING) | OWNS_SITE)


def may_run_desk(actor: Actor, club: int) -> bool:
    """Whether ``actor`` may work at the desk of ``club``: its directors, desk helpers and owners."""
    may = _has_role(actor, Q(club=club, kind__in=[*DIRECTING, Role.Kind.DESK]) | OWNS_SITE)
    note_rights(may_run_desk=may)
    return may


def may_invite(actor: Actor, club: int, kind: str) -> bool:
    """Whether ``actor`` may invite a person to ``club`` as ``kind``."""
    return may_direct(actor, club) if kind in INVITED_BY_DIRECTORS else may_own_club(actor, club)


def may_offer_password(actor: Actor, user: int) -> bool:
    """Whether ``actor`` may make a link by which ``user`` sets a new password.

    The actor could then sign in as that user, so the actor must own every club in which ``user`` has a role.
    """
    if may_own_site(actor):
        return True
    clubs = set(Role.objects.live().filter(user=user).values_list("club", flat=True))
    owned = Role.objects.live().filter(user=actor.number, kind=Role.Kind.OWNER).values_list("club", flat=True)
    return actor.kind == "user" and bool(clubs) and clubs <= set(owned)


def role_in(actor: Actor, club: int) -> Role.Kind | None:
    """Return the highest role of ``actor`` in ``club``, None without one; who owns the site owns every club."""
    if actor == SYSTEM:
        return Role.Kind.OWNER
    if actor.kind != "user":
        return None
    roles = Role.objects.live().filter(Q(club=club) | OWNS_SITE, user=actor.number, user__is_active=True)
    held = max((Role.Kind(kind) for kind in roles.values_list("kind", flat=True)), key=RANKS.index, default=None)
    note_rights(may_run_desk=is_at_least(held, Role.Kind.DESK))
    return held


def is_at_least(held: Role.Kind | None, role: str | None) -> bool:
    """Whether who holds the one role may do what is for another."""
    return held is not None and role is not None and RANKS.index(held) >= RANKS.index(Role.Kind(role))


def must(allowed: bool) -> None:
    """Raise PermissionDenied unless ``allowed``."""
    if not allowed:
        raise PermissionDenied


def _has_role(actor: Actor, which: Q) -> bool:
    if actor == SYSTEM:
        return True
    if actor.kind != "user":
        return False
    has = Role.objects.live().filter(which, user=actor.number, user__is_active=True).exists()
    if has:
        # Every role that is asked for here includes the work of the desk.
        note_rights(may_run_desk=True)
    return has
