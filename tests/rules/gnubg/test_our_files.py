"""Every form of file that we write is loaded by GNU Backgammon with the same boards, cube and results."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from rules.files.formats import read_match
from rules.game.record import MatchRecord
from tests.depth import and_long, deeper
from tests.rules.gnubg.loading import COMMANDS, load, needs_gnubg, ours
from tests.rules.gnubg.played import a_match

DATA = Path(__file__).parents[1] / "data" / "selfplay"
ENDINGS = {"mat": "mat", "snowie": "txt", "sgf": "sgf"}
SESSIONS = sorted(path.stem for path in (DATA / "mat").iterdir())
PLAYED = deeper(16)
# Automatic doubles were on here. A .mat file cannot say so, and GNU Backgammon counts with a cube that starts at 1.
AUTOMATIC = {"s004_money", "s010_money", "s025_money", "s034_money"}


@pytest.fixture(autouse=True)
def _gnubg() -> None:
    needs_gnubg()


def check(matches: Iterable[tuple[str, MatchRecord, tuple[str, ...]]], folder: Path) -> int:
    """Load every match in its forms and compare; return how many files that were."""
    files = [(name, form, match) for name, match, forms in matches for form in forms]
    loaded = load([(form, match) for _, form, match in files], folder)
    for (name, form, match), (their_match, complaints) in zip(files, loaded, strict=True):
        assert (name, form, complaints) == (name, form, [])
        assert (name, form, their_match) == (name, form, ours(match))
    return len(files)


def self_played(form: str) -> Iterable[tuple[str, MatchRecord, tuple[str, ...]]]:
    for session in SESSIONS:
        match = read_match((DATA / form / f"{session}.{ENDINGS[form]}").read_bytes())
        yield session, match, ("sgf",) if form == "sgf" and session in AUTOMATIC else tuple(COMMANDS)


@pytest.mark.parametrize(("form", "files"), and_long([("mat", 180)], [("snowie", 180), ("sgf", 168)]))
def test_self_played_matches_are_the_same_in_gnu_backgammon(form: str, files: int, tmp_path: Path) -> None:
    assert check(self_played(form), tmp_path) == files


def test_matches_played_here_are_the_same_in_gnu_backgammon(tmp_path: Path) -> None:
    matches = [(f"seed {seed}", a_match(seed)) for seed in range(PLAYED)]
    automatic = {name for name, match in matches if any(game.start_cube > 1 for game in match.games)}
    files = [(name, match, ("sgf",) if name in automatic else tuple(COMMANDS)) for name, match in matches]

    assert check(files, tmp_path) == 4 * PLAYED - 3 * len(automatic)
