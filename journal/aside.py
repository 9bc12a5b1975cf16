"""Work beside the server: a management command in a process of its own that gives way to everything else.

Setting a sheet takes a second of nothing but computing. In a thread of the server it would hold up every result that
comes in meanwhile.
"""

import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence

from django.conf import settings

LOOK_EVERY_SECONDS = 0.2
LONGEST_SAID = 2000

_stopping = threading.Event()


class Interrupted(RuntimeError):  # noqa: N818 -- nobody's mistake
    """The server stops: the work is begun anew by the next one."""


def aside(*words: str) -> str:
    """Run ``manage.py`` with ``words`` and return what it printed.

    Raises RuntimeError with what it said when it failed, Interrupted when the server stops meanwhile.
    """
    return run([sys.executable, str(settings.BASE_DIR / "manage.py"), *words])


def run(command: Sequence[str], environment: Mapping[str, str] | None = None) -> str:
    """Run a program and return what it printed. Raises RuntimeError, Interrupted, as ``aside``."""
    with subprocess.Popen(  # noqa: S603 -- our own command
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        while True:
            try:
                said, _ = process.communicate(timeout=LOOK_EVERY_SECONDS)
                break
            except subprocess.TimeoutExpired:
                if _stopping.is_set():
                    process.terminate()
                    raise Interrupted("the server stopped") from None
    if process.returncode:
        raise RuntimeError(said[-LONGEST_SAID:])
    return said


def stop() -> None:
    """End what runs beside, and begin nothing more."""
    _stopping.set()
