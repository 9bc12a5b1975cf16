"""The people of a club who play: one person across its events, their memberships, and what is kept apart from them.

A person is not a user: few players ever sign in. A ``PersonClaim`` ties the two.

Source: docs/decisions/0080-people-of-a-club.md.
"""

import secrets
from typing import Self

from django.db import models
from django.db.models import F, Q

from clubs.models.clubs import Club
from clubs.models.people import User
from clubs.models.roles import Role
from clubs.spelling import fold
from journal.canon import digest_of
from journal.models import Fact
from journal.verbs import Verb

LONGEST_NAME = 80
# An odd factor: every number below 16⁴ has a code of its own, and neighbours have very different ones.
_SCATTER = 40503


class Person(Fact):
    """A person whom a club knows; ``number`` counts from 1 in each club and is never given out again."""

    sealed_fields = ("club_id", "number")
    verbs = (Verb("person.added", Role.Kind.DESK), Verb("person.imported", Role.Kind.DIRECTOR))

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="persons")
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_person_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="person_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"person {self.number}"

    @property
    def code(self) -> str:
        """Four hex digits, more after 65,535 people: it says nothing about the person."""
        high, low = divmod(self.number, 0x10000)
        return (f"{high:X}" if high else "") + f"{low * _SCATTER % 0x10000:04X}"


class PersonDetails(Fact):
    """What a club's pages say of a person. The latest turn counts. They can be erased; their digest stays.

    ``latin`` is the name in Latin letters if it is written otherwise, ``federations`` lists ids ("WBGF 123, UKBGF 7").
    Until ``adult_on``, a day, pages show only the first name and an initial.
    """

    sealed_fields = ("person_id", "turn", "digest")
    verbs = (Verb("person.changed", Role.Kind.DIRECTOR),)
    erasable_fields = ("salt", "name", "latin", "folded", "home_club", "country", "federations", "adult_on")

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="details")
    turn = models.PositiveIntegerField(default=1)
    name = models.CharField(max_length=LONGEST_NAME)
    latin = models.CharField(max_length=LONGEST_NAME, blank=True)
    # What a search compares; it follows from both names.
    folded = models.CharField(max_length=600, blank=True)
    home_club = models.CharField(max_length=LONGEST_NAME, blank=True)
    country = models.CharField(max_length=40, blank=True)
    federations = models.CharField(max_length=200, blank=True)
    adult_on = models.CharField(max_length=10, blank=True)
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "turn"], name="one_turn_of_details")]

    def __str__(self) -> str:
        return self.name

    def sealing(self) -> Self:
        """Bind the details to the record by a salted digest, and return the fact."""
        self.folded = fold(self.name, self.latin)[:600]
        self.salt = secrets.token_hex(16)
        self.digest = self.words_digest()
        return self

    def words_digest(self) -> str:
        words = [self.name, self.latin, self.home_club, self.country, self.federations, self.adult_on]
        return digest_of(self.salt, words)


class PersonContact(models.Model):
    """How a club reaches a person: for its directors and the person only, never public. It can be erased."""

    person = models.OneToOneField(Person, on_delete=models.PROTECT, related_name="contact")
    email = models.EmailField(max_length=254, blank=True)
    phone = models.CharField(max_length=40, blank=True)
    address = models.CharField(max_length=200, blank=True)
    note = models.CharField(max_length=300, blank=True)
    # Binds them to the record; erased with them.
    salt = models.CharField(max_length=32, blank=True)

    def __str__(self) -> str:
        return f"contact of {self.person_id}"


class Membership(Fact):
    """A person belongs to the club from a day on, to another day if that is known already."""

    class Kind(models.TextChoices):
        FULL = "full"
        STUDENT = "student"
        YOUTH = "youth"
        SENIOR = "senior"
        FAMILY = "family"
        HONORARY = "honorary"
        TRIAL = "trial"
        GUEST = "guest"

    sealed_fields = ("person_id", "kind", "starts_on", "ends_on")
    verbs = (Verb("membership.begun", Role.Kind.DIRECTOR),)

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    kind = models.CharField(max_length=10, choices=Kind)
    starts_on = models.DateField()
    ends_on = models.DateField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(kind=""), name="membership_of_a_kind"),
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gte=F("starts_on")), name="membership_ends_after_it_starts"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.person_id}"


class MembershipEnd(Fact):
    """A membership ends on a day, which is its last."""

    sealed_fields = ("membership_id", "ends_on")
    verbs = (Verb("membership.ended", Role.Kind.DIRECTOR),)

    membership = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="ends")
    ends_on = models.DateField()

    def __str__(self) -> str:
        return f"end of membership {self.membership_id}"


class PersonMerge(Fact):
    """Two rows were one person: whatever is about ``gone`` counts for ``into``, until this is undone."""

    sealed_fields = ("gone_id", "into_id")
    verbs = (Verb("person.merged", Role.Kind.DIRECTOR),)

    gone = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="merges")
    into = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="merged")

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(gone=F("into")), name="merge_of_two_people")]

    def __str__(self) -> str:
        return f"{self.gone_id} is {self.into_id}"


class PersonErasure(Fact):
    """A person's private data were erased; results stay under a code."""

    sealed_fields = ("person_id",)
    verbs = (Verb("person.erased"),)

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="erasures")

    def __str__(self) -> str:
        return f"erasure of {self.person_id}"


class PersonLink(models.Model):
    """A link by which a player claims their person, once; stored as a hash."""

    hash = models.CharField(max_length=64, unique=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="links")
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"link to {self.person_id}"


class PersonClaim(Fact):
    """A user is this person, and sees what the club keeps about them."""

    sealed_fields = ("person_id", "user_id")
    verbs = (Verb("person.claimed", Role.Kind.DIRECTOR),)

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="claims")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="claims")

    def __str__(self) -> str:
        return f"{self.user_id} is {self.person_id}"
