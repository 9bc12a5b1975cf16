"""Runs a program in a process of its own, such as a management command that needs seconds of computing.

Laying out a sheet takes a second of computing, which in a thread of the server would delay every result.
"""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from queue import Empty, SimpleQueue

from django.conf import settings

POLL_SECONDS = 0.2
LONGEST_ERROR = 2000
READER = "output of a subprocess"

_stopping = threading.Event()

type OnLine = Callable[[str], object]


def _ignore(line: str) -> None:
    """Do nothing with the line."""


class Interrupted(RuntimeError):  # noqa: N818 -- not an error: the server stops
    """The server stops; the next server runs the program from its start."""


def run_command(*words: str, on_line: OnLine = _ignore) -> str:
    """Run ``manage.py`` with ``words`` and return its output; ``on_line`` is called with each line as it comes.

    Raises RuntimeError with the end of its output if it failed, Interrupted if the server stops meanwhile.
    """
    return run([sys.executable, str(settings.BASE_DIR / "manage.py"), *words], on_line=on_line)


def run(command: Sequence[str], environment: Mapping[str, str] | None = None, on_line: OnLine = _ignore) -> str:
    """Run a program and return its output. Raises RuntimeError and Interrupted as ``run_command`` does."""
    output: list[str] = []
    process = subprocess.Popen(  # noqa: S603 -- our own command
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        for line in _lines(process):
            if line is None and _stopping.is_set():
                raise Interrupted("the server stopped")
            if line is not None:
                output.append(line)
                on_line(line)
    except BaseException:
        process.terminate()
        raise
    finally:
        process.wait()
    if process.returncode:
        raise RuntimeError("".join(output)[-LONGEST_ERROR:])
    return "".join(output)


def _lines(process: subprocess.Popen[str]) -> Iterator[str | None]:
    """Yield the output of a process line by line, and None while there is none."""
    printed: SimpleQueue[str | None] = SimpleQueue()

    def read() -> None:
        # Closed here and nowhere else: closing it under the reader would be an error in this thread.
        with process.stdout or nullcontext(()) as lines:
            for line in lines:
                printed.put(line)
        printed.put(None)

    threading.Thread(target=read, name=READER, daemon=True).start()
    while True:
        try:
            line = printed.get(timeout=POLL_SECONDS)
        except Empty:
            yield None
            continue
        if line is None:
            return
        yield line


def stop() -> None:
    """Stop the programs that run; from now on every program is interrupted."""
    _stopping.set()
