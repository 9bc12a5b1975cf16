"""Names as a hurried person types them: by the start of any word, accents and case ignored.

Source: docs/rules/desk-line.md.
"""

import re
from functools import lru_cache

from rules.folding import folded as folded

# Marks inside a word, which some type and some leave out.
_INSIDE = re.compile(r"['’‘`´ʼ.·\u200c\u200d]+")
_WORDS = re.compile(r"[^\W_]+(?:['’‘`´ʼ.·\u200c\u200d]+[^\W_]+)*")
# What tells namesakes apart where nothing else does; their number finds them like everybody's.
_NUMBER_BEHIND = re.compile(r"\s\(#\d+\)$")
_VOWELS = re.compile(r"[aeiouwy]")
_DOUBLED = re.compile(r"(.)\1+")
_ARTICLE = "ال"


@lru_cache(maxsize=4096)
def words_of(name: str) -> tuple[str, ...]:
    """Return the folded words under which a search finds a name.

    They are split at spaces and hyphens; ``O'Neill`` stands under ``oneill`` and ``neill``, ``الحسيني`` with and
    without its article; ``Jan Novák (#26)`` not under 26, which ``2`` would start.
    """
    words: list[str] = []
    for word in _WORDS.findall(folded(_NUMBER_BEHIND.sub("", name))):
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


def finds(typed: str, name: str, also: str) -> bool:
    """Whether every word of ``typed`` starts a word of ``name`` or of ``also``; a number must be a whole one.

    A name in other letters is found by its consonants too: ``muhammad`` finds ``mhmd``.
    """
    known, other, wanted = words_of(name), words_of(also), words_typed(typed)
    bones = {_consonants(word) for word in other if word.isascii()} - {""} if not _is_latin(name) else set()
    return bool(wanted) and all(
        any(each.startswith(word) for each in known)
        or any(each == word if word.isdecimal() else each.startswith(word) for each in other)
        or (len(word) > 2 and _consonants(word) in bones)
        for word in wanted
    )


@lru_cache(maxsize=4096)
def _consonants(word: str) -> str:
    """Return a word without vowels and without doubled letters: scripts that write no vowels spell it like that."""
    return _DOUBLED.sub(r"\1", _VOWELS.sub("", word))


def _is_latin(name: str) -> bool:
    return all(each.isascii() for each in folded(name) if each.isalpha())
