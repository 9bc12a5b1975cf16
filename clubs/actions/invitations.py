"""Links that work once: an invitation to a role in a club, a new password."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from clubs.actions.people import SITE, read_address, user_at
from clubs.actions.roles import about_role_of, club_of, kind_of, new_role
from clubs.models import Club, Invitation, PasswordLink, Role, User, hash_of
from clubs.permissions import may_invite, may_offer_password, must
from journal import book
from journal.actors import SYSTEM
from journal.refusals import Refused, Unknown
from rules.naming import read_name
from runtime.jobs.queue import enqueue_after

INVITATION_LIVES = timedelta(days=7)
PASSWORD_LINK_LIVES = timedelta(days=1)


INVITATION_LETTER = "clubs.tasks.invitation"


@dataclass(frozen=True, slots=True)
class Letter:
    """Where a link is sent by mail; ``site`` is the scheme, host and port of the link."""

    to: str
    site: str


@dataclass(frozen=True, slots=True)
class Newcomer:
    """The form of a person who signs in here for the first time."""

    email: str
    name: str
    password: str


def invite(club: int, kind: str, secret: str, caller: book.Caller, letter: Letter | None = None) -> Invitation:
    """Make a link that gives the role ``kind`` in ``club`` once; ``secret`` is shown to the caller only, never stored.

    With a ``letter`` it is also sent; then ``secret`` must be the one computed from ``caller`` (``clubs.secrets``).
    Raises Unknown ``club.unknown``, Unreadable ``role.kind`` or ``email.unreadable``, Refused ``mail.off``.
    """
    club_row = club_of(club)
    to = read_address(letter.to) if letter else ""
    if letter and not settings.MAIL:
        raise Refused("mail.off")
    with book.page(club_row.stream.name, caller) as page:
        must(may_invite(caller.actor, club, kind_of(kind)))
        invitation = Invitation.objects.create(
            hash=hash_of(secret),
            club=club_row,
            kind=kind,
            by_id=caller.actor.number if caller.actor.kind == "user" else None,
            ends_at=page.at + INVITATION_LIVES,
            sent_to=to,
        )
        page.record("role.invited", invitation=invitation.pk)
        if letter:
            facts: dict[str, Any] = {"invitation": invitation.pk, "page": page.first, "site": letter.site}
            enqueue_after(page, INVITATION_LETTER, f"invitation:{invitation.pk}", **facts)
        return page.done(invitation)


def end_invitation(invitation: int, caller: book.Caller) -> Invitation:
    """End an unused link. Raises Unknown ``invitation.unknown``, Refused ``link.used`` or ``link.over``."""
    invitation_row = Invitation.objects.filter(pk=invitation).select_related("club__stream", "by").first()
    if invitation_row is None:
        raise Unknown("invitation.unknown")
    with book.page(invitation_row.club.stream.name, caller) as page:
        must(may_invite(caller.actor, invitation_row.club_id, invitation_row.kind))
        invitation_row.refresh_from_db(fields=["used_at", "revoked_at"])
        _still_open(invitation_row, page.at)
        Invitation.objects.filter(pk=invitation_row.pk).update(revoked_at=page.at)
        page.record("invitation.ended", invitation=invitation_row.pk)
        return page.done(invitation_row)


def invitation_of(secret: str, at: datetime) -> Invitation:
    """Return the invitation of a link. Raises Unknown ``link.unknown``, Refused ``link.used`` or ``link.over``."""
    invitation = Invitation.objects.filter(hash=hash_of(secret)).select_related("club__stream", "by").first()
    if invitation is None:
        raise Unknown("link.unknown")
    _still_open(invitation, at)
    return invitation


def take_role(secret: str, caller: book.Caller) -> Role:
    """Give the signed-in caller the role of the link. Raises as ``invitation_of``, or ``role.held``."""
    club = _club_invited_to(secret)
    with book.page(club.stream.name, caller) as page:
        user = (
            User.objects.filter(pk=caller.actor.number, is_active=True).first() if caller.actor.kind == "user" else None
        )
        if user is None:
            raise PermissionDenied
        return page.done(_take(page, secret, user))


def take_role_as_newcomer(secret: str, newcomer: Newcomer) -> User:
    """Create a user with the role of the link.

    Raises as ``invitation_of``, Unreadable ``email.unreadable``, Refused ``user.known`` if the address
    already belongs to a user.
    """
    club = _club_invited_to(secret)
    with book.page(club.stream.name, book.Caller(actor=SYSTEM)) as page:
        user = User(email=read_address(newcomer.email), name=read_name(newcomer.name), created_at=page.at)
        user.set_password(newcomer.password)
        try:
            with transaction.atomic():
                user.save(force_insert=True)
        except IntegrityError:
            raise Refused("user.known") from None
        _take(page, secret, user, account=user.account_seal())
        return user


def offer_password(email: str, secret: str, caller: book.Caller) -> PasswordLink:
    """Make a link by which a person sets a new password, once. Raises Unknown ``user.unknown``."""
    with book.page(SITE, caller) as page:
        user = user_at(email)
        must(may_offer_password(caller.actor, user.pk))
        PasswordLink.objects.filter(user=user, used_at=None).update(ends_at=page.at)
        ends_at = page.at + PASSWORD_LINK_LIVES
        link = PasswordLink.objects.create(user=user, hash=hash_of(secret), ends_at=ends_at)
        page.record("password.offered", user=user.pk, link=link.pk)
        return page.done(link)


def password_link_of(secret: str, at: datetime) -> PasswordLink:
    """Return a password link. Raises Unknown ``link.unknown``, Refused ``link.used`` or ``link.over``."""
    link = PasswordLink.objects.filter(hash=hash_of(secret), user__is_active=True).select_related("user").first()
    if link is None:
        raise Unknown("link.unknown")
    if link.used_at is not None:
        raise Refused("link.used", at=link.used_at)
    if link.ends_at <= at:
        raise Refused("link.over", at=link.ends_at)
    return link


def set_password_by_link(secret: str, password: str) -> User:
    """Set the new password and end all sessions of the user. Raises as ``password_link_of``."""
    with book.page(SITE, book.Caller(actor=SYSTEM)) as page:
        link = password_link_of(secret, page.at)
        PasswordLink.objects.filter(pk=link.pk).update(used_at=page.at)
        link.user.set_password(password)
        link.user.save(update_fields=["password"])
        page.record("user.password", user=link.user_id, link=link.pk, account=link.user.account_seal())
        return link.user


def _club_invited_to(secret: str) -> Club:
    invitation = Invitation.objects.filter(hash=hash_of(secret)).select_related("club__stream").first()
    if invitation is None:
        raise Unknown("link.unknown")
    return invitation.club


def _take(page: book.OpenPage, secret: str, user: User, **more: str) -> Role:
    """Use the link up under the club's lock: if two people open it, only one gets the role."""
    invitation = invitation_of(secret, page.at)
    role = new_role(invitation.club, user, invitation.kind)
    Invitation.objects.filter(pk=invitation.pk).update(used_at=page.at)
    page.record("role.taken", [role], invitation=invitation.pk, **about_role_of(user.pk), **more)
    return role


def _still_open(invitation: Invitation, at: datetime) -> None:
    if invitation.used_at is not None:
        raise Refused("link.used", at=invitation.used_at)
    # Invitations made by a user who was switched off no longer work.
    is_void = invitation.by is not None and not invitation.by.is_active
    if is_void or invitation.revoked_at is not None or invitation.ends_at <= at:
        raise Refused("link.over", at=invitation.revoked_at or invitation.ends_at)
