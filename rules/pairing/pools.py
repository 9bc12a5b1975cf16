"""Pools, and the knockout of those who come through them.

Source: docs/rules/swiss.md#pools.
"""

from collections import Counter
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
    groups: Mapping[int, str | Collection[str]] | None = None,
) -> list[tuple[int, ...]]:
    """Return the pools: sizes differ by one at most, and so does how many seeds, or others of one group, a pool has.

    Seeds are dealt in snake order, the others by lot, group by group from the largest (a club, or the entrants of a
    side pool); of several groups the largest says when a player is dealt, and all say where.
    Raises RuleBroken ``pools.size`` where a pool would have fewer than three.
    """
    if pools < 1 or len(entrants) < SMALLEST * pools:
        raise RuleBroken("pools.size", entrants=len(entrants), pools=pools, smallest=SMALLEST)
    ranked = sorted((each for each in entrants if each in (seeds or {})), key=lambda each: (seeds or {})[each])
    dealt: list[list[int]] = [[] for _ in range(pools)]
    for at, who in enumerate(ranked):
        turn, place = divmod(at, pools)
        dealt[place if turn % 2 == 0 else pools - 1 - place].append(who)
    named = {who: {given} if isinstance(given, str) else set(given) for who, given in (groups or {}).items()}
    rest = order_by_lot(sorted(set(entrants) - set(ranked)), f"{key}/pools")
    sizes = Counter(group for who in rest for group in named.get(who, ()))

    def dealt_at(who: int) -> tuple[bool, int, str, int]:
        # A player without a group comes last, and fills up; of one group those who share more come first.
        first = min(named.get(who, ()), key=lambda group: (-sizes[group], group), default="")
        return first == "", -sizes[first], first, -len(named.get(who, ()))

    for who in sorted(rest, key=dealt_at):
        same = [sum(len(named.get(who, set()) & named.get(other, set())) for other in pool) for pool in dealt]
        dealt[min(range(pools), key=lambda each: (len(dealt[each]), same[each], each))].append(who)
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


def cut(
    ranked: Sequence[Ranked],
    through: int,
    key: str,
    withdrawn: Collection[int] = (),
    more: Collection[int] = (),
) -> dict[int, int]:
    """Return line → entrant of the knockout for the best ``through`` of each pool, one more of the pools in ``more``.

    Winners of pools are seeded, in the order of their records and then by lot; players of one pool are drawn as far
    apart as can be. Whoever has withdrawn is left out, and the next of the pool moves up; a pool with fewer left
    brings fewer. Raises RuleBroken ``pools.through`` where no pool has so many.
    """
    most = max((len(each.order) for each in ranked), default=0)
    if not 1 <= through <= most:
        raise RuleBroken("pools.through", got=through, most=most)
    seats = {each.number: through + (each.number in more) for each in ranked}
    coming = {each.number: [who for who in each.order if who not in withdrawn][: seats[each.number]] for each in ranked}
    first = {players[0] for players in coming.values() if players}
    lot = {who: at for at, who in enumerate(order_by_lot(sorted(first), f"{key}/winners"))}
    record = {each.entrant: each.record for pool in ranked for each in pool.standings}
    seeds = sorted(first, key=lambda who: (record[who].losses, -record[who].wins, lot[who]))
    players = [who for number in sorted(coming) for who in coming[number]]
    groups = {who: [f"pool:{number}"] for number, mine in coming.items() for who in mine}
    return draw_separated(players, {who: at for at, who in enumerate(seeds, start=1)}, f"{key}/cut", groups)
