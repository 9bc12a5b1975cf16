"""People who sign in: the owner of the installation, tokens, passwords, switching off."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.hashers import verify_password
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from clubs.models import OwnerLink, PasswordLink, Role, Token, User, hash_of
from clubs.permissions import may_own_site, must
from journal import book
from journal.actors import SYSTEM
from journal.refusals import Refused, Unknown, Unreadable
from runtime.jobs.clock import every

SITE = "site"
LINK_LIVES = timedelta(hours=24)


def make_owner(email: str, name: str, password: str | None, caller: book.Caller) -> User:
    """Make a new or existing user the owner of the installation; ``password`` None leaves an existing password."""
    with book.page(SITE, caller) as page:
        must(caller.actor == SYSTEM or may_own_site(caller.actor))
        return page.done(_owner(page, email, name, password))


def claim_owner_link(secret: str, email: str, name: str, password: str) -> User:
    """Make the owner by the one-time link. Raises Unknown ``link.unknown``, Refused ``link.used`` or ``link.ended``."""
    with book.page(SITE, book.Caller(actor=SYSTEM)) as page:
        link = OwnerLink.objects.filter(hash=hash_of(secret)).first()
        if link is None:
            raise Unknown("link.unknown")
        if link.used_at is not None:
            raise Refused("link.used", at=link.used_at)
        if link.ends_at < page.at:
            raise Refused("link.ended", at=link.ends_at)
        OwnerLink.objects.filter(pk=link.pk).update(used_at=page.at)
        return _owner(page, email, name, password)


def make_owner_link(now: datetime) -> str | None:
    """Make an owner link and return its secret, or None once the installation has an owner."""
    with transaction.atomic():
        if Role.objects.live().filter(club=None, kind=Role.Kind.OWNER).exists():
            return None
        secret = secrets.token_urlsafe(24)
        OwnerLink.objects.filter(used_at=None).update(ends_at=now)
        OwnerLink.objects.create(hash=hash_of(secret), ends_at=now + LINK_LIVES)
        return secret


def give_token(email: str, caller: book.Caller) -> tuple[Token, str]:
    """Give ``email`` a new token and return it with its secret, which is shown only now."""
    with book.page(SITE, caller) as page:
        must(caller.actor == SYSTEM or may_own_site(caller.actor))
        user = user_at(email)
        secret = Token.new()
        token = Token.objects.create(user=user, hash=hash_of(secret), created_at=page.at)
        page.record("token.given", user=user.pk, token=token.pk, seal=token.seal())
        return page.done((token, secret))


def revoke_tokens(email: str, caller: book.Caller) -> int:
    """Revoke every token of a user from the next request on. Return how many there were."""
    with book.page(SITE, caller) as page:
        must(caller.actor == SYSTEM or may_own_site(caller.actor))
        user = User.objects.filter(email=email.strip().lower()).first()
        if user is None:
            raise Unknown("user.unknown")
        revoked = Token.objects.filter(user=user, revoked_at=None).update(revoked_at=page.at)
        if revoked:
            page.record("token.revoked", user=user.pk, tokens=revoked)
        return page.done(revoked)


# When a token was last used, by its key, until the clock stores it: a request that only reads must not write.
_used: dict[int, datetime] = {}


def note_use(token: Token, now: datetime) -> None:
    """Remember when a token was used last; this is no part of the memory."""
    _used[token.pk] = now


@every(seconds=30)
def store_uses(now: datetime) -> int:
    """Store when tokens were used last, and return how many."""
    uses = [(pk, _used.pop(pk)) for pk in list(_used)]
    for pk, at in uses:
        Token.objects.filter(pk=pk).update(last_used_at=at)
    return len(uses)


def choose_language(user: User, language: str) -> None:
    """Remember the language that a user reads; this is no part of the memory."""
    User.objects.filter(pk=user.pk).update(language=language)


def set_password(email: str, password: str, caller: book.Caller) -> User:
    """Set the password of a user."""
    with book.page(SITE, caller) as page:
        must(caller.actor == SYSTEM or may_own_site(caller.actor))
        user = user_at(email)
        user.set_password(password)
        user.save(update_fields=["password"])
        page.record("user.password", user=user.pk, account=user.account_seal())
        return page.done(user)


def renew_hash(user: User, password: str) -> None:
    """Hash the right password of a user anew, if its hash is weaker than those made today."""
    _, is_weak = verify_password(password, user.password)
    if is_weak:
        with book.page(SITE, book.Caller(actor=SYSTEM)) as page:
            user.set_password(password)
            user.save(update_fields=["password"])
            page.record("user.renewed", user=user.pk, account=user.account_seal())


def switch_off(user: int, caller: book.Caller) -> User:
    """Switch a user off: sign them out everywhere at once and end their tokens and links. Their roles stay.

    Raises Unknown ``user.unknown``, Refused ``owner.only`` for the only owner of the installation.
    """
    with book.page(SITE, caller) as page:
        must(caller.actor == SYSTEM or may_own_site(caller.actor))
        person = _person(user)
        if not person.is_active:
            return page.done(person)
        _keep_an_owner_of_the_site(person)
        User.objects.filter(pk=user).update(is_active=False, sessions_round=F("sessions_round") + 1)
        tokens = Token.objects.filter(user=user, revoked_at=None).update(revoked_at=page.at)
        PasswordLink.objects.filter(user=user, used_at=None).update(ends_at=page.at)
        page.record("person.switched_off", user=user, tokens=tokens)
        person.is_active = False
        return page.done(person)


def switch_on(user: int, caller: book.Caller) -> User:
    """Let a user who was switched off sign in again. Raises Unknown ``user.unknown``."""
    with book.page(SITE, caller) as page:
        must(caller.actor == SYSTEM or may_own_site(caller.actor))
        person = _person(user)
        if not person.is_active:
            User.objects.filter(pk=user).update(is_active=True)
            page.record("person.switched_on", user=user)
            person.is_active = True
        return page.done(person)


def read_address(text: str) -> str:
    """Return an e-mail address in lower case. Raises Unreadable ``email.unreadable``."""
    address = text.strip().lower()
    if "@" not in address.strip("@") or len(address) > 254 or not address.isprintable() or " " in address:
        raise Unreadable("email.unreadable")
    return address


def user_at(email: str) -> User:
    """Return the active user with an address. Raises Unknown ``user.unknown``."""
    user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
    if user is None:
        raise Unknown("user.unknown")
    return user


def _person(user: int) -> User:
    person = User.objects.filter(pk=user).first()
    if person is None:
        raise Unknown("user.unknown")
    return person


def _keep_an_owner_of_the_site(leaving: User) -> None:
    owners = Role.objects.live().filter(club=None, kind=Role.Kind.OWNER, user__is_active=True)
    if set(owners.values_list("user", flat=True)) == {leaving.pk}:
        raise Refused("owner.only")


def _owner(page: book.OpenPage, email: str, name: str, password: str | None) -> User:
    address = read_address(email)
    user = User.objects.filter(email=address).first()
    if user is None:
        user = User(email=address, name=name.strip()[:80], created_at=timezone.now())
        if password is None:
            user.set_unusable_password()
        else:
            user.set_password(password)
        user.save(force_insert=True)
    elif password is not None:
        user.set_password(password)
        user.save(update_fields=["password"])
    page.record(
        "owner.made", [Role(user=user, club=None, kind=Role.Kind.OWNER)], user=user.pk, account=user.account_seal()
    )
    return user
