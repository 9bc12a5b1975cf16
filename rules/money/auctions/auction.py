"""An auction around its lots: their order, bidders who have not paid, late entrants, withdrawals, buy-backs, the pool.

Source: docs/rules/auction.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from rules.draws.chance import order_by_lot
from rules.errors import RuleBroken
from rules.money.auctions.bidding import LotState, Status
from rules.money.auctions.calcutta import Lot, Stake
from rules.money.fund import House
from rules.money.preview import Column, column
from rules.money.prizes import Table


@dataclass(frozen=True, slots=True)
class OfferedLot:
    """A lot before it is sold: its id, its players in the order of the list, and whether it is the field."""

    id: str
    players: tuple[str, ...]
    field: bool = False


class Order(StrEnum):
    """In which order lots come to the block: as listed, the strongest first, or drawn from a key."""

    LISTED = "listed"
    STRENGTH = "strength"
    BY_LOT = "by_lot"


def lots_in_order(
    lots: Sequence[OfferedLot], order: Order, *, ratings: Mapping[str, float] | None = None, key: str = ""
) -> list[OfferedLot]:
    """Return the lots in the order they are sold; the field always comes last.

    By strength: the best rating of a lot's players, unrated ones last, equal ones as listed. By lot: as
    ``rules.draws.chance.order_by_lot`` draws them from ``key``.
    """
    field = [lot for lot in lots if lot.field]
    others = [lot for lot in lots if not lot.field]
    if order is Order.BY_LOT:
        others = order_by_lot(others, key)
    if order is Order.STRENGTH:
        rated = ratings or {}
        others.sort(key=lambda lot: -max((rated[who] for who in lot.players if who in rated), default=float("-inf")))
    return others + field


def unpaid_lots(states: Mapping[str, LotState], who: str, *, all_sold: bool = False) -> list[str]:
    """Return the ids of lots that keep ``who`` from bidding.

    Those are lots that became void because they did not pay them; with ``all_sold`` also lots sold to them and not yet
    paid.
    """
    owed = [lot for lot, state in states.items() if who in state.did_not_pay]
    if all_sold:
        sold = {lot: state.high for lot, state in states.items() if state.status is Status.SOLD}
        owed += [lot for lot, high in sold.items() if high is not None and who in high.who and lot not in owed]
    return owed


class LateEntry(StrEnum):
    """What becomes of a player who enters after the auction: a lot of their own, the field, or no action."""

    OWN_LOT = "own_lot"
    FIELD = "field"
    NO_ACTION = "no_action"


def with_late_entrant(
    lots: Sequence[OfferedLot], player: str, how: LateEntry, *, lot_id: str = "", has_played: bool = False
) -> list[OfferedLot]:
    """Return the lots with a late entrant; a lot of their own has to be sold before their first match.

    Raises RuleBroken ``late.known`` (they are in a lot), ``late.has_played``, ``late.lot`` (no id, or one that is
    taken) or ``late.no_field``.
    """
    if any(player in lot.players for lot in lots):
        raise RuleBroken("late.known", player=player)
    if how is LateEntry.NO_ACTION:
        return list(lots)
    if has_played:
        raise RuleBroken("late.has_played", player=player)
    if how is LateEntry.OWN_LOT:
        if not lot_id or any(lot.id == lot_id for lot in lots):
            raise RuleBroken("late.lot", lot=lot_id)
        return [*lots, OfferedLot(lot_id, (player,))]
    if not any(lot.field for lot in lots):
        raise RuleBroken("late.no_field")
    return [replace(lot, players=(*lot.players, player)) if lot.field else lot for lot in lots]


class Withdrawal(StrEnum):
    """What a withdrawal does to the lot: it is void and refunded, or it stays."""

    VOID = "void"
    STAYS = "stays"


def withdrawal(players: Sequence[str], withdrawn: Iterable[str], *, has_played: bool) -> Withdrawal:
    """Return what happens to a lot of ``players`` of whom some have ``withdrawn``.

    It is void if all of them withdrew and none has played a match; a lot of several stays while one of its players is
    left, and after the first match nothing is refunded.
    """
    return Withdrawal.STAYS if has_played or set(players) - set(withdrawn) else Withdrawal.VOID


@dataclass(frozen=True, slots=True)
class BuyBackRule:
    """What a player may buy of their own lot: up to ``limit`` of it, before ``deadline`` (None: no deadline).

    ``field_may``: players in the field may too.
    """

    limit: Fraction = Fraction(1, 2)
    deadline: datetime | None = None
    field_may: bool = False

    def check(self, lot: Lot, player: str, share: Fraction, *, now: datetime, is_field: bool = False) -> None:
        """Refuse a buy-back of ``share`` more of the lot.

        Raises RuleBroken ``buyback.player``, ``buyback.void``, ``buyback.field``, ``buyback.late``, ``buyback.limit``
        with the ``limit`` and what they ``hold``, or ``lot.share`` (the buyer does not hold as much).
        """
        if player not in lot.players:
            raise RuleBroken("buyback.player", lot=lot.id, player=player)
        if lot.void is not None:
            raise RuleBroken("buyback.void", lot=lot.id)
        if is_field and not self.field_may:
            raise RuleBroken("buyback.field", lot=lot.id)
        if self.deadline is not None and now >= self.deadline:
            raise RuleBroken("buyback.late", deadline=self.deadline)
        bought = sum((each.share for each in lot.buybacks if each.player == player), Fraction(0))
        if share <= 0 or bought + share > self.limit:
            raise RuleBroken("buyback.limit", limit=str(self.limit), hold=str(bought))
        held = lot.owners().get(lot.buyer, Fraction(0))
        if share > held:
            raise RuleBroken("lot.share", lot=lot.id, who=lot.buyer, share=str(share), held=str(held))


@dataclass(frozen=True, slots=True)
class BlindPool:
    """A blind pari-mutuel pool: stakes of at least ``least`` on any of ``players``, before it closes."""

    players: tuple[str, ...]
    least: int = 1
    closes_at: datetime | None = None

    def check(self, stake: Stake, *, now: datetime) -> None:
        """Refuse a stake.

        Raises RuleBroken ``stake.player``, ``stake.least`` with the ``least``, or ``stake.late``.
        """
        if stake.player not in self.players:
            raise RuleBroken("stake.player", player=stake.player)
        if stake.stake < self.least:
            raise RuleBroken("stake.least", least=self.least)
        if self.closes_at is not None and now >= self.closes_at:
            raise RuleBroken("stake.late", closes_at=self.closes_at)


@dataclass(frozen=True, slots=True)
class Pool:
    """A pool in minor units; ``net`` is what is paid out."""

    total: int
    house: int

    @property
    def net(self) -> int:
        """The pool less the house's share."""
        return self.total - self.house


def pool_now(states: Iterable[LotState], percent: Fraction) -> Pool:
    """Return the pool as if every open lot were hammered at its high bid."""
    total = 0
    for state in states:
        if state.high is not None and state.status in (Status.OPEN, Status.SOLD, Status.PAID):
            total += state.high.amount
    return Pool(total, House(percent=percent).share_of(total))


def would_pay(pool: Pool, table: Table, unit: int = 1) -> Column:
    """Return what each place of the table would pay now, after house and rounding, if all places are held."""
    holders = {
        row.bracket: max(other.place for other in table.rows if other.bracket == row.bracket) for row in table.rows
    }
    return column(0, pool.net, table, unit, holders=holders)
