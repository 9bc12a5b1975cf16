"""The money of a Calcutta: lots with their owners, the pool, prizes to owners, refunds, and everybody's position.

Source: docs/rules/calcutta.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from rules.errors import RuleBroken
from rules.money.fund import House
from rules.money.prizes import Split, Table, split
from rules.money.results import Results
from rules.money.shares import divide, half_up_to


class Void(StrEnum):
    """Why a lot is void: its players withdrew before their first match, or its buyer never paid."""

    WITHDRAWN = "withdrawn"
    UNPAID = "unpaid"


@dataclass(frozen=True, slots=True)
class BuyBack:
    """A player of the lot buys a fraction of it from the buyer, at cost."""

    player: str
    share: Fraction

    def cost(self, price: int) -> int:
        """Return what the player pays the buyer when the hammer price is ``price``: rounded, a half up."""
        return half_up_to(self.share * price)


@dataclass(frozen=True, slots=True)
class Transfer:
    """Somebody sells a fraction of the lot for ``price`` minor units; ``on`` is the date as written."""

    seller: str
    buyer: str
    share: Fraction
    price: int = 0
    on: str = ""


@dataclass(frozen=True, slots=True)
class Lot:
    """A lot that was hammered: its players, the hammer price in minor units, and what happened to its shares.

    Buy-backs come before transfers; both in their order.

    Raises RuleBroken ``lot.players``, ``buyback.player`` (nobody of this lot), or ``lot.share`` (a fraction that is 0
    or more than the seller holds) with the seller and what they hold.
    """

    id: str
    players: tuple[str, ...]
    price: int
    buyer: str
    buybacks: tuple[BuyBack, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    void: Void | None = None

    def __post_init__(self) -> None:
        if not self.players or len(set(self.players)) < len(self.players) or self.price < 0:
            raise RuleBroken("lot.players", lot=self.id)
        for each in self.buybacks:
            if each.player not in self.players:
                raise RuleBroken("buyback.player", lot=self.id, player=each.player)
        self.owners()

    def deals(self) -> list[Transfer]:
        """Return buy-backs and transfers alike: from whom to whom, which fraction, for how much."""
        back = [Transfer(self.buyer, each.player, each.share, each.cost(self.price)) for each in self.buybacks]
        return [*back, *self.transfers]

    def owners(self) -> dict[str, Fraction]:
        """Return owner → exact share, the buyer first; the shares sum to 1.

        Raises RuleBroken ``lot.share``.
        """
        shares = {self.buyer: Fraction(1)}
        for deal in self.deals():
            held = shares.get(deal.seller, Fraction(0))
            if not 0 < deal.share <= held:
                raise RuleBroken("lot.share", lot=self.id, who=deal.seller, share=str(deal.share), held=str(held))
            shares[deal.seller] -= deal.share
            shares[deal.buyer] = shares.get(deal.buyer, Fraction(0)) + deal.share
        return {who: share for who, share in shares.items() if share}

    def divided(self, total: int) -> dict[str, int]:
        """Return ``total`` minor units divided among the owners by plain largest remainder."""
        owners = self.owners()
        return dict(zip(owners, divide(total, list(owners.values())), strict=True))


@dataclass(frozen=True, slots=True)
class Settlement:
    """A Calcutta in money; sums in minor units, ``net`` is ``pool`` less ``house``.

    ``prizes`` has what each player of a lot won, ``lots`` what each owner receives by lot, ``refunds`` what the owners
    of void lots are given back by lot. ``positions`` is what everybody is up or down in the end; they sum to minus the
    house once the prizes are paid.
    """

    pool: int
    house: int
    net: int
    divided: Split
    lots: dict[str, dict[str, int]]
    refunds: dict[str, dict[str, int]]
    positions: dict[str, int]

    @property
    def prizes(self) -> dict[str, int]:
        """Return player → money, of those who won any place."""
        return self.divided.payouts

    @property
    def received(self) -> dict[str, int]:
        """Return owner → what their lots pay them in all."""
        return summed(self.lots.values())

    @property
    def refunded(self) -> dict[str, int]:
        """Return owner → what they are given back for void lots in all."""
        return summed(self.refunds.values())


def settle(lots: Sequence[Lot], percent: Fraction, table: Table, results: Results, unit: int = 1) -> Settlement:
    """Return who is paid what from the pool of ``lots``; the house takes ``percent`` of it, rounded down.

    A void lot is not in the pool; its price is given back to those who hold its shares. Players outside the auction are
    skipped, and the next move up. What the players of one lot win is divided once among its owners.

    Raises RuleBroken ``lots.twice``, ``lots.player`` (in two lots) or those of ``split`` and ``House``.
    Source: docs/rules/calcutta.md#who-is-paid.
    """
    live = [lot for lot in lots if lot.void is None]
    _check(live)
    pool = sum(lot.price for lot in live)
    house = House(percent=percent).share_of(pool)
    divided = split_among([who for lot in live for who in lot.players], pool - house, table, results, unit)
    won = divided.payouts
    received = {lot.id: lot.divided(sum(won.get(who, 0) for who in lot.players)) for lot in live}
    refunds = {lot.id: lot.divided(lot.price) for lot in lots if lot.void is not None}
    positions: dict[str, int] = {}
    for lot in lots:
        _move(positions, {lot.buyer: -lot.price})
        for deal in lot.deals():
            _move(positions, {deal.seller: deal.price})
            _move(positions, {deal.buyer: -deal.price})
    for sums in (*received.values(), *refunds.values()):
        _move(positions, sums)
    return Settlement(pool, house, pool - house, divided, received, refunds, positions)


@dataclass(frozen=True, slots=True)
class Stake:
    """A stake of ``who`` on a player, in minor units."""

    who: str
    player: str
    stake: int


def settle_stakes(
    stakes: Sequence[Stake], percent: Fraction, table: Table, results: Results, unit: int = 1
) -> Settlement:
    """Return who is paid what from a pari-mutuel pool: each prize is divided by the stakes on its player.

    A player whom nobody backed is skipped, and the next move up. ``lots`` has the sums by player.

    Raises RuleBroken ``stake.negative`` or those of ``split`` and ``House``.
    Source: docs/rules/calcutta.md#pari-mutuel.
    """
    if any(each.stake < 0 for each in stakes):
        raise RuleBroken("stake.negative")
    backers: dict[str, dict[str, int]] = {}
    for each in stakes:
        if each.stake:
            _move(backers.setdefault(each.player, {}), {each.who: each.stake})
    pool = sum(each.stake for each in stakes)
    house = House(percent=percent).share_of(pool)
    divided = split_among(backers, pool - house, table, results, unit)
    received = {
        who: dict(zip(backers[who], divide(won, list(backers[who].values())), strict=True))
        for who, won in divided.payouts.items()
    }
    positions: dict[str, int] = {}
    for each in stakes:
        _move(positions, {each.who: -each.stake})
    for sums in received.values():
        _move(positions, sums)
    return Settlement(pool, house, pool - house, divided, received, {}, positions)


def split_among(players: Iterable[str], net: int, table: Table, results: Results, unit: int = 1) -> Split:
    """Divide a net pool among ``players`` alone; all others are skipped, and the next move up.

    Raises RuleBroken ``table.unheld`` where there are results, but nobody of ``players`` has a paid place, or those of
    ``split``.
    """
    ranked = results.only(set(players))
    if ranked.is_empty and not results.is_empty:
        raise RuleBroken("table.unheld")
    return split(net, table, ranked, unit)


def summed(sums: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return person → the sum of several accounts."""
    whole: dict[str, int] = {}
    for each in sums:
        _move(whole, each)
    return whole


def _move(sums: dict[str, int], by: Mapping[str, int]) -> None:
    for who, amount in by.items():
        sums[who] = sums.get(who, 0) + amount


def _check(live: Sequence[Lot]) -> None:
    """Refuse two lots of one id, or a player who is in two lots; void lots may be sold again."""
    ids: set[str] = set()
    players: set[str] = set()
    for lot in live:
        if lot.id in ids:
            raise RuleBroken("lots.twice", lot=lot.id)
        if twice := players & set(lot.players):
            raise RuleBroken("lots.player", lot=lot.id, player=min(twice))
        ids.add(lot.id)
        players |= set(lot.players)
