"""Draws and rounds over other programs, as ratios of CPU time in one run. Nothing is cached from run to run.

What cannot be installed here is named and left out. The bounds hold without the tolerance of other benches.
"""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bench.measure import Figure
from bench.peers import ours
from bench.peers.scratch import (
    BRACKETS_MANAGER,
    COMPETITION_FACTORY,
    BbpPairings,
    NodeProgram,
    NotInstalled,
    Py4Swiss,
)
from rules.draws.derive import derive

ENTRANTS, FED_IN, PAIRED = 1024, 128, 200
ROUNDS = range(1, 6)
TIMES, DERIVATIONS = 2, 15


class Draws:
    """A double elimination of 1,024, a feed-in consolation of 128, rounds 2 to 6 of a Swiss of 200."""

    def __init__(self, stack: ExitStack) -> None:
        self._folder = Path(stack.enter_context(TemporaryDirectory(prefix="barpoint-bench-")))
        self._values: dict[Figure, Callable[[], float]] = {}
        self._double: Double | None = None
        self._add("derive", "ms", "derive a double elimination of 1,024, all played", 0.5, derivation)
        self._with("brackets-manager.js", self._brackets_manager)
        self._with("CourtHive's competition factory", self._competition_factory)
        rounds = ours.Rounds.played(PAIRED, max(ROUNDS))
        self._add("round", "ms", "pair a round of 200", None, lambda: rounds.milliseconds(ROUNDS) / len(ROUNDS))
        self._with("py4swiss", lambda: self._swiss("py4swiss", 0.6, Py4Swiss(self._folder / "py4swiss"), rounds))
        self._with("bbpPairings", lambda: self._swiss("bbpPairings", 1.5, BbpPairings(self._folder / "bbp"), rounds))

    def _with(self, name: str, add: Callable[[], None]) -> None:
        try:
            add()
        except NotInstalled as why:
            sys.stderr.write(f"{name} is left out: {why}\n")

    def _add(self, name: str, unit: str, says: str, bound: float | None, value: Callable[[], float]) -> None:
        self._values[Figure(f"draws/{name}", unit, says, bound, tolerance=1)] = value

    def _brackets_manager(self) -> None:
        program = NodeProgram(self._folder / "brackets-manager", "brackets_manager.mjs", BRACKETS_MANAGER)
        self._double = Double(program)
        double = self._double
        self._add("create", "×", "create a double elimination of 1,024, over brackets-manager.js", 1.0,
                  lambda: double.created / double.their_created)  # fmt: skip
        self._add("play", "×", "a result in it, everything derived, over brackets-manager.js", 2.0,
                  lambda: double.a_result / double.their_result)  # fmt: skip
        self._add("create/ms", "ms", "create it", None, lambda: double.created)
        self._add("play/ms", "ms", "play it out, result by result", None, lambda: double.a_result * double.results)

    def _competition_factory(self) -> None:
        program = NodeProgram(self._folder / "factory", "competition_factory.mjs", COMPETITION_FACTORY)
        theirs = cache(lambda: float(program.answer(FED_IN)["a_result"]))  # takes many seconds: once is enough
        self._add("feed-in", "×", "a result in a feed-in consolation of 128, over CourtHive's factory", 0.02,
                  lambda: a_result(FED_IN) / theirs())  # fmt: skip

    def _swiss(self, name: str, bound: float, program: Py4Swiss | BbpPairings, rounds: ours.Rounds) -> None:
        files = [self._folder / f"{name}-{round_}.trf" for round_ in ROUNDS]
        for round_, file in zip(ROUNDS, files, strict=True):
            file.write_text(rounds.as_trf(round_), encoding="utf-8")
        self._add(name, "×", f"pair a round of 200, over {name}", bound,
                  lambda: rounds.milliseconds(ROUNDS) / program.milliseconds(files, PAIRED // 2))  # fmt: skip

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every figure whose program is installed."""
        return tuple(self._values)

    def run(self) -> tuple[float, ...]:
        """Return every figure once."""
        if self._double:
            self._double.measure()
        return tuple(value() for value in self._values.values())


class Double:
    """A double elimination of 1,024 here and in brackets-manager.js: milliseconds to create it, and of one result."""

    def __init__(self, program: NodeProgram) -> None:
        self._program = program
        self.created = self.a_result = self.their_created = self.their_result = 0.0
        self.results = 0

    def measure(self) -> None:
        """Measure both, one after the other; of each the better of two times counts."""
        answer = self._program.answer(ENTRANTS, TIMES)
        self.their_created, self.their_result = answer["created"], answer["a_result"]
        times = [self._once() for _ in range(TIMES)]
        self.created, self.a_result = min(each[0] for each in times), min(each[1] for each in times)

    def _once(self) -> tuple[float, float]:
        began = process_time()
        state = ours.created(ENTRANTS)
        ready = process_time()
        _, self.results = ours.played_out(state)
        return 1000 * (ready - began), 1000 * (process_time() - ready) / self.results


def a_result(entrants: int) -> float:
    """Return the milliseconds of CPU of one result in a feed-in consolation, everything derived."""
    state = ours.feed_in(entrants)
    began = process_time()
    _, played = ours.played_out(state)
    return 1000 * (process_time() - began) / played


def derivation() -> float:
    """Return the milliseconds of CPU of one derivation, the quickest of a few."""
    state, _ = ours.played_out(ours.created(ENTRANTS))
    spent = []
    for _ in range(DERIVATIONS):
        began = process_time()
        derive(state.plan, state.facts)
        spent.append(process_time() - began)
    return 1000 * min(spent)
