"""A federation's list rebuilt: matches a second against the bare formula in a plain loop, and the memory it takes."""

import tracemalloc
from collections.abc import Iterator
from time import process_time

from bench.measure import Figure
from rules.ratings.fibs import Fibs
from rules.ratings.rated import RatedMatch

MATCHES, PLAYERS = 1_000_000, 20_000
# Memory is counted on a part of the stream: a rebuild stores one row a player, however long the stream is.
COUNTED = 60_000
LENGTHS = (5, 7, 9, 11)


def a_stream(matches: int, players: int = PLAYERS) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield matches of a federation in order, the same every time: played, id, winner, loser, length."""
    state = 1
    for number in range(matches):
        state = (state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        winner, loser = (state >> 33) % players, (state >> 13) % (players - 1)
        yield number, number, winner, loser + (loser >= winner), LENGTHS[state >> 62]


def bare_formula(matches: list[RatedMatch]) -> dict[int, list[float]]:
    """Return rating and experience after the formula in a plain loop: no order, no refusal, no parameter."""
    rows = {player: [1500.0, 0.0] for player in range(PLAYERS)}
    for _, _, winner, loser, length in matches:
        won, lost = rows[winner], rows[loser]
        root = length**0.5
        most = 4.0 * root / (10.0 ** ((won[0] - lost[0]) * root / 2000.0) + 1.0)
        won[0] += most * max(1.0, 5.0 - won[1] / 100.0)
        lost[0] -= most * max(1.0, 5.0 - lost[1] / 100.0)
        won[1] += length
        lost[1] += length
    return rows


def memory() -> float:
    """Return the most megabytes that a rebuild takes while the matches stream by."""
    tracemalloc.start()
    Fibs().rebuild(RatedMatch(*each) for each in a_stream(COUNTED))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


class Ratings:
    """A list of 1,000,000 matches between 20,000 players by the FIBS formula."""

    figures = (
        Figure("ratings/rebuild", "s", "1,000,000 matches of 20,000 players rated from the first on"),
        Figure("ratings/speed", "/s", "matches rated a second"),
        Figure("ratings/formula", "×", "the time as a multiple of the bare formula in a plain loop", bound=2),
        Figure("ratings/memory", "MB", "the most memory that a rebuild takes while matches stream by", bound=30),
    )

    def __init__(self) -> None:
        self._matches = [RatedMatch(*each) for each in a_stream(MATCHES)]
        self._megabytes = memory()

    def run(self) -> tuple[float, ...]:
        """Return every figure once; the memory is always the same."""
        began = process_time()
        rated = Fibs().rebuild(self._matches)
        rebuilt = process_time() - began
        began = process_time()
        bare = bare_formula(self._matches)
        plain = process_time() - began
        if any(abs(rated[player].rating - bare[player][0]) > 1e-6 for player in rated):
            raise AssertionError("the rebuild differs from the formula")
        return rebuilt, MATCHES / rebuilt, rebuilt / plain, self._megabytes
