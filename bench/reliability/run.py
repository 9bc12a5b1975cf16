"""``bin/bench reliability``: measure each promise, plant the fault that must break it, print a table."""

import argparse
import sys
import time
from collections.abc import Sequence

from bench.reliability.copies import ROOT, NothingToPlant, sabotaged
from bench.reliability.figure import Figure, Outcome
from bench.reliability.figures import FIGURES


def main(words: Sequence[str]) -> int:
    """Measure the named figures, or all; return 1 if a promise is missed or a sabotage goes unnoticed."""
    parser = argparse.ArgumentParser(prog="bin/bench reliability", description="The promises of Barpoint as figures.")
    parser.add_argument("names", nargs="*", metavar="FIGURE", help=", ".join(each.name for each in FIGURES))
    parser.add_argument("--short", action="store_true", help="measure less of each")
    parser.add_argument("--ci", action="store_true", help="only what no test proves, in the short form")
    parser.add_argument("--no-sabotage", action="store_true", help="do not plant the faults")
    options = parser.parse_args(words)
    unknown = sorted(set(options.names) - {each.name for each in FIGURES})
    if unknown:
        parser.error(f"no such figure: {', '.join(unknown)}")
    chosen = [each for each in FIGURES if each.name in options.names] if options.names else list(FIGURES)
    if options.ci:
        chosen = [each for each in chosen if each.in_ci]
    short = options.short or options.ci
    missed = sum([_missed(each, short=short, sabotage=not options.no_sabotage) for each in chosen])
    sys.stdout.write(f"{len(chosen)} figures, {missed} missed\n")
    return int(bool(missed))


def _missed(figure: Figure, *, short: bool, sabotage: bool) -> bool:
    """Measure a figure and its sabotage, and print a line; return whether one of them is not as promised."""
    began = time.monotonic()
    outcome = figure.measure(ROOT, short)
    noticed, words = _sabotage(figure, short=short) if sabotage and outcome.ok else (True, "")
    sys.stdout.write(
        f"{outcome.verdict:8} {figure.number:>2} {figure.name:13} {outcome.value}\n"
        f"{'':12}{figure.promise}{words} ({time.monotonic() - began:.0f} s)\n"
    )
    sys.stdout.flush()
    return outcome.ok is False or not noticed


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
