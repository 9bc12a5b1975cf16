"""Copies of the program in which a fault is planted."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.reliability.figure import Fault

ROOT = Path(__file__).resolve().parent.parent.parent


class NothingToPlant(Exception):  # noqa: N818 -- the list of faults is behind the program
    """The text of a fault is not there exactly once."""


@contextmanager
def sabotaged(fault: Fault) -> Iterator[Path]:
    """Yield a copy of the program with one fault. Raises NothingToPlant."""
    with TemporaryDirectory(prefix="barpoint-sabotaged-") as folder:
        copy = Path(folder) / "barpoint"
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],  # noqa: S607 -- as in bin/check
            cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True,
        )  # fmt: skip
        for name in listed.stdout.split("\0"):
            if name and (ROOT / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, copy / name)
        (copy / ".venv").symlink_to(ROOT / ".venv")
        path = copy / fault.path
        text = path.read_text()
        if text.count(fault.was) != 1:
            raise NothingToPlant(f"{fault.path}: {fault.was[:60]!r} is there {text.count(fault.was)} times")
        path.write_text(text.replace(fault.was, fault.is_now))
        yield copy
