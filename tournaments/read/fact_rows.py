"""The one statement that reads all facts of a draw, generated from what each class of facts declares.

Source: docs/decisions/0038-facts-declare-themselves.md.
"""

from functools import cache
from operator import itemgetter
from typing import Any

from django.db import connection
from django.db.models import F, QuerySet, Value
from django.db.models.functions import Coalesce

from journal.models import Undo
from journal.statements import Blank, written_out
from tournaments.models.draws import Draw
from tournaments.models.facts import DrawFact, draw_facts

# Kind, place or line, first, second, who, ref, match, record; 0 where a fact has no such thing.
type FactRow = tuple[str, int, int, int, int, int, int, int]

UNDONE = "undo"


def fact_rows(draw: Draw, stream: int) -> list[FactRow]:
    """Return a row for every fact of a draw, in the order in which they were recorded.

    ``stream`` is the primary key of the tournament's stream. Facts that were undone are among them, and so is every
    undo of that stream, with the record that it undid as its ref.
    """
    span = {"from": stream << 32, "to": (stream + 1 << 32) - 1}
    with connection.cursor() as cursor:
        cursor.execute(_statement(connection.vendor), {"draw": draw.pk, "event": draw.event_id, **span})
        rows: list[FactRow] = cursor.fetchall()
    # A stable sort: facts of one record stay in the order of their classes.
    return sorted(rows, key=itemgetter(-1))


@cache
def _statement(vendor: str) -> str:
    """Return the statement for a database of this vendor; to build it takes longer than to run it."""
    undone = Undo.objects.filter(undone__gte=Blank("from"), undone__lte=Blank("to"))
    branches = [_facts_of(fact) for fact in draw_facts()]
    branches.append(_chosen(undone, UNDONE, None, None, None, None, "undone", None))
    return "\nUNION ALL\n".join(written_out(each) for each in branches)


def _facts_of(fact: type[DrawFact]) -> QuerySet[Any, Any]:
    declared = fact.in_draw
    wanted = fact._base_manager.filter(**{declared.scope: Blank("event" if declared.of_event else "draw")})
    return _chosen(
        wanted, declared.kind, declared.place, declared.first, declared.second, declared.who, declared.ref,
        declared.match,
    )  # fmt: skip


def _chosen(rows: QuerySet[Any], kind: Any, *paths: str | None) -> QuerySet[Any, Any]:
    """Return the columns of ``FactRow`` for these rows."""
    columns = {f"column_{at}": Coalesce(F(path), 0) if path else Value(0) for at, path in enumerate(paths)}
    named = rows.annotate(column_kind=Value(kind) if isinstance(kind, str) else kind, **columns)
    chosen: QuerySet[Any, Any] = named.order_by().values_list("column_kind", *columns, "record")
    return chosen
