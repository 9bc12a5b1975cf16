"""The live odds of an event, as its page and the auction's projector show them; and their cache.

Source: docs/rules/odds.md#on-pages.
"""

from dataclasses import dataclass, field
from functools import lru_cache

from rules.draws.plan import ENTRY
from rules.draws.state import DrawState
from rules.odds.chances import Chances
from rules.odds.net import Running
from rules.odds.places import WINNER, Odds, place_odds
from rules.odds.walk import ACCURACY

LEAST = 1 / 1000
"""A smaller chance is shown as such, without a figure."""


@dataclass(frozen=True, slots=True)
class LiveOdds:
    """The chance of one entrant to win the event, and to win a place in each lower bracket that there is.

    ``below`` pairs the code of a bracket with the chance to win it. ``error`` is the largest standard error of these,
    0 where all are exact.
    """

    entrant: int
    wins: float
    below: tuple[tuple[str, float], ...]
    error: float

    @property
    def one_in(self) -> tuple[int, int] | None:
        """The chance to win the event as "a in b", None for one that is certain, or not worth a figure."""
        return one_in(self.wins)


def one_in(chance: float) -> tuple[int, int] | None:
    """Return a chance as the nearest "1 in b", above an even chance as the nearest "b - 1 in b".

    None below 1 in 1,000 and above 999 in 1,000.

    >>> one_in(0.21), one_in(0.5), one_in(0.77), one_in(0)
    ((1, 5), (1, 2), (3, 4), None)
    """
    if not LEAST <= chance <= 1 - LEAST:
        return None
    if chance <= 0.5:
        return 1, round(1 / chance)
    parts = round(1 / (1 - chance))
    return parts - 1, parts


def live_odds(odds: Odds) -> tuple[LiveOdds, ...]:
    """Return the live odds of every entrant, the most likely winner first.

    Where these are equal, the likelier winner of the first lower bracket comes first, and so on; else the line decides.
    """
    return tuple(sorted((_of(odds, entrant) for entrant in odds.places), key=_likelihoods, reverse=True))


def _likelihoods(each: LiveOdds) -> tuple[float, ...]:
    return each.wins, *(chance for _, chance in each.below)


def _of(odds: Odds, entrant: int) -> LiveOdds:
    below = tuple((bracket, odds.chance(entrant, bracket)) for bracket in odds.exact if bracket != ENTRY)
    errors = [keys.get(WINNER, 0.0) for keys in odds.errors.get(entrant, {}).values()]
    return LiveOdds(entrant, odds.chance(entrant, ENTRY), below, max(errors, default=0.0))


def cached_odds(
    state: DrawState, chances: Chances, *, running: Running | None = None, accuracy: float = ACCURACY
) -> Odds:
    """Return ``place_odds``, from the cache while nothing that it depends on has changed.

    Calls to tables, starts and scores change nothing. ``chances`` must compare equal where they are the same. Raises
    RuleBroken as ``place_odds``.
    """
    out = tuple((bracket, tuple(turns.items())) for bracket, turns in state.facts.out.items())
    began = state.facts.begun if out else frozenset()
    derived = state.derived
    seen = (state.plan, *state.lines.items(), *derived.flow, *derived.statuses, out, began)
    return _odds(_Question(seen, _Compared(chances), tuple((running or {}).items()), accuracy, state))


class _Compared:
    """Chances that compare as they do, with a hash though they may have none."""

    def __init__(self, chances: Chances) -> None:
        self.chances = chances

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Compared) and self.chances == other.chances

    def __hash__(self) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class _Question:
    seen: tuple[object, ...]
    chances: _Compared
    running: tuple[tuple[int, tuple[int, float]], ...]
    accuracy: float
    state: DrawState = field(compare=False)


@lru_cache(maxsize=16)
def _odds(question: _Question) -> Odds:
    chances, running = question.chances.chances, dict(question.running)
    return place_odds(question.state, chances, running=running, accuracy=question.accuracy)
