"""PINs: six digits beside a name. Only a few can be tried, and an answer says no more than that a try was wrong.

Source: docs/decisions/0013-links-and-pins.md.
"""

from functools import cache

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.utils import timezone

from clubs.actions.tries import A_DAY, A_QUARTER, AN_HOUR, Limit, forget_tries, give_back, spend
from journal.refusals import TooOften
from rules.errors import RuleBroken
from runtime.networks import network_of
from tournaments.models import Pin

PIN_FROM_HERE = Limit("pin", 5, A_QUARTER)
PINS_FROM = Limit("pins from", 100, AN_HOUR)
PIN_A_DAY = Limit("pin of", 20, A_DAY)


class PinHasher(PBKDF2PasswordHasher):
    """Cheap enough to print 128 slips in two seconds; who holds the file needs hours for one PIN."""

    algorithm = "pbkdf2_sha256_pin"
    iterations = 50_000


HASHER = PinHasher()


def hash_pin(pin: str) -> str:
    """Return what is kept of a PIN."""
    return HASHER.encode(pin, HASHER.salt())


def right_pin(entrant: int, typed: str, place: str) -> Pin:
    """Return the PIN of an entrant, read with event and tournament, if ``typed`` at ``place`` is right.

    The try is spent before the PIN is compared, and every try costs one hash. Raises RuleBroken ``pin.wrong``, whether
    the PIN, the name, the event or the lock forbids it; TooOften ``phone.spent`` with the minutes to wait.
    """
    now = timezone.now()
    pin = Pin.objects.select_related("entrant__event__tournament__stream").filter(entrant=entrant).first()
    who = f"{pin.entrant_id}/{pin.turn}" if pin else "nobody"
    network = network_of(place)
    tries = [(PIN_FROM_HERE, f"{who} {network}"), (PINS_FROM, network)]
    try:
        for limit, spent_by in tries:
            spend(limit, spent_by, now)
    except TooOften as spent:
        raise TooOften("phone.spent", **spent.facts) from None
    forget_tries(now)
    left = _left_today(who)
    right = HASHER.verify(typed, pin.hash if pin and pin.hash else _nobodys())
    if pin is None or not right or left is None or not _reaches(pin):
        if pin is not None and not left:
            Pin.objects.filter(pk=pin.pk, turn=pin.turn, locked_at=None).update(locked_at=now)
        raise RuleBroken("pin.wrong")
    for limit, spent_by in [*tries, (PIN_A_DAY, who)]:
        give_back(limit, spent_by)
    return pin


def _left_today(who: str) -> int | None:
    """Spend one of the day's tries and return how many are left, None when there was none to spend."""
    try:
        return spend(PIN_A_DAY, who, timezone.now())
    except TooOften:
        return None


def _reaches(pin: Pin) -> bool:
    return bool(pin.hash) and pin.locked_at is None and not pin.entrant.event.closed


@cache
def _nobodys() -> str:
    """Return the hash of a PIN that nobody has, to be compared where there is none."""
    return hash_pin(Pin.new())
