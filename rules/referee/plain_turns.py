"""Make the turns of a record in which nothing is wrong with the roll and the play, one after the other.

Most turns of most files are such. What holds for all of them is asked once, and each is made in place; the first other
turn is left to the long way, which would come to the same for these.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rules.errors import RuleBroken
from rules.game.check import can_move, play_out
from rules.game.dice import ROLLS, Dice
from rules.game.notation import LONGEST_PLAY, read_moves
from rules.game.record import Action, Kind
from rules.points import BAR, OFF, SIZE
from rules.referee.boards import Sides
from rules.rulesets import Ruleset

_ROLLED = frozenset(dice for roll in ROLLS for dice in (roll.dice, roll.dice[::-1]))
# Every move from point to point or from the bar, as it is written: three plays in four are two of these.
_MOVES = {
    f"{name}/{dst}{mark}": (src, dst)
    for src, name in ((BAR, "bar"), *((src, str(src)) for src in range(1, SIZE)))
    for dst in range(1, src)
    for mark in ("", "*")
}


class PlainTurns(NamedTuple):
    """What some turns came to.

    ``turns`` is how many were made, ``plays`` how many of them moved a checker, ``hits`` how many hit, ``marked`` how
    many of those have a ``*``. ``marks_nothing``: the last of them has a ``*`` and hit nothing.
    """

    turns: int
    plays: int
    hits: int
    marked: int
    marks_nothing: bool


def plain_turns(sides: Sides, actions: Sequence[Action], place: int, side: int, ruleset: Ruleset) -> PlainTurns:
    """Make the turns from ``place`` on, in place; ``side`` is on turn, and ``sides`` are the checkers of both.

    Turns are made while each plays every die, or dances, as the rules have it; the last one may bear off the last
    checker, or mark a hit that it did not make. ``actions`` are those of a game of backgammon, whatever its cube.
    """
    turns = plays = hits = marked = 0
    checkers = ruleset.checkers
    for index in range(place, len(actions)):
        action = actions[index]
        if action.side != side or action.kind is not Kind.PLAY:
            break
        own, opposing, text = sides[side], sides[1 - side], action.play
        on_bar = opposing[BAR]
        made = _made(own, opposing, action.dice, text, ruleset)
        if made < 0:
            break
        turns += 1
        plays += made
        side = 1 - side
        marks = "*" in text
        if opposing[BAR] != on_bar:
            hits += 1
            marked += marks
        elif marks:
            return PlainTurns(turns, plays, hits, marked, marks_nothing=True)
        if own[OFF] == checkers:
            break
    return PlainTurns(turns, plays, hits, marked, marks_nothing=False)


def _made(own: list[int], opposing: list[int], dice: Dice | None, text: str, ruleset: Ruleset) -> int:
    """Make one turn; return 1 after a play, 0 after a dance, -1 where it is left to the long way, with nothing made."""
    if dice is None or dice not in _ROLLED or len(text) > LONGEST_PLAY:
        return -1
    words = text.split()
    if not words:
        return -1 if can_move(own, opposing, dice) else 0
    if len(words) == 2 and not ruleset.no_hit_and_run:
        one, two = _MOVES.get(words[0]), _MOVES.get(words[1])
        if one and two and _two_moves(own, opposing, dice, (*one, *two)):
            return 1
    try:
        hops, pips = read_moves(words)
    except RuleBroken:
        return -1
    return 1 if play_out(own, opposing, dice, hops, pips, ruleset) else -1


def _two_moves(own: list[int], opposing: list[int], dice: Dice, points: tuple[int, int, int, int]) -> bool:
    """Make two moves, each by one die and in this order; return whether that can be done, with nothing made if not."""
    src, dst, then_src, then_dst = points
    first, second = src - dst, then_src - then_dst
    if first == second or ((first, second) != dice and (second, first) != dice):
        return False
    there, then = opposing[25 - dst], opposing[25 - then_dst]
    if there > 1 or then > 1 or not own[src] or (own[BAR] and (src != BAR or (own[BAR] > 1 and then_src != BAR))):
        return False
    if then_src != dst and own[then_src] <= (then_src == src):
        return False
    own[src] -= 1
    own[dst] += 1
    own[then_src] -= 1
    own[then_dst] += 1
    if there:
        opposing[25 - dst] = 0
        opposing[BAR] += 1
    if then and then_dst != dst:
        opposing[25 - then_dst] = 0
        opposing[BAR] += 1
    return True
