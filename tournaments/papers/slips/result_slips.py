"""Result slips: the winner brings one to the desk, signed by both. Eight stand on a page, with lines to cut along."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paper.html import paper_html
from paper.pdf import pdf
from paper.stacking import cut_and_stack
from rules.drawing.paper import Paper
from rules.errors import RuleBroken
from tournaments.papers.slips.stacks import Form, Stack
from tournaments.words.papers.sheets import copy_words, result_slip_title, result_slips_title

COLUMNS = 2
# The room of a name on a page of A4, in em of its size, and what the points that a player starts with take of it.
ROOM, START_ROOM = 14.1, 2.0


@dataclass(frozen=True, slots=True)
class Page:
    """A page of slips in mm: ``rows`` of two; below the first ``cut_after`` slips it is cut."""

    width: float
    height: float
    rows: int

    @property
    def slip_width(self) -> float:
        """The width of a slip."""
        return self.width / COLUMNS

    @property
    def slip_height(self) -> float:
        """The height of a slip."""
        return self.height / self.rows

    @property
    def cut_after(self) -> int:
        """How many slips have a line to cut along below them."""
        return COLUMNS * (self.rows - 1)


@dataclass(frozen=True, slots=True)
class Player:
    """A player as a slip names them in ``room`` em; ``origin`` is where they come from while the name is empty."""

    name: str
    origin: str
    start: int
    room: float


@dataclass(frozen=True, slots=True)
class Slip:
    """The slip of one match; ``about`` is its event, and whom the slip is for."""

    form: Form
    about: str

    @property
    def players(self) -> Iterator[Player]:
        """Both players."""
        match = self.form.match
        for name, origin, start in zip(match.names, self.form.origins, match.start, strict=True):
            yield Player(name, origin, start, ROOM - START_ROOM if start else ROOM)


PAGES = {"A4": Page(*Paper.A4.size, 4), "A5": Page(210.0, 148.5, 2), "Letter": Page(*Paper.LETTER.size, 4)}


def slips_pdf(stack: Stack, paper: str = "A4") -> bytes:
    """Return one slip a match. Raises RuleBroken ``paper.unknown``."""
    return _pdf(result_slips_title(stack.title), [Slip(form, stack.title) for form in stack.forms], paper)


def match_slip_pdf(stack: Stack, paper: str = "A4") -> bytes:
    """Return the slip of one match twice: for the desk, and for the winner to keep."""
    form = stack.forms[0]
    slips = [Slip(form, f"{stack.title} · {whom}") for whom in copy_words()]
    return _pdf(result_slip_title(stack.title, form.match.code), slips, paper)


def _pdf(title: str, slips: Sequence[Slip], paper: str) -> bytes:
    page = {name.lower(): each for name, each in PAGES.items()}.get(paper.lower())
    if page is None:
        raise RuleBroken("paper.unknown", got=paper, known=list(PAGES))
    return pdf(paper_html("result_slips.html", title, page=page, pages=cut_and_stack(slips, COLUMNS * page.rows)))
