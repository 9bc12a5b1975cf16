"""The sheet of a position: everything stands inside its margins on every paper, and on one page where it can."""

import subprocess

import pytest

from tests.depth import STUCK_SECONDS
from tests.factories import a_drawn_event, match_of
from tests.papers.printed import needs_poppler
from tests.tournaments.positions.asking import RACE, START, a_question
from tournaments.papers.position_sheet import position_pdf
from tournaments.parts.position_sheet import board_of
from tournaments.read.positions.questions import question_of

pytestmark = [pytest.mark.django_db, needs_poppler]

# Margins as shares of the width of a page: 14 mm on A4, and 10 mm below the foot.
MARGIN, BELOW = 13.5 / 210, 9.5 / 210
NOTE = "The dice were picked up before the second checker was moved. " * 30


def pages_in_grey(made: bytes) -> list[tuple[int, list[bytes]]]:
    """Return the pages of a PDF: the width in dots, and the rows of dots, one byte each, 255 for white."""
    command = ["pdftoppm", "-gray", "-r", "24", "-"]
    rest = subprocess.run(command, input=made, capture_output=True, check=True, timeout=STUCK_SECONDS).stdout
    pages = []
    while rest:
        _form, size, _most, dots = rest.split(b"\n", 3)
        width, height = map(int, size.split())
        pages.append((width, [dots[at * width : (at + 1) * width] for at in range(height)]))
        rest = dots[width * height :]
    return pages


def printed_beyond(page: tuple[int, list[bytes]]) -> bool:
    """Whether ink stands in the margins of a page."""
    width, rows = page
    edge, below = int(width * MARGIN), int(width * BELOW)
    sides = [row[:edge] + row[-edge:] for row in rows]
    return any(set(row) - {255} for row in [*rows[:edge], *rows[-below:], *sides])


@pytest.mark.parametrize("paper", ["A4", "A3", "Letter", "Legal", "Tabloid"])
@pytest.mark.parametrize(("position", "note"), [(START, ""), (START, NOTE), (RACE, NOTE)])
def test_a_position_stays_within_its_margins(paper: str, position: str, note: str) -> None:
    match = match_of(a_drawn_event(8), "A1")
    plays = ("8/5 6/5", "6/off", "24/20", "13/9 13/12") if position == START else ()
    view = question_of(a_question(match, position=position, note=note.strip(), plays=plays))

    pages = pages_in_grey(position_pdf(view, board_of(view, printed=True), paper))

    assert len(pages) <= (2 if note else 1)
    assert [printed_beyond(page) for page in pages] == [False] * len(pages)
