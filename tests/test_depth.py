"""A long run plays more of everything than CI does; both say how deep they go."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.depth import depth_of

ROOT = Path(__file__).parent.parent
PROPERTIES = """
import pytest
from hypothesis import given, settings, strategies as st
from tests.depth import and_long, deeper

COUNTS = {"usual": 0, "own": 0}

@given(st.integers())
def test_usual(number):
    COUNTS["usual"] += 1

@pytest.mark.parametrize("case", [1, 2])
@settings(max_examples=7)
@given(number=st.integers())
def test_own(case, number):
    COUNTS["own"] += 1

def test_counts():
    print(COUNTS, deeper(3), and_long([2, 8], [512]))
"""


def counts_at(depth: str, folder: Path) -> str:
    """Return what a run of that depth prints of its counts."""
    (folder / "test_properties.py").write_text(PROPERTIES)
    alone = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:django", "-p", "tests.depth", "--rootdir", str(folder)]
    finished = subprocess.run(
        [sys.executable, "-m", "pytest", *alone, "-c", "/dev/null", str(folder / "test_properties.py")],
        cwd=ROOT, env=os.environ | {"BARPOINT_DEPTH": depth}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return next(line for line in finished.stdout.splitlines() if "usual" in line)


def test_ci_plays_what_the_tests_name(tmp_path: Path) -> None:
    assert "{'usual': 100, 'own': 14} 3 [2, 8]" in counts_at("", tmp_path)


def test_a_long_run_plays_ten_times_as_much_and_larger_fields(tmp_path: Path) -> None:
    assert "{'usual': 1000, 'own': 140} 30 [2, 8, 512]" in counts_at("long", tmp_path)


@pytest.mark.parametrize("text", ["0", "-3", "deep", "1.5"])
def test_a_depth_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"BARPOINT_DEPTH|invalid literal"):
        depth_of(text)


def test_the_start_of_a_run_says_how_deep_it_goes() -> None:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-v", "tests/test_depth.py"]
    finished = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"BARPOINT_DEPTH": "4"}, capture_output=True, text=True, check=False
    )

    assert "depth: 4 × CI" in finished.stdout
