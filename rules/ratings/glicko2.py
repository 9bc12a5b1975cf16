"""Glicko-2: a rating, how certain it is, and how steady the player; rated in periods.

Source: docs/rules/ratings.md#glicko-2.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, isfinite, log, pi, sqrt
from typing import Any, NamedTuple

from rules.errors import RuleBroken
from rules.ratings.periods import Every, Periods
from rules.ratings.rated import Player, RatedMatch, in_order, verified

SCALE = 173.7178
CENTRE = 1500.0
_STILL = 1e-13
_MOST_STEPS = 200
# Beyond this distance of two players nothing can be expected of the weaker one, and nothing overflows.
_FARTHEST = 500.0


class GlickoRating(NamedTuple):
    """A rating, its deviation, and the volatility of the player."""

    rating: float
    deviation: float
    volatility: float


NEWCOMER = GlickoRating(1500.0, 350.0, 0.06)
MONTHLY = Periods()


class Game(NamedTuple):
    """A match as one player sees it: the opponent at the start of the period, 1 for a win or 0, and its weight."""

    opponent: GlickoRating
    score: float
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Glicko2:
    """Glicko-2 over ``periods``; a match of length n weighs 1, or √n with ``by_length``.

    Raises RuleBroken ``rating.list``.
    """

    periods: Periods = MONTHLY
    tau: float = 0.5
    start: GlickoRating = NEWCOMER
    by_length: bool = False

    def __post_init__(self) -> None:
        deviation, volatility = self.start.deviation, self.start.volatility
        if not (0 < self.tau < inf and isfinite(self.start.rating) and 0 < deviation < inf and 0 < volatility < inf):
            raise RuleBroken("rating.list", tau=self.tau, start=tuple(self.start))

    def rated(self, own: GlickoRating, games: Sequence[Game]) -> GlickoRating:
        """Return a player's value after a period with these games; without any only the deviation widens."""
        phi = own.deviation / SCALE
        if not games:
            return widened(own, 1)
        mu, variance, surprise = (own.rating - CENTRE) / SCALE, 0.0, 0.0
        for (rating, deviation, _), score, weight in games:
            g = 1 / sqrt(1 + 3 * (deviation / SCALE) ** 2 / pi**2)
            distance = g * ((rating - CENTRE) / SCALE - mu)
            expected = 1 / (1 + exp(max(-_FARTHEST, min(_FARTHEST, distance))))
            variance += weight * g * g * expected * (1 - expected)
            surprise += weight * g * (score - expected)
        variance = max(variance, 1e-300)
        volatility = self._volatility(own.volatility, phi, 1 / variance, surprise / variance)
        after = 1 / sqrt(1 / (phi * phi + volatility * volatility) + variance)
        return GlickoRating(CENTRE + SCALE * (mu + after * after * surprise), SCALE * after, volatility)

    def rebuild(
        self, matches: Iterable[RatedMatch], start: Mapping[Player, GlickoRating] | None = None
    ) -> dict[Player, GlickoRating]:
        """Return everybody's value after a stream of matches, ordered by time played, then id.

        ``start`` are imported values at the start of the list. Only one period is stored at a time. Raises RuleBroken
        ``rating.order``, ``rating.length`` or ``rating.same``.
        """
        values: dict[Player, GlickoRating] = dict(start or {})
        since: dict[Player, Any] = dict.fromkeys(values, self.before_first())
        group, pending = None, list[RatedMatch]()
        for each in in_order(matches):
            match = verified(RatedMatch(*each))
            if not self.counts(match):
                continue
            now = self.group_of(match)
            if now != group:
                self._close(group, pending, values, since)
                group, pending = now, []
            pending.append(match)
        self._close(group, pending, values, since)
        return {player: self.at_end(value, since[player], group) for player, value in values.items()}

    def before_first(self) -> int | None:
        """Return the number of the period before the list's first one, None where the list names none."""
        return None if self.periods.first is None else self.periods.first - 1

    def counts(self, match: RatedMatch) -> bool:
        """Whether a match lies within the list's first and last period."""
        periods = self.periods
        bounded = periods.first is not None or periods.last is not None
        return not bounded or periods.contains(periods.number(match.played))

    def group_of(self, match: RatedMatch) -> Any:
        """Return the number of the period of a match, or the match itself by time played, then id."""
        if self.periods.every is Every.MATCH:
            return match.played, match.match
        return self.periods.number(match.played)

    def value_at(self, player_value: GlickoRating | None, since: Any, group: Any) -> GlickoRating:
        """Return a player's value at the start of ``group``: the periods in which they did not play have widened it."""
        if player_value is None:
            return self.start
        if since is None or self.periods.every is Every.MATCH:
            return player_value
        return widened(player_value, group - since - 1)

    def after(
        self, player: Player, before: Mapping[Player, GlickoRating], matches: Sequence[RatedMatch]
    ) -> GlickoRating:
        """Return a player's value after a period, from everybody's at its start."""
        return self.rated(before[player], [self._game(player, before, each) for each in matches])

    def at_end(self, player_value: GlickoRating, since: Any, last: Any) -> GlickoRating:
        """Return a player's value after the list's last period; without one, after ``last``, the last with a match."""
        if self.periods.every is Every.MATCH or since is None:
            return player_value
        end = last if self.periods.last is None else self.periods.last
        return player_value if end is None else widened(player_value, end - since)

    def _game(self, player: Player, before: Mapping[Player, GlickoRating], match: RatedMatch) -> Game:
        won = match.winner == player
        weight = sqrt(match.length) if self.by_length else 1.0
        return Game(before[match.loser if won else match.winner], float(won), weight)

    def _close(
        self,
        group: Any,
        matches: list[RatedMatch],
        values: dict[Player, GlickoRating],
        since: dict[Player, Any],
    ) -> None:
        """Rate the matches of a period, all from the values at its start."""
        own: dict[Player, list[RatedMatch]] = {}
        for match in matches:
            own.setdefault(match.winner, []).append(match)
            own.setdefault(match.loser, []).append(match)
        before = {player: self.value_at(values.get(player), since.get(player), group) for player in own}
        for player, played in own.items():
            values[player] = self.after(player, before, played)
            since[player] = group

    def _volatility(self, sigma: float, phi: float, v: float, delta: float) -> float:
        """Return the new volatility by the Illinois algorithm, iterated until it stands still."""
        a, tau2, spread = log(sigma * sigma), self.tau * self.tau, phi * phi + v

        def f(x: float) -> float:
            raised = exp(x)
            grown = spread + raised
            return raised * (delta * delta - grown) / (2 * grown * grown) - (x - a) / tau2

        if delta * delta > spread:
            low = log(delta * delta - spread)
        else:
            steps = 1
            while f(a - steps * self.tau) < 0:
                steps += 1
            low = a - steps * self.tau
        return exp(_illinois(f, a, low) / 2)


def widened(value: GlickoRating, idle: int) -> GlickoRating:
    """Return a value after ``idle`` periods without a match; nothing caps the deviation."""
    if idle < 1:
        return value
    wide = sqrt((value.deviation / SCALE) ** 2 + idle * value.volatility**2)
    return value._replace(deviation=SCALE * wide)


def _illinois(f: Callable[[float], float], a: float, b: float) -> float:
    """Return a root of ``f`` between ``a`` and ``b``."""
    f_a, f_b = f(a), f(b)
    for _ in range(_MOST_STEPS):
        if abs(b - a) <= _STILL or f_a == f_b:
            break
        c = a + (a - b) * f_a / (f_b - f_a)
        f_c = f(c)
        if f_c * f_b <= 0:
            a, f_a = b, f_b
        else:
            f_a /= 2
        b, f_b = c, f_c
    return b if abs(f_b) < abs(f(a)) else a
