"""Chouettes: how a club holds them, the sessions with their people, and what happened at the table.

Everything else follows by replaying ``rules.chouette``. Source: docs/decisions/0081-chouettes-as-entries.md.
"""

import secrets
from typing import ClassVar, Self

from django.db import models
from django.db.models import F, Q

from clubs.models.clubs import Club
from clubs.models.people import User
from clubs.models.persons import Person
from journal.canon import digest_of
from journal.models import Fact, Record
from journal.triggers import Guard
from journal.verbs import Verb

CHOUETTE_TOPIC = "chouette:{chouette_id}"
LIST_TOPIC = "chouettes:{club}"
LONGEST_NAME = 80
# The legal notice that owners confirm before chouettes are played for money; a new text has the next number.
MONEY_NOTICE = 1
# No other secret of a bearer is this short, except a player's link, which is shorter.
LINK_LETTERS = 24


class Shown(models.TextChoices):
    """What people without a role and without a link see of a club's chouettes."""

    NOTHING = "nothing"
    LINE = "line"  # that one is played and how many take part, without names
    POINTS = "points"  # the table and the points; never money


class ChouetteRules(Fact):
    """How a club holds its chouettes. The latest turn counts.

    ``options`` is canonical JSON of the house rules, as in a file: stake, limits and rounding unit are among them.
    ``in_books``: sessions for money are posted to the club's books.
    """

    sealed_fields = ("club_id", "turn", "shown", "options", "in_books")
    verbs = (Verb("chouettes.set", topics=(LIST_TOPIC,)),)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    turn = models.PositiveIntegerField()
    shown = models.CharField(max_length=8, default=Shown.NOTHING)
    options = models.TextField(default="{}")
    in_books = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "turn"], name="one_turn_of_chouette_rules"),
            models.CheckConstraint(condition=Q(shown__in=["nothing", "line", "points"]), name="chouettes_shown_so"),
        ]

    def __str__(self) -> str:
        return f"chouettes of {self.club_id}, turn {self.turn}"


class ChouettePermit(Fact):
    """An owner allowed chouettes for money, having confirmed the legal ``notice`` of this number, or ended that.

    The latest counts; without any, chouettes are played for points only. One per record.
    """

    sealed_fields = ("club_id", "allowed", "notice")
    verbs = (Verb("chouette_money.allowed", topics=(LIST_TOPIC,)), Verb("chouette_money.ended", topics=(LIST_TOPIC,)))

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    allowed = models.BooleanField()
    notice = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"chouettes for money in {self.club_id}: {self.allowed}"


class Chouette(Fact):
    """A session. ``options`` and ``start`` are canonical JSON and never change.

    ``start`` holds the numbers of the people in the first order, the box first, and the rounds of dice, if any, that
    made it. ``in_books``: its money is posted to the club's books. ``opened_by`` may write in it.
    """

    sealed_fields = ("club_id", "options", "start", "in_books", "opened_by_id")
    verbs = (Verb("chouette.opened", topics=(LIST_TOPIC,)), Verb("chouette.imported", topics=(LIST_TOPIC,)))

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="chouettes")
    options = models.TextField()
    start = models.TextField()
    in_books = models.BooleanField(default=False)
    opened_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    def __str__(self) -> str:
        return f"chouette {self.pk}"


class ChouettePerson(Fact):
    """Somebody who sits or sat at the table; ``number`` counts from 1. The name can be erased; its digest stays.

    ``person`` is who they are among the club's people, if that was named.
    """

    sealed_fields = ("chouette_id", "number", "person_id", "digest")
    erasable_fields = ("salt", "name")

    chouette = models.ForeignKey(Chouette, on_delete=models.PROTECT, related_name="people")
    number = models.PositiveIntegerField()
    person = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    name = models.CharField(max_length=LONGEST_NAME)
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["chouette", "number"], name="one_chouette_person_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="chouette_person_from_1"),
        ]

    def __str__(self) -> str:
        return f"person {self.number} of {self.chouette_id}"

    def sealing(self) -> Self:
        """Bind the name to the record by a salted digest, and return the fact."""
        self.salt = secrets.token_hex(16)
        self.digest = self.words_digest()
        return self

    def words_digest(self) -> str:
        """Return the digest of the name as it is now."""
        return digest_of(self.salt, [self.name])


