"""How players without an account reach their own matches: a private link, a PIN, and the phone that used one of them.

Secrets are shown once and stored as hashes. All of these rows are written on the tournament's pages, except tries and
the last use, which are counters.

Source: docs/decisions/0013-links-and-pins.md.
"""

import secrets
from dataclasses import dataclass

from django.db import models

from tournaments.models.entrants import Entrant

# No other secret of a bearer is this short, so a link can't be mistaken for a token.
LINK_LETTERS = 22


class ReachingQuerySet[Row: models.Model](models.QuerySet[Row]):
    """Links and phones."""

    def live(self) -> "ReachingQuerySet[Row]":
        """Return those that reach something now: not ended, the event not closed, the entrant not undone."""
        return self.filter(ended_at=None, entrant__event__closed=False, entrant__record__undo__isnull=True)


class Link(models.Model):
    """A private link as printed on one slip. Printing another leaves it be; rotating ends all."""

    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="links")
    hash = models.CharField(max_length=64, unique=True)
    # Scheme, host and port printed on the slip: if the laptop's address changes, the slip is out of date.
    address = models.CharField(max_length=120, blank=True)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    objects = ReachingQuerySet["Link"].as_manager()

    def __str__(self) -> str:
        return f"link {self.pk} of {self.entrant_id}"

    @staticmethod
    def new() -> str:
        """Return a new secret of 132 random bits."""
        return secrets.token_urlsafe(17)[:LINK_LETTERS]


class Pin(models.Model):
    """Six digits that stand for the link beside the entrant's name; the next slip makes the next."""

    entrant = models.OneToOneField(Entrant, on_delete=models.PROTECT, related_name="pin")
    # Six digits can be tried through by who holds the file: a slow, salted hash.
    hash = models.CharField(max_length=128)
    turn = models.PositiveIntegerField(default=1)
    made_at = models.DateTimeField()
    locked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"pin of {self.entrant_id}"

    @staticmethod
    def new() -> str:
        """Return six random digits."""
        return f"{secrets.randbelow(1_000_000):06d}"


class Phone(models.Model):
    """A browser that came by a link or a PIN: its cookie, kept as a hash, reaches this entrant's own pages only."""

    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="phones")
    hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    objects = ReachingQuerySet["Phone"].as_manager()

    def __str__(self) -> str:
        return f"phone {self.pk} of {self.entrant_id}"

    @staticmethod
    def new() -> str:
        """Return a new secret of 256 random bits."""
        return secrets.token_urlsafe(32)


class PushAddress(models.Model):
    """Where a phone is told that its player is called. It counts while the phone does, and is deleted after it.

    ``key`` and ``secret`` are the browser's, ``site_key`` is the public key of this site that the browser knows;
    ``site`` is the address of this site, ``language`` that of the messages.
    """

    phone = models.OneToOneField(Phone, on_delete=models.PROTECT, related_name="push")
    address = models.CharField(max_length=500)
    key = models.CharField(max_length=100)
    secret = models.CharField(max_length=30)
    site_key = models.CharField(max_length=100)
    site = models.CharField(max_length=200)
    language = models.CharField(max_length=8)

    def __str__(self) -> str:
        return f"push address of phone {self.phone_id}"


class Contact(models.Model):
    """The mail address of an entrant, for calls and results. Shown to the entrant and the desk; can be erased."""

    entrant = models.OneToOneField(Entrant, on_delete=models.PROTECT, related_name="contact")
    email = models.EmailField(max_length=254, blank=True)
    # Binds the address to its record; erased with the address.
    salt = models.CharField(max_length=32, blank=True)

    def __str__(self) -> str:
        return f"contact of {self.entrant_id}"


@dataclass(frozen=True, slots=True)
class Slip:
    """What is printed for one entrant: ``secret`` and ``pin`` are shown nowhere else."""

    entrant: int
    number: int
    name: str
    event: str
    secret: str
    pin: str
