"""A position in question for the tables of rights, and what is posted about one."""

from typing import Any

from tests.tournaments.positions.asking import START, a_picture, a_question
from tournaments.models import Match

FORM = {
    "position": START, "dice": "31", "plays": "8/5 6/5", "length": "7", "own_score": "0", "other_score": "0",
    "cube": "1", "do": "enter",
}  # fmt: skip
BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("POST", "/tournaments/<int:pk>/positions/"): FORM,
    ("POST", "/my/<int:pk>/positions/"): FORM | {"match": "$matches"},
    ("POST", "/positions/<int:pk>/"): {"do": "rule", "outcome": "kept", "words": "Kept."},
    ("POST", "/api/v1/positions/check/"): {"position": START, "dice": "31"},
    ("POST", "/api/v1/tournaments/<int:pk>/positions/"): {"position": START, "match": "$matches"},
    ("POST", "/api/v1/positions/<int:pk>/ruling/"): {"outcome": "kept", "words": "Kept."},
}


def a_position(match: Match) -> int:
    """Return a position with a photo that the desk entered for a match."""
    return a_question(match, photo=a_picture())
