"""``bin/bench``: run the named benches, or all except those that take minutes or install other programs."""

import argparse
import json
import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property

from bench.anew import Anew
from bench.chouette import Chouette
from bench.drawing import Collect, Derive
from bench.federation import Federation
from bench.games import ALL, JUDGED, Games
from bench.growth import Growth
from bench.hall import DATABASES, Hall
from bench.measure import RUNS, Bench, Measured, measure
from bench.odds import OddsOfADraw
from bench.pages import Page
from bench.paper import Paper
from bench.peers.draws import Draws
from bench.ratings import Ratings
from bench.rulebook import Rules
from bench.serving import Result, Sheet, a_served_site
from bench.start import Start
from tests.served.servers import Site


class Workshop:
    """What benches share, set up when first used."""

    def __init__(self, stack: ExitStack) -> None:
        self.stack = stack

    @cached_property
    def site(self) -> Site:
        """A server on SQLite."""
        return self.stack.enter_context(a_served_site())


BENCHES: dict[str, Callable[[Workshop], Bench]] = {
    "derive": lambda _: Derive(),
    "collect": lambda _: Collect(),
    "rules": lambda _: Rules(),
    "odds": lambda _: OddsOfADraw(),
    "chouette": lambda _: Chouette(),
    "result": lambda workshop: Result(workshop.site),
    "sheet": lambda workshop: Sheet(workshop.site),
    "paper": lambda workshop: Paper(workshop.site),
    "page": lambda workshop: Page(workshop.site),
    "anew": lambda workshop: Anew(workshop.stack),
    "start": lambda workshop: Start(workshop.stack),
    "growth": lambda workshop: Growth(workshop.site),
    "ratings": lambda _: Ratings(),
    "federation": lambda _: Federation(),
    "draws": lambda workshop: Draws(workshop.stack),
}
# Benches that run only by their name.
BY_NAME = ("growth", "ratings", "federation", "draws")


HALL, HALL_SECONDS = "hall", 60.0


def main() -> int:
    """Measure and print; return 1 with ``--check`` if something is too slow."""
    if sys.argv[1:2] == ["reliability"]:
        from bench.reliability.run import main as reliability  # noqa: PLC0415 -- needs the packages of the tests

        return reliability(sys.argv[2:])
    parser = _parser()
    options = parser.parse_args()
    if options.ruleset:
        if options.names != ["rules"]:
            parser.error("--ruleset goes with rules alone")
        measured = measure([Games(options.ruleset)], options.runs)
        sys.stdout.write(_report(measured, options) + "\n")
        return int(options.check and any(each.is_too_slow for each in measured))
    unknown = sorted(set(options.names) - {*BENCHES, HALL})
    if unknown:
        parser.error(f"no such bench: {', '.join(unknown)}")
    chosen = options.names or [name for name in BENCHES if name not in BY_NAME]
    names = [name for name in BENCHES if name in chosen]
    measured = list[Measured]()
    if HALL in options.names:
        measured += measure([Hall(database, options.seconds) for database in DATABASES], runs=1)
    if names:
        with ExitStack() as stack:
            workshop = Workshop(stack)
            measured += measure([BENCHES[name](workshop) for name in names], options.runs)
    sys.stdout.write(_report(measured, options) + "\n")
    return int(options.check and any(each.is_too_slow for each in measured))


def _parser() -> argparse.ArgumentParser:
    """Return the parser of the options."""
    parser = argparse.ArgumentParser(prog="bin/bench", description="Interleaved runs against their bounds.")
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"one of {', '.join(BENCHES)}, {HALL}; all but {', '.join(BY_NAME)} and {HALL} without a name",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--check", action="store_true", help="exit 1 when a figure is above 1.25 × its bound (with draws above it)"
    )
    parser.add_argument("--runs", type=int, default=RUNS, help=f"how often to measure; {RUNS} without it")
    parser.add_argument(
        "--seconds", type=float, default=HALL_SECONDS, help=f"how long the {HALL} is full (once on each database)"
    )
    parser.add_argument(
        "--ruleset",
        action="append",
        default=[],
        choices=[*JUDGED, ALL],
        metavar="ID",
        help=f"with rules: how fast the plays of this game are found, over backgammon; {ALL} for every game",
    )
    return parser


def _report(measured: list[Measured], options: argparse.Namespace) -> str:
    load = os.getloadavg()[0]
    if options.json:
        return json.dumps({"runs": options.runs, "load": load, "figures": [each.as_data() for each in measured]})
    foot = (
        f"of {options.runs} runs the median, of times the quickest; one run of the {HALL};"
        f" load average {load:.2f} on {os.cpu_count()} cores"
    )
    return "\n".join([*(each.line() for each in measured), foot])


raise SystemExit(main())
