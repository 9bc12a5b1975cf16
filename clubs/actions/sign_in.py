"""Limits on signing in: a number of password tries, and mailed codes with five tries each.

None of it is recorded in the memory, because signing in and mistyping change nothing of the domain.

Source: docs/decisions/0009-signing-in.md.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F
from django.utils.crypto import constant_time_compare, salted_hmac

from clubs.actions.tries import A_QUARTER, AN_HOUR, KEPT_FOR, Limit, forget_tries, spend
from clubs.models import SignInCode, User
from journal.refusals import Refused
from runtime.jobs import queue
from runtime.networks import network_of

CODE_LETTER = "clubs.tasks.sign_in_code"
CODE_DIGITS = 6
CODE_LIVES = timedelta(minutes=10)
TRIES_A_CODE = 5

PASSWORD_FROM_HERE = Limit("password", 10, A_QUARTER)
PASSWORDS_FROM = Limit("passwords from", 50, AN_HOUR)
PASSWORDS_FOR = Limit("passwords for", 100, AN_HOUR)
CODES_FROM = Limit("codes from", 20, AN_HOUR)
CODES_FROM_HERE = Limit("code", 8, AN_HOUR)
CODES_FOR = Limit("codes for", 40, AN_HOUR)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a try comes from: the network address, and the browser if this person has signed in there before."""

    address: str
    device: str = ""

    @property
    def network(self) -> str:
        """What one subscriber holds of the net: of an IPv6 address the first 64 bits."""
        return network_of(self.address)


def password_tries(email: str, origin: Origin) -> list[tuple[Limit, str]]:
    """Return the limits that a password try counts against, each with its key.

    A browser that the person has used before counts for itself, so that nobody else can use up its tries.
    """
    if origin.device:
        return [(PASSWORD_FROM_HERE, f"{email} {origin.device}")]
    place = origin.network
    return [(PASSWORD_FROM_HERE, f"{email} {place}"), (PASSWORDS_FROM, place), (PASSWORDS_FOR, email)]


def make_code(email: str, origin: Origin, now: datetime) -> SignInCode:
    """Make a sign-in code for ``email`` and enqueue its letter; for an unknown address nothing will be sent.

    Both cases take the same steps, so that nobody learns whether an address is known. Raises TooOften ``tries.spent``.
    """
    spend(CODES_FROM_HERE, f"{email} {origin.device or origin.network}", now)
    if not origin.device:
        spend(CODES_FROM, origin.network, now)
        spend(CODES_FOR, email, now)
    forget_tries(now)
    SignInCode.objects.filter(ends_at__lt=now - KEPT_FOR).delete()
    user = User.objects.filter(email=email, is_active=True).first()
    made = SignInCode.objects.create(user=user, salt=secrets.token_hex(16), ends_at=now + CODE_LIVES)
    queue.enqueue(CODE_LETTER, f"sign-in code:{made.pk}", now, code=made.pk)
    return made


def code_of(made: SignInCode) -> str:
    """Return the digits of a code, computed from its salt and ``SECRET_KEY``."""
    drawn = salted_hmac("clubs.SignInCode", made.salt, algorithm="sha256").digest()
    return f"{int.from_bytes(drawn[:16]) % 10**CODE_DIGITS:0{CODE_DIGITS}d}"


def use_code(pk: int, code: str, now: datetime) -> User:
    """Return the user who signs in with a code. Raises Refused ``code.wrong`` with the tries left, or ``code.over``.

    The try is spent before the code is compared, so simultaneous guesses get five tries together.
    """
    row = SignInCode.objects.filter(pk=pk, used_at=None, ends_at__gt=now)
    if not row.filter(tries__lt=TRIES_A_CODE).update(tries=F("tries") + 1):
        raise Refused("code.over")
    made = row.select_related("user").first()
    if made is None:
        raise Refused("code.over")
    typed = "".join(code.split())
    right = constant_time_compare(typed, code_of(made))
    if not right or made.user is None or not made.user.is_active:
        left = TRIES_A_CODE - made.tries
        raise Refused("code.wrong", left=left) if left > 0 else Refused("code.over")
    if not row.update(used_at=now):
        raise Refused("code.over")
    return made.user
