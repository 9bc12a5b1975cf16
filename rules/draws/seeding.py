"""The draw of entrants on lines: byes spread, seeds placed, the rest by lot.

Lines and A matches are numbered from 1 for people and on paper; the functions here that say 0-based mean it.
Source: docs/rules/byes-and-drops.md, docs/rules/lot.md.
"""

from collections.abc import Mapping, Sequence

from rules.draws.chance import order_by_lot
from rules.errors import RuleBroken

FEWEST, MOST = 2, 512


def size_for(entrants: int) -> int:
    """Return the lines of the smallest knockout that holds ``entrants``: a power of two.

    Raises RuleBroken ``draw.field`` outside 2 to 512 entrants.
    """
    if not FEWEST <= entrants <= MOST:
        raise RuleBroken("draw.field", entrants=entrants, fewest=FEWEST, most=MOST)
    return 1 << (entrants - 1).bit_length()


def reversed_bits(number: int, bits: int) -> int:
    """Return the lowest ``bits`` bits of ``number`` in reverse order."""
    return int(f"{number & ((1 << bits) - 1):0{bits}b}"[::-1], 2) if bits else 0


def seed_order(matches: int) -> list[int]:
    """Return the A matches (0-based) of the first, second, third … seed.

    The standard recursion: among the first 2, 4, 8 … seeds the best meets the last, each in their
    own section, so that seeds 1 and 2 can meet in the final only and 1 meets 4 in the semi-final.
    """
    order = [0]
    while len(order) < matches:
        half = matches // (2 * len(order))
        order += [match ^ half for match in reversed(order)]
    return order


def bye_order(size: int, seeds: int = 0) -> list[int]:
    """Return all A matches (0-based) in the order in which they are given byes.

    Without seeds in bit-reversed order, so that byes spread over halves, quarters, eighths. A level of that
    order (the first 1, the next 1, 2, 4 …) that holds a seed is taken in order of seeds instead: the byes go
    to the best seeds and stay spread.
    """
    matches = size // 2
    bits = matches.bit_length() - 1
    order = [reversed_bits(i, bits) for i in range(matches)]
    by_seed = seed_order(matches)
    start, level = 0, 1
    while start < min(seeds, matches):
        order[start : start + level] = by_seed[start : start + level]
        start += level
        level = start
    return order


def bye_lines(size: int, entrants: int, seeds: int = 0) -> list[int]:
    """Return the empty lines (from 1) in the order in which the byes were given: the lower line of each A match."""
    return [2 * match + 2 for match in bye_order(size, seeds)[: size - entrants]]


def draw_lines(numbers: Sequence[int], seeds: Mapping[int, int], key: str, event: int | None = None) -> dict[int, int]:
    """Return line (from 1) → entrant number for a draw by lot.

    ``numbers`` are the entrants' numbers, ``seeds`` maps a number to its seed (1 best; gaps are closed, nobody
    shares one). Seeds take the upper line of their A match without chance; the others take the open lines from
    the top in the order of ``order_by_lot(numbers in ascending order, …)`` with the text of ``lot_text``.

    Raises RuleBroken ``draw.field``, ``draw.number``, ``seed.unknown`` or ``seed.shared``.
    """
    size = size_for(len(numbers))
    if len(set(numbers)) != len(numbers):
        raise RuleBroken("draw.number", got=sorted(numbers))
    ranked = _ranked_seeds(numbers, seeds)
    places = seed_order(size // 2)
    lines: dict[int, int] = {}
    for rank, number in enumerate(ranked):
        # More seeds than A matches: the second round of seeds takes the lower lines, worst against best.
        upper = rank < len(places)
        match = places[rank] if upper else places[2 * len(places) - 1 - rank]
        lines[2 * match + (1 if upper else 2)] = number
    empty = set(bye_lines(size, len(numbers), len(ranked)))
    open_lines = [line for line in range(1, size + 1) if line not in lines and line not in empty]
    rest = sorted(set(numbers) - set(ranked))
    lines.update(zip(open_lines, order_by_lot(rest, lot_text(key, event)), strict=True))
    return dict(sorted(lines.items()))


def lot_text(key: str, event: int | None = None) -> str:
    """Return the text whose hashes order the lines: the key bound to the number of its event.

    Without ``event`` it is that of draws made before events were bound to it. Source: docs/rules/lot.md.
    """
    return f"{key}/lines" if event is None else f"event:{event}/{key}/lines"


def _ranked_seeds(numbers: Sequence[int], seeds: Mapping[int, int]) -> list[int]:
    unknown = sorted(set(seeds) - set(numbers))
    if unknown:
        raise RuleBroken("seed.unknown", entrants=unknown)
    if len(set(seeds.values())) != len(seeds):
        shared = sorted({seed for seed in seeds.values() if list(seeds.values()).count(seed) > 1})
        raise RuleBroken("seed.shared", seeds=shared)
    return sorted(seeds, key=lambda number: seeds[number])
