"""Chouettes for tests, opened and played with the real actions."""

from typing import Any

from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.actions.chouettes.playing import record_happening
from clubs.actions.chouettes.steps import Written
from clubs.models import Club
from clubs.read.chouettes.numbered import read_happening
from rules.chouette.options import Options
from tests.factories import Answer, Program, a_caller

ANN, BOB, CID, DEE, EVE = "Ann", "Bob", "Cid", "Dee", "Eve"


def a_table(club: Club, *people: str, **options: Any) -> int:
    """Return a chouette in the order of these people (Ann, Bob, Cid without any), the box first."""
    sitting = Sitting(people or (ANN, BOB, CID), options=Options(**options))
    return open_session(club.pk, sitting, a_caller()).id


def happens(chouette: int, *rows: dict[str, Any]) -> Written:
    """Record what happened, in the words of a file, and return the session afterwards."""
    for row in rows:
        written = record_happening(chouette, read_happening(row), a_caller())
    return written


START = {"do": "start"}
BOX_DOUBLES = {"do": "box_doubles"}
BOX_WINS = {"do": "win", "side": "box", "kind": "single"}
TEAM_WINS = {"do": "win", "side": "team", "kind": "single"}


def answers(**each: str) -> dict[str, Any]:
    """Return the answers of the crew to a double of the box."""
    return {"do": "team_answers", "answers": each}


def a_link(secret: str) -> Program:
    """Return a program with the secret of a link."""
    program = Program(None)
    program.headers["Authorization"] = f"Bearer {secret}"
    return program


def acts(program: Program, chouette: int, *rows: dict[str, Any], **headers: str) -> Answer:
    """Send what happened, one after the other, and return the last answer."""
    for row in rows:
        answer = program.post(f"chouettes/{chouette}/actions/", row, **headers)
    return answer


def totals(answer: Answer) -> dict[int, int]:
    return {each["number"]: each["total"] for each in answer.data["people"]}
