"""Work beside the server: a management command in a process of its own that gives way to everything else.

Setting a sheet takes a second of nothing but computing. In a thread of the server it would hold up every result that
comes in meanwhile.
"""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from queue import Empty, SimpleQueue

from django.conf import settings

LOOK_EVERY_SECONDS = 0.2
LONGEST_SAID = 2000

_stopping = threading.Event()

type Heard = Callable[[str], object]


def _deaf(line: str) -> None:
    """Hear nothing."""


class Interrupted(RuntimeError):  # noqa: N818 -- nobody's mistake
    """The server stops: the work is begun anew by the next one."""


def aside(*words: str, heard: Heard = _deaf) -> str:
    """Run ``manage.py`` with ``words`` and return what it printed; each line is ``heard`` as it comes.

    Raises RuntimeError with what it said when it failed, Interrupted when the server stops meanwhile.
    """
    return run([sys.executable, str(settings.BASE_DIR / "manage.py"), *words], heard=heard)


def run(command: Sequence[str], environment: Mapping[str, str] | None = None, heard: Heard = _deaf) -> str:
    """Run a program and return what it printed. Raises RuntimeError, Interrupted, as ``aside``."""
    said: list[str] = []
    with subprocess.Popen(  # noqa: S603 -- our own command
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        for line in _lines(process):
            if line is None and _stopping.is_set():
                process.terminate()
                raise Interrupted("the server stopped")
            if line is not None:
                said.append(line)
                heard(line)
    if process.returncode:
        raise RuntimeError("".join(said)[-LONGEST_SAID:])
    return "".join(said)


def _lines(process: subprocess.Popen[str]) -> Iterator[str | None]:
    """Yield what a process prints line by line, and None while it prints nothing."""
    printed: SimpleQueue[str | None] = SimpleQueue()

    def read() -> None:
        for line in process.stdout or ():
            printed.put(line)
        printed.put(None)

    threading.Thread(target=read, name="what is printed beside", daemon=True).start()
    while True:
        try:
            line = printed.get(timeout=LOOK_EVERY_SECONDS)
        except Empty:
            yield None
            continue
        if line is None:
            return
        yield line


def stop() -> None:
    """End what runs beside, and begin nothing more."""
    _stopping.set()
