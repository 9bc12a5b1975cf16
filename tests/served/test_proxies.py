"""The documented configurations of the proxies: each proxy that is installed here accepts its own."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.depth import STUCK_SECONDS

from .proxies import PROXIES, certificate

CHECKS = {"nginx": ["-t"], "caddy": ["validate", "--adapter", "caddyfile", "--config"]}


@pytest.mark.parametrize("name", PROXIES)
def test_a_proxy_accepts_the_configuration_that_is_documented(name: str, tmp_path: Path) -> None:
    program = shutil.which(name)
    if program is None:
        pytest.skip(f"{name} is not installed")
    certificate(tmp_path)
    words = PROXIES[name](tmp_path, 8443, [8001, 8002])
    check = [program, *words[1:], "-t"] if name == "nginx" else [program, *CHECKS[name], words[-1]]

    checked = subprocess.run(check, capture_output=True, text=True, check=False, timeout=STUCK_SECONDS)

    assert checked.returncode == 0, checked.stderr
