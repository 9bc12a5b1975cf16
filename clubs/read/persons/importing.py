"""What each line of a file about people would do, before anything is done.

Source: docs/directors/members.md#import.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from clubs.read.persons.listing import COLUMNS
from clubs.read.persons.rows import PersonRow, person_rows
from clubs.spelling import THE_SAME, best, fold, likeness
from rules.errors import RuleBroken
from rules.typed.cells import cells_of, lines_of, separator_of

MOST_LINES = 2000
MOST_BYTES = 200 * 1024
DETAILS = {
    "name": "name", "latin": "latin", "club": "home_club", "country": "country", "federations": "federations",
    "adult_on": "adult_on",
}  # fmt: skip
CONTACTS = ("email", "phone", "address", "note")


@dataclass(frozen=True, slots=True)
class ImportLine:
    """A line of the file and what it does.

    ``does`` is add, change (``person``), same (nothing to do), ask (it may be one of ``twins``) or wrong (``code``).
    """

    number: int
    cells: Mapping[str, str]
    does: str
    person: int | None = None
    twins: tuple[PersonRow, ...] = ()
    code: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def details(self) -> dict[str, str]:
        """The details that the line gives, without empty cells."""
        return {DETAILS[name]: text for name, text in self.cells.items() if name in DETAILS and text}

    @property
    def contact(self) -> dict[str, str]:
        """The contact that the line gives, without empty cells."""
        return {name: self.cells[name] for name in CONTACTS if self.cells.get(name)}


def read_import(club: int, text: str, answers: Mapping[int, int | None]) -> list[ImportLine]:
    """Return what each line would do; ``answers`` says of a line whom it means, None: somebody new.

    Raises RuleBroken ``paste.large``, ``import.long``, ``import.header``.
    """
    if len(text.encode()) > MOST_BYTES:
        raise RuleBroken("paste.large", size=len(text.encode()), most=MOST_BYTES)
    lines = lines_of(text)
    if len(lines) > MOST_LINES + 1:
        raise RuleBroken("import.long", lines=len(lines) - 1, most=MOST_LINES)
    if not lines:
        return []
    separator = separator_of(lines)
    header = [cell.lower() for cell in cells_of(lines[0][1], separator)]
    if "name" not in header or not set(header) <= set(COLUMNS):
        unknown = [cell for cell in header if cell not in COLUMNS]
        raise RuleBroken("import.header", unknown=", ".join(unknown)[:80], columns=", ".join(COLUMNS))
    known = _Known([row for row in person_rows(club) if not row.erased])
    return [
        _line(number, dict(zip(header, map(_unguarded, cells_of(line, separator)), strict=False)), known, answers)
        for number, line in lines[1:]
    ]


class _Known:
    def __init__(self, rows: Sequence[PersonRow]) -> None:
        self.rows = {row.id: row for row in rows}
        self.by_code = {row.code: row for row in rows}
        self.by_federation = {each: row for row in rows for each in row.federations.split(", ") if each}
        self.folded = [(row.id, row.folded) for row in rows]


def _line(number: int, cells: dict[str, str], known: _Known, answers: Mapping[int, int | None]) -> ImportLine:
    if not cells.get("name"):
        return ImportLine(number, cells, "wrong", code="name.empty")
    for name in ("adult_on", "from", "until"):
        if cells.get(name) and not _is_day(cells[name]):
            return ImportLine(number, cells, "wrong", code="import.day", facts={"got": cells[name][:40]})
    row = _meant(cells, known)
    if row is None and number in answers:
        key = answers[number]
        row = known.rows.get(key) if key is not None else None
        if key is not None and row is None:
            return ImportLine(number, cells, "wrong", code="person.unknown")
    elif row is None:
        twins = _twins(cells, known)
        if twins:
            return ImportLine(number, cells, "ask", twins=twins)
    if row is None:
        return ImportLine(number, cells, "add")
    line = ImportLine(number, cells, "change", person=row.id)
    is_same = all(getattr(row, name) == text for name, text in line.details.items())
    has_kind = not cells.get("kind") or any(each.kind == cells["kind"] for each in row.memberships)
    return ImportLine(number, cells, "same", person=row.id) if is_same and has_kind and not line.contact else line


def _meant(cells: Mapping[str, str], known: _Known) -> PersonRow | None:
    """Return the person whom the code, a federation id or the very same name means."""
    row = known.by_code.get(cells.get("code", "").upper())
    if row is not None and likeness(fold(cells["name"]), row.folded) >= THE_SAME:
        return row
    for each in cells.get("federations", "").split(","):
        if each.strip() in known.by_federation:
            return known.by_federation[each.strip()]
    same = [row for row in known.rows.values() if row.name == cells["name"]]
    return same[0] if len(same) == 1 else None


def _twins(cells: Mapping[str, str], known: _Known) -> tuple[PersonRow, ...]:
    wanted = fold(cells["name"], cells.get("latin", ""))
    hits = (known.rows[key] for key, _ in best(cells["name"], known.folded, 5))
    return tuple(row for row in hits if likeness(wanted, row.folded) >= THE_SAME)


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _unguarded(cell: str) -> str:
    """Return a cell without the mark that keeps spreadsheets from running it."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in "=+-@" and len(cell) > 1 else cell
