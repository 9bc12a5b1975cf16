"""Verify one reported play: is it legal, where does it lead, and if not, why not.

Nothing is generated when nothing needs to be: a play that uses all its dice is legal as soon as its steps can
be made in some order. Only a play that leaves dice over is held against what could have been played.

Source: games.md §2.1, §5.3 and §7.3; docs/rules/plays.md.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rules.errors import RuleBroken
from rules.game.board import BAR, HOME, OFF, Position
from rules.game.notation import Hop, Play, read_play, write_play
from rules.game.plays import Dice, legal_plays, must_be_hitting
from rules.game.readings import Reading, hit_points, readings, why_not
from rules.rulesets import STANDARD, ForcedDie, Ruleset


class Checked(NamedTuple):
    """A legal play: the board after it, still seen by the player who moved.

    ``used``: dice played. ``marks``: the written ``*`` stand exactly where something was hit.
    """

    position: Position
    used: int
    marks: bool


def check_play(
    position: Position, dice: Dice, play: Play | str, ruleset: Ruleset = STANDARD, *, strict: bool = False
) -> Checked:
    """Return where a reported play leads if it is legal.

    Consolidated text is read in every way the dice allow; the order of moves and of dice is free. Missing or
    wrong hit marks are told in ``marks``; ``strict`` refuses a ``*`` where nothing was hit.

    Raises RuleBroken with the reason (docs/rules/plays.md lists all): ``play.no_checker``,
    ``play.bar_first``,
    ``play.blocked``, ``play.not_all_home``, ``play.higher_checker``, ``play.hit_and_run``,
    ``play.wrong_dice``,
    ``play.more_dice``, ``play.larger_die``, ``play.ambiguous``, ``play.hit_mark``, ``play.text``,
    ``dice.range``.
    """
    if isinstance(play, str):
        play = read_play(play)
    mine, theirs = list(position.mine), list(position.theirs)
    if ruleset is not STANDARD:
        must_be_hitting(ruleset)
    used = play_out(mine, theirs, dice, play, ruleset)
    if not used:
        reading, *others = judge(mine, theirs, dice, play, ruleset)
        if others:
            raise ambiguous([reading, *others])
        mine, theirs, used = reading.mine, reading.theirs, reading.used
    marks = True
    if play.marked or theirs[BAR] > position.theirs[BAR]:
        hit = {25 - point for point in range(1, BAR) if theirs[point] < position.theirs[point]}
        marks = play.marked == hit
        if strict and not play.marked <= hit:
            raise RuleBroken("play.hit_mark", points=tuple(sorted(play.marked - hit)))
    return Checked(Position(tuple(mine), tuple(theirs)), used, marks)


def play_out(mine: list[int], theirs: list[int], dice: Dice, play: Play, ruleset: Ruleset) -> int:
    """Make a play written die by die that uses every die, in place; return the dice used, 0 if it is not
    such.

    On 0 both sides stand as before. This is the way of nine plays in ten.
    """
    first, second = dice
    hops, pips = play.hops, play.pips
    if ruleset.no_hit_and_run or not 1 <= first <= 6 or not 1 <= second <= 6:
        return 0
    if first == second:
        if len(hops) != ruleset.double_moves:
            return 0
        if pips != (first,) * len(hops) and not all(map(_fits, hops, (first,) * len(hops))):
            return 0
        return _make(mine, theirs, play.back_first, (first,) * len(hops))
    if len(hops) != 2:
        return 0
    one, other = hops
    if pips == dice or (_fits(one, first) and _fits(other, second)):
        return _make(mine, theirs, hops, dice) or _make(mine, theirs, (other, one), (second, first))
    if _fits(one, second) and _fits(other, first):
        return _make(mine, theirs, hops, (second, first)) or _make(mine, theirs, (other, one), dice)
    return 0


def _fits(hop: Hop, die: int) -> bool:
    """Whether one die can make this move: exactly, or more than enough to bear off."""
    pips = hop[0] - hop[1]
    return pips == die or (hop[1] == OFF and 0 < pips < die)


def _make(mine: list[int], theirs: list[int], hops: Sequence[Hop], dice: tuple[int, ...]) -> int:
    """Make single-die steps in this order, in place; return how many, or 0 with everything put back."""
    done = 0
    hits = 0
    for src, dst, _ in hops:
        if not mine[src] or (mine[BAR] and src != BAR):
            break
        if dst:
            there = theirs[25 - dst]
            if there:
                if there > 1:
                    break
                theirs[25 - dst] = 0
                theirs[BAR] += 1
                hits |= 1 << dst
        elif any(mine[HOME + 1 :] if dice[done] == src else mine[src + 1 :]):
            break
        mine[src] -= 1
        mine[dst] += 1
        done += 1
    else:
        return done
    for src, dst, _ in hops[:done]:
        mine[src] += 1
        mine[dst] -= 1
        if hits >> dst & 1:
            hits ^= 1 << dst
            theirs[25 - dst] = 1
            theirs[BAR] -= 1
    return 0


def judge(mine: list[int], theirs: list[int], dice: Dice, play: Play, ruleset: Ruleset) -> list[Reading]:
    """Return the legal readings of a play, one for each board it may lead to; leave both sides alone.

    Raises RuleBroken with the reason when there is none.
    """
    if not (1 <= dice[0] <= 6 and 1 <= dice[1] <= 6):
        raise RuleBroken("dice.range", dice=dice)
    found = readings(mine, theirs, dice, play, ruleset)
    if not found:
        raise why_not(mine, theirs, dice, play, ruleset)
    over = [reading for reading in found if reading.mine[OFF] == sum(mine)]
    most = max(reading.used for reading in found)
    best = [reading for reading in over if reading.used == len(play.hops)] or [
        reading for reading in found if reading.used == most
    ]
    _must_use_enough(mine, theirs, dice, best, ruleset)
    ends = {(tuple(reading.mine), tuple(reading.theirs)): reading for reading in reversed(best)}
    return list(ends.values())


def ambiguous(found: Sequence[Reading]) -> RuleBroken:
    """The refusal of a text that leads to different boards, with every reading written out."""
    return RuleBroken("play.ambiguous", readings=tuple(sorted(write_play(one.steps) for one in found)))


def likeliest(play: Play, found: Sequence[Reading]) -> Reading:
    """Return the reading whose hits are those that are marked, or else the one that hits least."""
    hits = {id(reading): hit_points(reading.steps) for reading in found}
    return min(found, key=lambda reading: (hits[id(reading)] != play.marked, len(hits[id(reading)])))


def _must_use_enough(mine: list[int], theirs: list[int], dice: Dice, best: list[Reading], ruleset: Ruleset) -> None:
    """Refuse readings that leave a die unplayed that could have been played, or play the wrong one."""
    used = best[0].used
    total = ruleset.double_moves if dice[0] == dice[1] else 2
    if used == total or mine[OFF] < best[0].mine[OFF] == sum(mine):
        return
    could = legal_plays(Position(tuple(mine), tuple(theirs)), dice, ruleset)
    if could.dice_played > used:
        code = "play.none_reported" if not used else "play.more_dice"
        raise RuleBroken(code, used=used, playable=could.dice_played, example=could[0].text)
    larger_first = used == 1 and dice[0] != dice[1] and ruleset.forced_die is ForcedDie.LARGER
    ends = [Position(tuple(reading.mine), tuple(reading.theirs)) for reading in best]
    if larger_first and not any(map(could.ends_at, ends)):
        raise RuleBroken("play.larger_die", die=max(dice), example=could[0].text)


def carry_out(mine: list[int], theirs: list[int], play: Play) -> bool:
    """Move the checkers as an illegal play that stood has moved them, in place; False if it cannot have been.

    It cannot have been when no checker stands where one is said to start, or two sides would share a point.
    Source: games.md §2.1.7: what both accepted stands as reported.
    """
    for src, dst, _ in play.hops:
        there = theirs[25 - dst] if dst else 0
        if src == dst or not mine[src] or there > 1:
            return False
        if there:
            theirs[25 - dst] = 0
            theirs[BAR] += 1
        mine[src] -= 1
        mine[dst] += 1
    return True
