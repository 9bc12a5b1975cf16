"""One row of a table as an entrant: by a header, or by the roles of the columns.

Source: docs/rules/entering.md.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.draws.seeding import MOST
from rules.errors import RuleBroken
from rules.naming import read_name, read_optional
from rules.typed.lists.entries import ReadEntry
from rules.typed.lists.free import read_free, turned
from rules.typed.lists.marks import stripped, unnumbered
from rules.typed.lists.pieces import EMAIL
from rules.typed.lists.words import UNPAID
from rules.typed.names import folded

LONGEST_COUNTRY, LONGEST_RATING = 40, 20
# What a spreadsheet takes for a formula, and the apostrophe that keeps it from doing so.
_GUARDED = re.compile(r"'+[=+\-@]")
_NO = {"", "0", "no", "n", "false", "-", "–", "nein", "non", "☐", "❌"} | UNPAID


def by_columns(line: int, columns: Sequence[str], cells: Sequence[str], *, named: bool) -> ReadEntry:
    """Return the entrant in a row with these columns; where a header has ``named`` them a name is taken as it stands.

    Raises RuleBroken ``paste.…``, ``name.…``, ``seed.range``.
    """
    fields: dict[str, str] = {}
    for column, cell in zip(columns, cells, strict=False):
        fields.setdefault(column, cell[1:] if _GUARDED.match(cell) else cell)
    beyond = [cell for cell in cells[len(columns) :] if cell]
    if beyond:
        raise RuleBroken("paste.columns", columns=len(cells), most=len(columns))
    halves = f"{fields.get('first', '')} {fields.get('last', '')}".strip()
    whole = halves or fields.get("name", "")
    name = unnumbered(whole) if named else stripped(whole).text
    if "club" in columns or halves:
        address = EMAIL.search(name)
        name = EMAIL.sub("", name).strip(" <>") if address else name
        read = ReadEntry(line, turned(name), email=address[0] if address else "")
    else:
        read = read_free(line, name)
    return checked(_filled(read, fields))


def _filled(read: ReadEntry, fields: Mapping[str, str]) -> ReadEntry:
    """Return the entry with what stands in columns of their own."""
    email = EMAIL.search(fields.get("email", ""))
    return replace(
        read,
        club=fields.get("club", "") or read.club,
        country=fields.get("country", "") or read.country,
        rating=fields.get("rating", "") or read.rating,
        group=fields.get("group", ""),
        seed=seed_of(fields.get("seed", "")) or read.seed,
        paid=read.paid or folded(fields.get("paid", "")).strip() not in _NO,
        email=email[0] if email else read.email,
    )


def checked(entry: ReadEntry) -> ReadEntry:
    """Return the entry with its texts as they are kept. Raises RuleBroken ``paste.nameless``, ``name.…``."""
    if not entry.name.strip():
        raise RuleBroken("paste.nameless")
    return replace(
        entry,
        name=read_name(entry.name),
        club=read_optional(entry.club),
        country=read_optional(entry.country, LONGEST_COUNTRY),
        rating=read_optional(entry.rating, LONGEST_RATING),
        group=read_optional(entry.group),
    )


def seed_of(text: str) -> int | None:
    """Return a seed as typed, None for an empty one. Raises RuleBroken ``seed.range``."""
    if not text:
        return None
    digits = text.isascii() and text.isdecimal()
    if not digits or len(text) > 4 or not 1 <= int(text) <= MOST:
        raise RuleBroken("seed.range", got=text[:40], most=MOST)
    return int(text)
