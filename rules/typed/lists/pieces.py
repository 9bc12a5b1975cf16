"""What one piece of a line is: a club, a country, a rating, a tick, an address, or text that can be a name.

Source: docs/rules/entering.md.
"""

import re
from enum import StrEnum

from rules.typed.lists.chat import signs_up
from rules.typed.lists.words import (
    CLUB,
    CODES,
    COUNTRIES,
    GIVEN,
    HERE,
    IN_DOUBT,
    PAID,
    PARTICLES,
    REMARKS,
    SUFFIX,
    UNPAID,
)
from rules.typed.names import folded

EMAIL = re.compile(r"[^\s<>()\[\]{},;:\"'|]+@[^\s<>()\[\]{},;:\"'|@]+\.[^\s<>()\[\]{},;:\"'|@.]{2,}")
PHONE = re.compile(r"(?:tel\.?:?\s*)?(?<![\w.])\+?\(?\d[\d ()/.\-]{7,}\d(?![\w.])", re.IGNORECASE)
LINK = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
MONEY = re.compile(
    r"(?<!\w)(?:[€$£₺]\s?\d{1,4}(?:[.,]\d{2})?|\d{1,4}(?:[.,]\d{2}|,-)?\s?(?:€|\$|£|₺|eur\b|euros?\b|usd\b|gbp\b|tl\b))",
    re.IGNORECASE,
)
DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:,?\s+\d{1,2}:\d{2}(?::\d{2})?)?|\d{1,2}:\d{2}(?::\d{2})?")
FLAG = re.compile(r"[\U0001F1E6-\U0001F1FF]{2}")
_RATING = re.compile(
    r"(?:(?:elo|rating|rtg|fibs|wertung|pr|er)\.?\s*[:=]?\s*)?(\d{4}(?:[.,]\d{1,3})?|\d{1,3}[.,]\d{1,3})"
)
_NAMED_RATING = re.compile(r"(?:elo|rating|rtg|fibs|wertung|pr|er)\.?\s*[:=]?\s*(\d{1,5}(?:[.,]\d{1,3})?)")
_SEED = re.compile(r"(?:seed|setzplatz|ts|sf)\s*[:#.]?\s*(\d{1,3})")
_GUEST = re.compile(r"(?:\+|plus|and|und|mit)\s*(?:1|one|guest|gast|partner(?:in)?|friend|einer)")
_LABEL = re.compile(r"(?:verein|club|klub|circolo|from|aus|team)\s*:\s*(?=\S)", re.IGNORECASE)
_WORDS = re.compile(r"[\s\-‐-―]+")


class Piece(StrEnum):
    """What a piece of a line is."""

    EMAIL = "email"
    PAID = "paid"
    UNPAID = "unpaid"
    COUNTRY = "country"
    RATING = "rating"
    SEED = "seed"
    CLUB = "club"
    SUFFIX = "suffix"
    DOUBTFUL = "doubtful"
    GUEST = "guest"
    NOTHING = "nothing"
    TEXT = "text"


def piece_of(text: str) -> tuple[Piece, str]:
    """Return what a piece is, and its value."""
    plain = folded(text).strip(" .!?:*")
    for pattern, kind in ((_SEED, Piece.SEED), (_NAMED_RATING, Piece.RATING), (_RATING, Piece.RATING)):
        if match := pattern.fullmatch(plain):
            return kind, match[1]
    if not plain or PHONE.fullmatch(text.strip()) or MONEY.fullmatch(plain) or DATE.fullmatch(plain):
        return (Piece.DOUBTFUL if "?" in text else Piece.NOTHING), text
    if EMAIL.fullmatch(text.strip()):
        return Piece.EMAIL, text.strip()
    return _worded(text, plain)


def _worded(text: str, plain: str) -> tuple[Piece, str]:
    words = plain.split()
    if plain in UNPAID:
        return Piece.UNPAID, text
    if (words[0] in PAID and len(words) <= 2) or plain in HERE:
        return (Piece.PAID if words[0] in PAID else Piece.NOTHING), text
    if text.strip() in CODES or FLAG.fullmatch(text.strip()):
        return Piece.COUNTRY, _flagged(text.strip())
    if plain in COUNTRIES:
        return Piece.COUNTRY, text.strip()
    if plain in SUFFIX or plain.startswith(("nee ", "geb ", "geb. ", "born ")):
        return Piece.SUFFIX, text
    if _GUEST.fullmatch(plain):
        return Piece.GUEST, text
    if plain in REMARKS or words[0] in ("late", "arrives", "comes", "leaves", "kommt", "llega", "ab", "from"):
        return Piece.NOTHING, text
    if IN_DOUBT & {*words} or "?" in text:
        return Piece.DOUBTFUL, text
    if signs_up(text):
        return Piece.NOTHING, text
    return (Piece.CLUB if has_club_word(text) else Piece.TEXT), _LABEL.sub("", text.strip(), count=1)


def has_club_word(text: str) -> bool:
    """Whether a text names itself a club."""
    return bool(CLUB & {word.strip(".,") for word in folded(text).split()})


def words_in(text: str) -> list[str]:
    """Return the words of a text; parts joined by a hyphen are one word."""
    return text.split()


def is_given(text: str) -> bool:
    """Whether the first word of a text is a common given name."""
    words = [word for word in _WORDS.split(folded(text)) if word]
    return bool(words) and words[0].strip(".'\"") in GIVEN


def is_family_alone(text: str) -> bool:
    """Whether a text is one word, particles before it aside: ``Horvat``, ``van der Berg``, ``O'Connor``."""
    words = folded(text).split()
    return len([word for word in words if word not in PARTICLES]) <= 1


def is_capital(text: str) -> bool:
    """Whether a text is a family name written in capitals."""
    letters = [each for each in text if each.isalpha()]
    return len(letters) > 1 and text == text.upper() and text != text.lower()


def looks_like_a_name(text: str) -> bool:
    """Whether a text has two to four words that each begin like a name."""
    words = [word for word in text.split() if folded(word) not in PARTICLES]
    most = 4
    return 1 < len(words) <= most and all(word[0].isalpha() and word[0] == word[0].upper() for word in words)


def _flagged(text: str) -> str:
    """Return the letters of a flag, or the code itself."""
    if not FLAG.fullmatch(text):
        return text
    return "".join(chr(ord(each) - 0x1F1E6 + ord("A")) for each in text)
