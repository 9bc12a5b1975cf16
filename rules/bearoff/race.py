"""What a table says of a position: the chance to win, the cube and the best play, exactly.

Source: docs/rules/bearoff.md#a-position.
"""

from dataclasses import dataclass
from typing import NamedTuple

from rules.bearoff.places import BORNE_OFF, MOST_CHECKERS, Place
from rules.bearoff.solve import doubled
from rules.bearoff.table import BearoffTable, Pair
from rules.equity.tables import KAZAROSS_XG2, EquityTable
from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.dice import Dice
from rules.game.plays import legal_plays
from rules.points import HOME, OFF
from rules.rulesets import STANDARD, Ruleset

_EQUAL = 1e-9
MINE, THEIRS = 0, 1


@dataclass(frozen=True, slots=True)
class RaceStake:
    """What is played for. ``owner`` of the cube: 0 the side on roll, 1 the opponent, None centred.

    ``away`` are the points that the side on roll and the opponent still need before this game; None: money. ``dead``:
    nobody may double in this game (the Crawford game, or a game without a cube).
    """

    cube: int = 1
    owner: int | None = None
    away: tuple[int, int] | None = None
    dead: bool = False


@dataclass(frozen=True, slots=True)
class CubeAnswer:
    """What doubling brings before the roll: three values for the side on roll, and what is right.

    In money play the values are equities in units of the cube, in a match chances to win the match. ``action`` is
    ``no_double``, ``double_take``, ``double_pass`` or ``optional`` (doubling and rolling are worth the same).
    """

    no_double: float
    take: float
    dropped: float
    action: str


class RacePlay(NamedTuple):
    """One play: the chance to win after it, and what it is worth (as ``CubeAnswer`` says)."""

    text: str
    wins: float
    worth: float


@dataclass(frozen=True, slots=True)
class RaceAnswer:
    """What a table says. ``worth`` is with best play; ``cube`` is None where the side on roll cannot double, or rolled.

    ``plays`` are those of the roll, the best first; empty before it. ``is_match``: values are chances to win the match,
    with the cube staying where it then is.
    """

    wins: float
    worth: float
    cube: CubeAnswer | None
    plays: tuple[RacePlay, ...]
    is_match: bool


def why_beyond(position: Position, ruleset: Ruleset = STANDARD, most: int = MOST_CHECKERS) -> str:
    """Return why no table holds this position, empty if one does.

    ``game`` (not the plays or wins of backgammon), ``home`` (not all checkers home), ``checkers`` (more than ``most``
    on a side), ``gammon`` (a side has borne none off yet), ``over`` (nothing left to bear off).
    """
    if not ruleset.is_classic or ruleset.double_moves != 4 or ruleset.no_hit_and_run:
        return "game"
    sides = (position.player, position.opponent)
    if any(sum(side[HOME + 1 :]) for side in sides):
        return "home"
    left = [sum(side[1:]) for side in sides]
    if max(left) > most:
        return "checkers"
    if 0 in left:
        return "over"
    return "gammon" if 0 in (side[OFF] for side in sides) else ""


def race_answer(
    position: Position, dice: Dice | None, stake: RaceStake, table: BearoffTable, *, met: EquityTable = KAZAROSS_XG2
) -> RaceAnswer:
    """Return what a table says of a position, for the side on roll; ``dice`` None is before the roll.

    Raises RuleBroken ``bearoff.beyond`` with ``why``, ``dice.range``, and as ``EquityTable.chance`` does.
    """
    why = why_beyond(position, most=table.checkers)
    if why:
        raise RuleBroken("bearoff.beyond", why=why, most=table.checkers)
    own, other = _place(position.player), _place(position.opponent)
    pair = table.pair(own, other)
    if dice is not None:
        plays = _plays(position, dice, stake, table, met)
        return RaceAnswer(plays[0].wins, plays[0].worth, None, plays, stake.away is not None)
    wins = (1 + pair.cubeless) / 2
    cube = _cube(pair, stake, met)
    if cube is not None:
        worth = max(cube.no_double, min(cube.take, cube.dropped))
    else:
        worth = _match_chance(wins, stake, stake.cube, met) if stake.away else _kept(pair, stake)
    return RaceAnswer(wins, worth, cube, (), stake.away is not None)


def _place(side: tuple[int, ...]) -> Place:
    return side[1 : HOME + 1]


def _kept(pair: Pair, stake: RaceStake) -> float:
    """Return the money value of rolling with the cube where it is."""
    if stake.dead:
        return pair.cubeless
    return {None: pair.centred, MINE: pair.owned, THEIRS: pair.away}[stake.owner]


def _worth(pair: Pair, stake: RaceStake) -> float:
    """Return the money value before the roll to a side that may double first where the cube lets it."""
    kept = _kept(pair, stake)
    return kept if stake.dead or stake.owner == THEIRS else doubled(kept, 2 * pair.away)


def _cube(pair: Pair, stake: RaceStake, met: EquityTable) -> CubeAnswer | None:
    """Return what doubling brings, None where the side on roll cannot double or a double gains nothing."""
    if stake.dead or stake.owner == THEIRS:
        return None
    if stake.away is None:
        return _judged(_kept(pair, stake), 2 * pair.away, 1.0)
    if stake.away[0] <= stake.cube:
        return None
    wins = (1 + pair.cubeless) / 2
    take = _match_chance(wins, stake, 2 * stake.cube, met)
    return _judged(_match_chance(wins, stake, stake.cube, met), take, _after(stake, stake.cube, 0, met))


def _judged(no_double: float, take: float, dropped: float) -> CubeAnswer:
    doubling = min(take, dropped)
    if abs(doubling - no_double) < _EQUAL:
        action = "optional"
    elif doubling < no_double:
        action = "no_double"
    else:
        action = "double_take" if take <= dropped + _EQUAL else "double_pass"
    return CubeAnswer(no_double, take, dropped, action)


def _match_chance(wins: float, stake: RaceStake, cube: int, met: EquityTable) -> float:
    """Return the chance to win the match where the game is played out for ``cube`` points."""
    return wins * _after(stake, cube, 0, met) + (1 - wins) * _after(stake, 0, cube, met)


def _after(stake: RaceStake, won: int, lost: int, met: EquityTable) -> float:
    """Return the chance to win the match after the game."""
    own, other = stake.away or (1, 1)
    away = own - won, other - lost
    # Whoever comes to one away in this game plays the Crawford game next; it comes once.
    before = 1 not in (own, other)
    return met.chance(*away, crawford=before and 1 in away and min(away) > 0)


def _plays(
    position: Position, dice: Dice, stake: RaceStake, table: BearoffTable, met: EquityTable
) -> tuple[RacePlay, ...]:
    """Return every play of a roll, the best first."""
    other = _place(position.opponent)
    owner = None if stake.owner is None else 1 - stake.owner
    facing = RaceStake(stake.cube, owner, None, dead=stake.dead)
    plays = []
    for play in legal_plays(position, dice):
        place = _place(play.position.player)
        pair = Pair(-1.0, -1.0, -1.0, -1.0) if place == BORNE_OFF else table.pair(other, place)
        wins = (1 - pair.cubeless) / 2
        # A cube is worth no more than the game once it is over.
        faced = -1.0 if place == BORNE_OFF else _worth(pair, facing)
        worth = _match_chance(wins, stake, stake.cube, met) if stake.away else -faced
        plays.append(RacePlay(play.text, wins, worth))
    return tuple(sorted(plays, key=lambda play: (-play.worth, -play.wins, play.text)))
