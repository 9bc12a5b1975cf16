"""Matches, and the facts entered about them.

A ``Match`` row holds what follows from the facts, so that pages need not derive it; no decision about who plays whom
reads it. Facts name entrants, never sides.
"""

from typing import Any

from django.db import models
from django.db.models import Case, F, Q, Value, When

from clubs.models import Role
from journal.models import Fact, Record
from journal.verbs import Verb
from rules.draws.derive import Status
from rules.draws.facts import NOBODY, Kind, Row
from tournaments.models.draws import Draw
from tournaments.models.entrants import Entrant
from tournaments.models.facts import MATCH_TOPICS, DrawFact, InDraw

LONGEST_TABLE = 12
# How a match ends for which nobody played; a player who retires has begun it.
GIVEN_UP = ["no_show", "walkover", "withdrawn", "split"]
HOWS = ["played", "no_show", "walkover", "retired", "withdrawn", "split"]


def _none_or_one_of(field: str, *two: str, name: str) -> models.CheckConstraint:
    """Return the constraint that a field is empty or equal to one of two others."""
    either = Q(**{f"{field}__isnull": True})
    for other in two:
        either |= Q(**{field: F(other)})
    return models.CheckConstraint(condition=either, name=name)


class Match(models.Model):
    """A match of a draw. ``version`` rises with its players and its result; ``first_pair`` is the first pair it had."""

    draw = models.ForeignKey(Draw, on_delete=models.PROTECT, related_name="matches")
    place = models.PositiveIntegerField()
    code = models.CharField(max_length=8)
    bracket = models.CharField(max_length=12)
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    length = models.PositiveSmallIntegerField()

    # What follows from the facts is written with each of them and compared by ``verify``. The rows that it refers to
    # were read in the same transaction: as foreign keys of the database, each would be looked up once more.
    top = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False)
    bottom = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False)
    status = models.PositiveSmallIntegerField(choices=[(int(each), each.word) for each in Status])
    goes_on = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False)
    drops = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False)
    result = models.ForeignKey(
        "tournaments.Result", on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False
    )
    start = models.ForeignKey(
        "tournaments.Start", on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False
    )
    call = models.ForeignKey(
        "tournaments.Call", on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False
    )
    penalty = models.ForeignKey(
        "tournaments.Penalty", on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False
    )
    card = models.ForeignKey(
        "tournaments.Card", on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False
    )
    # Each player's own claim since the last entry of the desk.
    top_claim = models.ForeignKey(
        "tournaments.Result", on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False
    )
    bottom_claim = models.ForeignKey(
        "tournaments.Result", on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False
    )
    begun = models.BooleanField(default=False)
    settled = models.BooleanField(default=False)
    # Decided by a ruling alone: nobody played it, or its result was cleared.
    ruled = models.BooleanField(default=False)
    # A player contests the settled result: it counts until the desk decides.
    contested = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)
    first_pair = models.CharField(max_length=48, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["draw", "place"], name="one_match_per_place"),
            models.UniqueConstraint(fields=["draw", "code"], name="one_match_per_code"),
            models.CheckConstraint(
                condition=Q(top__isnull=True) | Q(bottom__isnull=True) | ~Q(top=F("bottom")),
                name="match_of_two",
            ),
            _none_or_one_of("goes_on", "top", "bottom", name="who_goes_on_is_one_of_two"),
            _none_or_one_of("drops", "top", "bottom", name="who_drops_is_one_of_two"),
            models.CheckConstraint(condition=Q(length__gte=1), name="match_has_a_length"),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def start_score(self) -> tuple[int, int]:
        """The start score (top, bottom): nil, or the points of a penalty."""
        if self.penalty is None or self.top_id is None or self.bottom_id is None:
            return 0, 0
        return self.penalty.points_of(self.top_id), self.penalty.points_of(self.bottom_id)


