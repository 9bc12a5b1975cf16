"""A release as ``bin/release`` makes it, and its wheel unpacked as pip would."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from tests.depth import STUCK_SECONDS

ROOT = Path(__file__).resolve().parent.parent.parent


def a_release(folder: Path) -> Path:
    """Make a release in a folder that does not exist yet, and return it."""
    made = subprocess.run(
        [ROOT / "bin" / "release", str(folder)], cwd=folder.parent, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, check=False, timeout=STUCK_SECONDS,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
    return folder


def wheel_of(release: Path) -> Path:
    """Return the one wheel of a release."""
    (wheel,) = release.glob("*.whl")
    return wheel


def unpacked(wheel: Path, folder: Path) -> Path:
    """Unpack a wheel into a folder, as into a site-packages of its own, and return the folder."""
    with ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


class Installed:
    """The command ``barpoint`` of an unpacked wheel, for a user with an empty home, far from any checkout."""

    def __init__(self, site: Path, home: Path) -> None:
        home.mkdir(exist_ok=True)
        self.home = home
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": str(site)}
        self.words = [sys.executable, "-m", "barpoint"]

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self.words, *words], cwd=self.home, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, check=False, timeout=STUCK_SECONDS,
        )  # fmt: skip

    def output(self, *words: str) -> str:
        """Return what a command prints; it must succeed."""
        ended = self.run(*words)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout
