"""Links, PINs and phones of players."""

import hmac
from collections import Counter
from datetime import datetime
from hashlib import sha256

from django.db.models import Max, TextField

from clubs.models import hash_of
from journal.statements import Blank, Reading
from tournaments.models import Entrant, Event, Link, Phone, Pin

_links = Reading(lambda: Link.objects.live().filter(hash=Blank("hash", TextField())))


def link_of_secret(secret: str) -> Link | None:
    """Return the link that counts with this secret, None for any other."""
    return next(iter(_links(hash=hash_of(secret))), None)


def phone_of_secret(entrant: int, secret: str) -> Phone | None:
    """Return the phone of an entrant that holds this secret and counts: one statement."""
    return Phone.objects.live().filter(entrant=entrant, hash=hash_of(secret)).first() if secret else None


def is_unknown_phone(secret: str) -> bool:
    """Whether no phone with this secret was ever let in, as far as the memory goes: it was lost in a restore."""
    return not Phone.objects.filter(hash=hash_of(secret)).exists()


def slip_of_pin(pin: Pin) -> str:
    """Return what a phone that came by a PIN comes back by: it proves that the PIN was known, and ends with it."""
    return f"pin:{hmac.new(pin.hash.encode(), f'phone of {pin.entrant_id}'.encode(), sha256).hexdigest()}"


def slip_counts(entrant: int, slip: str) -> bool:
    """Whether a slip, as ``Joined`` holds it, lets a phone of this entrant in: one statement."""
    kind, _, secret = slip.partition(":")
    if kind == "link":
        return Link.objects.live().filter(entrant=entrant, hash=hash_of(secret)).exists()
    live = Pin.objects.filter(entrant=entrant, entrant__event__closed=False, entrant__record__undo__isnull=True)
    pin = live.exclude(hash="").first() if kind == "pin" else None
    return pin is not None and hmac.compare_digest(slip_of_pin(pin), slip)


def links_made(event: Event) -> dict[int, datetime]:
    """Return entrant → when their newest link was made."""
    newest = Link.objects.live().filter(entrant__event=event).values("entrant")
    return dict(newest.annotate(at=Max("made_at")).values_list("entrant", "at"))


def phones_in(event: Event) -> Counter[int]:
    """Return entrant → how many phones open their page."""
    return Counter(Phone.objects.live().filter(entrant__event=event).values_list("entrant", flat=True))


def locked_out(event: Event) -> set[int]:
    """Return the entrants whose PIN is locked."""
    return set(Pin.objects.filter(entrant__event=event, locked_at__isnull=False).values_list("entrant", flat=True))


def event_of_entrant(entrant: int) -> int | None:
    """Return the event of an entrant who counts, None for any other."""
    live = Entrant.objects.filter(pk=entrant, record__undo__isnull=True)
    return live.values_list("event", flat=True).first()
