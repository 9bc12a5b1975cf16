"""Work done in a copy of the process (runtime/server/apart.py)."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.depth import STUCK_SECONDS
from tests.served.servers import ROOT, wait_until

BEGIN = """
import os, sys, time
from pathlib import Path
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
from rules.errors import RuleBroken
from runtime.server.apart import apart
made = []
"""


def run(script: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a process that has no other thread; warnings are errors."""
    command = [sys.executable, "-W", "error", "-c", BEGIN + script]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=STUCK_SECONDS)


def test_work_done_apart_returns_its_value_and_leaves_nothing_in_memory() -> None:
    done = run(
        "def work():\n    made.append(1)\n    return os.getpid(), len(made)\n"
        "process, length = apart(work)\n"
        "print(process != os.getpid(), length, made)\n"
    )

    assert (done.stdout, done.stderr) == ("True 1 []\n", "")


def test_work_done_apart_raises_what_it_raises() -> None:
    done = run(
        "def work():\n    raise RuleBroken('disk.full', path='/data')\n"
        "try:\n    apart(work)\n"
        "except RuleBroken as broken:\n    print(broken.code, broken.facts)\n"
    )

    assert (done.stdout, done.stderr) == ("disk.full {'path': '/data'}\n", "")


def test_work_done_apart_ends_with_the_process_that_waits_for_it(tmp_path: Path) -> None:
    note = tmp_path / "copy"
    script = (
        f"def work():\n    Path({str(note)!r}).write_text(f'{{os.getpid()}}\\n')\n    time.sleep({STUCK_SECONDS})\n"
        "apart(work)\n"
    )
    with subprocess.Popen([sys.executable, "-c", BEGIN + script], cwd=ROOT) as waiting:
        wait_until(lambda: note.exists() and note.read_text().endswith("\n"), "the copy works")
        waiting.send_signal(signal.SIGKILL)
        waiting.wait(STUCK_SECONDS)

    wait_until(lambda: not is_running(int(note.read_text())), "the copy ends")


def is_running(process: int) -> bool:
    """Whether a process lives; one that ended and waits to be noticed does not."""
    try:
        os.kill(process, 0)
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False
