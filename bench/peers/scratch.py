"""The other programs, each installed into a folder that lasts as long as the bench, for nothing but the bench.

``BARPOINT_BENCH_BBPPAIRINGS`` names a clone of bbpPairings where its own address cannot be reached.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
BRACKETS_MANAGER = ("brackets-manager@1.11.1", "brackets-memory-db@1.0.6")
COMPETITION_FACTORY = ("tods-competition-factory@6.38.0",)
PY4SWISS = "py4swiss==0.3.1"
BBPPAIRINGS = "https://github.com/BieremaBoyzProgramming/bbpPairings"
SECONDS = 600


class NotInstalled(Exception):  # noqa: N818 -- a state, not a mistake
    """A program that cannot be had here; the text says why."""


class NodeProgram:
    """A script beside this file and the packages that it imports. Raises NotInstalled."""

    def __init__(self, folder: Path, script: str, packages: Sequence[str]) -> None:
        folder.mkdir()
        npm = shutil.which("npm")
        if npm is None or shutil.which("node") is None:
            raise NotInstalled("there is no npm")
        (folder / "package.json").write_text('{"private": true}', encoding="utf-8")
        run([npm, "install", "--no-audit", "--no-fund", *packages], folder)
        self.folder, self.script = folder, shutil.copy(HERE / script, folder)

    def answer(self, *words: int) -> Any:
        """Return what it prints, parsed."""
        return json.loads(run(["node", str(self.script), *map(str, words)], self.folder))


class Py4Swiss:
    """py4swiss in an environment of its own. Raises NotInstalled."""

    def __init__(self, folder: Path) -> None:
        run([sys.executable, "-m", "venv", str(folder)], Path.cwd())
        self.python = folder / "bin" / "python"
        run([str(self.python), "-m", "pip", "install", "--quiet", PY4SWISS], folder)

    def milliseconds(self, rounds: Sequence[Path], tables: int) -> float:
        """Return the CPU time of pairing the next round of every file."""
        answer = json.loads(run([str(self.python), str(HERE / "pair_with_py4swiss.py"), *map(str, rounds)], Path.cwd()))
        if set(answer["tables"]) != {tables}:
            raise AssertionError(f"py4swiss paired other tables: {answer['tables']}")
        return float(sum(answer["milliseconds"]))


class BbpPairings:
    """bbpPairings, compiled. Raises NotInstalled."""

    def __init__(self, folder: Path) -> None:
        source = os.environ.get("BARPOINT_BENCH_BBPPAIRINGS", BBPPAIRINGS)
        if shutil.which("g++") is None or shutil.which("make") is None:
            raise NotInstalled("there is no C++ compiler")
        run(["git", "clone", "--quiet", "--depth", "1", source, str(folder)], Path.cwd())
        run(["make", "-j2"], folder)
        self.program = folder / "bbpPairings.exe"

    def milliseconds(self, rounds: Sequence[Path], tables: int) -> float:
        """Return the CPU time of the program for every file, its start and the reading of the file with it."""
        before = _children()
        for each in rounds:
            run([str(self.program), "--dutch", str(each), "-p", str(each.with_suffix(".pairs"))], each.parent)
        spent = _children() - before
        for each in rounds:
            if int(each.with_suffix(".pairs").read_text(encoding="utf-8").split()[0]) != tables:
                raise AssertionError(f"bbpPairings paired other tables: {each.name}")
        return 1000 * spent


def run(words: Sequence[str], folder: Path) -> str:
    """Return the standard output of a program. Raises NotInstalled with the end of what it says if it fails."""
    try:
        done = subprocess.run(  # noqa: S603 -- our own words
            words, cwd=folder, capture_output=True, text=True, check=False, timeout=SECONDS
        )
    except (OSError, subprocess.TimeoutExpired) as broken:
        raise NotInstalled(str(broken)) from broken
    if done.returncode:
        raise NotInstalled((done.stderr or done.stdout).strip()[-300:])
    return done.stdout


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
