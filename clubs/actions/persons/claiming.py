"""A player claims the person that they are, by a link that a director gives them."""

from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from clubs.actions.invitations import Newcomer
from clubs.actions.people import read_address
from clubs.actions.persons.steps import about, must_count, open_person
from clubs.models import PersonClaim, PersonLink, Role, User, hash_of
from clubs.permissions import may_direct, must
from journal import book
from journal.actors import SYSTEM
from journal.models import counts
from journal.refusals import Refused, Unknown
from rules.naming import read_name

LINK_LIVES = timedelta(days=30)


def offer_person(person: int, secret: str, caller: book.Caller) -> PersonLink:
    """Make a link by which a player claims this person, once; links of before end.

    ``secret`` is shown to the caller only, never stored. Raises as ``change_person``.
    """
    row, stream = open_person(person)
    with book.page(stream, caller) as page:
        must(may_direct(caller.actor, row.club_id))
        must_count(row)
        PersonLink.objects.filter(person=row, used_at=None).update(ends_at=page.at)
        link = PersonLink.objects.create(hash=hash_of(secret), person=row, ends_at=page.at + LINK_LIVES)
        page.record("person.offered", person=person, link=link.pk, makes=[], needs=[f"person:{person}"])
        return page.done(link)


def link_to_person(secret: str, at: datetime) -> PersonLink:
    """Return the link with its person. Raises Unknown ``link.unknown``, Refused ``link.used`` or ``link.over``."""
    link = PersonLink.objects.filter(hash=hash_of(secret)).select_related("person__club__stream").first()
    if link is None:
        raise Unknown("link.unknown")
    if link.used_at is not None:
        raise Refused("link.used", at=link.used_at)
    if link.ends_at <= at:
        raise Refused("link.over", at=link.ends_at)
    return link


def claim_person(secret: str, caller: book.Caller) -> PersonClaim:
    """Let the signed-in caller be the person of the link.

    Raises as ``link_to_person``, Refused ``person.claimed`` if somebody else claimed them, Superseded
    ``person.merged``, Refused ``person.erased``.
    """
    with book.page(_stream_of(secret), caller) as page:
        active = User.objects.filter(pk=caller.actor.number, is_active=True)
        user = active.first() if caller.actor.kind == "user" else None
        if user is None:
            raise PermissionDenied
        return page.done(_claim(page, secret, user))


def claim_person_as_newcomer(secret: str, newcomer: Newcomer) -> User:
    """Create a user who is the person of the link. Raises as ``claim_person``, Refused ``user.known``."""
    with book.page(_stream_of(secret), book.Caller(actor=SYSTEM)) as page:
        user = User(email=read_address(newcomer.email), name=read_name(newcomer.name), created_at=page.at)
        user.set_password(newcomer.password)
        try:
            with transaction.atomic():
                user.save(force_insert=True)
        except IntegrityError:
            raise Refused("user.known") from None
        _claim(page, secret, user, account=user.account_seal())
        return user


def _stream_of(secret: str) -> str:
    link = PersonLink.objects.filter(hash=hash_of(secret)).select_related("person__club__stream").first()
    if link is None:
        raise Unknown("link.unknown")
    return link.person.club.stream.name


def _claim(page: book.OpenPage, secret: str, user: User, **more: str) -> PersonClaim:
    """Step: use the link up under the club's lock. A user without a role in the club becomes a member."""
    link = link_to_person(secret, page.at)
    person = link.person
    must_count(person)
    held = PersonClaim.objects.filter(counts(), person=person).first()
    if held is not None and held.user_id != user.pk:
        raise Refused("person.claimed")
    PersonLink.objects.filter(pk=link.pk).update(used_at=page.at)
    if not Role.objects.live().filter(user=user, club=person.club).exists():
        role = Role(user=user, club=person.club, kind=Role.Kind.MEMBER)
        makes = [f"role:{user.pk}"]
        page.record("role.taken", [role], user=user.pk, link=link.pk, makes=makes, needs=makes, **more)
    claim = held or PersonClaim(person=person, user=user)
    page.record("person.claimed", [] if held else [claim], user=user.pk, **about(person.pk, f"claim:{person.pk}"))
    return claim
