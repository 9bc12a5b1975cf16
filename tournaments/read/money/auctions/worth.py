"""What lots are worth while an event shows its odds: the chance to win it, and the fair price of the present pool.

Source: docs/rules/odds.md#what-a-lot-is-worth.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from rules.odds import (
    OwnedLot,
    Prizes,
    by_table,
    expected_by_owner,
    expected_payouts,
    fair_price,
    one_in,
    payout_errors,
    standard_error,
)
from tournaments.read.events import conditions_of
from tournaments.read.money.auctions.money import lot_of
from tournaments.read.money.auctions.room import Room
from tournaments.read.odds import EventOdds, odds_of


@dataclass(frozen=True, slots=True)
class OwnerWorth:
    """What an owner is expected to be paid for their shares of all lots, in minor units, with its standard error."""

    payer: int
    expected: int
    error: int


@dataclass(frozen=True)
class Worth:
    """What lots of a room are worth by ``known`` odds, from what its present net pool pays (``prizes``)."""

    known: EventOdds
    prizes: Prizes

    @property
    def is_drawn(self) -> bool:
        """Whether the draw is made; before it the odds are those over random draws."""
        return not self.known.draws

    @cached_property
    def wins(self) -> Mapping[int, float]:
        """Entrant → the chance to win the event."""
        return {each.entrant: each.wins for each in self.known.lines}

    @cached_property
    def payouts(self) -> Mapping[int, float]:
        """Entrant → what they are expected to be paid, in minor units."""
        return expected_payouts(self.known.odds, self.prizes)

    @cached_property
    def _spread(self) -> tuple[Mapping[int, float], ...]:
        """The same from each batch of draws; from one draw how far it can be off at most, and nothing if exact."""
        if self.known.batches:
            return tuple(expected_payouts(batch, self.prizes) for batch in self.known.batches)
        return () if all(self.known.odds.exact.values()) else (payout_errors(self.known.odds, self.prizes),)

    def fair_price(self, players: Iterable[int], unit: int) -> int:
        """Return the fair price of a lot of these players, to the nearest ``unit`` minor units."""
        return round(fair_price(self._priced(players), self.payouts) / unit) * unit

    def error(self, players: Iterable[int], unit: int) -> int:
        """Return the standard error of a fair price, rounded up to ``unit`` minor units; 0 where it is exact."""
        priced = self._priced(players)
        return _up_to(_error_of([fair_price(priced, payouts) for payouts in self._spread]), unit)

    def one_in(self, players: Iterable[int]) -> tuple[int, int] | None:
        """Return the chance that one of these players wins as "a in b", None where it is not worth a figure."""
        return one_in(min(1.0, sum(self.wins.get(each, 0.0) for each in players)))

    def of_owners(self, room: Room, unit: int) -> list[OwnerWorth]:
        """Return what every owner of a lot is expected to be paid, the most first."""
        sales = [lot.sold for lot in room.view.lots if lot.sold is not None]
        lots = [OwnedLot(self._priced(sale.players), lot_of(sale).owners()) for sale in sales if sale is not None]
        expected, spread = expected_by_owner(lots, self.payouts), [expected_by_owner(lots, by) for by in self._spread]
        owners = [
            OwnerWorth(int(who), round(sum_ / unit) * unit, _up_to(_error_of([each[who] for each in spread]), unit))
            for who, sum_ in expected.items()
        ]
        return sorted(owners, key=lambda each: (-each.expected, each.payer))

    def _priced(self, players: Iterable[int]) -> tuple[int, ...]:
        """Return those players whom the odds know: nobody who withdrew before the draw."""
        return tuple(each for each in players if each in self.payouts)


def _error_of(spread: list[float]) -> float:
    """Return the standard error that follows from what each batch says, or the one bound where there are none."""
    return standard_error(spread) if len(spread) > 1 else sum(spread)


def _up_to(error: float, unit: int) -> int:
    # What is left of rounding is no error.
    return ceil(error / unit - 1e-6) * unit


def worth_in(room: Room) -> Worth | None:
    """Return what lots are worth, None in an event that shows no odds, or has none before its draw."""
    known = odds_of(room.event) if conditions_of(room.event).odds else None
    if known is None:
        return None
    prizes: dict[str, dict[int, int]] = defaultdict(dict)
    for place in room.pays.places:
        prizes[place.row.bracket][place.row.place] = place.amount or 0
    return Worth(known, by_table(prizes))


def figure_unit(room: Room) -> int:
    """Return to how many minor units estimates are shown: those of the prizes, but whole units of the currency."""
    return room.unit * max(1, room.rules.division.unit // room.unit)
