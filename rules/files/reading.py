"""Read and write match files of every form; which one a file has is told by its content."""

import re

from rules.errors import RuleBroken
from rules.files.json_record import read_json, write_json
from rules.files.limits import decode
from rules.files.mat import read_mat
from rules.files.mat_writing import write_mat
from rules.files.sgf import read_sgf, write_sgf
from rules.files.spelled import spelled_out
from rules.game.record import Match

_POINT_MATCH = re.compile(r"^[^;\n]{0,40}\d point match", re.IGNORECASE | re.MULTILINE)
_HEAD = 20_000
FORMS = ("mat", "snowie", "xg", "sgf", "json")


def detect(text: str) -> str:
    """Return ``sgf``, ``json``, ``mat``, ``snowie`` (no header lines) or ``xg`` (bar and off in words).

    Raises RuleBroken ``file.unknown``.
    """
    start = text.lstrip()[:200]
    if start.startswith("(;"):
        return "sgf"
    if start.startswith("{"):
        return "json"
    if not _POINT_MATCH.search(text[:_HEAD]):
        raise RuleBroken("file.unknown", starts=start[:40])
    if "ar/" in text:
        return "xg"
    return "mat" if start.startswith(";") else "snowie"


def read_match(content: bytes) -> Match:
    """Read a match file of any form.

    Raises RuleBroken with a ``file.…`` code, or what the reader of its form raises.
    """
    text = decode(content)
    form = detect(text)
    if form == "sgf":
        return read_sgf(text)
    if form == "json":
        return read_json(text)
    return read_mat(text, form)


def write_match(match: Match, form: str) -> str:
    """Return the match in one of ``FORMS``.

    Raises RuleBroken ``file.form`` for another form, ``file.cannot_say`` for what that form has no words for.
    """
    if form == "sgf":
        return write_sgf(spelled_out(match))
    if form == "json":
        return write_json(match)
    if form not in FORMS:
        raise RuleBroken("file.form", known=FORMS)
    return write_mat(match if form == "xg" else spelled_out(match), form)
