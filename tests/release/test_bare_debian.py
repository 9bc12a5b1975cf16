"""A release on a bare Debian: what ``bin/fresh-release`` tries, in a long run only."""

import os
import shutil
import subprocess

import pytest
from django.db import connection

from tests.depth import DEPTH, LONG

from .made import ROOT

pytestmark = [
    pytest.mark.skipif(DEPTH < LONG, reason="bin/test --long makes a bare Debian"),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="once is enough"),
    pytest.mark.skipif(
        os.geteuid() != 0 or not shutil.which("debootstrap"),
        reason="a chroot wants root and debootstrap",
    ),
]


@pytest.mark.parametrize("what", ["wheel", "containers"])
def test_a_release_works_on_a_machine_that_has_nothing(what: str) -> None:
    tried = subprocess.run(
        [ROOT / "bin" / "fresh-release", what], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip

    assert tried.returncode == 0, tried.stdout[-4000:]
    assert tried.stdout.endswith("== done\n")
