"""Check one reported play: whether it is legal, where it leads, and if not, why not.

A play that uses all its dice is legal as soon as its steps can be made in some order, so the legal plays are not
listed for it. Only a play that leaves a die unplayed is compared with what could have been played.

Source: docs/rules/plays.md#checking-a-reported-play.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rules.errors import RuleBroken
from rules.game.board import Position, trusted
from rules.game.dice import Dice, are_dice
from rules.game.engine.readings import Made, made_rest, made_roll, written
from rules.game.engine.turn import ANY_TURN, NO_STAGES, Stages, Turn
from rules.game.notation import Hop, Play, read_play
from rules.game.plays import legal_plays, must_be_judged
from rules.game.readings import Reading, hit_points, readings, why_not
from rules.points import BAR, HOME, OFF, write_play
from rules.rulesets import STANDARD, ForcedDie, Ruleset


class Checked(NamedTuple):
    """What a legal play leads to: the position after it, still seen by the player who moved.

    ``used`` is how many dice it plays. ``marks``: a ``*`` is written exactly where a checker was hit or pinned.
    ``rest`` is what the opponent plays of a cascade of doubles. ``text`` is the play with its marks, as the engine
    writes it; the search of backgammon leaves it empty.
    """

    position: Position
    used: int
    marks: bool
    rest: Stages = NO_STAGES
    text: str = ""


def check_play(
    position: Position,
    dice: Dice,
    play: Play | str,
    ruleset: Ruleset = STANDARD,
    *,
    strict: bool = False,
    turn: Turn = ANY_TURN,
) -> Checked:
    """Return where a reported play leads if it is legal.

    The order of moves and of dice is free, and points between may be left out: every way the dice allow is tried.
    Missing and wrong hit marks show in ``marks``; ``strict`` refuses a ``*`` where nothing was hit. ``turn`` matters
    for the head rule and for cascades only.

    Raises RuleBroken with the reason: ``dice.range``, ``ruleset.not_judged``, or one of the ``play.…`` codes of
    docs/rules/plays.md#why-a-play-is-illegal.
    """
    if isinstance(play, str):
        play = read_play(play)
    if not ruleset.is_classic:
        must_be_judged(ruleset)
        return _checked(made_roll(position, dice, play, ruleset, turn), play, strict=strict)
    if len(dice) != 2:
        raise RuleBroken("dice.range", dice=dice)
    player, opponent = list(position.player), list(position.opponent)
    used = play_out(player, opponent, dice, play.hops, play.pips, ruleset)
    if not used:
        if not play.hops and are_dice(dice) and not can_move(player, opponent, dice):
            return Checked(position, 0, marks=True)
        reading, *others = legal_readings(player, opponent, dice, play, ruleset)
        if others:
            raise ambiguous([reading, *others])
        player, opponent, used = reading.player, reading.opponent, reading.used
    if not play.marked and opponent[BAR] == position.opponent[BAR]:
        return Checked(trusted(player, opponent), used, True)
    hit = {25 - point for point, count in enumerate(position.opponent) if count > opponent[point]}
    if strict and not play.marked <= hit:
        raise RuleBroken("play.hit_mark", points=tuple(sorted(play.marked - hit)))
    return Checked(trusted(player, opponent), used, marks=play.marked == hit)


def check_rest(
    position: Position, rest: Stages, play: Play | str, ruleset: Ruleset, *, strict: bool = False
) -> Checked:
    """Return where the play of a remainder leads if it is legal. ``rest`` is what the other side left to play.

    Raises RuleBroken as ``check_play`` does.
    """
    if isinstance(play, str):
        play = read_play(play)
    return _checked(made_rest(position, rest, play, ruleset), play, strict=strict)


def _checked(made: Sequence[Made], play: Play, *, strict: bool) -> Checked:
    """Return the one reading of a play. Raises RuleBroken ``play.ambiguous`` or ``play.hit_mark``."""
    if len(made) > 1:
        raise ambiguous_play(made)
    hit = {step.dst for step in made[0].steps if step.hit}
    if strict and not play.marked <= hit:
        raise RuleBroken("play.hit_mark", points=tuple(sorted(play.marked - hit)))
    return Checked(made[0].position, made[0].used, play.marked == hit, made[0].rest, written(made[0]))


def ambiguous_play(made: Sequence[Made]) -> RuleBroken:
    """Return the refusal of a text that can lead to different positions, with every reading written out."""
    return RuleBroken("play.ambiguous", readings=tuple(sorted(map(written, made))))


def play_out(
    player: list[int],
    opponent: list[int],
    dice: Dice,
    hops: tuple[Hop, ...],
    pips: tuple[int, ...],
    ruleset: Ruleset,
) -> int:
    """Make a play in place if it is written die by die and uses every die; return the dice used.

    One move by both dice that meets nobody on the way is made, too, and one from the bar after which the other die
    cannot be played. Any other play returns 0 and leaves both sides as they were. Most plays are made here.
    """
    first, second = dice
    if ruleset.no_hit_and_run or not 1 <= first <= 6 or not 1 <= second <= 6:
        return 0
    if first == second:
        if len(hops) != ruleset.double_moves:
            return 0
        dice = (first,) * len(hops)
        if pips != dice and not all(map(_fits, hops, dice)):
            return 0
        return _make(player, opponent, hops, dice) or _make(player, opponent, sorted(hops, reverse=True), dice)
    if len(hops) != 2:
        return _make_one(player, opponent, hops[0], dice) if len(hops) == 1 else 0
    if pips == dice or (_fits(hops[0], first) and _fits(hops[1], second)):
        return _make(player, opponent, hops, dice) or _make(player, opponent, hops[::-1], (second, first))
    if pips == (second, first) or (_fits(hops[0], second) and _fits(hops[1], first)):
        return _make(player, opponent, hops, (second, first)) or _make(player, opponent, hops[::-1], dice)
    return 0


def _fits(hop: Hop, die: int) -> bool:
    """Whether one die can make this move: exactly, or more than enough to bear off."""
    pips = hop[0] - hop[1]
    return pips == die or (hop[1] == OFF and 0 < pips < die)


def _make(player: list[int], opponent: list[int], hops: Sequence[Hop], dice: tuple[int, ...]) -> int:
    """Make steps of one die each in this order, in place; return how many, or 0 with everything put back."""
    done = 0
    hits = 0
    for src, dst, _ in hops:
        if not player[src] or (player[BAR] and src != BAR):
            break
        if dst:
            there = opponent[25 - dst]
            if there:
                if there > 1:
                    break
                opponent[25 - dst] = 0
                opponent[BAR] += 1
                hits |= 1 << dst
        elif any(player[HOME + 1 :] if dice[done] == src else player[src + 1 :]):
            break
        player[src] -= 1
        player[dst] += 1
        done += 1
    else:
        return done
    _put_back(player, opponent, hops[:done], hits)
    return 0


def _put_back(player: list[int], opponent: list[int], hops: Sequence[Hop], hits: int) -> None:
    """Take back steps that were made; bit n of ``hits`` says that one hit on point n."""
    for src, dst, _ in hops:
        player[src] += 1
        player[dst] -= 1
        if hits >> dst & 1:
            hits ^= 1 << dst
            opponent[25 - dst] = 1
            opponent[BAR] -= 1


def _make_one(player: list[int], opponent: list[int], hop: Hop, dice: Dice) -> int:
    """Make a play of one move in place; return the dice used, or 0 with nothing changed."""
    src, dst, _ = hop
    pips, first, second = src - dst, *dice
    if pips == first + second:
        on_the_way = opponent[25 - src + first], opponent[25 - src + second]
        if 1 in on_the_way or all(on_the_way) or player[BAR] > (src == BAR):
            return 0
        return 2 * _make(player, opponent, (hop,), (pips,))
    other = second if pips == first else first
    if src != BAR or pips not in dice or opponent[other] < 2:
        return 0
    on_bar = opponent[BAR]
    if not _make(player, opponent, (hop,), (pips,)):
        return 0
    if player[BAR] or not can_move(player, opponent, (other, other)):
        return 1
    _put_back(player, opponent, (hop,), (opponent[BAR] - on_bar) << dst)
    return 0


def legal_readings(player: list[int], opponent: list[int], dice: Dice, play: Play, ruleset: Ruleset) -> list[Reading]:
    """Return the legal readings of a play, one for each position it can lead to; both sides stay as they are.

    Raises RuleBroken with the reason when there is none.
    """
    if not are_dice(dice):
        raise RuleBroken("dice.range", dice=dice)
    possible = readings(player, opponent, dice, play, ruleset)
    if not possible:
        raise why_not(player, opponent, dice, play, ruleset)
    over = [reading for reading in possible if reading.player[OFF] == sum(player)]
    most = max(reading.used for reading in possible)
    best = [reading for reading in over if reading.used == len(play.hops)] or [
        reading for reading in possible if reading.used == most
    ]
    _must_use_enough(player, opponent, dice, best, ruleset)
    ends = {(tuple(reading.player), tuple(reading.opponent)): reading for reading in reversed(best)}
    return list(ends.values())


def ambiguous(legal: Sequence[Reading]) -> RuleBroken:
    """Return the refusal of a text that can lead to different positions, with every reading written out."""
    return RuleBroken("play.ambiguous", readings=tuple(sorted(write_play(one.steps) for one in legal)))


def likeliest(play: Play, legal: Sequence[Reading]) -> Reading:
    """Return the reading that hits exactly where a ``*`` is written, otherwise the one with the fewest hits."""
    hits = {id(reading): hit_points(reading.steps) for reading in legal}
    return min(legal, key=lambda reading: (hits[id(reading)] != play.marked, len(hits[id(reading)])))


def _must_use_enough(player: list[int], opponent: list[int], dice: Dice, best: list[Reading], ruleset: Ruleset) -> None:
    """Refuse readings that leave a die unplayed though it could be played, or that play the wrong die.

    Raises RuleBroken ``play.none_reported``, ``play.more_dice`` or ``play.larger_die``.
    """
    used = best[0].used
    total = ruleset.double_moves if dice[0] == dice[1] else 2
    if used == total or player[OFF] < best[0].player[OFF] == sum(player):
        return
    legal = legal_plays(trusted(player, opponent), dice, ruleset)
    if legal.dice_played > used:
        code = "play.none_reported" if not used else "play.more_dice"
        raise RuleBroken(code, used=used, playable=legal.dice_played, example=legal[0].text)
    larger_first = used == 1 and dice[0] != dice[1] and ruleset.forced_die is ForcedDie.LARGER
    ends = [trusted(reading.player, reading.opponent) for reading in best]
    if larger_first and not any(map(legal.ends_at, ends)):
        raise RuleBroken("play.larger_die", die=max(dice), example=legal[0].text)


def can_move(player: list[int], opponent: list[int], dice: Dice) -> bool:
    """Whether any checker can move by any of the dice."""
    for die in dice:
        if player[BAR]:
            if opponent[die] < 2:
                return True
            continue
        highest = 24
        while highest and not player[highest]:
            highest -= 1
        if any(player[src] and opponent[25 - src + die] < 2 for src in range(die + 1, highest + 1)):
            return True
        if 0 < highest <= HOME and (player[die] or die > highest):
            return True
    return False


def carry_out(player: list[int], opponent: list[int], play: Play) -> bool:
    """Move the checkers in place as an accepted illegal play moved them; return whether that is possible.

    It is impossible when no checker stands where a move starts, or when both sides would share a point.
    Source: docs/rules/backgammon.md#illegal-plays.
    """
    for src, dst, _ in play.hops:
        there = opponent[25 - dst] if dst else 0
        if src == dst or not player[src] or there > 1:
            return False
        if there:
            opponent[25 - dst] = 0
            opponent[BAR] += 1
        player[src] -= 1
        player[dst] += 1
    return True
