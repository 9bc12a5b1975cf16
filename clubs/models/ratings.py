"""Rating lists of a club: the list with its rules, the results that it counts, and the values that follow from them.

Facts are the list, its rules, starting values, and what tournaments report: settled matches and finished events. The
values after each match follow from them by ``rules.ratings``; they are stored, because a federation's list is long.

Source: docs/decisions/0091-ratings-follow-results.md.
"""

from django.db import models
from django.db.models import F, Q

from clubs.models.clubs import Club
from clubs.models.persons import Person
from clubs.models.roles import Role
from journal.models import Fact
from journal.verbs import Verb

LONGEST_NAME = 80
RATINGS_TOPIC = "ratings:{club}"
RATING_TOPIC = "rating:{rating_list_id}"


class RatingList(Fact):
    """A rating list of a club; ``number`` counts from 1 and is never given out again."""

    sealed_fields = ("club_id", "number")
    verbs = (Verb("ratings.opened", Role.Kind.DIRECTOR, (RATINGS_TOPIC,)),)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rating_lists")
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_rating_list_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="rating_list_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"rating list {self.number} of {self.club_id}"


class RatingTerms(Fact):
    """The name and the rules of a list, as canonical JSON. The latest turn that counts is right.

    ``public``: everybody may look at it, not members only. A list that ``ended`` counts no more results.
    """

    sealed_fields = ("rating_list_id", "turn", "name", "options", "public", "ended")
    verbs = (
        Verb("ratings.changed", Role.Kind.DIRECTOR, (RATINGS_TOPIC, RATING_TOPIC)),
        Verb("ratings.ended", Role.Kind.DIRECTOR, (RATINGS_TOPIC, RATING_TOPIC)),
    )

    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="terms")
    turn = models.PositiveIntegerField(default=1)
    name = models.CharField(max_length=LONGEST_NAME)
    options = models.TextField()
    public = models.BooleanField(default=True)
    ended = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["rating_list", "turn"], name="one_turn_of_rating_terms"),
            models.CheckConstraint(condition=~Q(name=""), name="rating_list_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class RatingStart(Fact):
    """The value with which a person starts in a list, imported from another one. The latest that counts is right.

    ``value`` is canonical JSON of the numbers as texts: ``["1612.5","340"]``; ``[]`` takes an earlier one back.
    """

    sealed_fields = ("rating_list_id", "person_id", "value")
    verbs = (Verb("ratings.started", Role.Kind.DIRECTOR, (RATING_TOPIC,)),)

    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="starts")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    value = models.CharField(max_length=120)

    def __str__(self) -> str:
        return f"start of {self.person_id} in {self.rating_list_id}"


class PlayedMatch(Fact):
    """A settled match of a tournament, as a club counts it. The latest turn of a match is right.

    ``match`` and ``event`` are rows of tournaments. A player whom the club does not know is None. ``kind`` is how it
    ended, in the words of the rule book; ``void``: it counts no more. ``played`` is when it was first reported.
    """

    sealed_fields = (
        "club_id", "match", "turn", "event", "bracket", "played", "winner_id", "loser_id", "length", "kind",
        "entrants", "void",
    )  # fmt: skip
    verbs = (Verb("results.received", None, (RATINGS_TOPIC,)),)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    match = models.PositiveBigIntegerField()
    turn = models.PositiveIntegerField()
    event = models.PositiveBigIntegerField()
    bracket = models.CharField(max_length=12)
    played = models.DateTimeField()
    winner = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+", null=True)
    loser = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+", null=True)
    length = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    entrants = models.PositiveIntegerField()
    void = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "match", "turn"], name="one_turn_of_a_played_match"),
            models.CheckConstraint(
                condition=Q(winner=None) | Q(loser=None) | ~Q(winner=F("loser")), name="played_match_of_two"
            ),
        ]
        indexes = [models.Index(fields=["club", "event"], name="played_match_by_event")]

    def __str__(self) -> str:
        return f"match {self.match}, turn {self.turn}"


