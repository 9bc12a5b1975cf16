"""An entry list read as it really comes: typed, from a mail, a spreadsheet or a chat.

Source: docs/rules/entering.md.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from rules.errors import RuleBroken
from rules.typed.cells import MOST_BYTES, cells_of, lines_of
from rules.typed.lists.chat import is_chat, signs_up
from rules.typed.lists.chatted import read_chat
from rules.typed.lists.entries import BadLine, Doubt, PassedLine, Read, ReadEntry
from rules.typed.lists.free import NO_HABITS, Habits, habits_of, people_in, read_free
from rules.typed.lists.header import COLUMNS, KEPT, column_of, columns_of, header_in
from rules.typed.lists.headings import is_closing, is_in_doubt, is_sentence, is_title, is_total
from rules.typed.lists.marks import Stripped, is_empty_number, lettered, stripped, without_letter
from rules.typed.lists.pieces import DATE, EMAIL, is_given, looks_like_a_name
from rules.typed.lists.rows import LONGEST_COUNTRY, LONGEST_RATING, by_columns, checked
from rules.typed.lists.tables import ROLES, roles_of, row_of, separator_in

__all__ = [
    "COLUMNS",
    "LONGEST_COUNTRY",
    "LONGEST_RATING",
    "ROLES",
    "BadLine",
    "Doubt",
    "PassedLine",
    "Read",
    "ReadEntry",
    "guarded",
    "read_paste",
]

MOST_LINES = 512
MOST_CHATTED = 5000
LONGEST_LINE = 8000
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
# So many lines of a list have to be numbered for one without a number to be questioned.
_MOST, _FEW = 0.7, 3

type Lines = list[tuple[int, str]]


@dataclass(slots=True)
class _Result:
    entries: list[ReadEntry] = field(default_factory=list)
    problems: list[BadLine] = field(default_factory=list)
    passed: list[PassedLine] = field(default_factory=list)

    def keep(self, number: int, line: str, read: ReadEntry) -> None:
        """Keep an entrant, or the reason why the line is none."""
        try:
            part = sum(each.line == number for each in self.entries[-8:])
            self.entries.append(replace(checked(read), part=part))
        except RuleBroken as broken:
            self.problems.append(BadLine(number, line, broken.code, broken.facts))


def read_paste(text: str, columns: Sequence[str] = ()) -> Read:
    """Return every line that holds anything: as an entrant, as a problem, or as passed over with its reason.

    A header names its columns. Without one, columns are told by what stands in them, or are ``columns``, one of
    ``ROLES`` each. Whatever can be read in two ways has a ``doubt``.
    Raises RuleBroken ``paste.large`` or ``paste.long`` for a text that is not read at all.
    """
    size = len(text.encode(errors="replace"))
    if size > MOST_BYTES:
        raise RuleBroken("paste.large", size=size, most=MOST_BYTES)
    lines = lines_of(text)
    chatted = is_chat(lines)
    most = MOST_CHATTED if chatted else MOST_LINES
    at, separator, header = header_in(lines, LONGEST_LINE)
    if len(lines) - (at + 1) > most:
        raise RuleBroken("paste.long", lines=len(lines) - (at + 1), most=most)
    result = _Result()
    lines = _narrow(lines, result)
    if header and not chatted:
        return _by_header(lines, at, separator, header)
    if chatted:
        for each in read_chat(lines, _listed):
            _sort(each, result)
        return _read(result)
    return _without_header(lines, result, columns)


def guarded(cell: str) -> str:
    """Return a cell for a file, with a quotation mark before what a spreadsheet would run as a formula.

    Reading the file removes the mark again.
    """
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _narrow(lines: Lines, result: _Result) -> Lines:
    """Return the lines that are short enough to be read; the others are problems."""
    for number, line in lines:
        if len(line) > LONGEST_LINE:
            facts = {"length": len(line), "longest": LONGEST_LINE}
            result.problems.append(BadLine(number, line, "paste.wide", facts))
    return [(number, line) for number, line in lines if len(line) <= LONGEST_LINE]


def _read(result: _Result, left_out: tuple[str, ...] = ()) -> Read:
    entries = tuple(sorted(result.entries, key=lambda each: (each.line, each.part)))
    return Read(entries, tuple(result.problems), left_out, tuple(result.passed))


def _sort(each: ReadEntry | PassedLine, result: _Result) -> None:
    if isinstance(each, PassedLine):
        result.passed.append(each)
    else:
        result.keep(each.line, each.name or (str(each.doubt.facts.get("text", "")) if each.doubt else ""), each)


def _by_header(lines: Lines, at: int, separator: str, header: list[str]) -> Read:
    result = _Result()
    result.passed += [PassedLine(number, line, "title") for number, line in lines[:at]]
    names = columns_of(header)
    for number, line in lines[at + 1 :]:
        cells = row_of(line, "|") if separator == "|" else cells_of(line, separator)
        filled = [cell for cell in cells if cell]
        alone = len(filled) == 1 and len(header) > 1
        if not any(cells) or is_total(line) or (alone and (is_title(filled[0]) or filled[0].strip(". )").isdecimal())):
            result.passed.append(PassedLine(number, line, "total" if filled and is_total(line) else "empty"))
            continue
        try:
            result.keep(number, line, by_columns(number, names, cells, named=True))
        except RuleBroken as broken:
            result.problems.append(BadLine(number, line, broken.code, broken.facts))
    known = (*KEPT, "first", "last", "number")
    left_out = tuple(cell for cell, column in zip(header, names, strict=True) if cell and column not in known)
    return _read(result, left_out)


def _without_header(lines: Lines, result: _Result, columns: Sequence[str]) -> Read:
    bodies = [line for _, line in lines if not _is_heading(line)]
    separator = separator_in(bodies)
    if not separator or all(len(people_in(line)) > 1 for line in bodies):
        for each in _listed(lines):
            _sort(each, result)
        return _read(result)
    rows = {number: row_of(line, separator) for number, line in lines}
    full = [row for (number, line), row in zip(lines, rows.values(), strict=True) if _is_row(row, line)]
    roles, unsure = roles_of(full)
    chosen = len(columns) == len(roles)
    roles, unsure = (tuple(columns), False) if chosen else (roles, unsure)
    alone: Lines = []
    for number, line in lines:
        if not _is_row(rows[number], line):
            alone.append((number, line))
            continue
        try:
            read = by_columns(number, roles, rows[number], named=False)
            result.keep(number, line, read if chosen else _of_one(read))
        except RuleBroken as broken:
            result.problems.append(BadLine(number, line, broken.code, broken.facts))
    for each in _listed(alone):
        _sort(each, result)
    samples = tuple(next((row[at] for row in full if at < len(row) and row[at]), "") for at in range(len(roles)))
    return replace(_read(result), columns=roles, samples=samples, unsure=unsure)


def _of_one(read: ReadEntry) -> ReadEntry:
    """Return the entry with a question where the club reads like a second player."""
    second = looks_like_a_name(read.club) and is_given(read.club)
    return read.asking("doubt.several", text=f"{read.name}, {read.club}") if second else read


def _is_row(cells: Sequence[str], line: str) -> bool:
    """Whether a line is a row of a table, not a title or a name alone."""
    filled = [cell for cell in cells if cell]
    worded = [cell for cell in filled if any(each.isalpha() for each in cell)]
    if len(filled) < 2 or not worded or is_total(line):
        return False
    return len(worded) > 1 or not is_title(worded[0]) or is_given(worded[0])


def _is_heading(line: str) -> bool:
    return is_empty_number(line) or is_total(line) or is_title(line) or is_sentence(line)


def _listed(lines: Iterable[tuple[int, str]]) -> Iterator[ReadEntry | PassedLine]:
    """Yield what the lines of a list without columns hold."""
    kept: list[tuple[int, str, Stripped]] = []
    lines = list(lines)
    has_letters = lettered([line for _, line in lines])
    section = ""
    sections: dict[int, str] = {}
    for number, line in lines:
        inside = stripped(without_letter(line) if has_letters else line)
        code = _passed(line, inside)
        if code:
            section = line.strip() if is_in_doubt(line) or is_closing(line) else ""
            yield PassedLine(number, line, code)
        else:
            kept.append((number, line, inside))
            sections[number] = section
    habits = habits_of(each.text for _, _, each in kept)
    numbered = [each for _, _, each in kept if each.number is not None or each.bullet]
    is_numbered = len(numbered) >= _FEW and len(numbered) >= _MOST * len(kept)
    for number, _, inside in kept:
        for part in people_in(inside.text):
            yield _questioned(
                _one(number, part, inside, habits), inside, sections[number], (is_numbered, len(numbered))
            )


def _passed(line: str, inside: Stripped) -> str:
    """Return why a line is passed over, empty for one that holds an entrant."""
    if is_empty_number(line):
        return "empty"
    if is_total(line):
        return "total"
    marked = inside.number is not None or inside.bullet
    if is_in_doubt(line) and not marked:
        return "section"
    if EMAIL.search(line):
        return ""
    if not marked and (is_title(line) or column_of(line) == "name"):
        return "title"
    return "prose" if not marked and (is_sentence(line) or _is_consent(inside.text)) else ""


def _is_consent(text: str) -> bool:
    """Whether a line is what somebody wrote in a chat, or when."""
    return DATE.fullmatch(text) is not None or (len(text.split()) > 1 and signs_up(text) and not is_given(text))


def _one(number: int, text: str, inside: Stripped, habits: Habits = NO_HABITS) -> ReadEntry:
    read = read_free(number, text, habits)
    return read.asking("doubt.struck", text=text) if inside.struck else read


def _questioned(read: ReadEntry, inside: Stripped, section: str, numbered: tuple[bool, int]) -> ReadEntry:
    """Return the entry with the question that its place in the list raises."""
    is_numbered, count = numbered
    if section:
        read = read.asking("doubt.section", text=section)
    if is_numbered and inside.number is None and not inside.bullet:
        read = read.asking("doubt.person", text=read.name)
    if inside.bare and count == 1 and inside.number is not None and read.name:
        read = read.asking("doubt.number", replace(read, name=f"{inside.number} {read.name}"), text=read.name)
    if (is_title(read.name) and not is_given(read.name)) or is_sentence(read.name):
        read = read.asking("doubt.person", text=read.name)
    return read