class Pairing(DrawFact):
    """A fact about two entrants in one match. The order in which it names them means nothing."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="+")
    first = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")

    class Meta:
        abstract = True

    @property
    def kind(self) -> str:
        """The kind of fact that the rule book knows it as."""
        return str(self.in_draw.kind)

    def rows(self, place: int) -> list[Row]:
        """Return what the one query of a draw reads of this fact, for the match at ``place`` of the plan."""
        who, ref = ((getattr(self, f"{path}_id") if path else None) for path in (self.in_draw.who, self.in_draw.ref))
        return rows_of((self.kind, place, self.first_id, self.second_id, who or NOBODY, ref))


def rows_of(row: Row) -> list[Row]:
    """Return the rows for one row of the query: a result for which nobody played has a second one that says so."""
    kind, _, mark = row[0].partition(" ")
    return [(kind, *row[1:]), (mark, *row[1:4], NOBODY, row[5])] if mark else [row]


def _of_two(name: str) -> models.CheckConstraint:
    return models.CheckConstraint(condition=~Q(first=F("second")), name=f"{name}_of_two")


class Start(Pairing):
    """The clocks of a match are started. The latest start counts. One per record."""

    sealed_fields = ("match_id", "first_id", "second_id")
    verbs = (Verb("match.started", Role.Kind.DESK, MATCH_TOPICS),)
    in_draw = InDraw(kind=Kind.START, ref="record", column="start")

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")

    class Meta:
        constraints = [_of_two("start")]

    def __str__(self) -> str:
        return f"start of {self.match_id}"


class Clearing(Pairing):
    """Everything entered for this pair before no longer counts: their match has not begun."""

    sealed_fields = ("match_id", "first_id", "second_id")
    verbs = (Verb("match.cleared", Role.Kind.DESK, MATCH_TOPICS),)
    in_draw = InDraw(kind=Kind.CLEARED)

    class Meta:
        constraints = [_of_two("clearing")]

    def __str__(self) -> str:
        return f"clearing of {self.match_id}"


class Call(Pairing):
    """Both players are called to a table. The latest call counts; an empty ``table`` takes it back. One per record."""

    sealed_fields = ("match_id", "first_id", "second_id", "table")
    verbs = (Verb("match.called", Role.Kind.DESK, MATCH_TOPICS),)
    in_draw = InDraw(kind=Kind.CALL, ref="record", column="call")

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    table = models.CharField(max_length=LONGEST_TABLE, blank=True)

    class Meta:
        constraints = [_of_two("call")]

    def __str__(self) -> str:
        return f"call of {self.match_id} to {self.table}"


class Penalty(Pairing):
    """The start score of a match after penalty points for coming late. The latest counts. One per record."""

    sealed_fields = ("match_id", "first_id", "second_id", "first_points", "second_points")
    verbs = (Verb("match.penalised", Role.Kind.DESK, MATCH_TOPICS),)
    in_draw = InDraw(kind=Kind.PENALTY, ref="record", column="penalty")

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    first_points = models.PositiveIntegerField()
    second_points = models.PositiveIntegerField()

    class Meta:
        constraints = [_of_two("penalty")]

    def __str__(self) -> str:
        return f"penalty in {self.match_id}"

    def points_of(self, entrant: int) -> int:
        """Return the points with which this entrant starts."""
        return self.first_points if entrant == self.first_id else self.second_points


class Result(Pairing):
    """The result of a match, one per record. ``winner`` is None if neither player came, or both split the prize.

    Points are as entered, None if none were. ``claimed_by`` is the player who reported it, None for the desk. The
    loser's own report is ``settled`` at once; the winner's is settled at ``deadline`` unless it is contested before.
    """

    sealed_fields = (
        "match_id", "first_id", "second_id", "winner_id", "first_points", "second_points", "how", "settled",
    )  # fmt: skip
    verbs = (
        Verb("match.finished", Role.Kind.DESK, MATCH_TOPICS),
        Verb("match.claimed", Role.Kind.DESK, MATCH_TOPICS),
        Verb("match.corrected", Role.Kind.DESK, MATCH_TOPICS),
        Verb("match.split", Role.Kind.DESK, MATCH_TOPICS),
    )
    in_draw = InDraw(
        kind=Case(
            When(claimed_by=F("winner"), then=Value(Kind.WON)),
            When(claimed_by__isnull=False, then=Value(Kind.LOST)),
            When(settled=True, how__in=GIVEN_UP, then=Value(f"{Kind.RESULT} {Kind.GIVEN_UP}")),
            When(settled=True, then=Value(Kind.RESULT)),
            When(how__in=GIVEN_UP, then=Value(f"{Kind.UNSETTLED} {Kind.GIVEN_UP}")),
            default=Value(Kind.UNSETTLED),
        ),
        who="winner",
        ref="record",
    )

    record = models.OneToOneField(Record, on_delete=models.PROTECT, primary_key=True, related_name="+")
    # One of the two, as constraints say, like who claimed it.
    winner = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+", null=True, db_constraint=False)
    first_points = models.PositiveIntegerField(null=True)
    second_points = models.PositiveIntegerField(null=True)
    how = models.CharField(max_length=10)
    settled = models.BooleanField()
    claimed_by = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+", null=True, db_constraint=False)
    deadline = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            _of_two("result"),
            _none_or_one_of("claimed_by", "first", "second", name="claimed_by_one_of_two"),
            models.CheckConstraint(
                condition=Q(claimed_by__isnull=True, deadline__isnull=True)
                | Q(claimed_by=F("winner"), settled=False, deadline__isnull=False)
                | (
                    Q(claimed_by__isnull=False, winner__isnull=False, settled=True, deadline__isnull=True)
                    & ~Q(claimed_by=F("winner"))
                ),
                name="losers_claim_settles_winners_waits",
            ),
            _none_or_one_of("winner", "first", "second", name="winner_is_one_of_two"),
            models.CheckConstraint(condition=Q(how__in=HOWS), name="result_came_about_somehow"),
            models.CheckConstraint(condition=~Q(how="split") | Q(winner__isnull=True), name="nobody_wins_a_split"),
            models.CheckConstraint(
                condition=~Q(how="played")
                | Q(winner__isnull=False, first_points__isnull=False, second_points__isnull=False),
                name="played_result_has_points",
            ),
            models.CheckConstraint(
                condition=~Q(how="played", winner=F("first")) | Q(first_points__gt=F("second_points")),
                name="first_won_with_more",
            ),
            models.CheckConstraint(
                condition=~Q(how="played", winner=F("second")) | Q(second_points__gt=F("first_points")),
                name="second_won_with_more",
            ),
        ]

    def __str__(self) -> str:
        return f"result of {self.match_id}"

    @property
    def kind(self) -> str:
        """The kind of fact that the rule book knows it as: reported by whom, settled or not, played for or not."""
        if self.claimed_by_id is None:
            kind = Kind.RESULT if self.settled else Kind.UNSETTLED
            return f"{kind} {Kind.GIVEN_UP}" if self.how in GIVEN_UP else kind
        return Kind.WON if self.claimed_by_id == self.winner_id else Kind.LOST

    def sealed(self) -> dict[str, Any]:
        """Return what the record's body holds; one by the desk has no claimant."""
        if self.claimed_by_id is None:
            return super().sealed()
        return super().sealed() | {"claimed_by_id": self.claimed_by_id, "deadline": self.deadline}

    def points_of(self, entrant: int) -> int | None:
        """Return the points of this entrant as entered, None if none were."""
        return self.first_points if entrant == self.first_id else self.second_points


