"""Read and write match files of every format; the content of a file shows which one it has.

Source: docs/rules/files.md.
"""

import re

from rules.errors import RuleBroken
from rules.files.json_record import read_json, write_json
from rules.files.limits import decode
from rules.files.mat_reader import read_mat
from rules.files.mat_writer import write_mat
from rules.files.sgf import read_sgf, write_sgf
from rules.files.single_steps import in_single_steps
from rules.game.record import MatchRecord

_POINT_MATCH = re.compile(
    r"^(?:[^;\n]{0,40}\d points? match|[ \t]{0,40}(?:unlimited (?:game|match)|money (?:session|game)))",
    re.IGNORECASE | re.MULTILINE,
)
_SGF = re.compile(r"\(\s{0,40};")
_HEAD = 20_000
FORMS = ("mat", "snowie", "xg", "sgf", "json")


def detect(text: str) -> str:
    """Return the format of a file: ``sgf``, ``json``, ``mat``, ``snowie`` (no header) or ``xg`` (bar and off as words).

    Raises RuleBroken ``file.unknown``.
    """
    start = text.lstrip()[:200]
    if _SGF.match(start):
        return "sgf"
    if start.startswith("{"):
        return "json"
    if not _POINT_MATCH.search(text[:_HEAD]):
        raise RuleBroken("file.unknown", starts=start[:40])
    if "ar/" in text:
        return "xg"
    return "mat" if start.startswith(";") else "snowie"


def read_match(content: bytes) -> MatchRecord:
    """Read a match file of any format.

    Raises RuleBroken with a ``file.…`` code, or as the reader of that format does.
    """
    text = decode(content)
    form = detect(text)
    if form == "sgf":
        return read_sgf(text)
    if form == "json":
        return read_json(text)
    return read_mat(text, form)


def write_match(match: MatchRecord, form: str) -> str:
    """Return the text of a match in one of ``FORMS``.

    Raises RuleBroken ``file.form`` for any other format, ``file.cannot_say`` for a record it cannot express.
    """
    if form == "sgf":
        return write_sgf(in_single_steps(match))
    if form == "json":
        return write_json(match)
    if form not in FORMS:
        raise RuleBroken("file.form", known=FORMS)
    return write_mat(match if form == "xg" else in_single_steps(match), form)
