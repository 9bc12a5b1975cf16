"""Plays of a plain turn, in which no step changes what another checker may do: they are combined, not searched.

Nobody bears off, hits backwards or ends the game in such a turn, so whether a point is open stays as it was. After the
checkers on the bar have entered, a play is a choice of checkers, each with some of the dice, and the order of the
checkers makes no difference.

Source: docs/rules/plays.md#every-game.
"""

from itertools import permutations

from rules.game.engine.search import START, Search
from rules.game.legal import Way, Ways
from rules.points import BAR, HOME

type Run = tuple[int, int, int, Way]
"""One checker's way by some of the dice: its point, what it adds to the board, the hits it sets, and its steps."""

type Board = tuple[int, list[int], Way]
"""A board with what may leave each of its points, and the steps that led to it."""


def is_plain_turn(search: Search, dice: tuple[int, ...]) -> bool:
    """Whether a turn is plain."""
    player, count = search.player, len(dice)
    if not search.is_plain or search.backward or search.mother:
        return False
    if player[BAR] > search.hand and len(set(dice)) == 1:
        return False
    if search.first_away and not any(player[: search.first_away + 1]):
        return False
    if sum(player[HOME + 1 :]) < count:
        return False
    return not search.rules.half_rule or not search.hand or search.hand >= count


def combined(search: Search, dice: tuple[int, ...]) -> Ways:
    """Return the plays of a plain turn that use all of two or three dice, each to be played once."""
    ways: Ways = {}
    _enter(ways, search, (search.start, _free(search), ()), dice)
    return ways


def _enter(ways: Ways, search: Search, board: Board, dice: tuple[int, ...]) -> None:
    """Add the plays from a board: all checkers on the bar enter, then the dice that are left are combined."""
    start, free, way = board
    if free[BAR] <= search.hand or not dice:
        _combine(ways, search, board, dice)
        return
    for die in dict.fromkeys(dice):
        shift, hit = search.lands(die)[BAR]
        if shift:
            entered, at = free.copy(), dice.index(die)
            entered[BAR] -= 1
            entered[BAR - die] += 1
            after = start + shift | hit, entered, (*way, (BAR, BAR - die))
            _enter(ways, search, after, dice[:at] + dice[at + 1 :])


def _combine(ways: Ways, search: Search, board: Board, dice: tuple[int, ...]) -> None:
    """Add the plays from a board with nobody on the bar."""
    start, free, before = board
    if not dice:
        ways[start] = before
        return
    points = [point for point in range(BAR, 0, -1) if free[point]]
    singles = [_in_order(search, points, (die,)) for die in dice]
    if len(dice) == 2:
        _pair(ways, board, *singles)
    elif len(dice) == 3:
        _triple(ways, board, singles)
        for at, single in enumerate(singles):
            _pair(ways, board, _runs(search, points, dice[:at] + dice[at + 1 :]), single)
    for _, added, hits, way in _runs(search, points, dice):
        ways[start + added | hits] = before + way


def repeated(search: Search, die: int, times: int) -> list[Ways]:
    """Return the boards of a plain turn after each number of steps by one die, up to ``times``."""
    levels: list[Ways] = [{} for _ in range(times + 1)]
    free, lands = _free(search), search.lands(die)
    open_points = [src for src in range(BAR - 1, die, -1) if lands[src][0]]

    def go(key: int, way: Way, back: int) -> None:
        # Equal dice can be played from the back: nobody behind needs to move later.
        level = levels[len(way) + 1]
        for src in open_points:
            if src > back or not free[src]:
                continue
            shift, hit = lands[src]
            after, longer = key + shift | hit, (*way, (src, src - die))
            level[after] = longer
            if len(longer) < times:
                free[src] -= 1
                free[src - die] += 1
                go(after, longer, src)
                free[src] += 1
                free[src - die] -= 1

    go(search.start, (), BAR)
    return levels


def _free(search: Search) -> list[int]:
    """Return how many checkers may leave each point."""
    free = [count - fixed for count, fixed in zip(search.player, search.fixed, strict=True)]
    if search.heads is not None:
        free[START] = min(free[START], search.heads - (search.head_start - free[START]))
    return free


def _runs(search: Search, points: list[int], dice: tuple[int, ...]) -> list[Run]:
    """Return the ways of one checker by all of several dice, in any order of them."""
    return [run for order in dict.fromkeys(permutations(dice)) for run in _in_order(search, points, order)]


def _in_order(search: Search, points: list[int], dice: tuple[int, ...]) -> list[Run]:
    """Return the ways of one checker by the dice in this order."""
    die, lands = dice[-1], search.lands(dice[-1])
    is_half = search.rules.half_rule and search.hand
    if len(dice) == 1:
        return [
            (src, *lands[src], ((src, src - die),))
            for src in points
            if lands[src][0] and not (is_half and src > 12 >= src - die)
        ]
    runs = []
    for src, added, hits, way in _in_order(search, points, dice[:-1]):
        at = way[-1][1]
        shift, hit = lands[at]
        if shift and not (is_half and at > 12 >= at - die):
            runs.append((src, added + shift, hits | hit, (*way, (at, at - die))))
    return runs


def _pair(ways: Ways, board: Board, runs: list[Run], others: list[Run]) -> None:
    """Add the plays of two checkers."""
    start, free, before = board
    for src, added, hits, way in runs:
        key, is_last, steps = start + added, free[src] == 1, before + way
        for other, shift, hit, step in others:
            if other != src or not is_last:
                ways[key + shift | hits | hit] = steps + step


def _triple(ways: Ways, board: Board, singles: list[list[Run]]) -> None:
    """Add the plays of three checkers, each by one die."""
    (start, free, before), (firsts, seconds, thirds) = board, singles
    for one, added, hits, way in firsts:
        for two, shift, hit, step in seconds:
            if one == two and free[one] == 1:
                continue
            key, both, steps = start + added + shift, hits | hit, before + way + step
            spent = (one, two)
            for three, last, final, end in thirds:
                if (three != one and three != two) or spent.count(three) < free[three]:
                    ways[key + last | both | final] = steps + end
