"""Who comes through pools: so many of each, and the best of the next place over all pools.

Source: docs/rules/pools.md#the-best-of-all-pools.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.draws.chance import order_by_lot
from rules.errors import RuleBroken
from rules.pairing.pools import Ranked
from rules.pairing.standings import Standing

HEAD_TO_HEAD, SONNEBORN_BERGER = "head_to_head", "sonneborn_berger"
OVER_ALL = 0
"""Stands in the place of a pool's number where a tie is one between players of several pools."""


@dataclass(frozen=True, slots=True)
class Rule:
    """How many of each pool come through, and of those behind them the ``best`` over all; ``ranking`` of a pool."""

    each: int
    best: int = 0
    ranking: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tied:
    """Players whom the ranking leaves equal at the cut, and how many of them come through.

    ``number`` is that of their pool, ``OVER_ALL`` where they are of several.
    """

    number: int
    entrants: tuple[int, ...]
    seats: int


@dataclass(frozen=True, slots=True)
class Next:
    """Whoever comes next in a pool behind those who come through: ``entrant``, by lot the first of the ``equal``.

    ``rates`` are the values of the criteria divided by the matches played, so that pools of any size compare;
    ``safe`` is how many of the equal come through anyway.
    """

    number: int
    entrant: int
    equal: tuple[int, ...]
    rates: tuple[Fraction, ...]
    safe: int = 0


@dataclass(frozen=True, slots=True)
class Through:
    """Who comes through: pools in strict order, those of which ``more`` than usual come, and where a tie decides.

    ``following`` are the next of all pools, the best first.
    """

    ranked: tuple[Ranked, ...]
    more: frozenset[int]
    following: tuple[Next, ...]
    tied: tuple[Tied, ...]

    def of(self, rule: Rule, withdrawn: Collection[int] = ()) -> list[tuple[int, ...]]:
        """Return who comes through each pool, in order."""
        return [
            tuple(who for who in each.order if who not in withdrawn)[: rule.each + (each.number in self.more)]
            for each in self.ranked
        ]


def rates(standing: Standing, ranking: Sequence[str]) -> tuple[Fraction, ...]:
    """Return what ranks players of different pools: each value of a standing divided by its matches.

    The matches between those who are tied do not count, because these have not met. The wins of the opponents beaten
    grow with the pool twice, in their number and in their matches: they are divided twice.
    """
    played = max(1, standing.record.wins + standing.record.losses)
    values = zip(ranking, standing.values, strict=True)
    return tuple(
        value / (played * played if name == SONNEBORN_BERGER else played)
        for name, value in values
        if name != HEAD_TO_HEAD
    )


def next_of(pool: Ranked, rule: Rule, withdrawn: Collection[int] = ()) -> Next | None:
    """Return whoever comes next in a pool, None where nobody is left."""
    coming = [who for who in pool.order if who not in withdrawn]
    if len(coming) <= rule.each:
        return None
    standing = {each.entrant: each for each in pool.standings}
    own = standing[coming[rule.each]]
    equal = [who for who in coming if standing[who].place == own.place]
    safe = sum(who in equal for who in coming[: rule.each])
    return Next(pool.number, own.entrant, tuple(sorted(equal)), rates(own, rule.ranking), safe)


def come_through(ranked: Sequence[Ranked], rule: Rule, key: str, withdrawn: Collection[int] = ()) -> Through:
    """Return who comes through, ties decided by lot: those of one pool in its order, those of several by ``key/best``.

    Whoever has withdrawn is left out, and the next of their pool moves up.
    """
    known = [next_of(each, rule, withdrawn) for each in ranked if rule.best]
    following = _in_order([each for each in known if each], key)
    more = frozenset(each.number for each in following[: rule.best])
    close = _tied_over_all(following, rule.best)
    tied = [
        each
        for pool in ranked
        if pool.number not in {each.number for each in close}
        for each in _tied_in(pool, rule.each + (pool.number in more), withdrawn)
    ]
    if close:
        seats = sum(each.safe + (each.number in more) for each in close)
        tied.append(Tied(OVER_ALL, tuple(sorted(who for each in close for who in each.equal)), seats))
    return Through(tuple(ranked), more, tuple(following), tuple(tied))


def _in_order(following: Sequence[Next], key: str) -> list[Next]:
    """Return the best first; equal rates by lot."""
    lot = {who: at for at, who in enumerate(order_by_lot(sorted(each.entrant for each in following), f"{key}/best"))}
    return sorted(following, key=lambda each: ([-rate for rate in each.rates], lot[each.entrant]))


def _tied_over_all(following: Sequence[Next], best: int) -> list[Next]:
    """Return those whose rates are equal at the cut, none where no tie decides."""
    if not 0 < best < len(following) or following[best - 1].rates != following[best].rates:
        return []
    return [each for each in following if each.rates == following[best].rates]


def _tied_in(pool: Ranked, through: int, withdrawn: Collection[int]) -> list[Tied]:
    """Return where a tie inside a pool decides, once at most."""
    coming = [who for who in pool.order if who not in withdrawn]
    place = {standing.entrant: standing.place for standing in pool.standings}
    if not 0 < through < len(coming) or place[coming[through - 1]] != place[coming[through]]:
        return []
    equal = [who for who in coming if place[who] == place[coming[through]]]
    seats = sum(who in equal for who in coming[:through])
    return [Tied(pool.number, tuple(sorted(equal)), seats)]


def decided(known: Through, chosen: Collection[int]) -> Through:
    """Return the same as the matches between the tied have decided: ``chosen`` are those of them who come through.

    Raises RuleBroken ``pools.choice`` for an entrant who is in no tie, ``pools.tied`` with the ``pool``, its
    ``entrants`` and ``seats`` where as many are not chosen, ``pools.tied_best`` in the same way for players of several
    pools, of each of which one more than usual comes through at most.
    """
    strangers = sorted(set(chosen) - {who for each in known.tied for who in each.entrants})
    if strangers:
        raise RuleBroken("pools.choice", entrant=strangers[0])
    more = known.more
    for each in known.tied:
        if each.number == OVER_ALL:
            more = _more_of(known, each, chosen)
        elif len(set(chosen) & set(each.entrants)) != each.seats:
            raise RuleBroken("pools.tied", pool=each.number, entrants=list(each.entrants), seats=each.seats)
    tied = {who for each in known.tied for who in each.entrants}
    return replace(known, ranked=tuple(_reordered(pool, tied, chosen) for pool in known.ranked), more=more)


def _more_of(known: Through, tied: Tied, chosen: Collection[int]) -> frozenset[int]:
    """Return the pools of which one more comes through, by who is chosen of a tie over all."""
    close = [each for each in known.following if set(each.equal) <= set(tied.entrants)]
    above = {each.number: len(set(each.equal) & set(chosen)) - each.safe for each in close}
    if not set(above.values()) <= {0, 1} or sum(each.safe + above[each.number] for each in close) != tied.seats:
        raise RuleBroken("pools.tied_best", entrants=list(tied.entrants), seats=tied.seats)
    return (known.more - set(above)) | {number for number, seats in above.items() if seats}


def _reordered(pool: Ranked, tied: Collection[int], chosen: Collection[int]) -> Ranked:
    """Return a pool with the chosen first of those who are tied."""
    group = [who for who in pool.order if who in tied]
    ordered = iter(sorted(group, key=lambda who: who not in chosen))
    return replace(pool, order=tuple(next(ordered) if who in tied else who for who in pool.order))
