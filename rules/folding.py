"""Texts as they are compared: without case, accents and look-alikes.

Source: docs/rules/desk-line.md.
"""

import unicodedata
from functools import lru_cache

# Letters that are no base letter with a mark, and yet are typed as one.
_PLAIN = str.maketrans(
    {
        "ı": "i", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŋ": "n",
        "ŧ": "t", "ə": "e", "ĸ": "k", "ƒ": "f", "ى": "ي", "ک": "ك", "ی": "ي", "ـ": "",
    }
)  # fmt: skip


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Return ``text`` without case, accents and look-alikes: ``Yıldırım`` → ``yildirim``, ``Kjær`` → ``kjaer``.

    Digits of every script become 0 to 9.
    """
    loose = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(_digit(each) for each in loose if not unicodedata.combining(each))
    return unicodedata.normalize("NFC", kept.translate(_PLAIN).casefold())


def _digit(character: str) -> str:
    value = unicodedata.decimal(character, None)
    return character if value is None else str(value)
