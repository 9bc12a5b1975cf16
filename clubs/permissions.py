"""Rights of people in clubs: actions refuse by them, pages hide by them. Every call queries the database again.

What is found out about the desk also decides which limits a request has (runtime/server/fair_use.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from django.core.exceptions import PermissionDenied
from django.db.models import Expression, F, Q, QuerySet

from clubs.models import Chouette, Role
from journal.actors import SYSTEM, Actor
from journal.statements import Blank, Columns
from runtime.server.fair_use import note_rights

# Who has a role may do all that those before it may.
RANKS = [Role.Kind.MEMBER, Role.Kind.DESK, Role.Kind.DIRECTOR, Role.Kind.OWNER]
DIRECTING = [Role.Kind.OWNER, Role.Kind.DIRECTOR]
# The roles that a director may offer; an owner may offer any.
INVITED_BY_DIRECTORS = [Role.Kind.DESK, Role.Kind.MEMBER]
OWNS_SITE = Q(club=None, kind=Role.Kind.OWNER)


@dataclass(frozen=True, slots=True)
class Right:
    """What people may do who have one of the roles ``kinds`` in a club or own the site, and the actor ``also`` too.

    Called with an actor and a club it says whether they may: one statement, none for anybody but a user.
    """

    kinds: tuple[str, ...]
    also: str = ""

    def __call__(self, actor: Actor, club: int) -> bool:
        has = actor.kind == "user" and bool(_one_held(self)(club=club, user=actor.number))
        return self.settled(actor, has)

    def held(self, club: Expression | F, user: Expression) -> QuerySet[Role]:
        """Return the roles of a user that give this right in a club, for a query of either."""
        which = Q(club=club, kind__in=self.kinds) | OWNS_SITE
        return Role.objects.live().filter(which, user=user, user__is_active=True)

    def settled(self, actor: Actor, has_role: bool) -> bool:
        """Return whether the actor has this right, who has such a role or not, and note what it says of the desk."""
        if actor.kind == "user" and (has_role or Role.Kind.DESK in self.kinds):
            # Every right here includes the work of the desk.
            note_rights(may_run_desk=has_role)
        return has_role or actor == SYSTEM or actor.name == self.also


@cache
def _one_held(right: Right) -> Columns:
    return Columns(lambda: right.held(Blank("club"), Blank("user")).values_list("pk")[:1])


# Change the roles of a club and its name.
may_own_club = Right((Role.Kind.OWNER,))
# Direct its tournaments.
may_direct = Right((*DIRECTING,))
# Work at its desk: its directors and desk helpers.
may_run_desk = Right((*DIRECTING, Role.Kind.DESK))
# The kinds of the roles that a user has in a club, or everywhere.
_kinds = Columns(lambda: Right((*RANKS,)).held(Blank("club"), Blank("user")).values_list("kind"))


def may_own_site(actor: Actor) -> bool:
    """Whether ``actor`` owns the installation."""
    if actor.kind != "user":
        return actor == SYSTEM
    owns = Role.objects.live().filter(OWNS_SITE, user=actor.number, user__is_active=True).exists()
    if owns:
        note_rights(may_run_desk=True)
    return owns


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
    held = max((Role.Kind(kind) for (kind,) in _kinds(club=club, user=actor.number)), key=RANKS.index, default=None)
    note_rights(may_run_desk=is_at_least(held, Role.Kind.DESK))
    return held


def is_at_least(held: Role.Kind | None, role: str | None) -> bool:
    """Whether who holds the one role may do what is for another."""
    return held is not None and role is not None and RANKS.index(held) >= RANKS.index(Role.Kind(role))


def must(allowed: bool) -> None:
    """Raise PermissionDenied unless ``allowed``."""
    if not allowed:
        raise PermissionDenied


# The kind of actor that the phone on the table of a chouette is; its number is the chouette. So for its followers.
TABLE_PHONE, FOLLOWER = "table", "follower"


def may_open_chouettes(actor: Actor, club: int) -> bool:
    """Whether ``actor`` may open a chouette in ``club``: its members and whoever works for it."""
    return is_at_least(role_in(actor, club), Role.Kind.MEMBER)


def may_write_chouette(actor: Actor, chouette: Chouette) -> bool:
    """Whether ``actor`` may write at this table: the phone on it, the member who opened it, the club's desk."""
    return bool(writable_chouettes(actor, chouette.club_id, [chouette]))


def writable_chouettes(actor: Actor, club: int, chouettes: Sequence[Chouette]) -> list[Chouette]:
    """Return the tables of a club at which ``actor`` may write, in one statement."""
    if actor.kind == TABLE_PHONE:
        return [each for each in chouettes if each.pk == actor.number]
    role = role_in(actor, club)
    opened = [actor.kind == "user" and actor.number == each.opened_by_id for each in chouettes]
    least = [Role.Kind.MEMBER if each else Role.Kind.DESK for each in opened]
    return [each for each, kind in zip(chouettes, least, strict=True) if is_at_least(role, kind)]


def may_follow_chouette(actor: Actor, chouette: Chouette) -> bool:
    """Whether ``actor`` may see everything of this table: whoever may write, and everybody with its link."""
    if actor.kind == FOLLOWER:
        return actor.number == chouette.pk
    return may_write_chouette(actor, chouette)
