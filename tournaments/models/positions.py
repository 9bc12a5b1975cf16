"""Questions about a position: a roll or a cube, the plays in dispute, a photo, an engine's opinion, a ruling.

Two results that contradict each other are a dispute; this is not one. Nothing here ever changes a result.
"""

from base64 import b85decode
from hashlib import sha256

from django.db import models

from clubs.models import Role
from journal.models import Fact
from journal.verbs import Verb
from tournaments.models.entrants import Entrant
from tournaments.models.events import Tournament
from tournaments.models.matches import Match

TOPIC = "positions:{tournament}"
LONGEST_PLAYS, LONGEST_CODE = 360, 60
BETWEEN_PLAYS = "; "


class Outcome(models.TextChoices):
    """What a director rules about the plays."""

    KEPT = "kept"
    AGAIN = "again"
    OTHER = "other"


def _one_of(field: str, *values: object) -> models.Q:
    # Written as one condition each: SQLite reads no IN back, and a restore would fail.
    condition = models.Q()
    for value in values:
        condition |= models.Q(**{field: value})
    return condition


class PositionQuestion(Fact):
    """Somebody asks about a position: a player, by the number of their entry, or the desk (``sent_by`` None).

    ``position`` is a Position ID seen by the side on roll; ``on_roll`` and ``opponent`` are who that is in a match.
    ``dice`` is a roll such as ``31``, empty for a question about the cube; ``plays`` are those in dispute. ``length`` 0
    is money; ``owner`` of the cube is 0 centred, 1 the side on roll, 2 the opponent. ``photo`` is the SHA-256 of a
    picture of the board.
    """

    sealed_fields = (
        "tournament_id", "match_id", "sent_by_id", "on_roll_id", "opponent_id", "position", "dice", "plays", "ruleset",
        "game", "length", "own_score", "other_score", "cube", "owner", "crawford", "jacoby", "photo",
    )  # fmt: skip
    verbs = (Verb("question.entered", Role.Kind.DESK, (TOPIC, "match:{match}")),)

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="questions")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="questions", null=True)
    sent_by = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+", null=True)
    on_roll = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+", null=True)
    opponent = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+", null=True)
    position = models.CharField(max_length=14, db_index=True)
    dice = models.CharField(max_length=2, blank=True)
    plays = models.CharField(max_length=LONGEST_PLAYS, blank=True)
    ruleset = models.CharField(max_length=40)
    game = models.PositiveIntegerField(null=True)
    length = models.PositiveIntegerField()
    own_score = models.PositiveIntegerField()
    other_score = models.PositiveIntegerField()
    cube = models.PositiveIntegerField()
    owner = models.PositiveSmallIntegerField()
    crawford = models.BooleanField()
    jacoby = models.BooleanField()
    photo = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=_one_of("owner", 0, 1, 2), name="question_cube_has_an_owner_or_none"),
            models.CheckConstraint(condition=models.Q(cube__gte=1), name="question_cube_has_a_value"),
            models.CheckConstraint(
                condition=models.Q(length=0)
                | models.Q(own_score__lt=models.F("length"), other_score__lt=models.F("length")),
                name="question_of_a_match_that_is_not_over",
            ),
        ]

    def __str__(self) -> str:
        return f"question about {self.position}"

    @property
    def played(self) -> tuple[str, ...]:
        """The plays in dispute."""
        return tuple(self.plays.split(BETWEEN_PLAYS)) if self.plays else ()


class PositionRuling(Fact):
    """A director rules; the words stand with the record. The latest that counts is right."""

    sealed_fields = ("question_id", "outcome")
    verbs = (Verb("question.ruled", Role.Kind.DIRECTOR, (TOPIC, "match:{match}")),)

    question = models.ForeignKey(PositionQuestion, on_delete=models.PROTECT, related_name="rulings")
    outcome = models.CharField(max_length=10, choices=Outcome)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=_one_of("outcome", *Outcome.values), name="ruling_has_a_known_outcome")
        ]

    def __str__(self) -> str:
        return f"{self.outcome} for {self.question_id}"


class PositionPhoto(models.Model):
    """A picture of a board, drawn anew by this program; ``content`` is empty once it is erased."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="+")
    digest = models.CharField(max_length=64)
    content = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "digest"], name="one_photo_per_tournament_and_digest")
        ]

    def __str__(self) -> str:
        return f"photo {self.digest[:12]}"

    @property
    def jpeg(self) -> bytes:
        """The bytes of the picture, none once it is erased."""
        return b85decode(self.content) if self.content else b""

    @property
    def is_whole(self) -> bool:
        """Whether the picture is what was recorded, or erased."""
        return not self.content or sha256(self.jpeg).hexdigest() == self.digest


class EngineOpinion(models.Model):
    """What an engine says of a question (``rules.opinions``), or the ``code`` of why it says nothing."""

    question = models.OneToOneField(PositionQuestion, on_delete=models.PROTECT, related_name="opinion")
    at = models.DateTimeField()
    code = models.CharField(max_length=LONGEST_CODE, blank=True)
    data = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"opinion of {self.question_id}"
