"""The start scripts refuse before they change anything. What they install is proven by ``bin/fresh``."""

import os
import subprocess
from pathlib import Path

from tests.depth import STUCK_SECONDS

ROOT = Path(__file__).parent.parent


def up(*words: str, tools: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run ``bin/up`` from a strange folder, with ``tools`` found before the machine's own."""
    path = os.environ["PATH"] if tools is None else f"{tools}:{os.environ['PATH']}"
    return subprocess.run(
        [ROOT / "bin" / "up", *words],
        cwd="/",
        env=os.environ | {"PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=STUCK_SECONDS,
    )


def a_machine_without_libraries(tools: Path) -> Path:
    """Return ``tools`` with commands as a guest of a bare machine meets them: no pango, no right to install."""
    answers = {"ldconfig": "true", "id": "echo 1000", "sudo": "exit 1", "apt-get": "exit 100"}
    return commands_that(tools, answers)


def commands_that(tools: Path, answers: dict[str, str]) -> Path:
    """Return ``tools`` with a command for each name that answers by a line of shell."""
    for name, answer in answers.items():
        (tools / name).write_text(f"#!/bin/sh\n{answer}\n")
        (tools / name).chmod(0o755)
    return tools


def bring(tools: Path, *, user: int, ci: str = "", **answers: str) -> subprocess.CompletedProcess[str]:
    """Bring chromium and redis-server to a machine that has all that Barpoint itself needs, and package lists."""
    libraries = "libpango-1.0.so.0 libpangoft2-1.0.so.0 libharfbuzz-subset.so.0"
    usual = {
        "ldconfig": f"echo {libraries}",
        "dpkg-query": "echo 'installed '",
        "id": f"echo {user}",
        "sudo": "exit 1",
        "apt-get": f'echo "$@" >>{tools}/asked',
        "apt-cache": "echo Candidate: 1.0",
    }
    (tools / "lists_Packages").touch()
    commands_that(tools, usual | {name.replace("_", "-"): answer for name, answer in answers.items()})
    script = f"source bin/setup.sh; package_lists={tools}; bring_packages requirements-dev.txt chromium redis-server"
    return subprocess.run(
        ["bash", "-c", script],
        cwd=ROOT,
        env=os.environ | {"PATH": f"{tools}:{os.environ['PATH']}", "CI": ci},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=STUCK_SECONDS,
    )


def installed_by_apt(tools: Path) -> list[str]:
    """Return the names of the packages that apt-get was asked to install."""
    query = tools / "asked"
    lines = query.read_text().splitlines() if query.exists() else []
    return [word for line in lines if " install " in line for word in line.split("--no-install-recommends ")[1].split()]


def test_what_only_tests_need_is_installed_where_that_is_allowed(tmp_path: Path) -> None:
    answer = bring(tmp_path, user=0)

    assert answer.returncode == 0
    assert installed_by_apt(tmp_path) == ["chromium", "redis-server"]


def test_where_nothing_may_be_installed_what_is_left_out_is_named_with_the_line_to_type(tmp_path: Path) -> None:
    answer = bring(tmp_path, user=1000)

    assert answer.returncode == 0
    assert installed_by_apt(tmp_path) == []
    assert answer.stderr.splitlines() == [
        "Left out is what needs these packages: chromium redis-server. To have them, type:",
        "sudo apt-get install -y --no-install-recommends chromium redis-server",
    ]


def test_ci_leaves_nothing_out(tmp_path: Path) -> None:
    answer = bring(tmp_path, user=1000, ci="true")

    assert answer.returncode == 1
    assert answer.stdout == "sudo apt-get install -y --no-install-recommends chromium redis-server\n"


def test_a_package_that_the_release_does_not_have_is_left_out(tmp_path: Path) -> None:
    policy = 'case $2 in chromium) echo "Candidate: (none)" ;; *) echo "Candidate: 1.0" ;; esac'

    answer = bring(tmp_path, user=0, apt_cache=policy)

    assert answer.returncode == 0
    assert installed_by_apt(tmp_path) == ["redis-server"]
    assert "Left out: chromium, which this release does not have." in answer.stderr


def test_without_a_network_the_end_says_so(tmp_path: Path) -> None:
    answer = bring(tmp_path, user=0, apt_get="echo E: Failed to fetch; exit 100")

    assert answer.returncode == 1
    assert answer.stderr.splitlines()[-2:] == [
        "Not installed: chromium redis-server. The reason is above; most often the package servers cannot be reached.",
        "To run the tests that need none of them, type: bin/test tests",
    ]


def test_without_the_right_to_install_one_line_to_type_is_printed(tmp_path: Path) -> None:
    answer = up("--demo", tools=a_machine_without_libraries(tmp_path))

    [line] = answer.stdout.splitlines()
    assert line.startswith("sudo apt-get ")
    assert "apt-get install -y --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0" in line
    assert answer.returncode == 1


def test_a_port_that_is_none_is_refused_before_anything_is_installed(tmp_path: Path) -> None:
    for words in (["--port", "http"], ["--port=70000"], ["--port"]):
        answer = up(*words, tools=a_machine_without_libraries(tmp_path))

        assert answer.stderr == "--port wants a number from 1 to 65535.\n"
        assert answer.returncode == 1
