"""Interleaved runs, so that a disturbance of the machine affects all benches alike."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Protocol

RUNS = 5
# The tolerance: a value further above its bound is no accident of a shared machine.
TOLERANCE = 1.25
TIMES_UNITS = ("s", "ms")


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that a bench measures; a figure without a bound is only printed.

    ``tolerance``: how many times its bound a value may be before it counts as too slow.
    """

    name: str
    unit: str
    says: str
    bound: float | None = None
    tolerance: float = TOLERANCE


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure with one value a run."""

    figure: Figure
    values: tuple[float, ...]

    @property
    def value(self) -> float:
        """The value in the middle; of times the least, because others on the machine only make them longer."""
        return min(self.values) if self.figure.unit in TIMES_UNITS else median(self.values)

    @property
    def is_too_slow(self) -> bool:
        """Whether the value is above the bound by more than the tolerance."""
        return self.figure.bound is not None and self.value > self.figure.tolerance * self.figure.bound

    def line(self) -> str:
        """Return the figure as a line of print."""
        figure, bound, verdict = self.figure, "", ""
        if figure.bound is not None:
            bound = f"≤ {figure.bound:g}"
            verdict = "TOO SLOW" if self.is_too_slow else "above" if self.value > figure.bound else "ok"
        spread = f"{min(self.values):.3g}–{max(self.values):.3g}"
        value = f"{self.value:>8.3g} {figure.unit:<2}"
        return f"{verdict:<8} {figure.name:<22} {value} {bound:<6} {spread:>13}  {figure.says}"

    def as_data(self) -> dict[str, object]:
        """Return the figure as plain data."""
        figure = self.figure
        return {
            "name": figure.name,
            "unit": figure.unit,
            "says": figure.says,
            "bound": figure.bound,
            "value": self.value,
            "runs": list(self.values),
            "too_slow": self.is_too_slow,
        }


class Bench(Protocol):
    """Measurements run once in every round; ``run`` returns one value for each of ``figures``."""

    @property
    def figures(self) -> Sequence[Figure]:
        """The figures measured."""
        ...

    def run(self) -> Sequence[float]:
        """Measure once; return a value for each figure."""
        ...


def measure(benches: Sequence[Bench], runs: int = RUNS) -> list[Measured]:
    """Run all ``benches`` in turn, ``runs`` times."""
    rounds = [[bench.run() for bench in benches] for _ in range(runs)]
    return [
        Measured(figure, tuple(round_[place][column] for round_ in rounds))
        for place, bench in enumerate(benches)
        for column, figure in enumerate(bench.figures)
    ]


def seconds(work: Callable[[], object]) -> float:
    """Return how long ``work`` took."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def processor_seconds(process: int) -> float:
    """Return the time that a process and its children, living and ended, spent in user and system mode (Linux)."""
    while True:
        try:
            return _spent(process)
        except (FileNotFoundError, ProcessLookupError):
            # A thread or a child has ended: ask again, for its children and its time are counted elsewhere now.
            if not Path(f"/proc/{process}").exists():
                raise


def _spent(process: int) -> float:
    stat = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    own = sum(int(ticks) for ticks in stat[11:15]) / os.sysconf("SC_CLK_TCK")
    return own + sum(_spent(child) for child in _children(process))


def _children(process: int) -> Iterator[int]:
    for task in Path(f"/proc/{process}/task").iterdir():
        yield from map(int, (task / "children").read_text().split())


def quietest(work: Callable[[], object], times: int) -> float:
    """Return the seconds of the quickest of ``times`` runs, because only other processes slow down pure work."""
    return min(seconds(work) for _ in range(times))
