"""What stands before and behind a name without being part of it: numbers, bullets, ticks, invisible signs.

Source: docs/rules/entering.md.
"""

import re
import unicodedata
from dataclasses import dataclass

# Signs without width that chats and spreadsheets put at the ends of a line.
_INVISIBLE = "\ufeff\u200b\u200e\u200f\u202a\u202b\u202c\u2060\u2066\u2067\u2068\u2069\u061c"
_SPACES = re.compile(r"[\u00a0\u2007\u202f\u3000]")
_WIDE = str.maketrans("（）［］【】〔〕，；：｜．、", "()[][][],;:|.、")
_ENDING = r"(?:\s*[.)\]:/、。]+\s*[-–—]?\s*|\s+[-–—]\s+|\s*\t\s*|\s+|[ºª°]\.?\s*)"
_NUMBER = re.compile(
    rf"(?:(?:nr|no|num|n)\s*[.º°]?\s*|[#№(\[]\s*)?(\d{{1,4}})(?:\ufe0f?\u20e3\s*|{_ENDING})(?=\S)", re.IGNORECASE
)
_EMPTY_NUMBER = re.compile(r"[#№(\[]?\s*\d{1,4}\s*(?:[.)\]:、]+|\ufe0f?\u20e3|[-–—])?\s*")
_BARE = re.compile(r"(\d{1,4}) (?=\S)")
_DOTTED = re.compile(r"^\d{1,4}[.)]\s+(?=\S)")
_SMALL = re.compile(r"[ox]\s+(?=[A-ZÀ-ÖØ-Þ])")
_LETTERED = re.compile(r"\(?([a-z]|[ivx]{1,5})\)\s*(?=\S)", re.IGNORECASE)
_LETTER_DOT = re.compile(r"([a-z]|[ivxlc]{1,6})\.\s+(?=\S)", re.IGNORECASE)
_TICK = re.compile(r"[\[(]\s*[xX✓✔√vV*+ ]?\s*[\])]\s*(?=\S)")
_STRUCK = re.compile(
    r"^(?:[❌✗✘✖🚫]\ufe0f?\s*|\[\s*[-–❌✗✘]\s*\]\s*)|\s*[❌✗✘✖🚫]\ufe0f?$|^~{1,2}(?=\S)|(?<=\S)~{1,2}$|\u0336"
)
_EMPHASIS = re.compile(r"^(\*{1,2}|_{1,2})(?=\S)(.*\S)\1$")
_BULLET_SIGNS = "-–—−―*·•‣◦▪▫●○■□➤➜→⇒►▶>+~|♦★☆✓✔√☑☐✅☒▢✦❖◆◇⁃∙⋅@»›¬"
_MARKS = frozenset(_BULLET_SIGNS)
_HTML = re.compile(r"</?(?:li|ul|ol|p|br|b|i|strong|em|div|span|td|tr)\b[^<>]{0,80}>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Stripped:
    """A line without what stands before and behind it.

    ``number`` is the number that stood before, None without one; ``bare``: only a space was between it and the name.
    """

    text: str
    number: int | None = None
    bare: bool = False
    bullet: bool = False
    struck: bool = False


def visible(line: str) -> str:
    """Return a line without invisible signs at its ends and after its marks, with plain spaces and brackets."""
    text = _HTML.sub(" ", _SPACES.sub(" ", line)).translate(_WIDE)
    return text.strip(_INVISIBLE + " ")


def stripped(line: str) -> Stripped:
    """Return what a line holds without numbers, bullets and ticks, in whatever order they stand."""
    text, number, bare, bullet, struck = visible(line), None, False, False, False
    for _ in range(6):
        before = text
        text = text.strip(_INVISIBLE + " ")
        if _STRUCK.search(text):
            struck, text = True, _STRUCK.sub("", text).strip()
        emphasis = _EMPHASIS.match(text)
        text = emphasis[2] if emphasis else text
        text = _TICK.sub("", text, count=1) if _TICK.match(text) else text
        if number is None and (match := _NUMBER.match(_plain_digits(text))) and _is_numbering(text, match):
            number, bare = int(match[1]), _BARE.match(_plain_digits(text)) is not None
            text = text[match.end() :]
        elif (match := _LETTERED.match(text) or _SMALL.match(text)) is not None:
            bullet, text = True, text[match.end() :]
        shorter = _without_bullets(text)
        bullet, text = bullet or text[: len(text) - len(shorter)].strip(_INVISIBLE + " ")[:1] in _MARKS, shorter
        if text == before:
            break
    return Stripped(without_tail(text), number, bare, bullet, struck)


def unnumbered(text: str) -> str:
    """Return a name without the number and the dot before it; nothing else is taken off."""
    return _DOTTED.sub("", text, count=1)


def is_empty_number(line: str) -> bool:
    """Whether a line is only a number with nobody behind it, or only signs."""
    text = visible(line)
    return not any(each.isalnum() for each in text) or _EMPTY_NUMBER.fullmatch(_plain_digits(text)) is not None


def lettered(lines: list[str]) -> bool:
    """Whether lines are numbered by letters or Roman numerals with a dot, one after the other: a. b. c., i. ii. iii."""
    labels = [match[1].casefold() for each in lines if (match := _LETTER_DOT.match(visible(each)))]
    roman = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"]
    few = 3
    return len(labels) >= min(few, len(lines)) and len(labels) > 1 and (
        labels == [chr(ord("a") + at) for at in range(min(len(labels), 26))] or labels == roman[: len(labels)]
    )  # fmt: skip


def without_letter(line: str) -> str:
    """Return a line without the letter or Roman numeral before it."""
    return _LETTER_DOT.sub("", visible(line), count=1)


def _is_numbering(text: str, match: re.Match[str]) -> bool:
    """Whether a number stands before a name, not before its unit, such as in ``3rd`` or ``20 €``."""
    rest = text[match.end() :].lstrip(_INVISIBLE + _BULLET_SIGNS + " ([\"'")
    return bool(rest) and (rest[0].isalpha() or rest[0] in "✓✔✅☑☐❌" or not rest[0].isascii())


def _without_bullets(text: str) -> str:
    at = 0
    passing = _BULLET_SIGNS + _INVISIBLE + " \ufe0f"
    while at < len(text) and (text[at] in passing or _is_pictogram(text[at]) or unicodedata.category(text[at]) == "No"):
        at += 1
    return text[at:] if at < len(text) else text


def without_tail(text: str) -> str:
    """Return a line without the ticks, dots and commas behind it."""
    at = len(text)
    tail = "✓✔√☑✅☐•*,;:|·→~\ufe0f" + _INVISIBLE + " \t"
    while at and (text[at - 1] in tail or _is_pictogram(text[at - 1])):
        at -= 1
    return text[:at] if at else text


def _is_pictogram(sign: str) -> bool:
    crossed = sign in "❌✗✘✖🚫"
    return unicodedata.category(sign) in ("So", "Sk") and not crossed and not 0x1F1E6 <= ord(sign) <= 0x1F1FF


def _plain_digits(text: str) -> str:
    """Return the text with the digits of every script, circled ones too, as 0 to 9, one sign each."""
    return "".join(_digit(each) for each in text[:24]) + text[24:]


def _digit(sign: str) -> str:
    if sign.isascii():
        return sign
    value = unicodedata.decimal(sign, None)
    return sign if value is None else str(value)
