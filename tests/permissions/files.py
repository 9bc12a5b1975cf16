"""A match file and what is posted about one, for the table of rights."""

from pathlib import Path
from typing import Any

from tests.factories import a_caller
from tournaments.actions.matches.files import keep_file

FILE = Path("tests/rules/data/selfplay/mat/m133_L07.mat")
BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("POST", "/matches/<int:pk>/file/"): {"text": FILE.read_text()},
    ("POST", "/my/<int:pk>/file/"): {"match": "$matches", "text": FILE.read_text()},
    ("GET", "/my/<int:pk>/file/"): {"match": "$matches"},
    ("POST", "/api/v1/matches/<int:pk>/files/"): {"text": FILE.read_text()},
}


def a_file(match: int) -> int:
    """Return a match file that the desk kept with a match."""
    return keep_file(match, FILE.read_bytes(), a_caller()).id
