"""Questions about positions for tests: made with the real actions."""

from io import BytesIO
from typing import Any

from PIL import Image

from journal.actors import Actor
from journal.book import Caller
from rules.notation.position_id import read_position_id
from tests.factories import a_caller
from tournaments.actions.positions.questions import QuestionSheet, enter_question
from tournaments.models import Match

START = "4HPwATDgc/ABMA"
# 5 and 2 against one checker on the ace point.
RACE = "AQAAiAAAAAAAAA"


def a_sheet(position: str = START, **more: Any) -> QuestionSheet:
    """Return a question about an opening 31: a legal play and one that is not."""
    usual: dict[str, Any] = {"dice": (3, 1), "plays": ("8/5 6/5", "6/off")} if position == START else {}
    return QuestionSheet(read_position_id(position), **(usual | more))


def a_question(match: Match, by: Caller | None = None, **more: Any) -> int:
    """Return a question about a match."""
    sheet = a_sheet(match=match.pk, length=match.length, **more)
    return enter_question(match.draw.event.tournament_id, sheet, by or a_caller()).question


def a_phone_of(entrant: int | None) -> Caller:
    """Return the phone of a player as caller."""
    return Caller(actor=Actor("entrant", entrant or 0, "phone"))


def a_picture(size: tuple[int, int] = (40, 30), form: str = "JPEG", **more: Any) -> bytes:
    """Return a small picture as a file."""
    file = BytesIO()
    Image.new("RGB", size, (180, 30, 30)).save(file, form, **more)
    return file.getvalue()
