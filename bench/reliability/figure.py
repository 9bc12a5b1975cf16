"""What a figure of reliability is: a promise, how it is measured, and the fault that must turn it red."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

type Verdict = Literal["ok", "MISSED", "left out"]
# Measures in the program at a path; the flag is for the short form.
type Measure = Callable[[Path, bool], "Outcome"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was measured, in words, and whether it keeps the promise; None if it could not be measured here.

    ``output`` is what the measure printed, to read where the promise is missed.
    """

    value: str
    ok: bool | None
    output: str = ""

    @property
    def verdict(self) -> Verdict:
        """The outcome in a word."""
        return "left out" if self.ok is None else "ok" if self.ok else "MISSED"


@dataclass(frozen=True, slots=True)
class Fault:
    """A planted fault: in the file ``path`` the text ``was`` becomes ``is_now``."""

    path: str
    was: str
    is_now: str


@dataclass(frozen=True, slots=True)
class Figure:
    """One promise. ``in_ci`` figures are measured in CI, in their short form; the tests prove the others there.

    A ``timed`` figure measures seconds or memory, so it needs the machine for itself.
    """

    number: int
    name: str
    promise: str
    measure: Measure
    fault: Fault | None = None
    in_ci: bool = False
    timed: bool = False
    # Measures the sabotaged program, if the figure itself would take too long to find the fault.
    measure_fault: Measure | None = None
