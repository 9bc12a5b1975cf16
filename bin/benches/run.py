"""Run benches: every module ``*_bench.py`` beside this file offers ``NAME`` and ``lines() -> list[Line]``."""

import argparse
import importlib
import json
import sys
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
ROUNDS = 5
SLACK = 1.25


def main() -> int:
    """Print a line for each measure; with ``--check`` exit 1 when one is beyond 1.25 times its bound."""
    parser = argparse.ArgumentParser(prog="bin/bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    sys.path[:0] = [str(HERE), str(HERE.parents[1])]
    benches = [importlib.import_module(path.stem) for path in sorted(HERE.glob("*_bench.py"))]
    lines = [line for bench in benches if not args.names or bench.NAME in args.names for line in bench.lines()]
    runs = {line.name: [] for line in lines}
    for _ in range(ROUNDS):
        for line in lines:
            if not line.missing:
                runs[line.name].append(line.measure())
    told = [judged(line, runs[line.name]) for line in lines]
    if args.json:
        print(json.dumps(told, indent=1))
    else:
        for one in told:
            print("{verdict:<8} {name:<42} {shown:>9}   bound {sign} {bound}".format(**one))
    return int(args.check and any(one["verdict"] == "FAILED" for one in told))


def judged(line, values):
    """What is printed of one measure."""
    told = {"name": line.name, "sign": line.sign, "bound": line.bound, "runs": [round(value, 3) for value in values]}
    if not values:
        return told | {"value": None, "shown": "skipped", "verdict": "skipped", "missing": line.missing}
    value = median(values)
    beyond = value / line.bound if line.sign == "<=" else line.bound / value
    verdict = "ok" if beyond <= 1 else "slack" if beyond <= SLACK else "FAILED"
    return told | {"value": round(value, 3), "shown": f"{value:.2f}", "verdict": verdict}


if __name__ == "__main__":
    sys.exit(main())
