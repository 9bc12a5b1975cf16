"""Ladders of a club: the ladder with its rules, its players, and everything that is entered about it.

Places, open challenges and their deadlines follow by replaying ``rules.ladders``; no row stores them.
Source: docs/decisions/0090-ladders-are-replayed.md.
"""

import secrets
from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import F, Q

from clubs.models.clubs import Club
from clubs.models.people import User
from clubs.models.roles import Role
from journal.canon import digest_of
from journal.models import Fact
from journal.verbs import Verb

LONGEST_NAME = 80
LADDER_TOPIC = "ladder:{ladder_id}"
LADDERS_TOPIC = "ladders:{club}"


class Ladder(Fact):
    """A ladder: ``options`` is canonical JSON of its rules, as in a file; ``zone`` is where its days are counted.

    ``since`` is when it began. Rules never change: another season is another ladder.
    """

    sealed_fields = ("club_id", "options", "zone", "since")
    verbs = (Verb("ladder.opened", Role.Kind.DIRECTOR, (LADDERS_TOPIC,)),)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="ladders")
    name = models.CharField(max_length=LONGEST_NAME)
    options = models.TextField()
    zone = models.CharField(max_length=64)
    since = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="ladder_has_a_name")]

    def __str__(self) -> str:
        return self.name


class LadderPlayer(Fact):
    """Somebody who is or was on a ladder; ``number`` counts from 1. The name can be erased; its digest stays.

    ``user`` is the player's account, if they have one: they challenge, answer and report for themselves. Players of the
    beginning have their ``place`` then, others joined later.
    """

    sealed_fields = ("ladder_id", "number", "user_id", "place", "digest")
    erasable_fields = ("salt", "name")

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="players")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    place = models.PositiveIntegerField(null=True)
    name = models.CharField(max_length=LONGEST_NAME)
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64)
    # The undoing of its record, set by the queries of clubs.read.ladders.
    undone: int | None

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ladder", "number"], name="one_ladder_player_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="ladder_player_from_1"),
        ]

    def __str__(self) -> str:
        return f"player {self.number} of {self.ladder_id}"

    def sealing(self) -> Self:
        """Bind the name to the record by a salted digest, and return the fact."""
        self.salt = secrets.token_hex(16)
        self.digest = self.words_digest()
        return self

    def words_digest(self) -> str:
        """Return the digest of the name as it is now."""
        return digest_of(self.salt, [self.name])


class LadderEntry(Fact):
    """One thing that happened on a ladder, its ``turn`` counted from 1: the version of the ladder.

    ``do`` has the words of a file. ``at`` is when it happened, which may be before it was entered. ``challenge`` is the
    number of a challenge, ``a`` challenged ``b``, ``winner`` won with these points, if they were reported; ``who``
    froze, came or left, ``until`` a time if it is known. Players are numbers.
    """

    sealed_fields = (
        "ladder_id", "turn", "do", "at", "challenge", "a", "b", "winner", "won", "lost", "who", "until",
    )  # fmt: skip
    verbs = (
        Verb("ladder.challenged", Role.Kind.DESK, (LADDER_TOPIC, LADDERS_TOPIC)),
        Verb("ladder.accepted", Role.Kind.DESK, (LADDER_TOPIC,)),
        Verb("ladder.refused", Role.Kind.DESK, (LADDER_TOPIC, LADDERS_TOPIC)),
        Verb("ladder.withdrawn", Role.Kind.DESK, (LADDER_TOPIC,)),
        Verb("ladder.result", Role.Kind.DESK, (LADDER_TOPIC, LADDERS_TOPIC)),
        Verb("ladder.corrected", Role.Kind.DIRECTOR, (LADDER_TOPIC, LADDERS_TOPIC)),
        Verb("ladder.voided", Role.Kind.DIRECTOR, (LADDER_TOPIC, LADDERS_TOPIC)),
        Verb("ladder.frozen", Role.Kind.DESK, (LADDER_TOPIC, LADDERS_TOPIC)),
        Verb("ladder.thawed", Role.Kind.DESK, (LADDER_TOPIC, LADDERS_TOPIC)),
        Verb("ladder.joined", Role.Kind.DESK, (LADDER_TOPIC, LADDERS_TOPIC)),
        Verb("ladder.left", Role.Kind.DESK, (LADDER_TOPIC, LADDERS_TOPIC)),
        Verb("ladder.settled", None, (LADDER_TOPIC, LADDERS_TOPIC)),
    )

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="entries")
    turn = models.PositiveIntegerField()
    do = models.CharField(max_length=10)
    at = models.DateTimeField()
    challenge = models.PositiveIntegerField(null=True)
    a = models.PositiveIntegerField(null=True)
    b = models.PositiveIntegerField(null=True)
    winner = models.PositiveIntegerField(null=True)
    won = models.PositiveIntegerField(null=True)
    lost = models.PositiveIntegerField(null=True)
    who = models.PositiveIntegerField(null=True)
    until = models.DateTimeField(null=True)
    # The undoing of its record, and when that was written, set by the queries of clubs.read.ladders.
    undone: int | None
    entered: datetime

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ladder", "turn"], name="one_ladder_entry_per_turn"),
            models.CheckConstraint(condition=~Q(do=""), name="ladder_entry_does"),
            models.CheckConstraint(condition=Q(a=None) | ~Q(a=F("b")), name="ladder_challenge_of_two"),
        ]

    def __str__(self) -> str:
        return f"turn {self.turn} of {self.ladder_id}"


class LadderClaim(Fact):
    """The result of a challenge as player ``by`` reports it; players are numbers.

    ``deadline`` is when it settles by itself if the opponent says nothing, None for a claim that waits for nobody.
    """

    sealed_fields = ("ladder_id", "challenge", "by", "winner", "won", "lost", "at", "deadline")
    verbs = (Verb("ladder.claimed", Role.Kind.DESK, (LADDER_TOPIC,)),)

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="claims")
    challenge = models.PositiveIntegerField()
    by = models.PositiveIntegerField()
    winner = models.PositiveIntegerField()
    won = models.PositiveIntegerField(null=True)
    lost = models.PositiveIntegerField(null=True)
    at = models.DateTimeField()
    deadline = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(challenge__gte=1, by__gte=1), name="ladder_claim_of_somebody")
        ]

    def __str__(self) -> str:
        return f"claim on L{self.challenge} of {self.ladder_id}"

    @property
    def points(self) -> tuple[int, int] | None:
        """The points of winner and loser, None if they were not reported."""
        return None if self.won is None or self.lost is None else (self.won, self.lost)
