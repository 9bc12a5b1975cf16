"""A file or a pasted text taken apart into cells.

Source: docs/rules/entering.md.
"""

from dataclasses import dataclass

from rules.errors import RuleBroken

MOST_BYTES = 200 * 1024
SEPARATORS = (";", "\t", ",")


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file and the encoding it was read in."""

    text: str
    encoding: str


def decode(content: bytes) -> Decoded:
    """Return the text of a file: UTF-16 or UTF-8 by its mark, UTF-8 where it fits, else what old spreadsheets write.

    Raises RuleBroken ``paste.large``.
    """
    if len(content) > MOST_BYTES:
        raise RuleBroken("paste.large", size=len(content), most=MOST_BYTES)
    marked = [("utf-8-sig", b"\xef\xbb\xbf"), ("utf-16", b"\xff\xfe"), ("utf-16", b"\xfe\xff")]
    tried = [encoding for encoding, mark in marked if content.startswith(mark)]
    for encoding in [*tried, "utf-8", "cp1252"]:
        try:
            return Decoded(content.decode(encoding), encoding.removesuffix("-sig"))
        except UnicodeDecodeError:
            continue
    return Decoded(content.decode("latin-1"), "latin-1")


def lines_of(text: str) -> list[tuple[int, str]]:
    """Return the lines that hold anything, each with its number from 1."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [(number, line) for number, line in enumerate(lines, start=1) if line.strip(" \t")]


def cells_of(line: str, separator: str) -> list[str]:
    """Return the cells of one line, trimmed; a cell in quotes may hold the separator, and a quote twice for one.

    A quote that is never closed is a letter like any other.
    """
    cells: list[str] = []
    at = 0
    while at <= len(line):
        start = at
        while line[start : start + 1] == " ":
            start += 1
        quoted = _quoted(line, start) if line[start : start + 1] == '"' else None
        if quoted is not None:
            cell, end = quoted
            rest = line.find(separator, end)
            rest = len(line) if rest < 0 else rest
            cells.append((cell + line[end:rest]).strip())
        else:
            rest = line.find(separator, at)
            rest = len(line) if rest < 0 else rest
            cells.append(line[at:rest].strip())
        at = rest + 1
    return cells


def _quoted(line: str, start: int) -> tuple[str, int] | None:
    """Return what stands between the quote at ``start`` and the one that closes it, and where it ends."""
    at = start + 1
    while (end := line.find('"', at)) >= 0:
        if line[end + 1 : end + 2] != '"':
            return line[start + 1 : end].replace('""', '"'), end + 1
        at = end + 2
    return None


def separator_of(lines: list[tuple[int, str]]) -> str:
    """Return what separates the cells: the semicolon where there is one, else the tab, else the comma."""
    return next((each for each in SEPARATORS if any(each in line for _, line in lines)), ",")
