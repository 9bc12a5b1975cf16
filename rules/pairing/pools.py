"""Pools, and the knockout of those who come through them.

Source: docs/rules/swiss.md#pools.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rules.draws.chance import order_by_lot
from rules.draws.separation import draw_separated
from rules.errors import RuleBroken
from rules.pairing.results import Result
from rules.pairing.standings import Standing, standings

RANKING = ("wins", "head_to_head", "point_difference", "points_for")
"""The usual ranking of a pool: wins, the mini-table of those who are tied, points; then the lot decides."""
SMALLEST, LARGEST = 3, 7


@dataclass(frozen=True, slots=True)
class Ranked:
    """A pool ranked: its number (from 1), its standings, and everybody in strict order.

    ``by_lot``: groups whose order among themselves the lot has decided.
    """

    number: int
    standings: tuple[Standing, ...]
    order: tuple[int, ...]
    by_lot: tuple[tuple[int, ...], ...] = ()


def pool_count(entrants: int, largest: int = LARGEST) -> int:
    """Return how many pools a field makes, none larger than ``largest``. Raises RuleBroken ``pools.size``."""
    if not largest >= SMALLEST or entrants < SMALLEST:
        raise RuleBroken("pools.size", entrants=entrants, largest=largest, smallest=SMALLEST)
    return -(-entrants // largest)


def deal_pools(
    entrants: Sequence[int],
    pools: int,
    key: str,
    seeds: Mapping[int, int] | None = None,
    groups: Mapping[int, str] | None = None,
) -> list[tuple[int, ...]]:
    """Return the pools: sizes differ by one at most, and so does how many seeds, or others of one group, a pool has.

    Seeds are dealt in snake order, the others by lot, group by group from the largest (a club, or the entrants of a
    side pool). Raises RuleBroken ``pools.size`` where a pool would have fewer than three.
    """
    if pools < 1 or len(entrants) < SMALLEST * pools:
        raise RuleBroken("pools.size", entrants=len(entrants), pools=pools, smallest=SMALLEST)
    ranked = sorted((each for each in entrants if each in (seeds or {})), key=lambda each: (seeds or {})[each])
    dealt: list[list[int]] = [[] for _ in range(pools)]
    for at, who in enumerate(ranked):
        turn, place = divmod(at, pools)
        dealt[place if turn % 2 == 0 else pools - 1 - place].append(who)
    named = groups or {}
    by_group: dict[str, list[int]] = {}
    for who in order_by_lot(sorted(set(entrants) - set(ranked)), f"{key}/pools"):
        by_group.setdefault(named.get(who, ""), []).append(who)
    # A player without a group comes last, and fills up.
    for group in sorted(by_group, key=lambda each: (each == "", -len(by_group[each]), each)):
        for who in by_group[group]:
            same = [sum(named.get(other, "") == group for other in pool) for pool in dealt]
            at = min(range(pools), key=lambda each: (len(dealt[each]), same[each] if group else 0, each))
            dealt[at].append(who)
    return [tuple(sorted(pool)) for pool in dealt]


def rank_pool(
    number: int, pool: Sequence[int], results: Sequence[Result], key: str, ranking: Sequence[str] = RANKING
) -> Ranked:
    """Return a pool ranked by the criteria in their order, then by lot. Raises RuleBroken as ``standings``."""
    listed = standings(pool, results, ranking)
    order: list[int] = []
    by_lot: list[tuple[int, ...]] = []
    for place in dict.fromkeys(each.place for each in listed):
        tied = sorted(each.entrant for each in listed if each.place == place)
        drawn = order_by_lot(tied, f"{key}/pool:{number}/place:{place}")
        order += drawn
        if len(drawn) > 1:
            by_lot.append(tuple(drawn))
    return Ranked(number, tuple(listed), tuple(order), tuple(by_lot))


def cut(ranked: Sequence[Ranked], through: int, key: str, withdrawn: Collection[int] = ()) -> dict[int, int]:
    """Return line → entrant of the knockout for the best ``through`` of each pool.

    Winners of pools are seeded, in the order of their records and then by lot; players of one pool are drawn as far
    apart as can be. Whoever has withdrawn is left out, and the next of the pool moves up.
    Raises RuleBroken ``pools.through``.
    """
    if not ranked or not through >= 1 or any(len(each.order) < through for each in ranked):
        raise RuleBroken("pools.through", got=through, most=min((len(each.order) for each in ranked), default=0))
    coming = {each.number: [who for who in each.order if who not in withdrawn][:through] for each in ranked}
    first = {players[0] for players in coming.values() if players}
    lot = {who: at for at, who in enumerate(order_by_lot(sorted(first), f"{key}/winners"))}
    record = {each.entrant: each.record for pool in ranked for each in pool.standings}
    seeds = sorted(first, key=lambda who: (record[who].losses, -record[who].wins, lot[who]))
    players = [who for number in sorted(coming) for who in coming[number]]
    groups = {who: [f"pool:{number}"] for number, mine in coming.items() for who in mine}
    return draw_separated(players, {who: at for at, who in enumerate(seeds, start=1)}, f"{key}/cut", groups)
