"""One of several people by the start of a name, and a line that fits more than one of them.

Source: docs/rules/auction-line.md.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from rules.typed.meaning import MOST_CHOICES
from rules.typed.names import folded, spells, starts


class Named(Protocol):
    """Somebody with a name."""

    @property
    def name(self) -> str:
        """The name as it is shown."""


@dataclass(frozen=True, slots=True)
class Several[One]:
    """The line fits more than one; ``choices`` are the first few of ``many``."""

    choices: tuple[One, ...]
    many: int


def people_named[Person: Named](people: Iterable[Person], typed: str) -> list[Person]:
    """Return the people whose name ``typed`` starts; whole words go before mere starts."""
    named = [each for each in people if starts(typed, each.name)]
    return [each for each in named if spells(typed, each.name)] or named


def one_or_several[One](meanings: list[One]) -> One | Several[One]:
    """Return the only meaning, or the first few to choose from; there is at least one."""
    return meanings[0] if len(meanings) == 1 else Several(tuple(meanings[:MOST_CHOICES]), len(meanings))


def with_own_words[Word: StrEnum](words: type[Word], own: Mapping[Word, Iterable[str]]) -> dict[Word, set[str]]:
    """Return how each word may be typed, folded: in English, and as the desk says it."""
    return {each: {folded(spelling) for spelling in (each.value, *own.get(each, ()))} - {""} for each in words}
