"""Faults planted in the actions, one at a time in a copy of the program: each is found, and by whom.

A fault that is no longer there to plant (its text was not found) is a failure: the list follows the program.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.db import connection

from tests.copies import copy_tree, write_anew
from tests.depth import AS_FOUND, STUCK_SECONDS
from tests.migrated import MIGRATED
from tests.served.servers import migrated_database

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="planted once, on SQLite")
ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = [
    "barpoint", "clubs", "config", "journal", "paper", "rules", "runtime", "static", "templates", "tests",
    "tournaments",
]  # fmt: skip
ACTIONS = "tournaments/actions"
MACHINE = ["tests/tournaments/test_machine.py", "-k", "long_day and progressive-False"]


@dataclass(frozen=True, slots=True)
class Fault:
    """``was`` becomes ``is_now`` in ``path``; the tests ``caught_by`` fail, and their report holds ``saying``.

    ``day``: where the machine begins, to come sooner to a day that finds the fault. As many follow as ever.
    """

    path: str
    was: str
    is_now: str
    saying: str
    caught_by: tuple[str, ...] = tuple(MACHINE)
    day: int = 0


FAULTS = {
    "undo forgets to derive": Fault(
        f"{ACTIONS}/undo.py", "return derive_draw(page, before, after)", "return ()", "should be {"
    ),
    "undo takes a player out of a begun match": Fault(
        f"{ACTIONS}/undo.py",
        "    refuse_affected(before, affected_by(before.state.derived, before.state.facts, after.state.derived))\n",
        "",
        "took a player out of a match on now",
        day=5,
    ),
    "undo forgets what rests on it": Fault(
        "clubs/actions/undo.py",
        'makes & set(json.loads(text).get("needs", []))',
        "not makes",
        "Error",
    ),
    "undo forgets that somebody was drawn": Fault(
        f"{ACTIONS}/draws/lines.py",
        'makes=[f"field:{event.pk}", *makes,',
        "makes=[*makes,",
        "DID NOT RAISE",
        ("tests/actions/test_entrants.py", "-k", "drawn_again"),
    ),
    "the version is not looked at": Fault(
        f"{ACTIONS}/steps.py",
        "    if page.caller.seen is not None and page.caller.seen != match.version:\n"
        "        page.check_version(match.version, match=card_now(opened))\n"
        "    page.check_version(match.version)\n",
        "    page.check_version(page.caller.seen or 0)\n",
        "an old picture was not refused",
    ),
    "nobody must name the players they saw": Fault(
        f"{ACTIONS}/matches/results.py",
        "    if between is None and first_pair and first_pair != pair_text(opened):",
        '    if between is None and first_pair and first_pair == "":',
        "DID NOT RAISE",
        ("tests/actions/test_matches.py", "-k", "must_name_the_players_seen"),
    ),
    "a finished match is reported again": Fault(
        f"{ACTIONS}/matches/results.py",
        "    if opened.status is not Status.OPEN:",
        "    if opened.status is Status.BYE:",
        "Error",
    ),
    "a correction forgets to lift the ruling": Fault(
        f"{ACTIONS}/matches/corrections.py",
        "    return [passage_row(opened.match.place, opened.pair, 0)]",
        "    return []",
        "another goes on than the one who won",
        day=8,
    ),
    "a correction forgets to write down what is void": Fault(
        f"{ACTIONS}/matches/corrections.py",
        "[*(_clearing(ids, row) for row in resolution.cleared), *_passages(ids, resolution.passages)]",
        "[*_passages(ids, resolution.passages)]",
        "should be {",
        day=4,
    ),
    "clear does not clear": Fault(
        f"{ACTIONS}/matches/corrections.py",
        "resolution = _resolved(opened, opened.state.having([row]), choices)",
        "resolution = _resolved(opened, opened.state, choices)",
        "should be {",
    ),
    "a late entry and a replacement ignore who has begun": Fault(
        f"{ACTIONS}/draws/lines.py",
        "    refuse_affected(before, affected_by(before.state.derived, before.state.facts, state.derived))\n",
        "",
        "took a player out of a match on now",
    ),
    "a late entry takes a line that is not free": Fault(
        f"{ACTIONS}/draws/lines.py",
        "    return next(affected_by(state.derived, state.facts, after.derived), None) is None",
        "    return True",
        "AssertionError",
        ("tests/actions/test_entrants.py", "-k", "no_longer_free"),
    ),
    "a withdrawal forgets the consolation": Fault(
        f"{ACTIONS}/entrants/entering.py",
        "        return codes\n",
        "        return (ENTRY,)\n",
        "Error",
        day=18,
    ),
    "settling is not written to the row": Fault(
        f"{ACTIONS}/steps.py",
        "places = sorted(moved | _differently_marked(before, after, pairs))",
        "places = sorted(moved)",
        "should be {",
    ),
    "a call is not written to the row": Fault(
        f"{ACTIONS}/steps.py",
        "was.of(match, pair).marks() != now.of(match, pair).marks()",
        "was.of(match, pair).settled != now.of(match, pair).settled",
        "should be {",
    ),
    "a penalty leaves the version": Fault(
        f"{ACTIONS}/steps.py",
        " | _differently_penalised(before, after, pairs)\n"
        "    moved |= _differently_long(before, after)\n"
        "    places = sorted(moved | _differently_marked(before, after, pairs))",
        "\n    late = _differently_penalised(before, after, pairs)\n"
        "    moved |= _differently_long(before, after)\n"
        "    places = sorted(moved | _differently_marked(before, after, pairs) | late)",
        "the version did not rise",
    ),
    "two are called to one table": Fault(
        f"{ACTIONS}/matches/calls.py",
        "    if table.casefold() in in_use:",
        "    if table + table in in_use:",
        "two matches were called to one table",
    ),
    "a penalty is forgotten by the other one": Fault(
        f"{ACTIONS}/matches/calls.py",
        "(now[0], points) if late is TOP else (points, now[1])",
        "(0, points) if late is TOP else (points, 0)",
        "assert (3, 0) == (3, 2)",
        ("tests/actions/test_penalties.py", "-k", "both_may_have"),
    ),
    "a result is judged from nil": Fault(
        f"{ACTIONS}/matches/results.py",
        "terms(opened.match.length, opened.match.start_score)",
        "terms(opened.match.length, (0, 0))",
        "from_any_start",
        ("tests/actions/test_penalties.py", "-k", "from_any_start"),
    ),
    "a penalty is undone under its result": Fault(
        f"{ACTIONS}/steps.py",
        'needs = [*matches, *(f"{each}:{pk}" for pk in pks for each in ("penalty", "length"))] if counting',
        "needs = matches if counting",
        "DID NOT RAISE",
        ("tests/actions/test_penalties.py", "-k", "undone_after_the_result"),
    ),
    "an undone call takes a table from others": Fault(
        f"{ACTIONS}/undo.py",
        "    if declared()[undoing.verb].fact is Call:\n",
        "    if declared()[undoing.verb].fact is Draw:\n",
        "DID NOT RAISE",
        ("tests/actions/test_calls.py", "-k", "not_undone_to_a_table"),
    ),
    "the desk takes back what a director did": Fault(
        "clubs/actions/undo.py",
        "        must(is_at_least(role, declared()[verb].verb.undo))\n        moved",
        "        moved",
        "DID NOT RAISE",
        ("tests/actions/test_desk_rights.py", "-k", "undone_by_a_director"),
    ),
    "the desk decides what is affected": Fault(
        f"{ACTIONS}/matches/corrections.py",
        "return may_direct if self.all or self.each else may_run_desk",
        "return may_run_desk",
        "DID NOT RAISE",
        ("tests/actions/test_desk_rights.py", "-k", "fetches_the_director"),
    ),
    "a preview stays": Fault(
        "journal/book.py",
        "        if self.caller.preview:\n",
        "        if self.caller.preview and self.caller.key:\n",
        "DID NOT RAISE",
    ),
}


def plant(fault: Fault, copy: Path) -> subprocess.CompletedProcess[str] | None:
    """Return how the tests end on a copy with this fault, None when there was nothing to plant."""
    for folder in FOLDERS:
        copy_tree(ROOT / folder, copy / folder)
    shutil.copy(ROOT / "pyproject.toml", copy)
    text = (copy / fault.path).read_text()
    if text.count(fault.was) != 1:
        return None
    write_anew(copy / fault.path, text.replace(fault.was, fault.is_now))
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BARPOINT_DEPTH")
    } | {"BARPOINT_FIRST_DAY": str(fault.day), MIGRATED: str(migrated_database())}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", f"--hypothesis-profile={AS_FOUND}", *fault.caught_by],
        cwd=copy, env=environment, capture_output=True, text=True, check=False, timeout=STUCK_SECONDS,
    )  # fmt: skip


type Ended = Future[subprocess.CompletedProcess[str] | None]


@contextmanager
def all_planted(faults: Mapping[str, Fault], copies: pytest.TempPathFactory) -> Iterator[dict[str, Ended]]:
    """All faults at once, on every processor there is."""
    migrated_database()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield {name: pool.submit(plant, fault, copies.mktemp("copy")) for name, fault in faults.items()}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Ended]]:
    with all_planted(FAULTS, tmp_path_factory) as ended:
        yield ended


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(name: str, outcomes: dict[str, Ended]) -> None:
    ended = outcomes[name].result()

    assert ended is not None, "there is nothing to plant: the text was not found"
    assert ended.returncode == 1, ended.stdout[-2000:]
    assert FAULTS[name].saying in ended.stdout, ended.stdout[-3000:]
