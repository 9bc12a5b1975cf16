"""A full disk: the data folder lies on a small file system of its own, which is filled while results come in.

Needs the right to mount one; without it the figure is left out.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.reliability.proofs import report
from tests.served.clients import Client
from tests.served.playing import an_event
from tests.served.servers import Site, a_site

MEGABYTES = 48


@contextmanager
def a_small_disk(folder: Path) -> Iterator[bool]:
    """Yield whether ``folder`` is now a file system of 48 MB."""
    words = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(folder)]
    mounted = subprocess.run(words, capture_output=True, check=False).returncode == 0  # noqa: S603 -- our own
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=False)  # noqa: S603, S607 -- our own


def fill(ballast: Path) -> None:
    """Use up all the room that is left."""
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return


def evening(site: Site, folder: Path) -> None:
    """Report results before, while and after the disk is full."""
    ballast, acknowledged, refused = folder / "ballast", set[int](), list[int]()
    with site.client() as desk:
        event = an_event(site, 64)
        matches = event.matches(desk, status="open", bracket="main")
        for place, match in enumerate(matches):
            if place == 8:
                fill(ballast)
            if place == 20:
                ballast.unlink()
            answer = desk.post(f"matches/{match['id']}/result/", {"score": [match["length"], 0]})
            if answer.status == 200:
                acknowledged.add(match["id"])
            else:
                refused.append(answer.status)
            if place in (9, 19):
                readable = _readable(site, event.id)
        final = {each["id"] for each in event.matches(desk, status="finished")}
    lost = len(acknowledged - final)
    whole = site.manage("verify").returncode == 0
    after = len([match for match in matches[20:] if match["id"] in acknowledged])
    report(
        f"{lost} of {len(acknowledged)} lost, {len(refused)} refused with {sorted(set(refused))}, "
        f"pages {'can' if readable else 'can NOT'} be read, {after} of {len(matches) - 20} recorded afterwards",
        not lost and whole and readable and bool(refused) and after == len(matches) - 20,
    )


def _readable(site: Site, event: int) -> bool:
    with Client(site.ports[0]) as phone:
        return phone.get(f"/events/{event}/").status == 200


def main() -> None:
    """Fill the disk of an evening."""
    with TemporaryDirectory(prefix="barpoint-disk-") as name, a_small_disk(Path(name)) as mounted:
        if not mounted:
            report("a file system can't be mounted here", None)
            return
        folder = Path(name)
        try:
            with a_site(folder / "site") as site:
                evening(site, folder)
        except AssertionError as wrong:
            # The log holds what the server saw of the full disk, and that is no defect here.
            if "disk" not in str(wrong):
                raise
    sys.stdout.flush()


if __name__ == "__main__":
    main()
