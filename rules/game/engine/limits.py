"""Boards that may not stand, and the duty to open a wall: what the opponent's checkers decide before a play.

Source: docs/rules/fevga.md#the-duty-to-open; docs/rules/narde.md#six-in-a-row.
"""

from collections.abc import Iterable
from functools import cache

from rules.points import SIZE
from rules.rulesets import Geometry, PrimeRule, Ruleset

_LONG = 6
_HIGHEST_LOW = 25 - _LONG
# Added to a board of a byte a point, this sets the highest bit of every byte that is not 0; no count is above 127.
_MARK = int.from_bytes(b"\x7f" * SIZE, "little")

type Block = tuple[int, ...]


def forbidden_blocks(opponent: tuple[int, ...], ruleset: Ruleset) -> tuple[Block, ...]:
    """Return the blocks of six that may not be held, each as six points in the player's numbers.

    A block is six points in a row in the opponent's numbers; it never goes around the end of the opponent's way.
    """
    if ruleset.prime_rule is PrimeRule.NONE:
        return ()
    blocks = _blocks(ruleset.geometry)
    if ruleset.prime_rule is PrimeRule.OPPONENT_AHEAD:
        lowest = 0 if opponent[0] else next((point for point in range(1, 25) if opponent[point]), 0)
        return blocks[:lowest]
    highest = next((point for point in range(24, 0, -1) if opponent[point]), 0)
    return blocks[: max(highest - _LONG, 0)]


@cache
def _blocks(geometry: Geometry) -> tuple[Block, ...]:
    """Return every block of six by its lowest point in the opponent's numbers, in the player's numbers."""
    opposite = geometry.opposite
    return tuple(tuple(opposite[point] for point in range(low, low + _LONG)) for low in range(1, _HIGHEST_LOW + 1))


@cache
def mask_of(block: Block) -> int:
    """Return the points of a block as an integer, the highest bit of each byte."""
    return sum(0x80 << (8 * point) for point in block)


def holds(key: int, mask: int) -> bool:
    """Whether the player has a checker on every point of the block."""
    return key + _MARK & mask == mask


def within_reach(blocks: Iterable[Block], key: int, most: int) -> list[int]:
    """Return the masks of the blocks that ``most`` steps from the board can complete."""
    held, enough = key + _MARK, _LONG - most
    return [mask for mask in map(mask_of, blocks) if (held & mask).bit_count() >= enough]


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
