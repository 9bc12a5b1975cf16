"""Worker processes of a site, started, stopped and killed as on a server."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from .servers import ROOT, STOP_SECONDS, Site

THREADS = 4


class Worker:
    """A worker process and its output."""

    def __init__(self, site: Site, *words: str) -> None:
        self.site, self.log = site, site.folder / "worker.log"
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.served.counting", *(words or ("worker", "--threads", str(THREADS)))],
                cwd=ROOT,
                env=site.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(STOP_SECONDS)

    def stop(self) -> float:
        """Stop it cleanly; return how many seconds that took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(STOP_SECONDS) == 0, self.log.read_text()
        return time.monotonic() - began


@contextmanager
def a_worker(site: Site, *words: str) -> Iterator[Worker]:
    worker = Worker(site, *words)
    try:
        yield worker
    finally:
        worker.kill()
