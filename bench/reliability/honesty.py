"""Small changes of the rule book, one at a time: its tests must notice at least nine of ten (``bin/mutants``)."""

import re
import subprocess
import sys

from bench.reliability.copies import ROOT
from bench.reliability.proofs import report

COUNT, SHORT_COUNT = 60, 10
SMALLEST_SHARE = 0.9


def main() -> None:
    """Run the mutants and report how many were noticed."""
    count = SHORT_COUNT if "--short" in sys.argv else COUNT
    words = ["bin/mutants", "--count", str(count), "--seed", "1"]
    output = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout  # noqa: S603 -- our own
    match = re.search(r"(\d+) of (\d+)", output)
    if match is None:
        report(output.strip()[-100:], ok=False)
        return
    noticed, made = int(match[1]), int(match[2])
    ok = noticed >= SMALLEST_SHARE * made
    if not ok:
        sys.stderr.write(output)  # with the difference that each survivor makes
    report(f"{noticed} of {made} noticed", ok)


if __name__ == "__main__":
    main()
