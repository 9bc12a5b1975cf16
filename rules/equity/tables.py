"""Match equity tables: the chance to win a match at any score, and the take points that follow from it.

Scores are in points away. Chances are between 0 and 1, for players of equal strength.

Source: the authors named in each table's file; docs/rules/equity.md.
"""

from dataclasses import dataclass
from functools import cache
from math import erf, sqrt
from typing import Any

from rules.equity import g11, jacobs, kazaross_xg2, mec26, ortega, rockwell_kazaross, snowie, woolsey
from rules.errors import RuleBroken

FARTHEST = 999
_ROUNDING = 1e-9
_GAMMONS = 0.25  # the share of gammons among the games won after the Crawford game, where the trailer doubles at once


@dataclass(frozen=True, slots=True)
class EquityTable:
    """One published table.

    ``pre_crawford[i][j]`` is the chance of the player who is i+1 away against an opponent who is j+1 away. Where one of
    them is one away, the next game is the Crawford game. ``post_crawford_trailer[i]`` is the chance after the Crawford
    game of the player who is i+1 away against an opponent who is one away.
    """

    name: str
    pre_crawford: tuple[tuple[float, ...], ...]
    post_crawford_trailer: tuple[float, ...]

    @classmethod
    def read(cls, name: str, chances: Any) -> "EquityTable":
        """Return the table in ``{"pre_crawford": [[…]], "post_crawford_trailer": […]}``.

        Raises RuleBroken ``equity.table`` if that is not a square table of chances.
        """
        try:
            rows = tuple(tuple(float(chance) for chance in row) for row in chances["pre_crawford"])
            trailer = tuple(float(chance) for chance in chances["post_crawford_trailer"])
        except (KeyError, TypeError, ValueError) as broken:
            raise RuleBroken("equity.table", table=name) from broken
        square = rows and trailer and all(len(row) == len(rows) for row in rows)
        if not square or not all(0 <= chance <= 1 for row in (*rows, trailer) for chance in row):
            raise RuleBroken("equity.table", table=name)
        return cls(name, rows, trailer)

    def chance(self, player: int, opponent: int, *, crawford: bool = False) -> float:
        """Return the player's chance to win the match when the two are ``player`` and ``opponent`` points away.

        ``crawford``: the next game is the Crawford game. Without it, a score with a player one away is after that game.
        Scores beyond the table are estimated, see docs/rules/equity.md#beyond-the-table.

        Raises RuleBroken ``equity.away`` or ``equity.crawford`` (nobody is one away).
        """
        if player > FARTHEST or opponent > FARTHEST or (player <= 0 and opponent <= 0):
            raise RuleBroken("equity.away", away=(player, opponent), farthest=FARTHEST)
        if player <= 0 or opponent <= 0:
            return 1.0 if player <= 0 else 0.0
        if crawford and 1 not in (player, opponent):
            raise RuleBroken("equity.crawford", away=(player, opponent))
        if 1 in (player, opponent) and not crawford:
            return 1 - self._trailer(opponent) if player == 1 else self._trailer(player)
        return self._before(player, opponent)

    def _trailer(self, away: int) -> float:
        """Return the trailer's chance after the Crawford game."""
        if away <= 0:
            return 1.0
        if away <= len(self.post_crawford_trailer):
            return self.post_crawford_trailer[away - 1]
        return _far_trailer(self, away)

    def _before(self, player: int, opponent: int) -> float:
        """Return the player's chance up to and in the Crawford game."""
        size = len(self.pre_crawford)
        if player <= size and opponent <= size:
            return self.pre_crawford[player - 1][opponent - 1]
        if player > opponent:
            return 1 - self._before(opponent, player)
        edge = self.pre_crawford[min(player, size) - 1][size - 1]
        return max(edge, _normal((opponent - player) / sqrt(player + opponent) * _spread(self)))


@cache
def _far_trailer(table: EquityTable, away: int) -> float:
    """Return the trailer's chance beyond the table: each game won gains two points, or four with a gammon.

    Coarse tables end with a chance that is too small; it is never above the one before.
    """
    known = list(table.post_crawford_trailer)
    for n in range(len(known) + 1, away + 1):
        four = known[n - 5] if n > 4 else 1.0
        two = known[n - 3] if n > 2 else 1.0
        known.append(min(known[-1], _GAMMONS / 2 * four + (1 - _GAMMONS) / 2 * two))
    return known[away - 1]


