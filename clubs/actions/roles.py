"""Roles in a club: given, changed and ended, with effect from the next request."""

from typing import Any

from django.db.models import F, QuerySet

from clubs.actions.books import reversal
from clubs.actions.people import user_at
from clubs.actions.undo import Undoing
from clubs.models import Club, Role, RoleEnd, Token, User
from clubs.permissions import may_own_club, must
from journal import book
from journal.refusals import Refused, Unknown, Unreadable


def give_role(club: int, email: str, kind: str, caller: book.Caller) -> Role:
    """Give an existing user a role in a club.

    Raises Unknown ``club.unknown`` or ``user.unknown``, Unreadable ``role.kind``, Refused ``role.held``.
    """
    club_row = club_of(club)
    with book.page(club_row.stream.name, caller) as page:
        must(may_own_club(caller.actor, club))
        role = new_role(club_row, user_at(email), kind)
        page.record("role.given", [role], **about_role_of(role.user_id))
        return page.done(role)


def change_role(role: int, kind: str, caller: book.Caller) -> Role:
    """End a role and give its user another in the same club.

    Raises Unknown ``role.unknown``, Unreadable ``role.kind``, Refused ``role.over`` or ``owner.last``.
    """
    club = _club_of_role(role)
    with book.page(club.stream.name, caller) as page:
        must(may_own_club(caller.actor, club.pk))
        old = _live(role)
        if old.kind == kind:
            return page.done(old)
        _keep_an_owner(old)
        new = Role(user=old.user, club=club, kind=kind_of(kind))
        page.record("role.changed", [RoleEnd(role=old), new], **about_role_of(old.user_id))
        return page.done(new)


def end_role(role: int, caller: book.Caller) -> Role:
    """End a role. A user without any other role is signed out everywhere, and their tokens end.

    Raises Unknown ``role.unknown``, Refused ``role.over`` or ``owner.last``.
    """
    club = _club_of_role(role)
    with book.page(club.stream.name, caller) as page:
        must(may_own_club(caller.actor, club.pk))
        old = _live(role)
        _keep_an_owner(old)
        page.record("role.ended", [RoleEnd(role=old)], **about_role_of(old.user_id))
        _sign_out_without_a_role(page, old.user_id)
        return page.done(old)


def undo_in_club(page: book.OpenPage, undoing: Undoing) -> tuple[str, ...]:
    """Step: undo a record. Of a role: the person's role before it counts again. Raises Refused ``owner.last``."""
    if not undoing.verb.startswith("role."):
        about = {name: undoing.body[name] for name in ("person",) if name in undoing.body}
        taken_back = reversal(page, undoing.record, undoing.body)
        page.record("record.undone", [undoing.fact, *taken_back], makes=[], needs=[], **about)
        return ()
    had_owner = _owners(undoing.club).exists()
    page.record("record.undone", [undoing.fact], user=undoing.body["user"], makes=[], needs=[])
    if had_owner and not _owners(undoing.club).exists():
        raise Refused("owner.last")
    _sign_out_without_a_role(page, undoing.body["user"])
    return ()


def about_role_of(user: int) -> dict[str, Any]:
    """Return what a record about a person's role in a club says: a later one about the same person rests on it."""
    role = [f"role:{user}"]
    return {"user": user, "makes": role, "needs": role}


def club_of(pk: int) -> Club:
    """Return a club with its stream. Raises Unknown ``club.unknown``."""
    club = Club.objects.filter(pk=pk).select_related("stream").first()
    if club is None:
        raise Unknown("club.unknown")
    return club


def new_role(club: Club, user: User, kind: str) -> Role:
    """Return an unsaved role for ``user``, who has none in ``club`` yet. Raises Refused ``role.held``."""
    held = Role.objects.live().filter(club=club, user=user).first()
    if held is not None:
        raise Refused("role.held", role=held.pk, kind=held.kind)
    return Role(user=user, club=club, kind=kind_of(kind))


def kind_of(text: str) -> str:
    """Return ``text`` if it is a kind of role. Raises Unreadable ``role.kind``."""
    if text not in Role.Kind.values:
        raise Unreadable("role.kind", got=text[:20])
    return text


def _club_of_role(role: int) -> Club:
    role_row = Role.objects.filter(pk=role, club__isnull=False).select_related("club__stream").first()
    if role_row is None or role_row.club is None:
        raise Unknown("role.unknown")
    return role_row.club


def _live(role: int) -> Role:
    """Return a role that still counts, read under the lock."""
    role_row = Role.objects.live().filter(pk=role).select_related("user").first()
    if role_row is None:
        raise Refused("role.over")
    return role_row


def _keep_an_owner(role: Role) -> None:
    if role.kind == Role.Kind.OWNER and not _owners(role.club_id).exclude(pk=role.pk).exists():
        raise Refused("owner.last")


def _owners(club: int | None) -> QuerySet[Role]:
    return Role.objects.live().filter(club=club, kind=Role.Kind.OWNER, user__is_active=True)


def _sign_out_without_a_role(page: book.OpenPage, user: int) -> None:
    """End every session and token of a person who has no role left anywhere."""
    if not Role.objects.live().filter(user=user).exists():
        User.objects.filter(pk=user).update(sessions_round=F("sessions_round") + 1)
        Token.objects.filter(user=user, revoked_at=None).update(revoked_at=page.at)
