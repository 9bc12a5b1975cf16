"""Names that may be one person's: the same but for accents, order or hyphens; a letter or a middle name apart.

Source: docs/rules/entering.md.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

# Letters that are no plain letter with a mark.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ß": "ss", "ħ": "h"}
)
LONG = 12


@dataclass(frozen=True, slots=True)
class Folded:
    """A name as it is compared: its words, the letters without anything between, and the set of its letters."""

    words: tuple[str, ...]
    letters: str
    ordered: str
    digits: str
    mask: int
    parts: frozenset[str] = field(repr=False)


def fold(name: str) -> Folded:
    """Return ``name`` without accents, case, hyphens and whatever else is no letter or digit."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_PLAIN))
    kept = "".join(each if each.isalnum() else " " for each in plain if not unicodedata.combining(each))
    words = tuple(kept.split())
    mask = 0
    for letter in set("".join(words)):
        mask |= 1 << (ord(letter) % 64)
    return Folded(
        words,
        "".join(words),
        "".join(sorted(words)),
        "".join(each for each in kept if each.isdecimal()),
        mask,
        frozenset(words),
    )


def are_alike(one: Folded, other: Folded) -> bool:
    """Whether two names may be one person's. Names that differ in their numbers never are."""
    if one.digits != other.digits:
        return False
    if one.letters == other.letters or one.ordered == other.ordered:
        return bool(one.letters)
    if _lacks_words(one, other) or _lacks_words(other, one):
        return True
    most = 2 if min(len(one.letters), len(other.letters)) >= LONG else 1
    if abs(len(one.letters) - len(other.letters)) > most or (one.mask ^ other.mask).bit_count() > 2 * most:
        return False
    return within(one.letters, other.letters, most) or within(one.ordered, other.ordered, most)


def within(one: str, other: str, most: int) -> bool:
    """Whether at most ``most`` letters must be changed, added, left out, or swapped with their neighbour.

    Optimal string alignment: Damerau's four mistakes, none twice in one place.
    """
    if abs(len(one) - len(other)) > most:
        return False
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, start=1):
        new = [at]
        for column, wanted in enumerate(other, start=1):
            cost = min(row[column] + 1, new[column - 1] + 1, row[column - 1] + (letter != wanted))
            swapped = at > 1 and column > 1 and letter == other[column - 2] and one[at - 2] == wanted
            new.append(min(cost, before[column - 2] + 1) if swapped else cost)
        if min(new) > most:
            return False
        before, row = row, new
    return row[-1] <= most


def twins(names: Sequence[str], known: Iterable[str] = ()) -> dict[int, str]:
    """Return the nearest earlier or ``known`` name for each of ``names`` (from 0) that may be the same person's.

    An equal name comes before a similar one.
    """
    before = [(name, fold(name)) for name in known]
    twin_names: dict[int, str] = {}
    for at, name in enumerate(names):
        folded = fold(name)
        alike = [(other, folded_other) for other, folded_other in before if are_alike(folded, folded_other)]
        if alike:
            twin_names[at] = min(alike, key=lambda each: each[1].ordered != folded.ordered)[0]
        before.append((name, folded))
    return twin_names


def _lacks_words(short: Folded, long: Folded) -> bool:
    """Whether ``short`` is ``long`` with words in between left out: a middle name, a second family name."""
    least = 2
    if len(short.words) < least or len(short.words) >= len(long.words) or not short.parts < long.parts:
        return False
    rest = iter(long.words)
    return all(word in rest for word in short.words)