@cache
def _spread(table: EquityTable) -> float:
    """Return how strongly a lead in points counts, taken from the far corner of the table.

    Far from the end a match is a random walk: only the lead divided by the square root of the points left matters.
    """
    size = len(table.pre_crawford)
    leader = max(size - max(size // 5, 1), 1)
    return _normal_inverse(table.pre_crawford[leader - 1][size - 1]) * sqrt(leader + size) / (size - leader)


def _normal(deviations: float) -> float:
    return (1 + erf(deviations / sqrt(2))) / 2


def _normal_inverse(chance: float) -> float:
    """Return the deviations of a chance by halving the interval; fifty steps are exact enough."""
    low, high = -8.0, 8.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if _normal(middle) < chance else (low, middle)
    return (low + high) / 2


def _shared(rows: tuple[tuple[float, ...], ...]) -> tuple[tuple[float, ...], ...]:
    """Return rows in which the two players of each score share one match; where they do not, the mean of both."""
    return tuple(
        tuple(
            chance if abs(chance + rows[j][i] - 1) < _ROUNDING else (chance + 1 - rows[j][i]) / 2
            for j, chance in enumerate(row)
        )
        for i, row in enumerate(rows)
    )


KAZAROSS_XG2 = EquityTable("Kazaross-XG2", kazaross_xg2.PRE_CRAWFORD, kazaross_xg2.POST_CRAWFORD_TRAILER)
TABLES = {
    table.name: table
    for table in (
        KAZAROSS_XG2,
        EquityTable("Rockwell-Kazaross", rockwell_kazaross.PRE_CRAWFORD, rockwell_kazaross.POST_CRAWFORD_TRAILER),
        EquityTable("g11", g11.PRE_CRAWFORD, g11.POST_CRAWFORD_TRAILER),
        EquityTable("Jacobs", jacobs.PRE_CRAWFORD, jacobs.POST_CRAWFORD_TRAILER),
        EquityTable("mec26", mec26.PRE_CRAWFORD, mec26.POST_CRAWFORD_TRAILER),
        EquityTable("Ortega", _shared(ortega.PRE_CRAWFORD), ortega.POST_CRAWFORD_TRAILER),
        EquityTable("Snowie", snowie.PRE_CRAWFORD, snowie.POST_CRAWFORD_TRAILER),
        EquityTable("Woolsey", woolsey.PRE_CRAWFORD, woolsey.POST_CRAWFORD_TRAILER),
    )
}
_BY_NAME = {name.casefold(): table for name, table in TABLES.items()}


def equity_table(name: str) -> EquityTable:
    """Return a table of the rule book by its name, in capitals or not.

    Raises RuleBroken ``equity.unknown``, with the names that are known.
    """
    table = _BY_NAME.get(name.casefold())
    if table is None:
        raise RuleBroken("equity.unknown", table=name, known=tuple(TABLES))
    return table


def equity_tables() -> tuple[str, ...]:
    """Return the names of the tables of the rule book, the default first."""
    return tuple(TABLES)


@dataclass(frozen=True, slots=True)
class TakePoint:
    """The chance that a taker needs, and the chances in the match after passing, after a win and after a loss.

    ``is_dead``: the doubler would win the match at the value before the double too, so that doubling gains nothing.
    """

    needed: float
    passed: float
    won: float
    lost: float
    is_dead: bool = False


def take_point(
    taker: int,
    doubler: int,
    *,
    cube: int = 1,
    crawford_played: bool = False,
    gammons: tuple[float, float] = (0.0, 0.0),
    table: EquityTable = KAZAROSS_XG2,
) -> TakePoint:
    """Return how often the taker must win for a take to be right.

    The cube is not turned again, except where that is free: the doubler needs no more than the doubled game pays, so a
    loss costs the match whatever the cube, and the taker redoubles at once.

    ``taker`` and ``doubler`` are points away before the game, ``cube`` is its value before the double, ``gammons`` are
    the shares of the taker's and of the doubler's wins that are gammons.

    Raises RuleBroken ``equity.away``, ``equity.cube`` or ``equity.gammons``.
    Source: docs/rules/equity.md#take-points.
    """
    if taker < 1 or doubler < 1:
        raise RuleBroken("equity.away", away=(taker, doubler), farthest=FARTHEST)
    if cube < 1 or cube.bit_count() != 1:
        raise RuleBroken("equity.cube", cube=cube)
    if not all(0 <= share <= 1 for share in gammons):
        raise RuleBroken("equity.gammons", gammons=gammons)

    def after(taker_wins: int, doubler_wins: int) -> float:
        away = taker - taker_wins, doubler - doubler_wins
        crawford = not crawford_played and 1 in away and min(away) > 0
        return table.chance(*away, crawford=crawford)

    stake = 2 * cube
    turned = stake * 2 if doubler <= stake < taker else stake
    won = (1 - gammons[0]) * after(turned, 0) + gammons[0] * after(2 * turned, 0)
    lost = (1 - gammons[1]) * after(0, stake) + gammons[1] * after(0, 2 * stake)
    passed = after(0, cube)
    return TakePoint((passed - lost) / (won - lost), passed, won, lost, is_dead=doubler <= cube)
