"""Boards that may not stand, and the duty to open a wall: what the opponent's checkers decide before a play.

Source: docs/rules/fevga.md#the-duty-to-open; docs/rules/narde.md#six-in-a-row.
"""

from rules.rulesets import PrimeRule, Ruleset

_LONG = 6


def forbidden_blocks(opponent: tuple[int, ...], ruleset: Ruleset) -> list[tuple[int, ...]]:
    """Return the blocks of six that may not be held, each as six points in the player's numbers.

    A block is six points in a row in the opponent's numbers; it never goes around the end of the opponent's way.
    """
    if ruleset.prime_rule is PrimeRule.NONE:
        return []
    opposite = ruleset.geometry.opposite
    held = [point for point in range(1, 25) if opponent[point]]
    if ruleset.prime_rule is PrimeRule.OPPONENT_AHEAD:
        lowest = 0 if opponent[0] else min(held, default=0)
        lows = [low for low in range(1, 20) if low <= lowest]
    else:
        highest = max(held, default=0)
        lows = [low for low in range(1, 20) if highest > low + _LONG - 1]
    return [tuple(opposite[point] for point in range(low, low + _LONG)) for low in lows]


def wall_to_open(player: tuple[int, ...], opponent: tuple[int, ...], ruleset: Ruleset) -> tuple[int, ...]:
    """Return the six points of which one must be opened, in the player's numbers; empty without the duty.

    The duty holds when all checkers of the opponent, none of them off, stand on one point right behind the six.
    """
    if not ruleset.unblock_duty:
        return ()
    points = [point for point in range(1, 25) if opponent[point]]
    if len(points) != 1 or opponent[points[0]] != ruleset.checkers or points[0] <= _LONG:
        return ()
    wall = tuple(ruleset.geometry.opposite[points[0] - ahead] for ahead in range(1, _LONG + 1))
    return wall if all(player[point] for point in wall) else ()
