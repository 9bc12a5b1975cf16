"""The draw page made anew: the processor time of the first reader after a result, with the parts kept and with none."""

import json
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.measure import Figure

ENTRANTS, RESULTS_A_RUN = 128, 9
# A slow machine takes longer for both: 1.1 to 1.5 times these rows were measured, 1.5 to 1.8 with the Python of Debian,
# which is quicker with the rows; 1.9 in single runs.
BOUND = 2.1
ROOT = Path(__file__).resolve().parent.parent


class Anew:
    """A draw of 128 with progressive consolation, half played, in a process of its own without a server.

    Each turn one match is reported; then a spectator and a director, who accept gzip, read the page: the spectator
    first, whose page is made with the parts of the page before. Then the spectator's page is made once more with none.
    """

    figures = (
        Figure("anew/plain", "×", f"a page of {ENTRANTS} after a result / its rows by a plain template", bound=BOUND),
        Figure("anew/plain:director", "×", "the same for a director, whose page no other reader gets", bound=BOUND),
        Figure("anew:ms", "ms", f"processor time of a page of {ENTRANTS} after a result, for spectators"),
        Figure("anew:director:ms", "ms", "the same for a director"),
        Figure("anew", "×", "with the parts kept / with none", bound=0.5),
        Figure("anew:whole:ms", "ms", "the same page with no part kept"),
    )

    def __init__(self, stack: ExitStack) -> None:
        folder = stack.enter_context(TemporaryDirectory(prefix="barpoint-bench-"))
        environment = {**os.environ, "BARPOINT_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        command = [sys.executable, "-W", "ignore", "-m", "bench.anew"]
        self._readers = stack.enter_context(
            subprocess.Popen(  # noqa: S603 -- our own module
                command, cwd=ROOT, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        )
        stack.callback(self._readers.terminate)
        self.run()

    def run(self) -> tuple[float, ...]:
        """Return the figures of one round."""
        if self._readers.stdin is None or self._readers.stdout is None:
            raise RuntimeError("the readers have no pipes")
        self._readers.stdin.write("\n")
        self._readers.stdin.flush()
        kept, director, whole, plain = json.loads(self._readers.stdout.readline())
        return kept / plain, director / plain, kept, director, kept / whole, whole


def _read() -> None:
    """Play half of a draw, then one round of results for each line of the input."""
    import django  # noqa: PLC0415 -- only the process of the readers needs it

    django.setup()
    from bench.beside.readers import Readers  # noqa: PLC0415 -- needs Django's settings

    readers = Readers(ENTRANTS)
    for _ in sys.stdin:
        turns = [readers.turn() for _ in range(RESULTS_A_RUN)]
        sys.stdout.write(json.dumps([1000 * median(each) for each in zip(*turns, strict=True)]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _read()
