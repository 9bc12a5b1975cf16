"""What guards signing in: so many tries of a password, and codes that are worth five of them.

Nothing here is a change of the domain: who signs in, and how often he mistyped, is no part of the memory.

Source: docs/decisions/0009-signing-in.md.
"""

from datetime import datetime, timedelta

from allauth.account.adapter import get_adapter
from django.contrib.auth.hashers import check_password, make_password
from django.db.models import F

from clubs.actions.tries import A_QUARTER, AN_HOUR, KEPT_FOR, Limit, forget_tries, spend
from clubs.models import SignInCode, User
from journal.refusals import Refused

CODE_LIVES = timedelta(minutes=10)
TRIES_A_CODE = 5

PASSWORD_FROM_HERE = Limit("password", 10, A_QUARTER)
PASSWORDS_FROM = Limit("passwords from", 50, AN_HOUR)
PASSWORDS_FOR = Limit("passwords for", 100, AN_HOUR)
CODES_FROM = Limit("codes from", 20, AN_HOUR)
CODES_FOR = Limit("codes for", 8, AN_HOUR)


def password_tries(email: str, place: str) -> list[tuple[Limit, str]]:
    """Return what a try of a password from a network address counts against."""
    return [(PASSWORD_FROM_HERE, f"{email} {place}"), (PASSWORDS_FROM, place), (PASSWORDS_FOR, email)]


def make_code(email: str, place: str, now: datetime) -> tuple[SignInCode, str]:
    """Return a fresh code for who signs in with ``email``; for an unknown address one that nobody can know.

    Both take the same steps. Raises TooOften ``tries.spent``.
    """
    spend(CODES_FROM, place, now)
    spend(CODES_FOR, email, now)
    forget_tries(now)
    SignInCode.objects.filter(ends_at__lt=now - KEPT_FOR).delete()
    user = User.objects.filter(email=email, is_active=True).first()
    code = get_adapter().generate_login_code()
    made = SignInCode.objects.create(user=user, hash=make_password(code), ends_at=now + CODE_LIVES)
    return made, code


def use_code(pk: int, code: str, now: datetime) -> User:
    """Return who signs in by a code. Raises Refused ``code.wrong`` with the tries left, ``code.over`` for an ended one.

    The try is spent before the code is looked at: of any number who guess at once five are heard.
    """
    row = SignInCode.objects.filter(pk=pk, used_at=None, ends_at__gt=now)
    if not row.filter(tries__lt=TRIES_A_CODE).update(tries=F("tries") + 1):
        raise Refused("code.over")
    made = row.select_related("user").first()
    if made is None:
        raise Refused("code.over")
    typed = "".join(code.split())
    right = check_password(typed, made.hash)
    if not right or made.user is None or not made.user.is_active:
        left = TRIES_A_CODE - made.tries
        raise Refused("code.wrong", left=left) if left > 0 else Refused("code.over")
    if not row.update(used_at=now):
        raise Refused("code.over")
    return made.user
