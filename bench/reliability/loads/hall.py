"""A hall of 500 phones and 100 reports a minute, in peace and beside twenty hostile connections."""

import resource
import sys

from bench.hall import measured
from bench.reliability.proofs import report
from tests.depth import ON_POSTGRESQL

SECONDS, SHORT_SECONDS = 30.0, 8.0
SHOWN = ("report:p99", "page:p99", "shown:p99")


def main() -> None:
    """Fill the hall twice; errors of honest phones miss the promise."""
    seconds = SHORT_SECONDS if "--short" in sys.argv else SECONDS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8192)), hard))
    texts, errors = [], 0.0
    for hostile in (False, True):
        values = measured(seconds, greedy=False, hostile=hostile)
        errors += values["errors"]
        figures = " ".join(f"{name} {values[name]:.0f}" for name in SHOWN)
        texts.append(f"{'hostile' if hostile else 'peace'}: {values['errors']:.0f} errors, {figures}")
    report(f"{'PostgreSQL' if ON_POSTGRESQL else 'SQLite'}: {'; '.join(texts)}", not errors)


if __name__ == "__main__":
    main()
