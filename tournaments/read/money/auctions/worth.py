"""What lots are worth while an event shows its odds: the chance to win it, and the fair price of the present pool.

Source: docs/rules/odds.md#what-a-lot-is-worth.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.odds import by_table, expected_payouts, fair_price
from rules.odds.live import one_in
from tournaments.read.events import conditions_of
from tournaments.read.money.auctions.room import Room
from tournaments.read.odds import odds_of


@dataclass(frozen=True, slots=True)
class Worth:
    """Entrant → the chance to win the event, and what they are expected to be paid from the present net pool."""

    wins: Mapping[int, float]
    payouts: Mapping[int, float]

    def fair_price(self, players: Iterable[int], unit: int) -> int:
        """Return the fair price of a lot of these players, to the nearest ``unit`` minor units."""
        price = fair_price([each for each in players if each in self.payouts], self.payouts)
        return round(price / unit) * unit

    def one_in(self, players: Iterable[int]) -> tuple[int, int] | None:
        """Return the chance that one of these players wins as "a in b", None where it is not worth a figure."""
        return one_in(min(1.0, sum(self.wins.get(each, 0.0) for each in players)))


def worth_in(room: Room) -> Worth | None:
    """Return what lots are worth, None before the draw and in an event that shows no odds."""
    event = room.event
    if event.current_draw_id is None or not conditions_of(event).odds:
        return None
    known = odds_of(event)
    prizes: dict[str, dict[int, int]] = defaultdict(dict)
    for place in room.pays.places:
        prizes[place.row.bracket][place.row.place] = place.amount or 0
    wins = {each.entrant: each.wins for each in known.lines}
    return Worth(wins, expected_payouts(known.odds, by_table(prizes)))
