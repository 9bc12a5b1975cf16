"""How much more than a busy hall one process can take: 500 phones, and the reports a minute doubled again and again.

Each step has a drawn event of its own, which all phones look at. The ramp ends when one in a hundred reports or pages
takes longer than half a second, or an honest phone sees an error.
"""

import resource
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.hall import REPORTS_A_MINUTE, an_evening, crowd, most_memory, percentile, plan
from bench.reliability.proofs import report
from tests.depth import ON_POSTGRESQL
from tests.served.servers import SHEETS_AHEAD, Site, a_site

# How many times the reports a minute of a busy hall.
STEPS, SHORT_STEPS = (1, 2, 4, 8, 16), (1, 8)
SECONDS, MOST_REPORTS = 12.0, 150
LEAST_TIMES = 8
LONGEST_SECONDS = 0.5
MOST_MEGABYTES = 400.0


def main() -> None:
    """Double the reports until the phones wait, and report how far that was."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8192)), hard))
    taken, texts = 0, []
    with (
        TemporaryDirectory(prefix="barpoint-ramp-") as folder,
        a_site(Path(folder) / "site", environment=SHEETS_AHEAD, processes=1) as site,
    ):
        for times in SHORT_STEPS if "--short" in sys.argv else STEPS:
            seen = _step(site, times * REPORTS_A_MINUTE)
            slowest = [percentile(seen[name], 99) for name in ("reports", "pages")]
            texts.append(f"{times} × {' / '.join(f'{1000 * each:.0f}' for each in slowest)} ms")
            if seen["errors"]:
                texts.append(f"{len(seen['errors'])} errors, such as {seen['errors'][0][:100]}")
            if seen["errors"] or max(slowest) > LONGEST_SECONDS:
                break
            taken = times
        memory = most_memory(site.servers[0].process.pid)
    where = "PostgreSQL" if ON_POSTGRESQL else "SQLite"
    report(
        f"{where}: {taken} times a busy hall (reports / pages p99: {', '.join(texts)}), {memory:.0f} MB",
        taken >= LEAST_TIMES and memory <= MOST_MEGABYTES,
    )


def _step(site: Site, reports_a_minute: int) -> dict[str, Any]:
    event, tokens = an_evening(site)
    seconds = min(SECONDS, 60 * MOST_REPORTS / reports_a_minute)
    return crowd(plan(site, event, tokens, seconds, reports_a_minute))


if __name__ == "__main__":
    main()
