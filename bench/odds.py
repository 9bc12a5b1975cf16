"""Odds of a draw against a plain simulation: the same error, the ratio of their times, growth, and memory."""

import tracemalloc
from functools import cache
from time import process_time

from bench.measure import Figure
from rules.draws.state import DrawState
from rules.formats.knockout import Consolation, Knockout
from rules.formats.registry import compile_plan
from rules.odds import Odds, Rated, place_odds
from tests.rules.odds.simulation import simulated

ACCURACY = 0.001
SIMULATED = 2000
TURNS = 5


@cache
def a_draw(entrants: int) -> tuple[DrawState, Rated]:
    """Return a full draw with progressive consolation, and ratings as in a large open event."""
    plan = compile_plan(entrants, Knockout(Consolation.PROGRESSIVE))
    ratings = {entrant: 1300.0 + 600 * (entrant * 0.6180339887 % 1) for entrant in range(1, entrants + 1)}
    return DrawState(plan, {line: line for line in range(1, entrants + 1)}), Rated(ratings)


def largest_error(odds: Odds) -> float:
    """Return the largest standard error of any figure."""
    return max(error for brackets in odds.errors.values() for keys in brackets.values() for error in keys.values())


def calculated(entrants: int) -> tuple[float, float]:
    """Return the seconds that odds take to a standard error of ``ACCURACY``, and the largest error of a figure."""
    state, chances = a_draw(entrants)
    began = process_time()
    odds = place_odds(state, chances, accuracy=ACCURACY)
    return process_time() - began, largest_error(odds)


def plain(entrants: int, error: float) -> float:
    """Return the seconds in which a plain simulation gives an even chance with this standard error."""
    state, chances = a_draw(entrants)
    simulated(state.plan, chances, 1)
    began = process_time()
    simulated(state.plan, chances, SIMULATED)
    return (process_time() - began) / SIMULATED * 0.25 / error**2


def over_simulation(entrants: int) -> tuple[float, float]:
    """Return the seconds of the odds, and those as a share of a plain simulation: the quickest of each, in turns.

    A neighbour on the machine slows down one of them alone, for seconds.
    """
    turns = []
    for _ in range(TURNS):
        seconds, error = calculated(entrants)
        turns.append((seconds, plain(entrants, error)))
    least = min(seconds for seconds, _ in turns)
    return least, least / min(simulation for _, simulation in turns)


def memory() -> float:
    """Return the most megabytes that the odds of 512 take at once."""
    state, chances = a_draw(512)
    tracemalloc.start()
    place_odds(state, chances, accuracy=1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


class OddsOfADraw:
    """128 entrants with progressive consolation, and 32 to 512."""

    figures = (
        Figure("odds/128", "ms", "odds of 128 with progressive consolation, to 0.1 %"),
        Figure("odds/simulation", "×", "the same as a share of a plain simulation to the same error", bound=1 / 50),
        Figure("odds/32", "ms", "odds of 32"),
        Figure("odds/512", "ms", "odds of 512"),
        Figure("odds/512/simulation", "×", "the same as a share of a plain simulation"),
        Figure("odds/memory", "MB", "the most memory that the odds of 512 take", bound=100),
    )

    def __init__(self) -> None:
        self._of_512: tuple[float, float, float] | None = None

    def run(self) -> tuple[float, ...]:
        """Return every figure once; those of 512, which no bound needs again, are measured in the first run."""
        if self._of_512 is None:
            large, error = calculated(512)
            self._of_512 = 1000 * large, large / plain(512, error), memory()
        seconds, share = over_simulation(128)
        small, _ = calculated(32)
        return 1000 * seconds, share, 1000 * small, *self._of_512
