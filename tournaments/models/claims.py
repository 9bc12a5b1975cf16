"""What players report from their phones: the running score, and that a result is wrong."""

from hashlib import sha256

from django.db import models
from django.db.models import F, Q

from clubs.models import Role
from journal.models import Record
from journal.verbs import Verb
from rules.draws.facts import Kind
from tournaments.models.entrants import Entrant
from tournaments.models.facts import MATCH_TOPICS, InDraw
from tournaments.models.matches import Pairing

MARK_DIGITS = 16


def card_mark(first: int, points: tuple[int, int], games: str) -> str:
    """Return the mark of a score card: equal cards have the same mark, in every installation, after a restore too.

    ``points`` are those of entrant ``first`` and of the opponent; ``games`` as in ``Card.games``, whose points follow
    from the games.
    """
    card = games if games != "[]" else f"{first} {points[0]}-{points[1]}"
    return sha256(card.encode()).hexdigest()[:MARK_DIGITS]


class Card(Pairing):
    """The running score card of one player. Each player's latest counts. One per record.

    ``games`` is canonical JSON, a list of [winner, cube, win, ended] in order; empty if only points were reported.
    The points are below the match length: a score that reaches it is a claim of the result.
    """

    sealed_fields = ("match_id", "first_id", "second_id", "kept_by_id", "first_points", "second_points", "games")
    verbs = (Verb("match.scored", Role.Kind.DESK, MATCH_TOPICS, running=True),)
    in_draw = InDraw(kind=Kind.CARD, who="kept_by", ref="record", column="card")

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    kept_by = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    first_points = models.PositiveIntegerField()
    second_points = models.PositiveIntegerField()
    games = models.TextField(default="[]")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(first=F("second")), name="card_of_two"),
            models.CheckConstraint(
                condition=Q(kept_by=F("first")) | Q(kept_by=F("second")), name="card_kept_by_one_of_two"
            ),
        ]

    def __str__(self) -> str:
        return f"card of {self.match_id} kept by {self.kept_by_id}"

    def points_of(self, entrant: int) -> int:
        """Return the points of this entrant."""
        return self.first_points if entrant == self.first_id else self.second_points


class Contest(Pairing):
    """A player says that the result is wrong: the opponent's report, or the one that counts."""

    sealed_fields = ("match_id", "first_id", "second_id", "by_id")
    verbs = (Verb("match.contested", Role.Kind.DESK, MATCH_TOPICS),)
    in_draw = InDraw(kind=Kind.CONTESTED, who="by")

    by = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(first=F("second")), name="contest_of_two"),
            models.CheckConstraint(condition=Q(by=F("first")) | Q(by=F("second")), name="contested_by_one_of_two"),
        ]

    def __str__(self) -> str:
        return f"contest of {self.match_id} by {self.by_id}"
