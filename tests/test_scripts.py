"""The start scripts refuse before they change anything. What they install is proven by ``bin/fresh``."""

import os
import subprocess
from pathlib import Path

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
        timeout=60,
    )


def a_machine_without_libraries(tools: Path) -> Path:
    """Return ``tools`` with commands as a guest of a bare machine meets them: no pango, no right to install."""
    answers = {"ldconfig": "true", "id": "echo 1000", "sudo": "exit 1", "apt-get": "exit 100"}
    for name, answer in answers.items():
        (tools / name).write_text(f"#!/bin/sh\n{answer}\n")
        (tools / name).chmod(0o755)
    return tools


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
