"""Names of people where they are chosen, with what tells namesakes apart."""

from collections.abc import Sequence
from datetime import date

from clubs.read.persons.rows import PersonRow


def distinct_names(rows: Sequence[PersonRow], today: date) -> dict[int, str]:
    """Return person → name as everyone may see it; namesakes have their club behind it, else their country or code.

    ``Jan Novák (Praha)`` and ``Jan Novák (7F3A)``: a club or a country is used only where no namesake shares it.
    """
    alike: dict[str, list[PersonRow]] = {}
    for row in rows:
        alike.setdefault(row.shown(today), []).append(row)
    return {row.id: _distinct(row, name, group) for name, group in alike.items() for row in group}


def _distinct(row: PersonRow, name: str, namesakes: Sequence[PersonRow]) -> str:
    if len(namesakes) == 1:
        return name
    for mark, others in (
        (row.home_club, [each.home_club for each in namesakes]),
        (row.country, [each.country for each in namesakes]),
    ):
        if mark and others.count(mark) == 1:
            return f"{name} ({mark})"
    return f"{name} ({row.code})"
