"""Names as people type them: one way to write each, nothing hidden in them.

Source: docs/rules/names.md.
"""

import unicodedata

from rules.errors import RuleBroken

LONGEST = 80
LONGEST_TABLE = 12
MOST_MARKS = 2
# Joiners that Persian, Indic scripts and emoji need; all other format characters are refused.
_JOINERS = "\u200c\u200d"
_TURNING = {"\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"}


def read_name(text: str, longest: int = LONGEST) -> str:
    """Return ``text`` as a name: NFC, trimmed, single spaces.

    Raises RuleBroken ``name.empty``, ``name.long``, ``name.hidden`` (control characters, line breaks, characters
    that turn the direction of what stands beside them) or ``name.marks`` (a tower of accents on one letter).
    """
    name = unicodedata.normalize("NFC", text).strip()
    name = " ".join(name.split(" "))
    while "  " in name:
        name = name.replace("  ", " ")
    if not any(character not in _JOINERS and not character.isspace() for character in name):
        raise RuleBroken("name.empty")
    if len(name) > longest:
        raise RuleBroken("name.long", length=len(name), longest=longest)
    for character in name:
        if _is_hidden(character):
            raise RuleBroken("name.hidden", character=f"U+{ord(character):04X}")
    marks = 0
    for character in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            raise RuleBroken("name.marks", most=MOST_MARKS)
    return name


def read_optional(text: str | None, longest: int = LONGEST) -> str:
    """Return ``text`` as a name, or nothing."""
    return read_name(text, longest) if text and text.strip() else ""


def read_table(text: str, longest: int = LONGEST_TABLE) -> str:
    """Return the name of a table: a number without zeros before it, or a short word. Raises as ``read_name``."""
    name = read_name(text, longest)
    return str(int(name)) if name.isdecimal() else name


def read_reason(text: str, longest: int = 500) -> str:
    """Return a reason somebody typed. Raises RuleBroken ``reason.empty``, ``reason.long`` or ``reason.hidden``."""
    reason = " ".join(text.split())
    if not reason:
        raise RuleBroken("reason.empty")
    if len(reason) > longest:
        raise RuleBroken("reason.long", length=len(reason), longest=longest)
    for character in reason:
        if _is_hidden(character):
            raise RuleBroken("reason.hidden", character=f"U+{ord(character):04X}")
    return reason


def read_lines(text: str, longest: int) -> str:
    """Return what somebody typed on any number of lines, empty ones at its ends left out.

    Raises RuleBroken ``lines.long`` or ``lines.hidden``.
    """
    lines = "\n".join(" ".join(line.split()) for line in unicodedata.normalize("NFC", text).splitlines()).strip()
    if len(lines) > longest:
        raise RuleBroken("lines.long", length=len(lines), longest=longest)
    for character in lines:
        if character != "\n" and _is_hidden(character):
            raise RuleBroken("lines.hidden", character=f"U+{ord(character):04X}")
    return lines


def _is_hidden(character: str) -> bool:
    """Whether a character can't be seen, or turns the direction of what stands beside it."""
    category = unicodedata.category(character)
    hidden = category in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp") or (category == "Cf" and character not in _JOINERS)
    return hidden or character in _TURNING
