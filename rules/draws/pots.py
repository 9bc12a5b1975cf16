"""Who is seeded in a draw: only those with a seed, pots of several players, or everybody.

Source: docs/rules/separation.md.
"""

from collections.abc import Mapping
from enum import StrEnum

from rules.draws.separation import seeds_of_pots
from rules.errors import RuleBroken


class Seeding(StrEnum):
    """How seeds are used: each alone, one number for all players of a pot, or everybody by seed and rating."""

    BY_LOT = "by_lot"
    POTS = "pots"
    FULL = "full"


def read_seeding(data: object) -> Seeding:
    """Return the way to seed that ``data`` names. Raises RuleBroken ``seeding.unknown``."""
    try:
        return Seeding(data)  # type: ignore[arg-type] # anything that is no word of it is refused
    except ValueError:
        raise RuleBroken("seeding.unknown", got=data, known=[each.value for each in Seeding]) from None


def pots_of(seeding: Seeding, seeds: Mapping[int, int], ratings: Mapping[int, float | None]) -> dict[int, int]:
    """Return entrant → pot, from 1, the best first; whoever is missing is drawn by lot.

    ``seeds`` are as typed, ``ratings`` those of the whole field. Seeded in full, those with a seed come first, then
    the others by rating, at last those without one; equals share a pot. Otherwise a pot is a seed as typed.
    """
    if seeding is not Seeding.FULL:
        return dict(seeds)
    ranks = {who: (0, float(seeds[who])) if who in seeds else _by_rating(ratings[who]) for who in sorted(ratings)}
    order = sorted(set(ranks.values()))
    return {who: order.index(rank) + 1 for who, rank in ranks.items()}


def seeds_from(seeding: Seeding, pots: Mapping[int, int], key: str, event: int | None = None) -> dict[int, int]:
    """Return entrant → seed: of a pot, in an order drawn by ``key``, bound to the number of its event.

    Seeds that are used each alone stay as they are.
    """
    if seeding is Seeding.BY_LOT:
        return dict(pots)
    numbers = sorted(set(pots.values()))
    members = [[who for who, pot in pots.items() if pot == number] for number in numbers]
    return seeds_of_pots(members, bound_key(key, event))


def bound_key(key: str, event: int | None) -> str:
    """Return the text with which every lot of pots and redraws begins: the key bound to the number of its event."""
    return key if event is None else f"event:{event}/{key}"


def _by_rating(rating: float | None) -> tuple[int, float]:
    return (2, 0.0) if rating is None else (1, -rating)
