"""Read and write match files of every format; the content of a file shows which one it has.

Source: docs/rules/files.md.
"""

import re

from rules.errors import RuleBroken
from rules.files.choice import chosen
from rules.files.gnu_text import gnu_text_matches, is_gnu_text
from rules.files.json_record import read_json, write_json
from rules.files.limits import decode
from rules.files.mat_reader import mat_matches
from rules.files.mat_writer import write_mat
from rules.files.oldmoves import is_oldmoves, oldmoves_matches
from rules.files.sgf import sgf_matches, write_sgf
from rules.files.sgg import is_sgg, sgg_matches
from rules.files.single_steps import in_single_steps
from rules.game.record import MatchRecord

_POINT_MATCH = re.compile(
    r"^(?:[^;\n]{0,40}\d points? match|[ \t]{0,40}(?:unlimited (?:game|match)|money (?:session|game)))",
    re.IGNORECASE | re.MULTILINE,
)
_SGF = re.compile(r"\(\s{0,40};")
_HEAD = 20_000
_LINE_BY_LINE = {"gnu text": is_gnu_text, "oldmoves": is_oldmoves, "sgg": is_sgg}
_READERS = {"sgf": sgf_matches, "gnu text": gnu_text_matches, "oldmoves": oldmoves_matches, "sgg": sgg_matches}
FORMS = ("mat", "snowie", "xg", "sgf", "json")


def detect(text: str) -> str:
    """Return the format of a file: ``sgf``, ``json``, ``mat``, ``snowie`` (no header), ``xg`` (bar and off as words).

    Others are only read: ``gnu text``, ``oldmoves`` and ``sgg``.

    Raises RuleBroken ``file.unknown``.
    """
    start = text.lstrip()[:200]
    if _SGF.match(start):
        return "sgf"
    if start.startswith("{"):
        return "json"
    line_by_line = next((form for form, is_form in _LINE_BY_LINE.items() if is_form(text)), None)
    if line_by_line:
        return line_by_line
    if not _POINT_MATCH.search(text[:_HEAD]):
        raise RuleBroken("file.unknown", starts=start[:40])
    if "ar/" in text:
        return "xg"
    return "mat" if start.startswith(";") else "snowie"


def read_match(content: bytes, number: int | None = None) -> MatchRecord:
    """Read a match file of any format. Where it holds several matches, ``number`` (from 1) says which.

    Raises RuleBroken ``file.two_matches`` (several, and no number; it lists them), ``file.no_match`` (none has that
    number), and as ``read_matches`` does.
    """
    return chosen(read_matches(content), number)


def read_matches(content: bytes) -> tuple[MatchRecord, ...]:
    """Read every match of a file of any format, in order.

    Raises RuleBroken with a ``file.…`` code, or as the reader of that format does.
    """
    text = decode(content)
    form = detect(text)
    if form == "json":
        return (read_json(text),)
    reader = _READERS.get(form)
    return reader(text) if reader else mat_matches(text, form)


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
