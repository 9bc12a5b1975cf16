"""Serializers for the schema, and the functions that turn the values of actions into answers."""

from dataclasses import fields
from typing import Any

from rest_framework import serializers

from clubs.api.outputs import RefusalOut as RefusalOut
from clubs.models import Club
from rules.draws.match_state import State
from rules.formats.course import FeedKind
from rules.formats.format import StageKind
from rules.formats.registry import BRACKETS
from rules.timing.forecast import Forecast
from tournaments.actions.draws.making import DrawCard
from tournaments.actions.entrants.entering import Entered
from tournaments.actions.steps import Outcome
from tournaments.models import Event, Table, Tournament, stored_json
from tournaments.read.events import clock_text, conditions_of, played_data
from tournaments.read.matches.view import RulingKind

SIDES = ["top", "bottom"]
BRACKET_CODES = [bracket.code for bracket in BRACKETS]
STATES = [each.value for each in State]
STATUSES = ["waiting", "open", "disputed", "finished", "bye", "void"]


class ClubOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class NamedOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class TournamentOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    club = serializers.IntegerField()
    name = serializers.CharField()
    timezone = serializers.CharField()
    starts_on = serializers.DateField(allow_null=True)
    starts_at = serializers.TimeField(allow_null=True)
    place = serializers.CharField()
    director = serializers.CharField()
    tables = serializers.IntegerField(help_text="How many stand in the room.")
    rest = serializers.IntegerField(help_text="Minutes that a player rests between two matches, 0 for none.")
    language = serializers.CharField(help_text="Of wall and papers, empty for that of each reader.")
    second_language = serializers.CharField(help_text="Beside the first on slips, score cards and draw sheets.")
    events = NamedOut(many=True)


class EventMadeOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    tournament = serializers.IntegerField()
    name = serializers.CharField()
    format = serializers.JSONField()
    conditions = serializers.JSONField()
    ruleset = serializers.CharField(allow_null=True, help_text="The game, null in a match of several games.")
    match = serializers.JSONField(help_text="kind: single, or the cycle of the games; games: their ids in turn.")
    closed = serializers.BooleanField(help_text="Links, PINs and phones of its players reach nothing.")


class BracketForecastOut(serializers.Serializer[Any]):
    bracket = serializers.ChoiceField(choices=BRACKET_CODES)
    fewest = serializers.IntegerField(help_text="Matches at least.")
    most = serializers.IntegerField()
    rounds = serializers.IntegerField()


class ForecastOut(serializers.Serializer[Any]):
    entrants = serializers.IntegerField()
    lines = serializers.IntegerField()
    byes = serializers.IntegerField()
    brackets = BracketForecastOut(many=True)
    minutes = serializers.IntegerField(help_text="The longest way to the last result.")
    rematches = serializers.CharField(help_text="To be expected, with two decimals.")
    longest_wait = serializers.IntegerField(help_text="Rounds that a player sits out.")


class MemberOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    club = serializers.CharField()
    country = serializers.CharField()


class EntrantOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()
    country = serializers.CharField()
    rating = serializers.CharField()
    seed = serializers.IntegerField(allow_null=True)
    line = serializers.IntegerField(allow_null=True)
    out = serializers.ListField(child=serializers.CharField())
    version = serializers.IntegerField()
    paid = serializers.BooleanField()
    here = serializers.BooleanField()
    group = serializers.CharField(help_text="Who travels together, as entered.")
    members = MemberOut(many=True, help_text="The people of an entrant of several, none for a single person.")


class EntrantChangedOut(EntrantOut):
    record = serializers.IntegerField(allow_null=True)
    moved = serializers.ListField(child=serializers.CharField(), help_text="Codes of matches that changed.")


class EnteredOut(serializers.Serializer[Any]):
    entrants = EntrantOut(many=True)
    record = serializers.IntegerField(allow_null=True)
    moved = serializers.ListField(child=serializers.CharField())


class DrawMadeOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    key = serializers.CharField()
    lot = serializers.IntegerField(help_text="1: the lines follow from the key alone; 2: from key and event.")
    size = serializers.IntegerField()
    current = serializers.BooleanField()
    undone = serializers.BooleanField()
    lines = serializers.ListField(child=serializers.IntegerField(allow_null=True))


class EventOut(EventMadeOut):
    tournament_name = serializers.CharField()
    entrants = EntrantOut(many=True)
    draw = serializers.IntegerField(allow_null=True)
    draws = DrawMadeOut(many=True)
    number = serializers.IntegerField(help_text="Number of the last record of the memory.")
    head = serializers.CharField()
    epoch = serializers.CharField()


