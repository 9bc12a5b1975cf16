"""Match equity tables: the chance to win a match at any score, and the take points that follow.

Scores are told in points away. Chances are between 0 and 1, for players of equal strength.

Source: N. Kazaross 2011; docs/rules/equity.md.
"""

from dataclasses import dataclass
from functools import cache
from math import erf, sqrt
from typing import Any

from rules.equity import kazaross_xg2
from rules.errors import RuleBroken

FARTHEST = 999
_GAMMONS = 0.25  # of all games won after the Crawford game, where the trailer doubles at once


@dataclass(frozen=True, slots=True)
class EquityTable:
    """One published table.

    ``pre_crawford[i][j]``: chance of the player i+1 away against the player j+1 away; where one of them is one
    away it is the Crawford game. ``post_crawford_trailer[i]``: chance, after the Crawford game, of the player i+1
    away against one who is one away.
    """

    name: str
    pre_crawford: tuple[tuple[float, ...], ...]
    post_crawford_trailer: tuple[float, ...]

    @classmethod
    def read(cls, name: str, told: Any) -> "EquityTable":
        """Return a table told as ``{"pre_crawford": [[…]], "post_crawford_trailer": […]}``.

        Raises RuleBroken ``equity.table`` when it is no table of chances.
        """
        try:
            rows = tuple(tuple(float(chance) for chance in row) for row in told["pre_crawford"])
            trailer = tuple(float(chance) for chance in told["post_crawford_trailer"])
        except (KeyError, TypeError, ValueError) as broken:
            raise RuleBroken("equity.table", table=name) from broken
        square = rows and trailer and all(len(row) == len(rows) for row in rows)
        if not square or not all(0 <= chance <= 1 for row in (*rows, trailer) for chance in row):
            raise RuleBroken("equity.table", table=name)
        return cls(name, rows, trailer)

    def chance(self, mine: int, theirs: int, *, crawford: bool = False) -> float:
        """Return my chance to win the match when I am ``mine`` and he is ``theirs`` points away.

        ``crawford``: the game to be played is the Crawford game. A player who is one away without it is past it.
        Scores beyond the table are estimated, see docs/rules/equity.md#beyond-the-table.

        Raises RuleBroken ``equity.away`` or ``equity.crawford`` (nobody is one away).
        """
        if mine > FARTHEST or theirs > FARTHEST or (mine <= 0 and theirs <= 0):
            raise RuleBroken("equity.away", away=(mine, theirs), farthest=FARTHEST)
        if mine <= 0 or theirs <= 0:
            return 1.0 if mine <= 0 else 0.0
        if crawford and 1 not in (mine, theirs):
            raise RuleBroken("equity.crawford", away=(mine, theirs))
        if 1 in (mine, theirs) and not crawford:
            return 1 - self._trailer(theirs) if mine == 1 else self._trailer(mine)
        return self._before(mine, theirs)

    def _trailer(self, away: int) -> float:
        """After the Crawford game: he needs a single game two points at a time, or a gammon four."""
        if away <= 0:
            return 1.0
        if away <= len(self.post_crawford_trailer):
            return self.post_crawford_trailer[away - 1]
        return _far_trailer(self, away)

    def _before(self, mine: int, theirs: int) -> float:
        size = len(self.pre_crawford)
        if mine <= size and theirs <= size:
            return self.pre_crawford[mine - 1][theirs - 1]
        if mine > theirs:
            return 1 - self._before(theirs, mine)
        edge = self.pre_crawford[min(mine, size) - 1][size - 1]
        return max(edge, _normal((theirs - mine) / sqrt(mine + theirs) * _spread(self)))


@cache
def _far_trailer(table: EquityTable, away: int) -> float:
    known = list(table.post_crawford_trailer)
    for n in range(len(known) + 1, away + 1):
        four = known[n - 5] if n > 4 else 1.0
        two = known[n - 3] if n > 2 else 1.0
        known.append(_GAMMONS / 2 * four + (1 - _GAMMONS) / 2 * two)
    return known[away - 1]


@cache
def _spread(table: EquityTable) -> float:
    """How strongly a lead in points counts, read off the far corner of the table.

    Far from the end a match is a random walk: only the lead, over the square root of the points left, matters.
    """
    size = len(table.pre_crawford)
    mine = max(size - max(size // 5, 1), 1)
    return _normal_inverse(table.pre_crawford[mine - 1][size - 1]) * sqrt(mine + size) / (size - mine)


def _normal(deviations: float) -> float:
    return (1 + erf(deviations / sqrt(2))) / 2


def _normal_inverse(chance: float) -> float:
    """By halving: exact enough after fifty steps."""
    low, high = -8.0, 8.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if _normal(middle) < chance else (low, middle)
    return (low + high) / 2


KAZAROSS_XG2 = EquityTable("Kazaross-XG2", kazaross_xg2.PRE_CRAWFORD, kazaross_xg2.POST_CRAWFORD_TRAILER)
TABLES = {KAZAROSS_XG2.name: KAZAROSS_XG2}


def equity_table(name: str) -> EquityTable:
    """Return a table that comes with the rule book.

    Raises RuleBroken ``equity.unknown``.
    """
    if name not in TABLES:
        raise RuleBroken("equity.unknown", table=name, known=tuple(TABLES))
    return TABLES[name]


@dataclass(frozen=True, slots=True)
class TakePoint:
    """The chance a taker needs, and the match chances it follows from: after passing, winning and losing."""

    needed: float
    passed: float
    won: float
    lost: float


def take_point(
    taker: int,
    doubler: int,
    *,
    cube: int = 1,
    crawford_played: bool = False,
    gammons: tuple[float, float] = (0.0, 0.0),
    table: EquityTable = KAZAROSS_XG2,
) -> TakePoint:
    """Return how often the taker must win for a take to be right, if the cube is not turned again.

    ``taker`` and ``doubler`` in points away before the game, ``cube`` its value before the double, ``gammons``
    the share of the taker's and of the doubler's wins that are gammons.

    Raises RuleBroken ``equity.away``, ``equity.cube`` or ``equity.gammons``.
    Source: rules-data.md §7: needed = (pass − lose) / (win − lose).
    """
    if taker < 1 or doubler < 1:
        raise RuleBroken("equity.away", away=(taker, doubler), farthest=FARTHEST)
    if cube < 1 or cube.bit_count() != 1:
        raise RuleBroken("equity.cube", cube=cube)
    if not all(0 <= share <= 1 for share in gammons):
        raise RuleBroken("equity.gammons", gammons=gammons)

    def after(taker_wins: int, doubler_wins: int) -> float:
        mine, theirs = taker - taker_wins, doubler - doubler_wins
        crawford = not crawford_played and 1 in (mine, theirs) and min(mine, theirs) > 0
        return table.chance(mine, theirs, crawford=crawford)

    stake = 2 * cube
    won = (1 - gammons[0]) * after(stake, 0) + gammons[0] * after(2 * stake, 0)
    lost = (1 - gammons[1]) * after(0, stake) + gammons[1] * after(0, 2 * stake)
    passed = after(0, cube)
    return TakePoint((passed - lost) / (won - lost), passed, won, lost)
