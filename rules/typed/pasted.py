"""An entry list read: one entrant a line, with a header or without.

Source: docs/rules/entering.md.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.draws.seeding import MOST
from rules.errors import RuleBroken
from rules.naming import read_name, read_optional
from rules.typed.cells import MOST_BYTES, SEPARATORS, cells_of, lines_of, separator_of

MOST_LINES = 512
LONGEST_LINE = 8000
LONGEST_COUNTRY, LONGEST_RATING = 40, 20
COLUMNS = (
    "name", "club", "country", "fed_id", "rating", "experience", "division", "paid", "pools", "seed", "pots", "notes",
)  # fmt: skip
# The columns that the entry list keeps; the other columns of a federation's list are known, and named as left out.
KEPT = ("name", "club", "country", "rating", "paid", "seed")
_NAMES = {
    "player": "name", "entrant": "name", "full name": "name", "first name": "first", "given name": "first",
    "firstname": "first", "last name": "last", "surname": "last", "family name": "last", "lastname": "last",
    "nation": "country", "nationality": "country", "elo": "rating", "fed id": "fed_id", "no": "number", "nr": "number",
    "#": "number", "number": "number",
}  # fmt: skip
_NUMBERING = re.compile(r"\d{1,4}[.)]\s+(?=\S)")
_COUNTRY = re.compile(r"[A-Z]{2,3}")
_RATING = re.compile(r"\d{1,5}([.,]\d{1,3})?")
# What a spreadsheet takes for a formula, and the apostrophe that keeps it from doing so.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_GUARDED = re.compile(r"'+[=+\-@]")
_NO = {"", "0", "no", "n", "false", "-", "–", "nein", "non"}


@dataclass(frozen=True, slots=True)
class ReadEntry:
    """One entrant as read from a line; ``line`` counts from 1 in the text."""

    line: int
    name: str
    club: str = ""
    country: str = ""
    rating: str = ""
    seed: int | None = None
    paid: bool = False


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that can't be entered: its text, and the code and facts of why."""

    line: int
    text: str
    code: str
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Read:
    """The entrants in a text; ``left_out`` names the columns of its header that are not kept."""

    entries: tuple[ReadEntry, ...]
    problems: tuple[BadLine, ...]
    left_out: tuple[str, ...] = ()


def read_paste(text: str) -> Read:
    """Return every line that holds anything, as an entrant or as a problem.

    With a header the columns come in any order, others are named and left out. Without one a line is a name, then the
    country, then the rating; ``Last, First`` is turned round and a numbering taken off.
    Raises RuleBroken ``paste.large`` or ``paste.long`` for a text that is not read at all.
    """
    size = len(text.encode(errors="replace"))
    if size > MOST_BYTES:
        raise RuleBroken("paste.large", size=size, most=MOST_BYTES)
    lines = lines_of(text)
    separator, header = _header(lines)
    body = lines[1:] if header else lines
    if len(body) > MOST_LINES:
        raise RuleBroken("paste.long", lines=len(body), most=MOST_LINES)
    entries: list[ReadEntry] = []
    problems: list[BadLine] = []
    for number, line in body:
        try:
            cells = cells_of(_narrow(line), separator)
            fields = _by_header(header, cells) if header else _by_order(cells, separator)
            entries.append(_entry(number, fields))
        except RuleBroken as broken:
            problems.append(BadLine(number, line, broken.code, broken.facts))
    left_out = tuple(cell for cell in header if cell and _column(cell) not in (*KEPT, "first", "last"))
    return Read(tuple(entries), tuple(problems), left_out)


def _header(lines: list[tuple[int, str]]) -> tuple[str, list[str]]:
    """Return the separator and, where the first line is one, the header's cells."""
    for separator in SEPARATORS if lines and len(lines[0][1]) <= LONGEST_LINE else ():
        cells = cells_of(lines[0][1], separator)
        columns = [_column(cell) for cell in cells]
        known = [each for each in columns if each in (*COLUMNS, "first", "last", "number")]
        if ("name" in columns or "last" in columns) and (len(known) > 1 or columns[0] in known):
            return separator, cells
    return separator_of(lines), []


def guarded(cell: str) -> str:
    """Return a cell for a file, with a quotation mark before what a spreadsheet would run as a formula.

    Reading the file removes the mark again.
    """
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _narrow(line: str) -> str:
    if len(line) > LONGEST_LINE:
        raise RuleBroken("paste.wide", length=len(line), longest=LONGEST_LINE)
    return line


def _column(cell: str) -> str:
    folded = " ".join(cell.casefold().replace("_", " ").split())
    return _NAMES.get(folded, folded.replace(" ", "_"))


def _by_header(header: list[str], cells: list[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for column, cell in zip(map(_column, header), cells, strict=False):
        fields.setdefault(column, cell[1:] if _GUARDED.match(cell) else cell)
    beyond = [cell for cell in cells[len(header) :] if cell]
    if beyond:
        raise RuleBroken("paste.columns", columns=len(cells), most=len(header))
    if fields.get("last"):
        fields["name"] = f"{fields.get('first', '')} {fields['last']}".strip()
    return fields | {"name": _turned(_unnumbered(fields.get("name", "")))}


def _by_order(cells: list[str], separator: str) -> dict[str, str]:
    while cells and not cells[-1]:
        cells = cells[:-1]
    if len(cells) > 1 and cells[0].isdecimal():
        cells = cells[1:]
    if not cells:
        raise RuleBroken("paste.nameless")
    name, rest = _unnumbered(cells[0]), cells[1:]
    if separator == "," and rest and rest[0] and not (_COUNTRY.fullmatch(rest[0]) or _RATING.fullmatch(rest[0])):
        name, rest = f"{rest[0]} {name}", rest[1:]
    if len(rest) == 1 and _RATING.fullmatch(rest[0]):
        rest = ["", *rest]
    most = 3
    if len(rest) + 1 > most:
        raise RuleBroken("paste.columns", columns=len(rest) + 1, most=most)
    country, rating = [*rest, "", ""][:2]
    return {"name": _turned(name), "country": country, "rating": rating}


def _unnumbered(name: str) -> str:
    return _NUMBERING.sub("", name, count=1) if _NUMBERING.match(name) else name


def _turned(name: str) -> str:
    """Return ``Last, First`` as First Last."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}".strip() if comma and "," not in first else name


def _entry(line: int, fields: Mapping[str, str]) -> ReadEntry:
    if not fields["name"].strip():
        raise RuleBroken("paste.nameless")
    return ReadEntry(
        line,
        read_name(fields["name"]),
        read_optional(fields.get("club")),
        read_optional(fields.get("country"), LONGEST_COUNTRY),
        read_optional(fields.get("rating"), LONGEST_RATING),
        _seed(fields.get("seed", "")),
        fields.get("paid", "").casefold() not in _NO,
    )


def _seed(text: str) -> int | None:
    if not text:
        return None
    digits = text.isascii() and text.isdecimal()
    if not digits or len(text) > 4 or not 1 <= int(text) <= MOST:
        raise RuleBroken("seed.range", got=text[:40], most=MOST)
    return int(text)
