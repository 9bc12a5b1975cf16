"""Links, PINs and phones of players."""

from collections import Counter
from datetime import datetime

from django.db.models import Max

from clubs.models import hash_of
from tournaments.models import Entrant, Event, Link, Phone, Pin


def link_of_secret(secret: str) -> Link | None:
    """Return the link that counts with this secret, None for any other."""
    return Link.objects.live().filter(hash=hash_of(secret)).first()


def phone_of_secret(entrant: int, secret: str) -> Phone | None:
    """Return the phone of an entrant that holds this secret and counts: one statement."""
    return Phone.objects.live().filter(entrant=entrant, hash=hash_of(secret)).first() if secret else None


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
