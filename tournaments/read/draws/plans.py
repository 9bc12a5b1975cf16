"""The plan of an event, and what formats cost it before one is chosen."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.draws.plan import Plan
from rules.errors import RuleBroken
from rules.formats.format import Format
from rules.formats.registry import compile_plan, read_format
from rules.timing.forecast import Forecast, forecast
from rules.timing.scorecard import Scorecard, scorecard_of_format
from tournaments.models import Event, stored_json
from tournaments.models.draws import plan_drawn
from tournaments.models.switches import plan_of, plan_switched
from tournaments.read.events import conditions_of, draw_of, event_of, field_size

USUAL = 8


@dataclass(frozen=True, slots=True)
class FormatCost:
    """What a format costs a field, and how fair it is."""

    format: Format
    forecast: Forecast
    card: Scorecard


def plan_of_event(event: Event, entrants: int | None = None) -> Plan:
    """Return the plan of the current draw, before it that of those who are entered, eight at least; or of a field.

    Raises RuleBroken as ``compile_plan``.
    """
    if entrants is None and event.current_draw_id is not None:
        draw, rules = draw_of(event), event.rules
        # Lengths may have changed since the draw; a plan that depends on the field is read as it was drawn.
        if rules.by_field:
            return plan_of(draw)
        named_for = draw.size // 2 + 1 if plan_drawn(draw).has_play_in else None
        return plan_switched(draw, compile_plan(draw.size, rules, named_for))
    field = max(USUAL, field_size(event.pk)) if entrants is None else entrants
    return compile_plan(event.rules.size(field), event.rules, field)


def costs(event: int, format_: Any, entrants: int | None) -> list[FormatCost]:
    """Return what a format costs an event, then each of its alternatives that works out; nothing is kept.

    ``format_`` is data for the rule book, None for the event's own. Raises Unknown ``event.unknown``, RuleBroken as
    ``read_format`` and ``compile_plan``.
    """
    event_row = event_of(event)
    chosen = event_row.rules if format_ is None else read_format(format_)
    field = field_size(event) if entrants is None else entrants
    tables = len(stored_json(event_row.tournament.tables)) or None
    pace = conditions_of(event_row).minutes_per_point
    others = [each for each in chosen.alternatives() if each != chosen]
    return [_cost(chosen, field, pace, tables), *_costs(others, field, pace, tables)]


def _costs(formats: list[Format], field: int, pace: int, tables: int | None) -> Iterator[FormatCost]:
    for each in formats:
        try:
            yield _cost(each, field, pace, tables)
        except RuleBroken:
            continue


def _cost(format_: Format, field: int, pace: int, tables: int | None) -> FormatCost:
    estimate = forecast(field, format_, pace, tables)
    return FormatCost(format_, estimate, scorecard_of_format(format_, field, pace, tables))
