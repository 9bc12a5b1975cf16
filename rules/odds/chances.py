"""The chance of one player to win a match against another.

Source: docs/rules/odds.md#one-match.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Protocol

from rules.equity.tables import KAZAROSS_XG2, EquityTable
from rules.errors import RuleBroken

CLASS_WIDTH = 2000.0
"""The class width of the FIBS formula: the 2000 in 10^(D·√n/2000)."""
# No chance is beyond 1 in 10^300, so that no rating overflows.
_FARTHEST = 300.0


class Chances(Protocol):
    """The chances of one event: of each entrant against each opponent, for each length."""

    def row(self, length: int, entrant: int, opponents: Sequence[int]) -> list[float]:
        """Return the entrant's chances to win a match to ``length`` points, against each of ``opponents`` in turn.

        Raises RuleBroken ``odds.chance`` or ``odds.rating`` where one is not known.
        """
        ...


def fibs_chance(rating: float, opponent: float, length: int, class_width: float = CLASS_WIDTH) -> float:
    """Return a player's chance to win a match to ``length`` points by the ratings of both.

    The weaker player's is 1/(10^(D·√n/2000) + 1), where D is the distance of the ratings.

    >>> round(fibs_chance(1500, 1700, 7), 6)
    0.35224
    """
    return _logistic((opponent - rating) * sqrt(length) / class_width)


def chance_at_score(
    chance: float, away: tuple[int, int], *, crawford: bool = False, table: EquityTable = KAZAROSS_XG2
) -> float:
    """Return the chance to win a match that stands at ``away`` (own points, the opponent's), from that at its start.

    The odds at the start are multiplied by the odds that the table gives two equal players at this score. Raises
    RuleBroken as ``EquityTable.chance``. Source: docs/rules/odds.md#during-a-match.
    """
    equal = table.chance(*away, crawford=crawford)
    won, lost = chance * equal, (1 - chance) * (1 - equal)
    return won / (won + lost) if won + lost else equal


def _logistic(exponent: float) -> float:
    bounded: float = 10 ** max(-_FARTHEST, min(_FARTHEST, exponent))
    return 1 / (bounded + 1)


@dataclass(frozen=True, slots=True)
class Rated:
    """Chances by the FIBS formula from the ``ratings`` of the entrants."""

    ratings: Mapping[int, float]
    class_width: float = CLASS_WIDTH

    def row(self, length: int, entrant: int, opponents: Sequence[int]) -> list[float]:
        """Return the entrant's chances against each of ``opponents``. Raises RuleBroken ``odds.rating``."""
        missing = next((each for each in (entrant, *opponents) if each not in self.ratings), None)
        if missing is not None:
            raise RuleBroken("odds.rating", entrant=missing)
        own, steep = self.ratings[entrant], sqrt(length) / self.class_width
        return [_logistic((self.ratings[each] - own) * steep) for each in opponents]


@dataclass(frozen=True, slots=True)
class Given:
    """Chances from a table: ``table[a, b]`` is the chance of ``a`` against ``b``, whatever the length.

    One of the two orders is enough. A chance that is missing is refused when a match needs it.
    """

    table: Mapping[tuple[int, int], float]
    _both: dict[tuple[int, int], float] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        both = {(b, a): 1 - chance for (a, b), chance in self.table.items()}
        object.__setattr__(self, "_both", both | dict(self.table))

    def row(self, length: int, entrant: int, opponents: Sequence[int]) -> list[float]:
        """Return the entrant's chances against each of ``opponents``. Raises RuleBroken ``odds.chance``."""
        del length
        missing = next((each for each in opponents if (entrant, each) not in self._both), None)
        if missing is not None:
            raise RuleBroken("odds.chance", pair=f"{entrant}-{missing}")
        return [self._both[entrant, each] for each in opponents]


class Rows:
    """The chances of all entrants by index, filled as matches need them.

    ``of`` returns for each entrant's index the chances against each opponent's; only those of pairs that
    ``needed`` has named are meant.
    """

    def __init__(self, entrants: Sequence[int], chances: Chances) -> None:
        self.entrants, self.chances = entrants, chances
        self._tables: dict[int, list[list[float]]] = {}
        self._known: dict[int, list[set[int]]] = {}

    def of(self, length: int) -> list[list[float]]:
        """Return the table of one length: ``[entrant][opponent]``, filled for the pairs named so far."""
        size = len(self.entrants)
        if length not in self._tables:
            self._tables[length] = [[0.5] * size for _ in range(size)]
            self._known[length] = [set() for _ in range(size)]
        return self._tables[length]

    def need(self, length: int, tops: Iterable[int], bottoms: Sequence[int]) -> list[list[float]]:
        """Return the table of one length after filling it for each of ``tops`` against each of ``bottoms``."""
        table, known, named = self.of(length), self._known[length], list(tops)
        for top in named:
            seen = known[top]
            new = [each for each in bottoms if each not in seen and each != top]
            if new:
                chances = self.chances.row(length, self.entrants[top], [self.entrants[each] for each in new])
                own = table[top]
                for each, chance in zip(new, chances, strict=True):
                    own[each] = chance
                    table[each][top] = 1 - chance
                seen.update(new)
        for each in bottoms:
            known[each].update(named)
        return table
