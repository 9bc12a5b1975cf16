"""The wheel works outside a checkout, holds all that the program needs, and is the same whenever it is built."""

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.db import connection

from barpoint import __version__
from tests.migrated import MIGRATED
from tests.served.servers import free_port, wait_until

from .made import ROOT, Installed, a_release, unpacked, wheel_of

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="a wheel is the same for both databases")
PROGRAM = "barpoint/program/"
# Folders of a checkout that no installation needs.
LEFT_OUT = {"tests", "bench", "bin", "docs", ".ci"}


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_release(tmp_path_factory.mktemp("made") / "release")


@pytest.fixture
def installed(release: Path, tmp_path: Path) -> Installed:
    return Installed(unpacked(wheel_of(release), tmp_path / "site"), tmp_path / "home")


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).exists()]


def test_the_version_is_written_in_one_place_only() -> None:
    places = [
        name
        for name in tracked()
        if re.fullmatch(r"(?!tests/|docs/|requirements|rules/).*\.(py|toml|html|yaml)|deploy/.*", name)
        and f'"{__version__}"' in (ROOT / name).read_text()
    ]

    assert places == ["barpoint/__init__.py"]
    assert __version__ == settings.RELEASE == settings.SPECTACULAR_SETTINGS["VERSION"]


def test_a_release_is_the_same_to_the_byte_on_another_day_in_another_folder(release: Path, tmp_path: Path) -> None:
    again = a_release(tmp_path / "again")

    names = sorted(str(path.relative_to(release)) for path in release.rglob("*") if path.is_file())
    assert names == sorted(str(path.relative_to(again)) for path in again.rglob("*") if path.is_file())
    assert [name for name in names if (release / name).read_bytes() != (again / name).read_bytes()] == []


def test_the_hashes_of_a_release_are_those_of_all_its_files(release: Path) -> None:
    lines = [line.split("  ") for line in (release / "SHA256SUMS").read_text().splitlines()]
    rows = {name: digest for digest, name in lines}

    files = {str(path.relative_to(release)): path for path in release.rglob("*") if path.is_file()}
    del files["SHA256SUMS"]
    assert rows == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    assert (release / "requirements.txt").read_bytes() == (ROOT / "requirements.txt").read_bytes()


def test_the_wheel_takes_one_name_and_holds_every_file_of_the_program(release: Path) -> None:
    with ZipFile(wheel_of(release)) as wheel:
        names = wheel.namelist()
        metadata = wheel.read(f"barpoint-{__version__}.dist-info/METADATA").decode()
        scripts = wheel.read(f"barpoint-{__version__}.dist-info/entry_points.txt").decode()

    inside = {name.removeprefix(PROGRAM) for name in names if name.startswith(PROGRAM)}
    wanted = {name for name in tracked() if "/" in name and name.split("/")[0] not in {*LEFT_OUT, "barpoint"}} | {
        "manage.py",
        "CHANGELOG.md",
        "requirements.txt",
    }
    assert {name.split("/")[0] for name in names} == {"barpoint", f"barpoint-{__version__}.dist-info"}
    assert inside == wanted
    assert f"\nVersion: {__version__}\n" in metadata
    assert "barpoint = barpoint.__main__:main" in scripts


def test_a_command_that_is_refused_names_itself(installed: Installed) -> None:
    installed.environment["BARPOINT_DEBUG"] = "perhaps"

    refused = installed.run("verify")

    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.endswith("BARPOINT_DEBUG must be yes or no, not 'perhaps'\n")


def test_the_version_is_printed_whatever_is_wrong_with_the_settings(installed: Installed) -> None:
    installed.environment["BARPOINT_DEBUG"] = "perhaps"

    assert installed.output("version").startswith(f"Barpoint {__version__}, Python 3.")
    assert installed.output("--version") == installed.output("version")


def test_the_rule_book_has_its_command_line(installed: Installed) -> None:
    (installed.home / "names.txt").write_text("Ada\nBo\nCem\nDóra\n")

    printed = installed.output("rules", "draw", "names.txt", "--key", "63 55 21")

    checkout = [sys.executable, "-m", "rules", "draw", str(installed.home / "names.txt"), "--key", "63 55 21"]
    assert printed == subprocess.run(checkout, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_modules_of_others_with_the_same_names_do_not_get_in_the_way(installed: Installed, tmp_path: Path) -> None:
    for name in ("config", "rules", "paper", "runtime"):
        (tmp_path / "site" / f"{name}.py").write_text("raise RuntimeError('not Barpoint')\n")

    assert installed.output("check").startswith("System check identified no issues")


def test_data_lies_in_the_folder_of_the_user(installed: Installed, tmp_path: Path) -> None:
    show = ("shell", "--no-imports", "-c", "from django.conf import settings; print(settings.DATA_DIR)")
    usual = installed.output(*show)
    installed.environment["XDG_DATA_HOME"] = "relative"
    relative = installed.output(*show)
    installed.environment["XDG_DATA_HOME"] = str(tmp_path / "own")
    own = installed.output(*show)
    installed.environment["BARPOINT_DATA"] = str(tmp_path / "named")

    assert usual == relative == f"{installed.home}/.local/share/barpoint\n"
    assert own == f"{tmp_path}/own/barpoint\n"
    assert installed.output(*show) == f"{tmp_path}/named\n"


@pytest.fixture
def serving(installed: Installed) -> Iterator[str]:
    """The address of a server that runs from the wheel."""
    folder = installed.home / ".local" / "share" / "barpoint"
    if path := os.environ.get(MIGRATED):
        folder.mkdir(parents=True)
        shutil.copy(path, folder / "barpoint.sqlite3")
    address, log = f"http://127.0.0.1:{(port := free_port())}", installed.home / "log"
    with log.open("wb") as output, subprocess.Popen(
        [*installed.words, "run", "--host", "127.0.0.1", "--port", str(port)], cwd=installed.home,
        env=installed.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
    ) as process:  # fmt: skip

        def is_ready() -> bool:
            assert process.poll() is None, log.read_text()
            try:
                return bool(urlopen(f"{address}/readyz", timeout=5).status == 200)
            except OSError:
                return False

        wait_until(is_ready, "the server from the wheel", 180)
        yield address
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0, log.read_text()


def test_pages_static_files_sheets_and_backups_work_from_the_wheel(installed: Installed, serving: str) -> None:
    began = time.time()
    page = urlopen(f"{serving}/sign-in/", timeout=30).read().decode()
    styles = re.findall(r'href="(/static/css/[^"]+\.css)"', page)
    printed = installed.output(
        "shell", "--no-imports", "-c", "from paper.child import Child; print(Child().pages('A'))"
    )
    copied = installed.output("backup")

    assert styles
    assert all(urlopen(serving + path, timeout=30).status == 200 for path in styles)
    assert f'"release": "{__version__}"' in urlopen(f"{serving}/readyz", timeout=30).read().decode()
    assert printed == "1\n"
    (backup,) = (installed.home / ".local/share/barpoint/backups").glob(f"barpoint-{__version__}-*.sqlite3")
    assert str(backup) in copied
    assert backup.stat().st_mtime > began - 2
