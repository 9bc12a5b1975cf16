"""Seasons of a club: races over its finished events, of which each player's best count.

Standings follow from the season's rules and from what tournaments report (``FinishedEvent``, ``PlayedMatch``) whenever
they are read; no row stores them.

Source: docs/rules/seasons.md.
"""

from django.db import models
from django.db.models import F, Q

from clubs.models.books import MOST_MONEY
from clubs.models.clubs import Club
from clubs.models.persons import Person
from clubs.models.roles import Role
from journal.models import Fact
from journal.verbs import Verb

LONGEST_NAME = 80
SEASONS_TOPIC = "seasons:{club}"
SEASON_TOPIC = "season:{season_id}"


class Season(Fact):
    """A season of a club; ``number`` counts from 1 and is never given out again."""

    sealed_fields = ("club_id", "number")
    verbs = (Verb("season.opened", Role.Kind.DIRECTOR, (SEASONS_TOPIC,)),)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_season_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="season_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"season {self.number} of {self.club_id}"


class SeasonTerms(Fact):
    """The name, the days and the rules of a season, as canonical JSON. The latest turn that counts is right.

    ``nights`` is how many are planned, None where nobody knows. ``public``: everybody may look, not members only.
    """

    sealed_fields = ("season_id", "turn", "name", "options", "starts_on", "ends_on", "nights", "public")
    verbs = (Verb("season.changed", Role.Kind.DIRECTOR, (SEASONS_TOPIC, SEASON_TOPIC)),)

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="terms")
    turn = models.PositiveIntegerField(default=1)
    name = models.CharField(max_length=LONGEST_NAME)
    options = models.TextField()
    starts_on = models.DateField()
    ends_on = models.DateField()
    nights = models.PositiveIntegerField(null=True)
    public = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "turn"], name="one_turn_of_season_terms"),
            models.CheckConstraint(condition=~Q(name=""), name="season_has_a_name"),
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="season_ends_after_it_starts"),
        ]

    def __str__(self) -> str:
        return self.name


class SeasonAward(Fact):
    """The prizes of a season in minor units: the house's money, divided by places. The latest turn is right.

    ``shares`` and ``prizes`` are canonical JSON: the share of each place, the first in front, as text; and for
    everybody who gets something their person, place and amount.
    """

    sealed_fields = ("season_id", "turn", "currency", "amount", "shares", "prizes")
    verbs = (Verb("season.awarded", Role.Kind.DIRECTOR, (SEASON_TOPIC,)),)

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="awards")
    turn = models.PositiveIntegerField()
    currency = models.CharField(max_length=3)
    amount = models.PositiveBigIntegerField()
    shares = models.TextField()
    prizes = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "turn"], name="one_turn_of_a_season_award"),
            models.CheckConstraint(condition=Q(amount__lte=MOST_MONEY), name="season_award_of_a_possible_sum"),
        ]

    def __str__(self) -> str:
        return f"prizes of {self.season_id}, turn {self.turn}"


class SeasonPayment(Fact):
    """What a person got of the prizes of a season, in minor units; negative where they gave something back."""

    sealed_fields = ("season_id", "person_id", "amount")
    verbs = (Verb("season.paid", Role.Kind.DIRECTOR, (SEASON_TOPIC,)),)

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="payments")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    amount = models.BigIntegerField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(amount=0), name="season_payment_moves_money")]

    def __str__(self) -> str:
        return f"{self.amount} to {self.person_id}"