class Game(Fact):
    """One game of a result, in order: its winner, the cube at the end, single to backgammon, and how it ended.

    The ``winner`` of a drawn game is the upper player and means nothing.
    """

    sealed_fields = ("result_id", "number", "winner_id", "cube", "win", "ended")

    result = models.ForeignKey(Result, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField()
    winner = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+")
    cube = models.PositiveIntegerField()
    win = models.CharField(max_length=10)
    ended = models.CharField(max_length=10)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["result", "number"], name="one_game_per_number"),
            models.CheckConstraint(
                condition=Q(
                    win__in=["single", "gammon", "backgammon"],
                    ended__in=["played", "drop", "resigned", "draw", "draw_one"],
                ),
                name="game_ended_somehow",
            ),
            models.CheckConstraint(condition=Q(cube__gte=1), name="cube_from_1"),
        ]

    def __str__(self) -> str:
        return f"game {self.number} of {self.result_id}"


class Passage(Pairing):
    """A ruling: ``on`` goes on and the opponent drops, whatever the result is. None lifts the ruling."""

    sealed_fields = ("match_id", "first_id", "second_id", "on_id")
    in_draw = InDraw(kind=Kind.PASSAGE, who="on")

    on = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="+", null=True)

    class Meta:
        constraints = [
            _of_two("passage"),
            models.CheckConstraint(
                condition=Q(on__isnull=True) | Q(on=F("first")) | Q(on=F("second")), name="one_of_two_goes_on"
            ),
        ]

    def __str__(self) -> str:
        return f"passage of {self.match_id}"


class Confirmation(DrawFact):
    """A result that was not settled when it was entered is settled: by the desk, the opponent, or the grace time."""

    HOWS = ["desk", "opponent", "unopposed"]
    sealed_fields = ("result_id",)
    verbs = (
        Verb("match.settled", Role.Kind.DESK, MATCH_TOPICS),
        Verb("match.confirmed", Role.Kind.DESK, MATCH_TOPICS),
    )
    in_draw = InDraw(
        kind=Kind.CONFIRMED, scope="result__match__draw", match="result__match", place="result__match__place",
        first="result__first", second="result__second", ref="result",
    )  # fmt: skip

    result = models.ForeignKey(Result, on_delete=models.PROTECT, related_name="confirmations")
    how = models.CharField(max_length=10, default="desk")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(how__in=["desk", "opponent", "unopposed"]), name="confirmed_somehow")
        ]

    def sealed(self) -> dict[str, Any]:
        """Return what the record's body holds; a confirmation by the desk leaves ``how`` out."""
        return super().sealed() if self.how == "desk" else super().sealed() | {"how": self.how}

    def __str__(self) -> str:
        return f"confirmation of {self.result_id}"
