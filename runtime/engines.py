"""Runs a program that plays backgammon: in a process of its own, with limits, without a network.

The program gets a file of commands and an empty folder, nothing else of this machine's environment. What it prints
goes into a file of that folder, so that the limit for files also limits its output.
"""

import os
import resource
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from rules.errors import RuleBroken

MOST_SECONDS, MOST_CPU_SECONDS = 40, 30
MOST_MEMORY, MOST_FILE_BYTES, MOST_OPEN = 1024 * 1024 * 1024, 256 * 1024, 64
# Where Debian puts games, which is not on the PATH of a service.
USUAL_PLACES = ("/usr/games/gnubg", "/usr/local/bin/gnubg", "/opt/homebrew/bin/gnubg")


def gnubg_path() -> str:
    """Return where GNU Backgammon is installed, empty where it is not or is switched off."""
    wanted: str = settings.GNUBG
    if wanted == "off":
        return ""
    if wanted:
        return wanted if os.access(wanted, os.X_OK) else ""
    return shutil.which("gnubg") or next((each for each in USUAL_PLACES if os.access(each, os.X_OK)), "")


def run_gnubg(commands: str) -> str:
    """Return what GNU Backgammon prints for a file of commands.

    Raises RuleBroken ``engine.missing``, ``engine.slow`` (the time is over), ``engine.failed``.
    """
    program = gnubg_path()
    if not program:
        raise RuleBroken("engine.missing")
    with tempfile.TemporaryDirectory(prefix="barpoint-engine-") as folder:
        orders, answer = Path(folder, "commands"), Path(folder, "answer")
        orders.write_text(commands, encoding="ascii")
        code = _run([program, "--tty", "--quiet", "--no-rc", "-c", str(orders)], folder, answer)
        if code != 0:
            raise RuleBroken("engine.slow" if code == -signal.SIGXCPU else "engine.failed", code=code)
        return answer.read_text(encoding="utf-8", errors="replace")


def _run(command: list[str], folder: str, answer: Path) -> int:
    """Run a program until it ends or its time is over; return its exit code. Raises RuleBroken ``engine.slow``."""
    environment = {"HOME": folder, "LANG": "C", "LC_ALL": "C", "PATH": "/usr/bin:/bin"}
    with answer.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 -- a program that the operator installed, with no words of a visitor
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, cwd=folder, env=environment,
            preexec_fn=_confine, start_new_session=True,
        )  # fmt: skip
        try:
            return process.wait(timeout=MOST_SECONDS)
        except subprocess.TimeoutExpired:
            raise RuleBroken("engine.slow", seconds=MOST_SECONDS) from None
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _confine() -> None:
    """Give the new process its limits and, where the system lets us, a network in which nothing is."""
    for kind, most in (
        (resource.RLIMIT_CPU, MOST_CPU_SECONDS),
        (resource.RLIMIT_AS, MOST_MEMORY),
        (resource.RLIMIT_FSIZE, MOST_FILE_BYTES),
        (resource.RLIMIT_NOFILE, MOST_OPEN),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))
    with suppress(OSError, AttributeError):
        os.unshare(os.CLONE_NEWUSER | os.CLONE_NEWNET)
