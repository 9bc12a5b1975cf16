"""The entrants of an event. An entrant is not a person: results and lines belong to the entrant."""

import secrets
from typing import Any, Self

from django.db import models
from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Coalesce, Concat

from clubs.models import Role
from journal.canon import canonical, digest_of, stored_json
from journal.models import Fact
from journal.verbs import Verb
from rules.members import Member
from tournaments.models.events import Event
from tournaments.models.facts import DESK_TOPIC, ENTRANT_TOPICS, EVENT_TOPICS, DrawFact, InDraw

LONGEST_NAME = 80


class Entrant(Fact):
    """An entry in an event. ``number`` counts from 1 in order of entry and is never given out again."""

    sealed_fields = ("event_id", "number")
    verbs = (
        Verb("entrant.entered", Role.Kind.DESK, EVENT_TOPICS),
        Verb("entrant.replaced", Role.Kind.DIRECTOR, ENTRANT_TOPICS),
    )

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entrants")
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_entrant_per_number"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="entrant_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"entrant {self.number}"


class Particulars(Fact):
    """The name and other particulars of an entrant. The latest turn counts. They can be erased; their digest stays.

    ``group`` names those whom the entrant travels with, or a partner of another event. ``members`` are the people of an
    entrant of several as canonical JSON, [{"name": …, "club": …, "country": …}, …], empty for a single person.
    """

    sealed_fields = ("entrant_id", "turn", "seed", "digest")
    verbs = (
        Verb("entrant.renamed", Role.Kind.DESK, ENTRANT_TOPICS),
        Verb("entrant.rated", Role.Kind.DESK, ENTRANT_TOPICS),
        Verb("entrant.erased", None, ENTRANT_TOPICS),
    )
    erasable_fields = ("salt", "name", "club", "country", "rating", "group", "members")

    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="particulars")
    turn = models.PositiveIntegerField(default=1)
    name = models.CharField(max_length=LONGEST_NAME)
    club = models.CharField(max_length=LONGEST_NAME, blank=True)
    country = models.CharField(max_length=40, blank=True)
    rating = models.CharField(max_length=20, blank=True)
    group = models.CharField(max_length=LONGEST_NAME, blank=True, default="")
    members = models.TextField(blank=True, default="")
    seed = models.PositiveIntegerField(null=True)
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entrant", "turn"], name="one_turn_of_particulars")]

    def __str__(self) -> str:
        return self.name

    def sealing(self) -> Self:
        """Bind the particulars to the record by a salted digest, and return the fact."""
        self.salt = secrets.token_hex(16)
        self.digest = self.words_digest()
        return self

    def words_digest(self) -> str:
        """Return the digest of what can be erased; without members or a group it is that of before there were any."""
        words = [self.name, self.club, self.country, self.rating]
        if self.members:
            return digest_of(self.salt, [*words, self.group, self.members])
        return digest_of(self.salt, [*words, self.group] if self.group else words)

    @property
    def people(self) -> tuple[Member, ...]:
        """The members of an entrant of several people, in order; none for a single person."""
        return members_in(self.members)


def members_in(text: str) -> tuple[Member, ...]:
    """Return the members that ``members_text`` wrote."""
    return tuple(Member(**each) for each in stored_json(text)) if text else ()


def members_text(members: tuple[Member, ...]) -> str:
    """Return members as they are stored, empty for none."""
    rows = [{"name": each.name, "club": each.club, "country": each.country} for each in members]
    return canonical(rows) if rows else ""


class Tick(Fact):
    """A tick on the entry list: paid or here. The latest of a kind counts; no draw depends on it.

    ``seat`` is the member who is here, counted from 1; 0 is the whole entrant.
    """

    KINDS = ["paid", "here"]
    sealed_fields = ("entrant_id", "kind", "on")
    verbs = (Verb("entrant.ticked", Role.Kind.DESK, (DESK_TOPIC,)),)

    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="ticks")
    kind = models.CharField(max_length=8)
    seat = models.PositiveSmallIntegerField(default=0)
    on = models.BooleanField()

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(kind__in=["paid", "here"]), name="tick_of_a_kind")]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.kind} {self.on}"

    def sealed(self) -> dict[str, Any]:
        """Return the part of the record's body, without a seat for the whole entrant: as before there were any."""
        return super().sealed() | ({"seat": self.seat} if self.seat else {})


def ticked(kind: str, entrant: str = "pk") -> Coalesce:
    """Return whether this tick is set, as a column of a query whose path to the entrant is ``entrant``."""
    ticks = Tick.objects.filter(entrant=OuterRef(entrant), kind=kind, seat=0, record__undo__isnull=True)
    return Coalesce(Subquery(ticks.order_by("-record").values("on")[:1]), False)


# A withdrawal of this kind counts in the bracket whose code follows.
WITHDRAWN = "withdrawn "


class Withdrawal(DrawFact):
    """An entrant plays no more in one bracket of the event, named by its code."""

    sealed_fields = ("entrant_id", "bracket")
    verbs = (Verb("entrant.withdrawn", Role.Kind.DESK, ENTRANT_TOPICS),)
    in_draw = InDraw(
        kind=Concat(Value(WITHDRAWN), "bracket"), scope="entrant__event", of_event=True, match=None, place=None,
        first="entrant", second=None,
    )  # fmt: skip

    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="withdrawals")
    bracket = models.CharField(max_length=12)

    class Meta:
        constraints = [models.CheckConstraint(condition=~models.Q(bracket=""), name="withdrawal_from_a_bracket")]

    def __str__(self) -> str:
        return f"{self.entrant_id} out of {self.bracket}"
