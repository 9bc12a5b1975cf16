"""Points of an event by the system of a list or a season: one question, whatever the system.

Source: docs/rules/ratings.md#points-of-an-event.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, Protocol

from rules.ratings.points import (
    FieldPoints,
    Groups,
    NightPoints,
    abt_points,
    elimination_share,
    master_places,
    master_win,
    swiss_share,
    table_points,
)
from rules.ratings.rated import Player


class Win(NamedTuple):
    """A match won in an event: the winner, the length, and the bracket."""

    player: Player
    length: int
    bracket: str


@dataclass(frozen=True, slots=True)
class Finish:
    """What an event leaves: groups of tied finishers, best first; every match won; the entry fee in minor units."""

    groups: Groups
    wins: Sequence[Win] = ()
    fee: int = 0

    @property
    def players(self) -> int:
        """How many finished."""
        return sum(map(len, self.groups))


class PointSystem(Protocol):
    """A way to give points for an event."""

    def points(self, finish: Finish) -> dict[Player, Fraction]:
        """Return the points of everybody who gets any or was there, exactly where the system is exact."""
        ...


@dataclass(frozen=True, slots=True)
class Master:
    """Master points: for the place, and for every match won, with the weights of event and division."""

    event: Fraction = Fraction(1)
    division: Fraction = Fraction(1)

    def points(self, finish: Finish) -> dict[Player, Fraction]:
        """Return points by place and by match won."""
        places = master_places(finish.groups, max(finish.players, 1), self.event, self.division)
        points = {player: Fraction(each) for player, each in places.items()}
        for player, length, _ in finish.wins:
            won = Fraction(master_win(length, self.event, self.division))
            points[player] = points.get(player, Fraction(0)) + won
        return points


@dataclass(frozen=True, slots=True)
class Abt:
    """ABT shares of players times the value of the division; only the first ``paid`` places, None for all."""

    division: Fraction = Fraction(1)
    shares: str = "elimination"
    cap: Fraction | None = None
    paid: int | None = None

    def points(self, finish: Finish) -> dict[Player, Fraction]:
        """Return the shares of the paid places; everybody else has none."""
        paid, place = list[Sequence[Player]](), 1
        for group in finish.groups:
            if self.paid is None or place <= self.paid:
                paid.append(group)
            place += len(group)
        share = elimination_share if self.shares == "elimination" else swiss_share
        return abt_points(paid, finish.players * self.division, share, self.cap) if paid else {}


@dataclass(frozen=True, slots=True)
class ByField:
    """Points for every place from a total that grows with the field and the entry fee."""

    rule: FieldPoints = field(default_factory=FieldPoints)

    def points(self, finish: Finish) -> dict[Player, Fraction]:
        """Return the points of all participants; without a fee it counts as one of the unit."""
        if not finish.players:
            return {}
        points = self.rule.points(finish.groups, finish.fee or self.rule.fee_unit)
        return {player: Fraction(each) for player, each in points.items()}


@dataclass(frozen=True, slots=True)
class ByTable:
    """Points by the table of the group's size; ``tables`` replace those of the rule book."""

    tables: Mapping[int, Sequence[int]] = field(default_factory=dict)

    def points(self, finish: Finish) -> dict[Player, Fraction]:
        """Return the points of the places; one player alone has none."""
        return table_points(finish.groups, self.tables) if finish.players > 1 else {}


@dataclass(frozen=True, slots=True)
class ByWins:
    """Points for each match won by its bracket, for being there, and a bonus for the first places."""

    rule: NightPoints

    def points(self, finish: Finish) -> dict[Player, Fraction]:
        """Return everybody's points; a win in a bracket that the rule does not name brings none."""
        wins: dict[Player, dict[str, int]] = {}
        for player, _, bracket in finish.wins:
            if bracket in self.rule.wins:
                own = wins.setdefault(player, {})
                own[bracket] = own.get(bracket, 0) + 1
        return self.rule.points(finish.groups, wins)
