"""Ways to measure a figure: by tests of the suite, or by a program of this folder."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from bench.reliability.figure import Measure, Outcome

_SUMMARY = re.compile(r"(\d+) (passed|failed|errors?|skipped)")
POSTGRESQL = "bin/with-postgres"


def by_tests(*words: str, at_least: int = 1, databases: Sequence[str] = ("sqlite",)) -> Measure:
    """Return a measure: these tests of the suite pass on these databases, and there are ``at_least`` so many."""

    def measured(program: Path, short: bool) -> Outcome:
        passed = failed = 0
        outputs = []
        for database in databases:
            sums = dict.fromkeys(("passed", "failed"), 0)
            _, output = _run([sys.executable, "-m", "pytest", "-q", "-x", *words], program, database)
            outputs.append(output)
            for count, word in _SUMMARY.findall(output.strip().splitlines()[-1] if output.strip() else ""):
                sums["failed" if word.startswith(("fail", "err")) else word] = int(count)
            passed, failed = passed + sums["passed"], failed + sums["failed"]
        text = f"{passed} tests" + (f", {failed} failed" if failed else "")
        return Outcome(text, not failed and passed >= at_least * len(databases), "".join(outputs))

    return measured


def by_program(name: str, *databases: str, more: Sequence[str] = ()) -> Measure:
    """Return a measure: ``python -m bench.reliability.NAME`` prints an outcome as JSON, on each of these databases.

    It is started with ``more`` words. Raises ModuleNotFoundError at once where there is no such program.
    """
    if find_spec(f"bench.reliability.{name}") is None:
        raise ModuleNotFoundError(name)

    def measured(at: Path, short: bool) -> Outcome:
        outcomes = []
        for database in databases or ("sqlite",):
            words = [sys.executable, "-m", f"bench.reliability.{name}", *(["--short"] if short else []), *more]
            outcomes.append(_reported(name, _run(words, at, database)))
        return _all(outcomes)

    return measured


def _reported(name: str, ended: tuple[int, str]) -> Outcome:
    """Return the outcome that a program reported; it is not ok if the program failed, whatever it reported."""
    status, output = ended
    lines = output.strip().splitlines()
    for line in reversed(lines):
        if line.startswith('{"value": '):
            outcome = Outcome(**json.loads(line), output=output)
            return outcome if not status else Outcome(f"{outcome.value}, ended with an error", False, output)
    return Outcome(f"{name} ended: {' '.join(lines[-1:])[:100]}", False, output)


def together(*measures: Measure) -> Measure:
    """Return a measure: all of these."""

    def measured(program: Path, short: bool) -> Outcome:
        return _all([measure(program, short) for measure in measures])

    return measured


def shortly(measure: Measure) -> Measure:
    """Return a measure in its short form, which is enough to notice a fault."""
    return lambda program, short: measure(program, True)


def _all(outcomes: Sequence[Outcome]) -> Outcome:
    """Return several outcomes as one; what could not be measured does not count."""
    known = [each.ok for each in outcomes if each.ok is not None]
    missed = "".join(each.output for each in outcomes if each.ok is False)
    return Outcome(" · ".join(each.value for each in outcomes), all(known) if known else None, missed)


def report(value: str, ok: bool | None) -> None:
    """Print the outcome of a program."""
    sys.stderr.flush()
    sys.stdout.write(json.dumps({"value": value, "ok": ok}) + "\n")
    sys.stdout.flush()


def _run(words: Sequence[str], program: Path, database: str) -> tuple[int, str]:
    """Return the exit status and the output of a command in a program's folder, with a database of its own."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BROKER_URL", "BARPOINT_DATA")
    }
    if database == "postgresql":
        words = [POSTGRESQL, *words]
    # Whatever it starts dies with it, so that a program that hangs ends too.
    finished = subprocess.run(  # noqa: S603 -- our own
        words, cwd=program, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    return finished.returncode, finished.stdout
