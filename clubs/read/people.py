"""Read people: their home page, the roles of a club, and its open invitations."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import TextField
from django.utils import timezone

from clubs.models import Club, Invitation, Role, Token, hash_of
from clubs.permissions import INVITED_BY_DIRECTORS, may_direct, may_own_club, may_own_site
from journal.actors import Actor
from journal.refusals import Unknown
from journal.statements import Blank, Reading


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A role in a club with its user; ``off`` if the user was switched off."""

    role: int
    kind: str
    user: int
    name: str
    email: str
    me: bool
    off: bool = False
    changed: bool = False


@dataclass(frozen=True, slots=True)
class InvitationLine:
    """An unused invitation."""

    id: int
    kind: str
    ends_at: datetime
    by: str
    sent_to: str = ""


@dataclass(frozen=True, slots=True)
class FormerRole:
    """A role that was just ended, to be given back with one button."""

    role: int
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class People:
    """The people of a club, and the viewer's rights.

    ``owns``: may change roles. ``invites``: the roles the viewer may offer. ``switches``: may switch people off.
    """

    club: int
    name: str
    people: tuple[PersonLine, ...]
    invitations: tuple[InvitationLine, ...]
    owns: bool
    invites: tuple[str, ...]
    switches: bool = False

    @property
    def owners(self) -> int:
        """The number of owners."""
        return sum(line.kind == Role.Kind.OWNER for line in self.people)


def where_to_begin(user: int) -> tuple[str, int | None]:
    """Return the URL name and the club of a user's first page: their own club, all clubs, or the form of a new club."""
    club = (
        Role.objects.live().filter(user=user, club__isnull=False).order_by("pk").values_list("club", flat=True).first()
    )
    if club is not None:
        return "club_home", club
    return ("home", None) if Club.objects.exists() else ("club_new", None)


def people_of(club: Club, actor: Actor, changed: str = "") -> People:
    """Return the people of a club for a viewer, owners first; ``changed`` is the role to highlight."""
    owns = may_own_club(actor, club.pk)
    invites = Role.Kind.values if owns else INVITED_BY_DIRECTORS if may_direct(actor, club.pk) else []
    people, invitations = role_list(club.pk, actor, changed), invitation_list(club.pk)
    return People(club.pk, club.name, people, invitations, owns, tuple(invites), owns and may_own_site(actor))


def role_list(club: int, actor: Actor, changed: str = "") -> tuple[PersonLine, ...]:
    """Return the roles of a club with their users, owners first, then by name."""
    order = {kind: at for at, kind in enumerate(Role.Kind.values)}
    roles = Role.objects.live().filter(club=club).select_related("user").order_by("user__name", "user__email")
    lines = [
        PersonLine(
            role.pk,
            role.kind,
            role.user_id,
            role.user.name,
            role.user.email,
            (actor.kind, actor.number) == ("user", role.user_id),
            not role.user.is_active,
            str(role.pk) == changed,
        )
        for role in roles
    ]
    return tuple(sorted(lines, key=lambda line: order[line.kind]))


_tokens = Reading(lambda: Token.objects.filter(hash=Blank("hash", TextField()), revoked_at=None), beside=["user"])


def token_of_secret(secret: str) -> Token | None:
    """Return the token with this secret and its user, None where it has ended."""
    return next(iter(_tokens(hash=hash_of(secret))), None)


def newest_club() -> Club:
    """Return the club that was made last."""
    return Club.objects.order_by("-pk")[0]


def is_any_club() -> bool:
    """Whether there is a club."""
    return Club.objects.exists()


def club_of_invitation(pk: int) -> Club | None:
    """Return the club to which somebody was invited."""
    return Club.objects.filter(invitations=pk).first()


def role_named(pk: int) -> tuple[Club, Role]:
    """Return a role, ended or not, with its club and its user. Raises Unknown ``role.unknown``."""
    role = Role.objects.filter(pk=pk).select_related("club", "user").first()
    if role is None or role.club is None:
        raise Unknown("role.unknown")
    return role.club, role


def former_role(club: int, answer: str) -> FormerRole | None:
    """Return a role that was just ended, None if its user has another in the club."""
    pk = int(answer) if answer.isascii() and answer.isdigit() and len(answer) <= 12 else 0
    if not pk:
        return None
    role = Role.objects.filter(Role.objects.ended(), pk=pk, club=club).select_related("user").first()
    if role is None or Role.objects.live().filter(club=club, user=role.user_id).exists():
        return None
    return FormerRole(role.pk, role.kind, role.user.name or role.user.email)


def invitation_list(club: int) -> tuple[InvitationLine, ...]:
    """Return the invitations that still work, newest first."""
    invitations = Invitation.objects.filter(club=club, used_at=None, revoked_at=None, ends_at__gt=timezone.now())
    invitations = invitations.exclude(by__is_active=False)
    return tuple(
        InvitationLine(each.pk, each.kind, each.ends_at, each.by.name or each.by.email if each.by else "", each.sent_to)
        for each in invitations.select_related("by").order_by("-pk")
    )
