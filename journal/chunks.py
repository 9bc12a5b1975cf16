"""Read many rows without holding up writers.

On SQLite a statement that has not been read to its end keeps everybody from writing, however long the reader thinks
about each row; after ten seconds writers fail with "database is locked", and then readers too. So rows come in chunks,
each of one statement that ends before the first of its rows is handed out.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.db.models import Model, QuerySet

from journal.statements import Blank, Reading

SIZE = 2000


def in_chunks[Row: Model](rows: QuerySet[Row], by: str = "pk", size: int = SIZE) -> Iterator[Row]:
    """Yield all rows in the order of ``by``, which tells every two of them apart."""
    ordered = rows.order_by(by)
    chunk = list(ordered[:size])
    while chunk:
        yield from chunk
        if len(chunk) < size:
            return
        chunk = list(ordered.filter(**{f"{by}__gt": getattr(chunk[-1], by)})[:size])


def all_in_chunks[Row: Model](model: type[Row], size: int = SIZE) -> Iterator[Row]:
    """Yield all rows of a model in the order of their primary keys, by a statement that is written once."""
    read = _rows_after(model, size)
    chunk: list[Row] = read(after=0)
    while chunk:
        yield from chunk
        if len(chunk) < size:
            return
        chunk = read(after=chunk[-1].pk)


@cache
def _rows_after(model: type[Model], size: int) -> Reading[Any]:
    return Reading(lambda: model._default_manager.filter(pk__gt=Blank("after")).order_by("pk")[:size])
