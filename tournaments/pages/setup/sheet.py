"""The contents of the set-up pages: earlier tournaments and events to copy, and the forecast."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from clubs.read.dates import shown_date
from clubs.read.figures import in_language
from rules.conditions import Conditions
from rules.draws.plan import Plan
from rules.draws.seeding import FEWEST, MOST
from rules.errors import RuleBroken
from rules.formats.format import Format
from rules.formats.pools import Pools
from rules.formats.registry import compile_plan
from rules.timing.forecast import Forecast, forecast
from rules.timing.scorecard import Scorecard, scorecard_of_format
from tournaments.models import Event, Tournament, stored_json
from tournaments.models.money.prizes import FUND
from tournaments.read.events import conditions_of, field_size
from tournaments.read.money.pots import divisions_of
from tournaments.read.tournaments import event_in_club, events_in_club, setup_turn, tournaments_of
from tournaments.words.brackets import bracket_name
from tournaments.words.events import setup
from tournaments.words.events.formats import choice_word
from tournaments.words.events.games import played_about, played_name
from tournaments.words.events.pools import through_words

MOST_OFFERED = 20


@dataclass(frozen=True, slots=True)
class Offer:
    """Something earlier that can be copied."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class BracketLine:
    """The forecast of one bracket; ``lengths`` are a round's letter and its points."""

    name: str
    matches: str
    rounds: int
    lengths: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """The scorecard of one way to play; ``chosen`` is that of the form.

    ``gap`` is the largest difference of matches won in a match and where, ``byes`` how many byes go to players who may
    have had one. Every cell has a figure, or a word that says why there is none. ``demands`` says that those of
    directors are kept, empty where one is ``broken``.
    """

    name: str
    chosen: bool
    matches: str
    rounds: int
    ends: str
    rematches: str
    wait: int
    gap: str
    byes: str
    demands: str
    broken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ForecastSheet:
    """The consequences of a format in words and numbers; ``ends`` is a time of day, or how long it takes.

    ``through`` says who comes through pools, empty without them; ``way`` is the head of the alternatives.
    """

    entrants: int
    game: str
    about: str
    lines: int
    byes: int
    brackets: tuple[BracketLine, ...]
    matches: str
    takes: str
    ends: str
    through: str
    rematches: str
    wait: int
    tables: int
    way: str
    costs: tuple[Cost, ...]


@dataclass(frozen=True, slots=True)
class SetupSheet:
    """The page of an event's set-up; ``event`` None while it is new, ``locked`` once it is drawn."""

    tournament: int
    event: int | None
    name: str
    locked: bool
    version: int | None
    entrants: int
    offers: tuple[Offer, ...]
    has_prizes: bool = False


def earlier_tournaments(club: int) -> tuple[list[Tournament], tuple[Offer, ...]]:
    """Return a club's tournaments, the newest first, and how each is offered to be copied."""
    tournaments = tournaments_of(club, MOST_OFFERED)
    offers = tuple(Offer(each.pk, _with_events(each)) for each in tournaments if list(each.events.all()))
    return tournaments, offers


def earlier_events(club: int, but: int | None = None) -> tuple[Offer, ...]:
    """Return a club's events, the newest first, to take over how they were played."""
    events = events_in_club(club, but, MOST_OFFERED)
    return tuple(Offer(each.pk, f"{each.name} · {_dated(each.tournament)}") for each in events)


def setup_sheet(tournament: Tournament, event: Event | None) -> SetupSheet:
    """Return the page of an event's set-up, or of a new event."""
    return SetupSheet(
        tournament=tournament.pk,
        event=event.pk if event else None,
        name=event.name if event else "",
        locked=event is not None and event.current_draw_id is not None,
        version=setup_turn(event) if event else None,
        entrants=field_size(event.pk) if event else 0,
        offers=earlier_events(tournament.club_id, event.pk if event else None),
        has_prizes=event is not None and bool(tournament.currency) and FUND in divisions_of(event.pk),
    )


def event_to_copy(pk: int, club: int) -> Event | None:
    """Return an event of ``club`` to take over, None where there is none."""
    return event_in_club(pk, club)


def played_as(event: Event) -> tuple[Format, Conditions]:
    """Return how an event is played."""
    return event.rules, conditions_of(event)


def forecast_sheet(tournament: Tournament, format_: Format, minutes_per_point: int, entrants: int) -> ForecastSheet:
    """Return the lines, byes, matches and hours that a format needs for ``entrants``, capped at what can be drawn."""
    entrants = min(max(entrants, FEWEST), MOST)
    tables = len(stored_json(tournament.tables))
    estimate = forecast(entrants, format_, minutes_per_point, tables or None)
    return ForecastSheet(
        entrants=entrants,
        game=played_name(format_.played),
        about=played_about(format_.played),
        lines=estimate.lines,
        byes=estimate.byes,
        brackets=tuple(_brackets(estimate, compile_plan(estimate.lines, format_, entrants))),
        matches=_span(estimate.fewest, estimate.most),
        takes=_duration(estimate.minutes),
        ends=_ends(tournament, estimate.minutes),
        through=through_words(format_, entrants) if isinstance(format_, Pools) else "",
        rematches=_rematches(scorecard_of_format(format_, entrants, minutes_per_point, tables or None)),
        wait=estimate.longest_wait,
        tables=tables,
        way=str(setup.WAY if format_.is_by_rounds or format_.is_cut else setup.LOWER_BRACKETS),
        costs=tuple(_costs(tournament, format_, minutes_per_point, entrants)),
    )