class DrawLineOut(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    entrant = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_null=True)


class DrawOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    event = serializers.IntegerField()
    number = serializers.IntegerField()
    key = serializers.CharField()
    size = serializers.IntegerField()
    lines = DrawLineOut(many=True)
    record = serializers.IntegerField()


class PlayerOut(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    name = serializers.CharField()


class ClaimOut(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    winner = serializers.ChoiceField(choices=SIDES)
    points = serializers.ListField(child=serializers.IntegerField())
    result = serializers.IntegerField()


class RulingOut(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=[each.value for each in RulingKind])
    goes_on = PlayerOut()
    kept = serializers.ListField(
        child=serializers.CharField(), help_text="Codes of the later matches that stay as played because of it."
    )


class StageOut(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=[each.value for each in StageKind])
    left = serializers.IntegerField(help_text="How many play in the round at most.")
    letter = serializers.CharField()


class FeedOut(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=[each.value for each in FeedKind])
    line = serializers.IntegerField(help_text="The number of a line of the draw, else 0.")
    code = serializers.CharField(help_text="The match whose winner or loser comes, else empty.")


class WayOut(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="Its place in the plan, from 0.")
    code = serializers.CharField()
    bracket = serializers.ChoiceField(choices=BRACKET_CODES)
    side = serializers.ChoiceField(choices=SIDES)
    after_bye = serializers.BooleanField(help_text="Only whoever had a bye before goes there.")


class CourseOut(serializers.Serializer[Any]):
    stage = StageOut(help_text="How its round is named.")
    feeds = FeedOut(many=True, help_text="Where the players come from, the upper one first.")
    winner_to = WayOut(allow_null=True, help_text="Null where the winner has won the bracket.")
    loser_to = WayOut(many=True, help_text="Empty where a loss sends nobody on.")


class TimesOut(serializers.Serializer[Any]):
    called = serializers.DateTimeField(allow_null=True, help_text="Both were called to the table.")
    started = serializers.DateTimeField(allow_null=True, help_text="The clocks were started.")
    scored = serializers.DateTimeField(allow_null=True, help_text="The running score was reported last.")
    finished = serializers.DateTimeField(allow_null=True, help_text="The result was entered.")


class MatchOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    draw = serializers.IntegerField()
    place = serializers.IntegerField(help_text="Its place in the plan, from 0.")
    code = serializers.CharField()
    bracket = serializers.ChoiceField(choices=BRACKET_CODES)
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    length = serializers.IntegerField()
    course = CourseOut(help_text="What the plan says of it.")
    top = PlayerOut(allow_null=True)
    bottom = PlayerOut(allow_null=True)
    state = serializers.ChoiceField(choices=STATES)
    status = serializers.ChoiceField(choices=STATUSES)
    begun = serializers.BooleanField()
    settled = serializers.BooleanField()
    score = serializers.ListField(child=serializers.IntegerField(), allow_null=True, help_text="Capped at the length.")
    raw = serializers.ListField(child=serializers.IntegerField(), allow_null=True, help_text="The score as entered.")
    start = serializers.ListField(
        child=serializers.IntegerField(), help_text="Score of top and bottom from which they play: penalty points."
    )
    running = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="The score while they play."
    )
    keeper = PlayerOut(allow_null=True, help_text="The player who reports the running score.")
    card = serializers.CharField(
        allow_blank=True, help_text="The mark of the running score card: the ``base`` of a claim. Empty without one."
    )
    winner = serializers.ChoiceField(choices=SIDES, allow_null=True, help_text="The winner by the result.")
    goes_on = serializers.ChoiceField(choices=SIDES, allow_null=True, help_text="Differs under a ruling only.")
    how = serializers.CharField()
    ruling = RulingOut(allow_null=True)
    result = serializers.IntegerField(help_text="Id of the record whose result counts, 0 for none.")
    reporter = serializers.IntegerField(allow_null=True, help_text="The entrant who reported it, null for the desk.")
    table = serializers.CharField(help_text="The table to which both were called, else empty.")
    called = serializers.BooleanField()
    times = TimesOut(help_text="Null for what has not happened, or no longer counts.")
    claims = ClaimOut(many=True, help_text="What each player has claimed since the desk last wrote.")
    deadline = serializers.DateTimeField(allow_null=True, help_text="Settled then, unless it is contested before.")
    contested = serializers.BooleanField(help_text="A player says that the settled result is wrong.")
    depends_on = serializers.ListField(
        child=serializers.CharField(), help_text="Codes of the matches whose result could still change who plays."
    )
    version = serializers.IntegerField()


class NoteOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    game = serializers.IntegerField(allow_null=True)
    facts = serializers.DictField()


class OutcomeOut(MatchOut):
    record = serializers.IntegerField(allow_null=True, help_text="None if it was reported before.")
    moved = serializers.ListField(child=serializers.CharField(), help_text="Codes of matches that changed.")
    notes = NoteOut(many=True)


class TableOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    closed = serializers.CharField()


class TablesOut(serializers.Serializer[Any]):
    tables = TableOut(many=True)


class AffectedOut(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    code = serializers.CharField()
    entrants = serializers.ListField(child=serializers.IntegerField())
    has_result = serializers.BooleanField()


class PreviewOut(serializers.Serializer[Any]):
    match = MatchOut()
    affected = AffectedOut(many=True)
    moved = serializers.ListField(child=serializers.CharField())


class StandingOut(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True)
    order = serializers.IntegerField()
    entrant = serializers.IntegerField()
    name = serializers.CharField()


class OddsOut(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    name = serializers.CharField()
    rated = serializers.BooleanField(help_text="Whether their own rating counts, or 1500.")
    wins = serializers.CharField(help_text="The chance to win the event, as a decimal from 0 to 1.")
    places = serializers.DictField(
        child=serializers.DictField(child=serializers.CharField()),
        help_text="By bracket: rounds left when they lose there (0: the winner; out: never there) → chance.",
    )
    error = serializers.CharField(help_text="The largest standard error, 0 where all chances are exact.")
    draws = serializers.IntegerField(allow_null=True, help_text="Over how many draws, before the draw; null after it.")


class MemoryLineOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    verb = serializers.CharField()
    by = serializers.CharField()
    event = serializers.IntegerField(allow_null=True)
    undone = serializers.BooleanField()


class UndoneOut(serializers.Serializer[Any]):
    undone = serializers.IntegerField()
    verb = serializers.CharField()
    record = serializers.IntegerField()
    moved = serializers.ListField(child=serializers.CharField())


def as_data(value: Any) -> dict[str, Any]:
    """Return a frozen value's own fields by name."""
    return {each.name: getattr(value, each.name) for each in fields(value)}


def club_data(club: Club) -> dict[str, Any]:
    return {"id": club.pk, "name": club.name}


def tournament_data(made: Tournament) -> dict[str, Any]:
    return {
        "id": made.pk,
        "club": made.club_id,
        "name": made.name,
        "timezone": made.timezone,
        "starts_on": made.starts_on,
        "starts_at": clock_text(made.starts_at),
        "place": made.place,
        "director": made.director,
        "tables": len(stored_json(made.tables)),
        "rest": made.rest,
        "language": made.language,
        "second_language": made.second_language,
        "events": [{"id": event.pk, "name": event.name} for event in made.events.order_by("pk")],
    }


def event_data(made: Event) -> dict[str, Any]:
    return {
        "id": made.pk,
        "tournament": made.tournament_id,
        "name": made.name,
        "format": stored_json(made.format),
        "conditions": conditions_of(made).as_data(),
        **played_data(made),
        "closed": made.closed,
    }


def forecast_data(forecast: Forecast) -> dict[str, Any]:
    return as_data(forecast) | {"rematches": f"{forecast.rematches:.2f}"}


def entered_data(entered: Entered) -> dict[str, Any]:
    return as_data(entered)


def one_data(entered: Entered) -> dict[str, Any]:
    """Return the single entrant of an action, with its record."""
    return as_data(entered.entrants[0]) | {"record": entered.record, "moved": entered.moved}


def draw_data(draw: DrawCard) -> dict[str, Any]:
    lines = []
    for line in range(1, draw.size + 1) if draw.lines else ():
        entrant, number, name = draw.lines.get(line, (None, None, None))
        lines.append({"line": line, "entrant": entrant, "number": number, "name": name})
    return as_data(draw) | {"lines": lines}


def tables_data(tables: tuple[Table, ...]) -> dict[str, Any]:
    return {"tables": tables}


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    match = as_data(outcome.match) if outcome.match is not None else {}
    return match | {"record": outcome.record, "moved": outcome.moved, "notes": outcome.notes}
