"""Which form a file has, told by its content."""

import re

from rules.errors import RuleBroken
from rules.files.limits import decode
from rules.files.mat import read_mat
from rules.game.record import Match

_POINT_MATCH = re.compile(r"^[^;\n]{0,40}\d point match", re.IGNORECASE | re.MULTILINE)
_HEAD = 20_000


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
    return read_mat(text, detect(text))
