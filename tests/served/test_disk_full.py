"""A full disk: what is sent is refused with a code, reading goes on, nothing acknowledged is lost, writing resumes."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.depth import ON_POSTGRESQL

from .clients import Client
from .servers import a_site, wait_until

MEGABYTES = 64

pytestmark = pytest.mark.skipif(ON_POSTGRESQL, reason="the full disk is that of an SQLite file")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own, in memory; only root can make one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(words, check=False, capture_output=True).returncode:
        pytest.skip("a small disk can't be made here: that takes root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(disk: Path) -> Path:
    """Fill a disk to its last byte, and return the file that does."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 4096, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                continue
    return ballast


def test_a_full_disk_stops_nothing_but_writing_and_only_while_it_is_full(disk: Path) -> None:
    with a_site(disk / "site") as site, site.client() as client:
        site.expects_trouble = True
        made = [client.made("clubs/", {"name": f"Club {number}"})["id"] for number in range(20)]
        ballast = fill(disk)

        answers = [client.post("clubs/", {"name": "Bilbao " * 10}) for _ in range(20)]

        assert answers[-1].status == 507
        assert (answers[-1].code, answers[-1].headers["retry-after"]) == ("disk.full", "30")
        assert {answer.status for answer in answers} <= {201, 507}
        assert client.get("clubs/").status == 200
        assert readiness(client) == (503, "disk.full")
        wait_until(lambda: b'barpoint_mark{code="disk.full"} 1.0' in client.get("/metrics").body, "the mark")
        ballast.unlink()
        assert client.made("clubs/", {"name": "Bilbao"})
        acknowledged = made + [answer.data["id"] for answer in answers if answer.status == 201]
        known = {club["id"] for club in client.read("clubs/")}
        assert set(acknowledged) <= known
        log = site.log()

    assert log.count("barpoint.trouble disk.full: POST /api/v1/clubs/") == 1
    assert "Traceback" not in log


def readiness(client: Client) -> tuple[int, str]:
    answer = client.get("/readyz")
    return answer.status, str(answer.data["checks"]["disk"])
