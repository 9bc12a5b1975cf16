"""Reading what a draw sheet says. The memory's number is read first; no transaction."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone

from clubs.read.dates import shown_date
from tournaments.models import Draw, Event, Tournament
from tournaments.papers.draw_sheet import DrawSheet, Mark
from tournaments.read.draws.made import how_many_draws
from tournaments.read.draws.view import draw_view
from tournaments.read.entered import entered_draw
from tournaments.read.entrants.names import names_in
from tournaments.read.events import conditions_of, draw_of, event_of
from tournaments.read.money.designs import announced_pots
from tournaments.read.papers import rulings_in
from tournaments.read.re_entries import first_entries
from tournaments.words.events.games import played_name
from tournaments.words.events.rules import clock_words
from tournaments.words.money.announced import prize_lines
from tournaments.words.papers.sheets import key_words


def draw_sheet(event: int, bracket: str, *, blank: bool = False, at: datetime | None = None) -> DrawSheet:
    """Return everything the sheets of one bracket say. Raises Unknown ``event.unknown``, Refused ``draw.none``."""
    return sheet_of(event_of(event), bracket, blank=blank, at=at)


def sheet_of(event: Event, bracket: str, *, blank: bool = False, at: datetime | None = None) -> DrawSheet:
    """Return all that the sheets of one bracket show. The event was read with its tournament's memory."""
    stream = event.tournament.stream
    draw = draw_of(event)
    entered = entered_draw(draw, stream.pk)
    rules, conditions = event.rules, conditions_of(event)
    return DrawSheet(
        tournament=event.tournament.name,
        event=event.name,
        bracket=bracket,
        when=day_of(event.tournament),
        where=event.tournament.place or event.tournament.club.name,
        plan=entered.state.plan,
        derived=entered.state.derived,
        lines=entered.state.lines,
        names=names_in(event.pk),
        marks=dict(_marks(draw)),
        key=key_words(draw.key, draw.bound_to),
        draw_number=draw.number,
        draws_made=how_many_draws(event),
        number=stream.number,
        head=stream.head,
        printed_at=printed_at(event.tournament, at),
        blank=blank,
        crawford=rules.crawford,
        holland=rules.holland,
        game="" if rules.played.is_backgammon else played_name(rules.played),
        clock=clock_words(conditions.clock),
        director=event.tournament.director,
        again=first_entries(event),
        kind=conditions.entrants,
        prizes=prize_lines(announced_pots(event), rules, event.tournament.currency),
    )


def day_of(tournament: Tournament) -> str:
    """Return the day of a tournament in words, empty for none."""
    return shown_date(tournament.starts_on, "l j F Y") if tournament.starts_on else ""


def printed_at(tournament: Tournament, at: datetime | None = None) -> str:
    """Return a moment, or now, in the zone of a tournament."""
    zone = ZoneInfo(tournament.timezone)
    return shown_date((at or timezone.now()).astimezone(zone), "j F Y, H:i")


def _marks(draw: Draw) -> Iterator[tuple[int, Mark]]:
    rulings = rulings_in(draw)
    for match in draw_view(draw, {}).matches:
        yield match.place, replace(match.mark, settled=match.settled, ruling=rulings.get(match.place, 0), running=None)
