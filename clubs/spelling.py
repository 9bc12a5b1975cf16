"""Names compared without regard to script, accents, order and small mistakes.

Source: docs/directors/members.md; docs/decisions/0080-people-of-a-club.md.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from rules.typed.names import folded

_NOT_IN_WORDS = re.compile(r"[^a-z0-9]+")
_JOINED = re.compile(r"(?<=[a-z])(?=[A-Z])")
_VOWELS = re.compile(r"[aeiouwy]")
_DOUBLED = re.compile(r"(.)\1+")
# Below this a name is not shown in answer to a search, and above that two are probably one person.
ALIKE = 74.0
THE_SAME = 88.0


def fold(*names: str) -> str:
    """Return names in small Latin letters, words parted by blanks: ``Димитър Петров`` is ``dimitr petrov``."""
    from anyascii import anyascii  # noqa: PLC0415 -- 3 MB that only a server with people needs

    return " ".join(_NOT_IN_WORDS.sub(" ", anyascii(name).lower().replace("'", "")).strip() for name in names if name)


@lru_cache(maxsize=4096)
def in_latin(text: str) -> str:
    """Return a text in small Latin letters, empty where it has only those: ``王伟`` is ``wangwei wang wei``."""
    if folded(text).isascii():
        return ""
    from anyascii import anyascii  # noqa: PLC0415 -- 3 MB that only a server with people needs

    latin = anyascii(text)
    apart = _NOT_IN_WORDS.sub(" ", _JOINED.sub(" ", latin).lower()).strip()
    return f"{fold(text)} {apart}"


def begins_words(typed: str, text: str) -> bool:
    """Whether every word that was ``typed`` begins a word of ``text``, in any script and without its accents."""
    known = f"{text.casefold()} {fold(text)} {in_latin(text)}".split()

    def begins(words: list[str]) -> bool:
        return bool(words) and all(any(each.startswith(word) for each in known) for word in words)

    return all(begins([word]) or begins(fold(word).split()) for word in typed.casefold().split())


def likeness(one: str, other: str) -> float:
    """Return how alike two folded names are, 0 to 100, whatever the order of their words.

    Scripts that write no vowels are compared by consonants: ``mhmd`` is like ``muhammad``.
    """
    from rapidfuzz import fuzz  # noqa: PLC0415 -- 6 MB that only a search needs

    return max(fuzz.token_sort_ratio(one, other), 0.95 * fuzz.token_sort_ratio(_consonants(one), _consonants(other)))


def best[Key](typed: str, folded: Iterable[tuple[Key, str]], most: int) -> list[tuple[Key, float]]:
    """Return the keys of the names most like what was ``typed``, best first; a beginning of a word is enough."""
    wanted = fold(typed)
    if not wanted:
        return []
    rows = list(folded)
    scores = [(key, _score(wanted, name)) for key, name in _plausible(wanted, rows)]
    hits = [(key, score) for key, score in scores if score >= ALIKE]
    return sorted(hits, key=lambda hit: -hit[1])[:most]


def _plausible[Key](wanted: str, rows: Sequence[tuple[Key, str]]) -> list[tuple[Key, str]]:
    """Return the rows worth a closer look: one pass in C over all names, by letters and by consonants."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 -- 6 MB that only a search needs

    names = [name for _, name in rows]
    consonants = [_consonants(name) for name in names]
    kept = {at for _, _, at in process.extract(wanted, names, scorer=fuzz.WRatio, limit=60)}
    kept |= {at for _, _, at in process.extract(_consonants(wanted), consonants, scorer=fuzz.ratio, limit=60)}
    return [rows[at] for at in sorted(kept)]


def _score(wanted: str, name: str) -> float:
    from rapidfuzz import fuzz  # noqa: PLC0415 -- 6 MB that only a search needs

    words = name.split()
    begins = all(any(word.startswith(part) for word in words) for part in wanted.split())
    one_word = max((fuzz.ratio(wanted, word) for word in words), default=0.0) if " " not in wanted else 0.0
    return max(100.0 if begins else 0.0, likeness(wanted, name), 0.98 * one_word)


def _consonants(name: str) -> str:
    return _DOUBLED.sub(r"\1", _VOWELS.sub("", name))
