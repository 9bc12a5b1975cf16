"""Results as money sees them: by bracket, groups of tied people, the best first.

Source: docs/rules/prizes.md#places.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from rules.errors import RuleBroken

type Groups = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Results:
    """The final places by bracket; those of one group are tied and written in strict order.

    Raises RuleBroken ``results.twice`` for somebody who stands twice in one bracket.
    """

    by_bracket: tuple[tuple[str, Groups], ...] = ()

    def __post_init__(self) -> None:
        for bracket, groups in self.by_bracket:
            people = [who for group in groups for who in group]
            for who, times in Counter(people).items():
                if times > 1:
                    raise RuleBroken("results.twice", bracket=bracket, who=who)

    @classmethod
    def of(cls, brackets: Mapping[str, Sequence[Sequence[str]]]) -> "Results":
        """Return results from bracket → groups; empty groups are left out."""
        return cls(
            tuple((bracket, tuple(tuple(group) for group in groups if group)) for bracket, groups in brackets.items())
        )

    @property
    def is_empty(self) -> bool:
        """Whether nobody has a place."""
        return not any(groups for _, groups in self.by_bracket)

    def groups(self, bracket: str) -> Groups:
        """Return the groups of a bracket, none of a bracket that was not played."""
        return dict(self.by_bracket).get(bracket, ())

    def holders(self, bracket: str) -> int:
        """Return how many people have a place in a bracket."""
        return sum(map(len, self.groups(bracket)))

    def strict(self) -> "Results":
        """Return the same people without ties, in strict order."""
        return self._mapped(lambda groups: tuple((who,) for group in groups for who in group))

    def only(self, people: Collection[str]) -> "Results":
        """Return the results of ``people`` alone: all others are skipped, and the next move up."""
        kept = frozenset(people)
        return self._mapped(lambda groups: tuple(filter(None, (tuple(filter(kept.__contains__, g)) for g in groups))))

    def with_groups(self, bracket: str, groups: Groups) -> "Results":
        """Return the results with those of one bracket replaced."""
        return Results(tuple((dict(self.by_bracket) | {bracket: groups}).items()))

    def _mapped(self, change: Callable[[Groups], Groups]) -> "Results":
        return Results(tuple((bracket, change(groups)) for bracket, groups in self.by_bracket))
