"""What is installed is what the lock says, hash by hash; and few packages are direct."""

import re
import subprocess
import sys
import tomllib

from bench.reliability.copies import ROOT
from bench.reliability.proofs import report

MOST_DIRECT = 25


def main() -> None:
    """Compare the lock with the packages installed, and resolve it again with its hashes."""
    direct = len(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"])
    lock = (ROOT / "requirements.txt").read_text()
    pinned = dict(re.findall(r"^([a-z0-9-]+)==([^ ;\\]+)", lock, re.MULTILINE))
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "list", "--format=freeze"], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    installed = {name.lower().replace("_", "-"): version for name, version in re.findall(r"^(.+)==(.+)$", listed, re.M)}
    wrong = [name for name, version in pinned.items() if installed.get(name, version) != version]
    hashes = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--no-deps", "--require-hashes",
         "-q", "-r", "requirements.txt"], cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    mismatch = "do not match the hashes" in (hashes.stdout + hashes.stderr).lower()
    agree = "differ" if mismatch else "agree"
    report(
        f"{direct} direct packages, {len(pinned)} pinned, {len(wrong)} installed otherwise, hashes {agree}",
        direct <= MOST_DIRECT and not wrong and not mismatch,
    )


if __name__ == "__main__":
    main()
