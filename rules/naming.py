"""Names, reasons and notes as people type them: each is stored in one way of writing, with nothing hidden in it.

Source: docs/rules/names.md.
"""

import unicodedata

from rules.errors import RuleBroken

LONGEST = 80
LONGEST_TABLE = 12
MOST_MARKS = 2
# Persian, Indic scripts and emoji need these joiners; all other format characters are refused.
_JOINERS = "\u200c\u200d"
# They change the direction of the text around them.
_DIRECTION_MARKS = {"\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"}


def read_name(text: str, longest: int = LONGEST) -> str:
    """Return ``text`` as a name: in NFC, trimmed, with single spaces.

    Raises RuleBroken ``name.empty``, ``name.long``, ``name.hidden`` (control characters, line breaks, characters that
    change the direction of the text around them) or ``name.marks`` (more than two accents on one letter).
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
    """Return ``text`` as a name, ``""`` if there is none. Raises as ``read_name`` does."""
    return read_name(text, longest) if text and text.strip() else ""


def read_table(text: str, longest: int = LONGEST_TABLE) -> str:
    """Return the name of a table: a number without leading zeros, or a short word. Raises as ``read_name`` does."""
    name = read_name(text, longest)
    return str(int(name)) if name.isdecimal() else name


def read_reason(text: str, longest: int = 500) -> str:
    """Return a reason as one line. Raises RuleBroken ``reason.empty``, ``reason.long`` or ``reason.hidden``."""
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
    """Return a text of any number of lines, without empty ones at its ends.

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
    """Whether a character cannot be seen or changes the direction of the text around it."""
    category = unicodedata.category(character)
    hidden = category in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp") or (category == "Cf" and character not in _JOINERS)
    return hidden or character in _DIRECTION_MARKS


# Words that belong to the family name behind them.
_PARTICLES = frozenset(
    [
        "van", "von", "der", "den", "de", "del", "della", "di", "da", "do", "dos", "das", "la", "le", "les", "el", "al",
        "bin", "ibn", "ben", "ter", "ten", "te", "zu", "zur", "af", "av", "y", "st", "st.",
    ]
)  # fmt: skip
_BEHIND = frozenset(["jr", "jr.", "sr", "sr.", "ii", "iii", "iv"])


def family_first(name: str) -> str:
    """Return a name as it is sorted by family name: ``Jan van der Berg`` as *van der Berg Jan*.

    The family name is the last word with the particles before it; a bracket and *jr.* stay behind. A name of one word,
    or in a script that puts the family name first (Han, Kana, Hangul), stays as it is. Source: docs/rules/names.md.
    """
    if " / " in name:  # of several people: each of them
        return " / ".join(family_first(each) for each in name.split(" / "))
    plain, bracket, rest = name.partition(" (")
    words, behind = _parted(plain)
    at = _family_at(words, plain)
    return " ".join([*words[at:], *words[:at], *behind]) + bracket + rest if at else name


def family_name(name: str) -> str:
    """Return the family name: ``Jan van der Berg`` → *van der Berg*; a name without one as it is."""
    plain, _, _ = name.partition(" (")
    words, _ = _parted(plain)
    at = _family_at(words, plain)
    return " ".join(words[at:]) if at else plain


def _parted(plain: str) -> tuple[list[str], list[str]]:
    """Return the words of a name, and those that stay behind it."""
    words = plain.split()
    behind: list[str] = []
    while len(words) > 2 and words[-1].casefold() in _BEHIND:
        behind.insert(0, words.pop())
    return words, behind


def _family_at(words: list[str], plain: str) -> int:
    """Return at which word the family name begins, 0 where none can be told."""
    if len(words) < 2 or any(letter >= "\u1100" for letter in plain):
        return 0
    at = len(words) - 1
    while at > 1 and words[at - 1].casefold() in _PARTICLES:
        at -= 1
    return at
