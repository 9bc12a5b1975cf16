"""The members of an entrant as they are typed on one line: ``Ann Berg / Bo Dahl (Oslo)``, ``Fjord: Ann, Bo & Cy``.

Source: docs/rules/members.md.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from rules.errors import RuleBroken
from rules.members import EntrantKind, Member, joined_name
from rules.typed.cells import lines_of
from rules.typed.lists.entries import BadLine, PassedLine, Read, ReadEntry
from rules.typed.lists.free import read_free
from rules.typed.lists.header import header_in
from rules.typed.lists.headings import is_title
from rules.typed.lists.marks import stripped
from rules.typed.pasted import LONGEST_LINE, read_paste

_SIGNS = re.compile(r"\s*[/&;\t]\s*")
# Where no sign stands between them: a family name may hold such a word.
_WORDS = re.compile(r"\s+(?:\+|and|und|et|y|e|og|och|en|ve|и)\s+")
_NAMED = re.compile(r"^(?P<name>[^:/&]{1,80}?)\s*:\s+(?P<rest>.+)$")


def read_side(text: str) -> tuple[str, tuple[Member, ...]]:
    """Return the name before a colon, empty without one, and the members behind it; none where it is one person.

    A club stands behind a member in brackets or behind a comma.
    """
    named = _NAMED.match(text.strip())
    name, rest = (named["name"], named["rest"]) if named else ("", text.strip())
    parts = (_SIGNS if _SIGNS.search(rest) else _WORDS).split(rest)
    members = tuple(member for part in parts if (member := _member(part)).name)
    return (name, members) if len(members) > 1 else ("", ())


def read_member_lines(text: str) -> tuple[Member, ...]:
    """Return the members of a text with one on each line: a name, a club in brackets or behind a comma."""
    return tuple(member for line in text.splitlines() if (member := _member(line)).name)


def write_member_lines(members: Iterable[Member]) -> str:
    """Return the text that ``read_member_lines`` reads, without countries."""
    return "\n".join(f"{each.name} ({each.club})" if each.club else each.name for each in members)


def read_pasted_members(text: str, kind: EntrantKind) -> Read:
    """Return the entrants of a list with their members: one entrant a line, or a table with a header.

    A line that has fewer or more members than the kind is a problem. Raises RuleBroken as ``read_paste`` does.
    """
    lines = lines_of(text)
    read = read_paste(text)
    if header_in(lines, LONGEST_LINE)[2]:
        entries, problems = _sorted(((each, each.name) for each in read.entries), kind)
        return replace(read, entries=tuple(entries), problems=(*read.problems, *problems))
    wide = tuple(each for each in read.problems if each.code == "paste.wide")
    plain = [(number, line, stripped(line).text.strip()) for number, line in lines]
    held = [each for each in plain if each[2] and each[0] not in {bad.line for bad in wide}]
    titles = {number for number, _, text in held if is_title(text) and not read_side(text)[1]}
    named = ((ReadEntry(number, text), line) for number, line, text in held if number not in titles)
    entries, problems = _sorted(named, kind)
    passed = tuple(PassedLine(number, line, "title") for number, line, _ in held if number in titles)
    return Read(tuple(entries), (*wide, *problems), passed=passed)


def with_members(entry: ReadEntry, kind: EntrantKind) -> ReadEntry:
    """Return an entrant whose name was typed with the members in it. Raises RuleBroken ``members.count``."""
    if not kind.is_several or entry.members:
        return entry
    name, members = read_side(entry.name)
    if not kind.least <= len(members) <= kind.most:
        raise RuleBroken("members.count", got=len(members) or 1, least=kind.least, most=kind.most)
    return replace(entry, name=name or joined_name(members), members=members, named=bool(name), doubt=None)


def _sorted(lines: Iterable[tuple[ReadEntry, str]], kind: EntrantKind) -> tuple[list[ReadEntry], list[BadLine]]:
    """Return the entrants among these, each beside its text, with their members, and the lines that hold none."""
    entries: list[ReadEntry] = []
    problems: list[BadLine] = []
    for entry, text in lines:
        try:
            entries.append(with_members(entry, kind))
        except RuleBroken as broken:
            problems.append(BadLine(entry.line, text, broken.code, broken.facts))
    return entries, problems


def _member(text: str) -> Member:
    """Return one person; two words before a comma are a name, and a club stands behind it."""
    plain = text.strip(" ,;\t")
    head, comma, tail = plain.partition(",")
    if comma and len(head.split()) > 1 and "," not in tail and "(" not in head:
        return Member(head.strip(), tail.strip())
    read = read_free(0, plain)
    return Member(read.name, read.club, read.country)
