"""``bin/bench reliability``: measure each promise, plant the fault that must break it, print a table."""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from bench.reliability.copies import ROOT, NothingToPlant, sabotaged
from bench.reliability.figure import Figure, Outcome, Verdict
from bench.reliability.figures import FIGURES
from tests.migrated import MIGRATED
from tests.served.servers import migrated_database

# In CI so many figures that measure no time are measured side by side.
BESIDE = 2
# The end of a missed figure's output is shown, in characters.
MOST_OUTPUT = 20_000


def main(words: Sequence[str]) -> int:
    """Measure the named figures, or all; return 1 if a promise is missed or a sabotage goes unnoticed."""
    parser = argparse.ArgumentParser(prog="bin/bench reliability", description="The promises of Barpoint as figures.")
    parser.add_argument("names", nargs="*", metavar="FIGURE", help="a name or a number; all without one")
    parser.add_argument(
        "--list", action="store_true", help="print the figures and their planted faults, measure nothing"
    )
    parser.add_argument("--short", action="store_true", help="measure less of each")
    parser.add_argument("--ci", action="store_true", help="only what no test proves, in the short form")
    parser.add_argument("--only", choices=["timed", "untimed"], help="only what measures time or memory, or none")
    parser.add_argument("--no-sabotage", action="store_true", help="do not plant the faults")
    options = parser.parse_args(words)
    unknown = sorted(set(options.names) - {word for each in FIGURES for word in (each.name, str(each.number))})
    if unknown:
        parser.error(f"no such figure: {', '.join(unknown)}")
    chosen = [each for each in FIGURES if _is_chosen(each, options)]
    if options.list:
        sys.stdout.write("".join(_described(each) for each in chosen))
        return 0
    short = options.short or options.ci
    if options.ci:
        # Migrating takes seconds, and every figure begins with it.
        os.environ[MIGRATED] = str(migrated_database())
    measure = partial(measured, short=short, sabotage=not options.no_sabotage)
    beside = [each for each in chosen if options.ci and not each.timed]
    with ThreadPoolExecutor(BESIDE) as pool:
        verdicts = list(pool.map(measure, beside))
    seen = Counter([*verdicts, *(measure(each) for each in chosen if each not in beside)])
    sys.stdout.write(f"{len(chosen)} figures: {', '.join(f'{count} {verdict}' for verdict, count in seen.items())}\n")
    return int(bool(seen["MISSED"]))


def _is_chosen(figure: Figure, options: argparse.Namespace) -> bool:
    return (
        (not options.names or bool({figure.name, str(figure.number)} & set(options.names)))
        and (not options.ci or figure.in_ci)
        and (not options.only or figure.timed == (options.only == "timed"))
    )


def _described(figure: Figure) -> str:
    where = f"\n{'':12}{'in CI; ' if figure.in_ci else ''}planted in {figure.fault.path}" if figure.fault else ""
    return f"{figure.number:>2} {figure.name:13} {figure.promise}{where}\n"


def measured(figure: Figure, *, short: bool, sabotage: bool) -> Verdict:
    """Measure a figure and its sabotage, and print a line; MISSED if one of them is not as promised."""
    began = time.monotonic()
    outcome = figure.measure(ROOT, short)
    noticed, words = _sabotage(figure, short=short) if sabotage and outcome.ok else (True, "")
    sys.stdout.write(
        f"{outcome.verdict:8} {figure.number:>2} {figure.name:13} {outcome.value}\n"
        f"{'':12}{figure.promise}{words} ({time.monotonic() - began:.0f} s)\n"
    )
    sys.stdout.flush()
    if outcome.ok is False:
        sys.stderr.write(outcome.output[-MOST_OUTPUT:])
    return outcome.verdict if noticed else "MISSED"


def _sabotage(figure: Figure, *, short: bool) -> tuple[bool, str]:
    """Return whether the planted fault turns a figure red, and that in words."""
    if figure.fault is None:
        return True, ""
    try:
        with sabotaged(figure.fault) as copy:
            outcome: Outcome = (figure.measure_fault or figure.measure)(copy, short)
    except NothingToPlant as wrong:
        return False, f"; NOTHING TO PLANT: {wrong}"
    if outcome.ok is False:
        return True, f"; its sabotage is noticed ({outcome.value})"
    return False, f"; its SABOTAGE GOES UNNOTICED ({outcome.value})"