def _costs(tournament: Tournament, format_: Format, minutes_per_point: int, entrants: int) -> Iterator[Cost]:
    """Yield what each alternative costs; one that does not work out for the field is left out."""
    tables = len(stored_json(tournament.tables)) or None
    for each in format_.alternatives():
        try:
            cost = forecast(entrants, each, minutes_per_point, tables)
            card = scorecard_of_format(each, entrants, minutes_per_point, tables)
        except RuleBroken:
            continue
        yield Cost(
            name=choice_word(each),
            chosen=each == format_,
            matches=_span(cost.fewest, cost.most),
            rounds=sum(bracket.rounds for bracket in cost.brackets),
            ends=_ends(tournament, cost.minutes) or _duration(cost.minutes),
            rematches=str(setup.AVOIDED) if card.rematches is None else _decimal(card.rematches),
            wait=cost.longest_wait,
            gap=f"{card.gap} {card.gap_at}".strip() if card.gap is not None else _why_no_gap(each),
            byes=str(card.two_byes) if card.two_byes is not None else _why_no_byes(each),
            demands="" if any(_broken(card)) else str(setup.DEMANDS_KEPT),
            broken=tuple(_broken(card)),
        )


def _why_no_gap(format_: Format) -> str:
    return str(setup.PAIRED_ALIKE if format_.is_paired else setup.BY_PLAY)


def _why_no_byes(format_: Format) -> str:
    return str(setup.AVOIDED if format_.is_paired else setup.BY_PLAY)


def _rematches(card: Scorecard) -> str:
    if card.rematches is None:
        return str(setup.REMATCHES_AVOIDED)
    return setup.EXPECTED_REMATCHES.format(r=_decimal(card.rematches))


def _broken(card: Scorecard) -> Iterator[str]:
    words = {"levels": setup.LEVELS_BROKEN, "jumps": setup.JUMPS_BROKEN}
    for demand in card.demands:
        if not demand.kept:
            yield words[demand.name].format(round=demand.broken_at)


def tournament_data(tournament: Tournament) -> dict[str, Any]:
    """Return the initial values of a tournament's form."""
    return {
        "name": tournament.name,
        "starts_on": tournament.starts_on,
        "starts_at": tournament.starts_at,
        "place": tournament.place,
        "timezone": tournament.timezone,
        "director": tournament.director,
        "wifi_name": tournament.wifi_name,
        "wifi_password": tournament.wifi_password,
        "tables": len(stored_json(tournament.tables)) or None,
        "rest": tournament.rest or None,
        "language": tournament.language,
        "second_language": tournament.second_language,
    }


def _brackets(cost: Forecast, plan: Plan) -> Iterator[BracketLine]:
    for each, bracket in zip(cost.brackets, plan.brackets, strict=True):
        rounds = {plan.matches[at].letter: plan.matches[at].length for at in plan.of(bracket.code)}
        # The first rounds of a consolation may hold byes only: they are never played.
        played = tuple(rounds.items())[len(rounds) - each.rounds :]
        yield BracketLine(bracket_name(bracket), _span(each.fewest, each.most), each.rounds, played)


def _with_events(tournament: Tournament) -> str:
    events = ", ".join(event.name for event in tournament.events.all())
    return f"{_dated(tournament)} ({events})"


def _dated(tournament: Tournament) -> str:
    return f"{tournament.name}, {_day(tournament.starts_on)}" if tournament.starts_on else tournament.name


def _day(day: date) -> str:
    return shown_date(day, "j F Y")


def _span(fewest: int, most: int) -> str:
    return str(most) if fewest == most else f"{fewest}–{most}"


def _decimal(number: float) -> str:
    return in_language(f"{number:.2f}")


def _duration(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    return setup.HOURS_AND_MINUTES.format(hours=hours, minutes=rest) if hours else setup.MINUTES.format(n=rest)


def _ends(tournament: Tournament, minutes: int) -> str:
    """Return the time of day at which the last result comes in, with the days between; nothing without a start."""
    if tournament.starts_at is None:
        return ""
    zone = ZoneInfo(tournament.timezone)
    day = tournament.starts_on or date(2000, 1, 1)
    ends = datetime.combine(day, tournament.starts_at, zone) + timedelta(minutes=minutes)
    days = (ends.date() - day).days
    clock = _clock(ends.time())
    return setup.days_later(clock, days) if days else clock


def _clock(at: time) -> str:
    return at.strftime("%H:%M")
