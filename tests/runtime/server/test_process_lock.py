"""One process owns the SQLite file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from journal.refusals import Refused
from runtime.server.process_lock import LOCK_NAME, is_owned, owning

ROOT = Path(__file__).resolve().parents[3]
HOLD = """
import pathlib, sys
from runtime.server.process_lock import owning
with owning(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    input()
"""


def test_a_second_owner_is_refused_with_the_first_ones_process(tmp_path: Path) -> None:
    with owning(tmp_path), pytest.raises(Refused) as refused, owning(tmp_path):
        pass

    assert refused.value.code == "data.owned"
    assert refused.value.facts == {"process": str(os.getpid()), "folder": str(tmp_path)}


def test_ownership_ends_with_the_block(tmp_path: Path) -> None:
    with owning(tmp_path):
        assert is_owned(tmp_path)

    assert not is_owned(tmp_path)
    with owning(tmp_path):
        pass


def test_two_folders_have_two_owners(tmp_path: Path) -> None:
    with owning(tmp_path / "one"), owning(tmp_path / "other"):
        assert is_owned(tmp_path / "one")


def test_ownership_dies_with_the_process_and_leaves_no_stale_lock(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        owned = is_owned(tmp_path)
        holder.kill()

    assert owned
    assert (tmp_path / LOCK_NAME).read_text() == str(holder.pid)
    assert not is_owned(tmp_path)
