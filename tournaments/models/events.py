"""Tournaments and their events."""

from dataclasses import dataclass
from datetime import datetime

from django.db import models

from clubs.models import Club, Role
from journal.canon import stored_json
from journal.models import Fact, Stream
from journal.verbs import Verb
from rules.formats.format import Format
from rules.formats.registry import read_format
from rules.timing.breaks import Break
from rules.timing.holds import MOST_REST
from tournaments.models.facts import DESK_TOPIC, EVENT_TOPICS


@dataclass(frozen=True, slots=True)
class Table:
    """A table in the room; ``closed`` is the reason why nobody is called to it, empty while it is open."""

    name: str
    closed: str = ""


class Tournament(Fact):
    # The name, the day and the place of a tournament may change: no result depends on them.
    append_only = False
    sealed_fields = ("club_id", "stream_id")
    verbs = (Verb("tournament.opened"), Verb("tournament.copied"))

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    stream = models.OneToOneField(Stream, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=120)
    timezone = models.CharField(max_length=60, default="UTC")
    starts_on = models.DateField(null=True)
    starts_at = models.TimeField(null=True)
    place = models.CharField(max_length=120, blank=True)
    director = models.CharField(max_length=120, blank=True)
    # The Wi-Fi that players' slips name, empty without one.
    wifi_name = models.CharField(max_length=64, blank=True)
    wifi_password = models.CharField(max_length=64, blank=True)
    # Canonical JSON: [{"name": "1", "closed": ""}, …]; ``closed`` is the reason why nobody is called to it.
    tables = models.TextField(default="[]")
    # The minutes that a player rests between two matches, 0 for none.
    rest = models.PositiveSmallIntegerField(default=0)
    # The language of its wall and its papers, and of phones that name none; empty for that of each reader.
    language = models.CharField(max_length=8, blank=True)
    # The language that stands beside the first on slips, score cards and draw sheets, empty for none.
    second_language = models.CharField(max_length=8, blank=True)
    # What follows from its breaks: [[begins, ends or null], …], for one statement to read.
    breaks = models.TextField(default="[]")
    # What follows from the latest set-up of fees and the latest closing of the books, for one statement to read.
    currency = models.CharField(max_length=3, blank=True)
    fees = models.TextField(default="[]")
    books_closed = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="tournament_has_a_name"),
            models.CheckConstraint(condition=models.Q(rest__range=(0, MOST_REST)), name="rest_of_some_minutes"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def furniture(self) -> tuple[Table, ...]:
        """The tables in the room, in the order that the desk chose; none if they were never set up."""
        return tuple(Table(each["name"], each["closed"]) for each in stored_json(self.tables))

    @property
    def pauses(self) -> tuple[Break, ...]:
        """Its breaks, in order."""
        times = (
            (datetime.fromisoformat(at), ends and datetime.fromisoformat(ends)) for at, ends in stored_json(self.breaks)
        )
        return tuple(Break(at, ends) for at, ends in times)


class Event(Fact):
    """An event of a tournament.

    ``current_draw``, ``format``, ``conditions``, ``closed`` and ``switches`` (canonical JSON: draw, kind, place, other)
    follow from the draws, set-ups, closings and switches that count; they are stored here so that one statement reads
    them.
    """

    append_only = False
    sealed_fields = ("tournament_id",)
    verbs = (Verb("event.opened", topics=(DESK_TOPIC, "event:{event_id}")),)

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(max_length=120)
    format = models.TextField()
    conditions = models.TextField(default="{}")
    current_draw = models.ForeignKey("tournaments.Draw", on_delete=models.PROTECT, null=True, related_name="+")
    closed = models.BooleanField(default=False)
    switches = models.TextField(default="[]")

    class Meta:
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="event_has_a_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Format:
        return read_format(stored_json(self.format))


class Setup(Fact):
    """The format and the conditions of play of an event, as canonical JSON. The latest turn counts."""

    sealed_fields = ("event_id", "turn", "format", "conditions")
    verbs = (Verb("event.set_up", Role.Kind.DIRECTOR, EVENT_TOPICS),)

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="setups")
    turn = models.PositiveIntegerField(default=1)
    format = models.TextField()
    conditions = models.TextField(default="{}")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "turn"], name="one_turn_of_a_setup")]

    def __str__(self) -> str:
        return f"setup {self.turn} of {self.event_id}"


class Closing(Fact):
    """An event was closed, or opened again. While it is closed, links, PINs and phones of its entrants do not work."""

    sealed_fields = ("event_id", "closed")
    verbs = (
        Verb("event.closed", Role.Kind.DIRECTOR, EVENT_TOPICS),
        Verb("event.reopened", Role.Kind.DIRECTOR, EVENT_TOPICS),
    )

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="closings")
    closed = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.event_id} {'closed' if self.closed else 'open again'}"
