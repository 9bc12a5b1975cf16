"""Points by place and by match: master points, ABT shares, points by field and fee, club tables by group size.

Points are exact where the system is; nothing is rounded. Places come as groups of tied finishers, best first.
Source: docs/rules/ratings.md#points.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log2, sqrt

from rules.errors import RuleBroken
from rules.ratings.rated import Player

type Groups = Sequence[Sequence[Player]]

SECOND = Fraction(7, 10)
MASTER_DIVISIONS = (Fraction(1), Fraction(7, 10), Fraction(1, 2))
ABT_DIVISIONS = (Fraction(1), Fraction(1, 2), Fraction(1, 4))
SWISS_SHARES = (32, 20, 13, 9, 7, 6, 5, 4)
NORDIC_WINS = {"main": 7, "consolation": 5, "last_chance": 3}
_SMALLEST_TABLE = (21, 13, 8, 5)
_STEP, _LAST = 3, 5


def tied_points[Points: (Fraction, float)](groups: Groups, worth: Callable[[int], Points]) -> dict[Player, Points]:
    """Return what each finisher gets: N tied finishers take the mean of the next N places.

    Raises RuleBroken ``points.twice``.
    """
    points: dict[Player, Points] = {}
    place = 1
    for group in groups:
        if not group:
            continue
        mean = sum((worth(each) for each in range(place + 1, place + len(group))), worth(place)) / len(group)
        for player in group:
            if player in points:
                raise RuleBroken("points.twice", player=player)
            points[player] = mean
        place += len(group)
    return points


# --- Master points


def master_rank(rank: int) -> Fraction:
    """Return the factor of a rank: 1, 0.7, then exactly 1/(R − 1).

    >>> [str(master_rank(rank)) for rank in (1, 2, 3, 4, 17)]
    ['1', '7/10', '1/2', '1/3', '1/16']
    """
    if rank < 1:
        raise RuleBroken("points.place", place=rank)
    return Fraction(1) if rank == 1 else SECOND if rank == 2 else Fraction(1, rank - 1)


def master_win(length: int, event: Fraction | int = 1, division: Fraction | int = 1) -> float:
    """Return the points of a match won: the weights of event and division, times √n/3.

    >>> master_win(9)
    1.0
    """
    if length < 1:
        raise RuleBroken("rating.length", length=length)
    return float(event * division) * sqrt(length) / 3


def master_places(
    groups: Groups, players: int, event: Fraction | int = 1, division: Fraction | int = 1
) -> dict[Player, float]:
    """Return the points by place: the weights times 0.6 · log2(players) · the factor of the rank.

    >>> round(master_places([["Ann"]], 64)["Ann"], 9)
    3.6
    """
    if players < max(1, sum(map(len, groups))):
        raise RuleBroken("points.players", players=players)
    most = float(event * division) * 0.6 * log2(players)
    return {player: most * float(factor) for player, factor in tied_points(groups, master_rank).items()}


# --- ABT


def swiss_share(place: int) -> Fraction:
    """Return the weight of a place: 32, 20, 13, 9, 7, 6, 5, 4, then exactly 32 divided by the place."""
    if place < 1:
        raise RuleBroken("points.place", place=place)
    return Fraction(SWISS_SHARES[place - 1]) if place <= len(SWISS_SHARES) else Fraction(SWISS_SHARES[0], place)


def elimination_share(place: int) -> Fraction:
    """Return the weight of a place of a knockout: the winner's is 1, and halves for each round before the final.

    >>> [str(elimination_share(place)) for place in (1, 2, 3, 4, 5, 8)]
    ['1', '1/2', '1/4', '1/4', '1/8', '1/8']
    """
    if place < 1:
        raise RuleBroken("points.place", place=place)
    return Fraction(1, 2 ** (place - 1).bit_length())


def abt_points(
    groups: Groups,
    total: Fraction | int,
    share: Callable[[int], Fraction] = elimination_share,
    cap: Fraction | int | None = None,
) -> dict[Player, Fraction]:
    """Return the points of the paid places; they sum to ``total``: unique players times the division's value.

    ``cap`` is the most that the winner may have. What it takes off goes to the others in proportion: all their shares
    grow by one factor A, so that the sum stays equal. Raises RuleBroken ``points.total``, ``points.twice`` or
    ``points.place``.
    """
    if total < 0 or (cap is not None and cap < 0):
        raise RuleBroken("points.total", total=str(total))
    weights = tied_points(groups, share)
    whole = sum(weights.values(), Fraction(0))
    points = {player: Fraction(total) * weight / whole for player, weight in weights.items()}
    first = next((group for group in groups if group), ())
    rest = whole - sum((weights[player] for player in first), Fraction(0))
    if cap is None or not rest or points[first[0]] <= cap:
        return points
    factor = (Fraction(total) - len(first) * Fraction(cap)) / (Fraction(total) * rest / whole)
    return {player: Fraction(cap) if player in first else each * factor for player, each in points.items()}


# --- Points by field and fee


@dataclass(frozen=True, slots=True)
class FieldPoints:
    """Points for every participant by place, from a total that grows with the field and the entry fee.

    The total is ``each`` · players · (fee / ``fee_unit``) to the power ``fee_power``; ``fee`` in minor units.
    ``share`` is the weight of a place. Raises RuleBroken ``points.total``.
    """

    each: Fraction = Fraction(1)
    fee_unit: int = 5000
    fee_power: float = 0.5
    share: Callable[[int], Fraction] = swiss_share

    def total(self, players: int, fee: int) -> float:
        """Return what all participants get together."""
        if players < 0 or fee < 0 or self.fee_unit < 1:
            raise RuleBroken("points.total", players=players, fee=fee)
        return float(self.each) * players * float((fee / self.fee_unit) ** self.fee_power)

    def points(self, groups: Groups, fee: int) -> dict[Player, float]:
        """Return the points of all participants, from the whole finishing order in groups of tied ones."""
        weights = tied_points(groups, self.share)
        whole = float(sum(weights.values(), Fraction(0)))
        total = self.total(len(weights), fee)
        return {player: total * float(weight) / whole for player, weight in weights.items()}


# --- Clubs


def group_table(players: int) -> tuple[int, ...]:
    """Return the points by place for a group of this size; a place more is 3 points more for all before it.

    >>> group_table(4), group_table(7)
    ((21, 13, 8, 5), (30, 22, 17, 14, 11, 8, 5))
    """
    if players < 2:
        raise RuleBroken("points.players", players=players)
    more = max(0, players - len(_SMALLEST_TABLE))
    behind = [_LAST + _STEP * places for places in reversed(range(more))]
    table = [*(points + _STEP * more for points in _SMALLEST_TABLE), *behind]
    return tuple(table[-players:])


def table_points(groups: Groups, tables: Mapping[int, Sequence[int]] | None = None) -> dict[Player, Fraction]:
    """Return the points of a group by the table of its size; tied finishers take the mean of their places.

    ``tables`` by size replace those of ``group_table``; a place without points has 0. Raises RuleBroken
    ``points.players`` or ``points.twice``.
    """
    size = sum(map(len, groups))
    table = (tables or {}).get(size) or group_table(size)
    return tied_points(groups, lambda place: Fraction(table[place - 1] if place <= len(table) else 0))


@dataclass(frozen=True, slots=True)
class NightPoints:
    """Points of a night: for each match won by its bracket, for being there, and a bonus for the first places.

    The bonus of place p is ``bonus`` · players / 2^(p − 1), for the first ``bonus_places``.
    """

    wins: Mapping[str, Fraction | int]
    attendance: Fraction | int = 0
    bonus: Fraction | int = 0
    bonus_places: int = 3

    def points(self, groups: Groups, wins: Mapping[Player, Mapping[str, int]]) -> dict[Player, Fraction]:
        """Return everybody's points, from the finishing order and the matches won by bracket.

        Raises RuleBroken ``points.bracket``, ``points.player`` or ``points.twice``.
        """
        players = sum(map(len, groups))
        bonus = Fraction(self.bonus)
        points = tied_points(
            groups, lambda place: bonus * players / 2 ** (place - 1) if place <= self.bonus_places else Fraction(0)
        )
        unknown = next((player for player in wins if player not in points), None)
        if unknown is not None:
            raise RuleBroken("points.player", player=unknown)
        return {player: each + self.attendance + self._won(wins.get(player, {})) for player, each in points.items()}

    def _won(self, wins: Mapping[str, int]) -> Fraction:
        unknown = next((bracket for bracket in wins if bracket not in self.wins), None)
        if unknown is not None:
            raise RuleBroken("points.bracket", bracket=unknown)
        return sum((Fraction(self.wins[bracket]) * number for bracket, number in wins.items()), Fraction(0))


BRASS_CITY_NIGHT = NightPoints({"main": 1, "consolation": 1, "last_chance": 1}, attendance=1, bonus=1)
NORDIC_TOUR = NightPoints(NORDIC_WINS)
