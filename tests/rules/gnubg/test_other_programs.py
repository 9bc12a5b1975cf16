"""Text of other programs, read here and by GNU Backgammon."""

from pathlib import Path

import pytest

from rules.files.formats import read_match
from rules.game.findings import Grade
from rules.game.record import MatchRecord
from rules.referee.verdict import judge_match
from tests.depth import and_long
from tests.rules.files.texts import OLDMOVES
from tests.rules.gnubg.loading import Lines, exported, load_text, needs_gnubg, ours
from tests.rules.gnubg.test_our_files import AUTOMATIC, DATA, SESSIONS

CRASHES = {"m088_L05", "s025_money"}  # GNU Backgammon aborts while it exports these
EXPORTED = sorted(set(SESSIONS) - AUTOMATIC - CRASHES)


@pytest.fixture(autouse=True)
def _gnubg() -> None:
    needs_gnubg()


def boards(match: MatchRecord) -> Lines:
    """The match without the single steps of its plays, which a chain like 24/15 leaves out."""
    return [(*line[:3], *line[4:]) if line[0] == "play" else line for line in ours(match)]


@pytest.mark.parametrize("session", and_long(EXPORTED[::12], [name for name in EXPORTED if name not in EXPORTED[::12]]))
def test_the_text_that_gnu_backgammon_exports_is_read_as_the_same_match(session: str, tmp_path: Path) -> None:
    match = read_match((DATA / "mat" / f"{session}.mat").read_bytes())

    read = read_match(exported(match, tmp_path))

    assert read.form == "gnu text"
    assert boards(read) == boards(match)
    assert judge_match(read).worst in (None, Grade.NOTE)


def test_gnu_backgammon_reads_oldmoves_as_we_do(tmp_path: Path) -> None:
    text = OLDMOVES.replace("2 points", "1 point")  # it takes every resignation for a single game

    loaded, _ = load_text("import oldmoves", text, tmp_path)

    assert loaded == ours(read_match(text.encode()))
