"""Tests of the tests: each fault that is planted in the rule book must make one of the tests named for it fail.

Every fault of ``faults.toml`` is planted in a copy of ``rules`` in a folder of its own; the ordinary tests run there. A
long run plants those of the other tables too.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.copies import copy_tree, write_anew
from tests.depth import STUCK_SECONDS, and_long

TESTS = Path(__file__).parents[1]
RULES = Path(__file__).parents[3] / "rules"
# What checks import of the other tests.
SHARED = (
    "tests/depth.py", "tests/rules/knockouts.py", "tests/rules/draws/drawn.py", "tests/rules/ratings/plain.py",
    "tests/served/simulation.py", "tests/rules/formats/test_drops.py", "tests/rules/formats/test_structures_played.py",
    "tests/rules/formats/pools.py", "tests/rules/formats/test_any_order.py", "tests/rules/formats/test_round_robin.py",
    "tests/rules/formats/test_swiss.py", "tests/rules/chouette/evenings.py",
    "tests/rules/game/positions.py", "tests/rules/games/brute.py", "tests/rules/games/counting.py",
    "tests/rules/games/planting.py", "tests/rules/games/playing.py", "tests/rules/games/positions.py",
)  # fmt: skip
# What checks read beside themselves.
DATA = ("data/games_vectors.jsonl",)
AT_ONCE = 2
PASSED, FAILED = 0, 1

# Pass or fail is enough: no shrinking, no memory of earlier runs, the same examples every time.
QUICK = """
from hypothesis import Phase, settings

settings.register_profile(
    "planted", derandomize=True, database=None, deadline=None, phases=[Phase.explicit, Phase.generate]
)
settings.load_profile("planted")
"""


@dataclass(frozen=True, slots=True)
class Fault:
    """In ``module``, a path in ``rules``, ``old`` becomes ``new``; one of ``checks`` (file::test) must fail."""

    name: str
    module: str
    old: str
    new: str
    checks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """How the tests ended on a copy; ``planted`` is how many times the text to change is in the file."""

    planted: int
    code: int = -1
    output: str = ""


def faults_of(table: str) -> list[Fault]:
    """Return the faults of a table beside this file."""
    text = (Path(__file__).parent / table).read_text(encoding="utf-8")
    return [Fault(**{**fault, "checks": tuple(fault["checks"])}) for fault in tomllib.loads(text)["fault"]]


FAULTS = and_long(
    faults_of("faults.toml"),
    [
        *faults_of("ratings_and_ladders.toml"),
        *faults_of("brackets_and_rounds.toml"),
        *faults_of("round_formats.toml"),
        *faults_of("chouette.toml"),
        *faults_of("other_games.toml"),
    ],
)
SOUND = Fault(
    "nothing is wrong", "draws/chance.py", "", "", tuple(sorted({each for fault in FAULTS for each in fault.checks}))
)


def run(fault: Fault, folder: Path) -> Run:
    """Plant ``fault`` in a copy of the rule book and run its checks there."""
    folder.mkdir()
    copy_tree(RULES, folder / "rules")  # with the compiled code of the modules without the fault
    for check in {check.partition("::")[0] for check in fault.checks} | set(DATA):
        (folder / "checks" / check).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TESTS / check, folder / "checks" / check)
    for shared in SHARED:
        (folder / shared).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TESTS.parents[1] / shared, folder / shared)
    (folder / "conftest.py").write_text(QUICK, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\n", encoding="utf-8")
    planted = 1
    if fault is not SOUND:
        module = folder / "rules" / fault.module
        text = module.read_text(encoding="utf-8")
        planted = text.count(fault.old)
        if planted != 1:
            return Run(planted)
        write_anew(module, text.replace(fault.old, fault.new))
    # A long run plants more faults, and looks for each as CI does.
    environment = {name: value for name, value in os.environ.items() if name != "BARPOINT_DEPTH"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    pytest_alone = ["-m", "pytest", "-x", "-q", "--import-mode=importlib", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-B", *pytest_alone, *(f"checks/{check}" for check in fault.checks)],
        cwd=folder, env=environment, capture_output=True, timeout=STUCK_SECONDS, check=False,
    )  # fmt: skip
    return Run(planted, done.returncode, (done.stdout + done.stderr).decode())


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Future[Run]]]:
    """All runs, two at a time, in the order in which the tests below ask for them."""
    folder = tmp_path_factory.mktemp("planted")
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {
            fault.name: pool.submit(run, fault, folder / str(number)) for number, fault in enumerate([SOUND, *FAULTS])
        }


def test_without_a_fault_every_check_passes(runs: dict[str, Future[Run]]) -> None:
    done = runs[SOUND.name].result()

    assert done.code == PASSED, done.output


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name.replace(" ", "-") for fault in FAULTS])
def test_a_planted_fault_is_noticed(fault: Fault, runs: dict[str, Future[Run]]) -> None:
    done = runs[fault.name].result()

    assert done.planted == 1, f"this text stands {done.planted} times in {fault.module}: {fault.old}"
    assert done.code == FAILED, done.output


def test_every_part_of_the_draw_engine_has_a_fault_planted_in_it() -> None:
    parts = {fault.module for fault in FAULTS}

    draws = ("plan", "seeding", "facts", "derive", "affected", "corrections", "state", "chance")
    formats = ("knockout", "drops", "places", "lengths")
    assert parts >= {f"draws/{part}.py" for part in draws} | {f"formats/{part}.py" for part in formats} | {"naming.py"}


def test_no_two_faults_share_a_name() -> None:
    names = [fault.name for fault in [SOUND, *FAULTS]]

    assert len(set(names)) == len(names)