class ChouetteEntry(Fact):
    """One thing that happened in a session, its ``turn`` counted from 1 without a gap: the version of the session.

    ``body`` is canonical JSON; people stand in it by their number. An ``action`` has the words of a file. ``undo``
    takes the last action back, ``undo_game`` the last game. A ``correction`` has the number of a game and its actions.
    A ``payment`` has payer, payee and amount (minor units, or points where there is no stake), and ``repayment`` the
    turn of a payment that is taken back. ``closing`` ends the session until ``reopening``. A ``split`` names who moved
    and the session they moved to, a ``merge`` who came and the session they came from.
    """

    class Kind(models.TextChoices):
        ACTION = "action"
        UNDO = "undo"
        UNDO_GAME = "undo_game"
        CORRECTION = "correction"
        PAYMENT = "payment"
        REPAYMENT = "repayment"
        CLOSING = "closing"
        REOPENING = "reopening"
        SPLIT = "split"
        MERGE = "merge"

    sealed_fields = ("chouette_id", "turn", "kind", "body")
    verbs = (
        Verb("chouette.played", topics=(CHOUETTE_TOPIC,)),
        Verb("chouette.undone", topics=(CHOUETTE_TOPIC,)),
        Verb("chouette.corrected", topics=(CHOUETTE_TOPIC,)),
        Verb("chouette.paid", topics=(CHOUETTE_TOPIC,)),
        Verb("chouette.payment_undone", topics=(CHOUETTE_TOPIC,)),
        Verb("chouette.closed", topics=(CHOUETTE_TOPIC, LIST_TOPIC)),
        Verb("chouette.reopened", topics=(CHOUETTE_TOPIC, LIST_TOPIC)),
        Verb("chouette.split", topics=(CHOUETTE_TOPIC, LIST_TOPIC)),
        Verb("chouette.merged", topics=(CHOUETTE_TOPIC, LIST_TOPIC)),
    )
    guards: ClassVar[tuple[Guard, ...]] = (
        Guard(
            "chouette_entry_without_gap",
            "NEW.turn > 1 AND NOT EXISTS (SELECT 1 FROM clubs_chouetteentry entry "
            "WHERE entry.chouette_id = NEW.chouette_id AND entry.turn = NEW.turn - 1)",
        ),
        Guard(
            "chouette_entry_on_its_stream",
            "EXISTS (SELECT 1 FROM clubs_chouette chouette WHERE chouette.id = NEW.chouette_id "
            "AND chouette.record_id >> 32 <> NEW.record_id >> 32)",
        ),
    )

    chouette = models.ForeignKey(Chouette, on_delete=models.PROTECT, related_name="entries")
    turn = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    body = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["chouette", "turn"], name="one_turn_of_a_chouette"),
            models.CheckConstraint(condition=Q(turn__gte=1), name="chouette_turn_from_1"),
            models.CheckConstraint(
                condition=Q(
                    kind__in=[
                        "action", "undo", "undo_game", "correction", "payment", "repayment", "closing", "reopening",
                        "split", "merge",
                    ]
                ),
                name="chouette_entry_of_a_kind",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.turn} {self.kind} of {self.chouette_id}"


class ChouetteLink(models.Model):
    """The secret links of a session: one for the phone on the table, which writes, one for everybody who follows.

    The secret follows from the installation's key and ``turn``, so that it can be shown again; its hash finds the row.
    """

    class Kind(models.TextChoices):
        WRITE = "write"
        FOLLOW = "follow"

    chouette = models.ForeignKey(Chouette, on_delete=models.PROTECT, related_name="links")
    kind = models.CharField(max_length=6, choices=Kind)
    turn = models.PositiveIntegerField()
    hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["chouette", "kind", "turn"], name="one_turn_of_a_chouette_link"),
            models.CheckConstraint(condition=Q(kind__in=["write", "follow"]), name="chouette_link_of_a_kind"),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(ended_at__gte=F("made_at")), name="chouette_link_ends_later"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} link of {self.chouette_id}"