class FinishedEvent(Fact):
    """The final order of an event, as a club counts it. The latest turn of an event is right.

    ``places`` is canonical JSON: groups of those who share a place, best first; a person's key, or an entrant's with a
    minus where the club does not know who it is. ``fee`` is the entry fee in minor units.
    """

    sealed_fields = ("club_id", "event", "turn", "name", "finished", "places", "fee", "void")
    verbs = (Verb("places.received", None, (RATINGS_TOPIC,)),)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    event = models.PositiveBigIntegerField()
    turn = models.PositiveIntegerField()
    name = models.CharField(max_length=250)
    finished = models.DateTimeField()
    places = models.TextField()
    fee = models.PositiveBigIntegerField(default=0)
    void = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "event", "turn"], name="one_turn_of_a_finished_event")]

    def __str__(self) -> str:
        return f"event {self.event}, turn {self.turn}"


class RatingCount(Fact):
    """A list was brought up to date: how many matches differed, and how many players' values changed."""

    sealed_fields = ("rating_list_id", "matches", "players")
    verbs = (Verb("ratings.counted", None, (RATINGS_TOPIC, RATING_TOPIC)),)

    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="+")
    matches = models.PositiveIntegerField()
    players = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"count of {self.rating_list_id}"


# --- What follows from the facts


class ReceivedUpTo(models.Model):
    """The club has received what stood in the memory of a tournament up to record ``number``."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    tournament = models.PositiveBigIntegerField()
    number = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "tournament"], name="one_end_per_tournament")]

    def __str__(self) -> str:
        return f"tournament {self.tournament} up to {self.number}"


class RatedMatch(models.Model):
    """A match that counts for a list, with both players' values after it (after its period, where a list has those).

    ``group`` orders the matches as they are rated: the microsecond in which one was played, or the period's number.
    The values are empty until they are worked out.
    """

    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="matches")
    match = models.PositiveBigIntegerField()
    group = models.BigIntegerField()
    played = models.DateTimeField()
    winner = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+", db_constraint=False)
    loser = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+", db_constraint=False)
    length = models.PositiveIntegerField()
    winner_rating = models.FloatField(null=True)
    winner_second = models.FloatField(null=True)
    winner_third = models.FloatField(null=True)
    loser_rating = models.FloatField(null=True)
    loser_second = models.FloatField(null=True)
    loser_third = models.FloatField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["rating_list", "match"], name="one_rated_match_per_list")]
        indexes = [
            models.Index(fields=["rating_list", "group", "match"], name="rated_matches_in_order"),
            models.Index(fields=["rating_list", "winner", "group"], name="rated_matches_won"),
            models.Index(fields=["rating_list", "loser", "group"], name="rated_matches_lost"),
        ]

    def __str__(self) -> str:
        return f"match {self.match} in {self.rating_list_id}"


class RatedPlayer(models.Model):
    """A person's value in a list: rating and experience, or rating, deviation and volatility.

    ``group`` is that of their last match, ``first`` and ``last`` are when they played; None for a starting value.
    """

    rating_list = models.ForeignKey(RatingList, on_delete=models.PROTECT, related_name="players")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+", db_constraint=False)
    rating = models.FloatField()
    second = models.FloatField()
    third = models.FloatField()
    group = models.BigIntegerField(null=True)
    last = models.DateTimeField(null=True)
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["rating_list", "person"], name="one_value_per_person")]

    def __str__(self) -> str:
        return f"{self.person_id} in {self.rating_list_id}"


class RatingState(models.Model):
    """How far a list is counted: up to which record of the club's memory, by which rules.

    ``seal`` binds rules and starting values. ``stale_from`` is the group from which values may be old because a count
    is under way or was interrupted; None if none are. ``matched`` is the record up to which the matches that count are
    stored, their values aside. ``differed`` is how many matches differed in the parts of a count that goes on. ``run``
    numbers the counts: only the latest may write.
    """

    rating_list = models.OneToOneField(RatingList, on_delete=models.PROTECT, related_name="state")
    number = models.PositiveBigIntegerField(default=0)
    seal = models.CharField(max_length=64, blank=True)
    stale_from = models.BigIntegerField(null=True)
    matched = models.PositiveBigIntegerField(default=0)
    differed = models.PositiveIntegerField(default=0)
    run = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.rating_list_id} up to {self.number}"
