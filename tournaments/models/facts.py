"""How a fact of a tournament declares itself: its topics, and how the one query that reads a draw selects it.

Source: docs/decisions/0038-facts-declare-themselves.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from django.apps import apps
from django.db.models.expressions import Combinable

from journal.models import Fact

# Topics: what pages and programs show (docs/live.md).
DESK_TOPIC = "desk:{tournament}"
EVENT_TOPICS = (DESK_TOPIC, "event:{event}")
ENTRANT_TOPICS = (*EVENT_TOPICS, "entrant:{entrant_id}")
# The bracket of a match and those who play in it follow from the rows that the action writes.
MATCH_TOPICS = (DESK_TOPIC, "match:{match}")


@dataclass(frozen=True, slots=True, kw_only=True)
class InDraw:
    """How the one query that reads a draw selects a fact: the path of a field for each column, None for 0.

    ``kind`` is the name under which ``rules.draws.facts`` knows the fact, or an expression for it. ``scope`` leads to
    the draw, or to the event where the fact is older than the draw (``of_event``). ``column`` is the field of ``Match``
    that names the latest fact of this kind, for facts that decide nothing.
    """

    kind: str | Combinable
    scope: str = "match__draw"
    of_event: bool = False
    match: str | None = "match"
    place: str | None = "match__place"
    first: str = "first"
    second: str | None = "second"
    who: str | None = None
    ref: str | None = None
    column: str | None = None


class DrawFact(Fact):
    """A fact from which a draw is derived.

    Facts of one record count in the order in which their classes are declared: a ``Clearing`` before what else the
    same record brings.
    """

    in_draw: ClassVar[InDraw]

    class Meta:
        abstract = True


@cache
def draw_facts() -> tuple[type[DrawFact], ...]:
    """Return the classes of all facts from which draws are derived."""
    return tuple(model for model in apps.get_models() if issubclass(model, DrawFact))


@cache
def latest_columns() -> Mapping[str, str]:
    """Return kind → the field of ``Match`` that names the latest fact of this kind."""
    readings = [fact.in_draw for fact in draw_facts()]
    return {str(each.kind): each.column for each in readings if each.column is not None}
