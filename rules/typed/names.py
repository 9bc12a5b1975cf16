"""Names as a hurried person types them: by the start of any word, accents and case ignored.

Source: docs/rules/desk-line.md.
"""

import re
import unicodedata
from functools import lru_cache

# Letters that are no base letter with a mark, and yet are typed as one.
_PLAIN = str.maketrans(
    {
        "ı": "i", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŋ": "n",
        "ŧ": "t", "ə": "e", "ĸ": "k", "ƒ": "f", "ى": "ي", "ک": "ك", "ی": "ي", "ـ": "",
    }
)  # fmt: skip
# Marks inside a word, which some type and some leave out.
_INSIDE = re.compile(r"['’‘`´ʼ.·\u200c\u200d]+")
_WORDS = re.compile(r"[^\W_]+(?:['’‘`´ʼ.·\u200c\u200d]+[^\W_]+)*")
_ARTICLE = "ال"


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Return ``text`` without case, accents and look-alikes: ``Yıldırım`` → ``yildirim``, ``Kjær`` → ``kjaer``.

    Digits of every script become 0 to 9.
    """
    loose = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(_digit(each) for each in loose if not unicodedata.combining(each))
    return unicodedata.normalize("NFC", kept.translate(_PLAIN).casefold())


@lru_cache(maxsize=4096)
def words_of(name: str) -> tuple[str, ...]:
    """Return the folded words under which a search finds a name.

    They are split at spaces and hyphens; ``O'Neill`` stands under ``oneill`` and ``neill``, ``الحسيني`` with and
    without its article.
    """
    words: list[str] = []
    for word in _WORDS.findall(folded(name)):
        pieces = _INSIDE.split(word)
        words += ["".join(pieces), *pieces[1:]]
        if word.startswith(_ARTICLE) and len(word) > len(_ARTICLE) + 1:
            words.append(word.removeprefix(_ARTICLE))
    return tuple(dict.fromkeys(words))


def words_typed(typed: str) -> list[str]:
    """Return the folded words of what was typed for a name."""
    return [_INSIDE.sub("", word) for word in _WORDS.findall(folded(typed))]


def starts(typed: str, name: str) -> bool:
    """Whether every word of ``typed`` starts another word of ``name``, in any order."""
    left, wanted = list(words_of(name)), sorted(words_typed(typed), key=len, reverse=True)
    for word in wanted:
        hits = [each for each in left if each.startswith(word)]
        if not hits:
            return False
        left.remove(min(hits, key=len))
    return bool(wanted)


def spells(typed: str, name: str) -> bool:
    """Whether every word of ``typed`` is a whole word of ``name``."""
    return bool(words_typed(typed)) and set(words_typed(typed)) <= set(words_of(name))


def _digit(character: str) -> str:
    value = unicodedata.decimal(character, None)
    return character if value is None else str(value)
