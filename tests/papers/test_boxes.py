"""Every text of every sheet stands inside the page and its own room, and meets no other, whatever the field."""

import io
import re
from dataclasses import replace

import pytest
from django.utils import translation
from pypdf import PdfReader

from paper.canvas import Places, Text
from paper.fonts import fonts
from rules.drawing.layout import layout
from rules.drawing.paper import TO_READ, TO_WRITE_ON, Least, Paper
from rules.formats.knockout import CONSOLATION, MAIN
from tests.papers.test_sheets import a_sheet, here
from tests.rules.knockouts import BRACKETS
from tournaments.papers.draw_sheet import DrawSheet, Mark, draw_sheet_pdf
from tournaments.papers.print_page import Page, Words, print_page

FIELDS = [8, 16, 23, 32, 64, 128, 256]


def pages_of(sheet: DrawSheet, paper: Paper, least: Least = TO_READ, *, mirrored: bool = False) -> list[Page]:
    names = dict(sheet.names)
    drawings = layout(
        sheet.plan, sheet.derived, sheet.bracket, paper=paper, names=names, width=fonts().width,
        marks=sheet.marks, least=least, mirrored=mirrored,
    )  # fmt: skip
    what = "Main · 23 entrants, 9 byes · Saturday 21 November 2026 · Casino, Bilbao · Crawford rule · clocks required, "
    words = Words("Bilbao Autumn Open", what + "2 min a point and 12 s · director Itziar", "Finals", "Sheet 118", "1")
    return [print_page(drawing, words, fonts(), Places()) for drawing in drawings]


def with_everything(sheet: DrawSheet) -> DrawSheet:
    """Return the sheet with a penalty start and a table with a long name on every open match."""
    marks = {
        place: replace(sheet.marks.get(place, Mark()), start=(2, 0), table="" if place in sheet.marks else "Balcony 12")
        for place in range(len(sheet.plan.matches))
    }
    return replace(sheet, marks=marks)


def outside(page: Page) -> list[Text]:
    """Return the texts that leave the page's margins; the white above and below the letters of a line may."""
    left, right = page.margin - 0.01, page.width - page.margin + 0.01
    beyond = []
    for text in page.texts:
        white = 0.2 * (text.box.bottom - text.box.top)
        across = text.box.left < left or text.box.right > right
        if across or text.box.top + white < page.margin or text.box.bottom - white > page.height - page.margin:
            beyond.append(text)
    return beyond


def names_that_meet(page: Page) -> list[tuple[str, str]]:
    """Return the names whose rooms meet; ascenders and descenders may share the white between two lines."""
    names = [text for text in page.texts if text.kind.startswith("n ")]
    placed = sorted((each.box.left, index) for index, each in enumerate(names))
    met = []
    for at, (_, index) in enumerate(placed):
        for left, other in placed[at + 1 :]:
            first, second = names[index].box, names[other].box
            if left >= first.right - 0.1:
                break
            deep = min(first.bottom, second.bottom) - max(first.top, second.top)
            if deep > 0.25 * (first.bottom - first.top):
                met.append((names[index].text, names[other].text))
    return met


@pytest.mark.parametrize("paper", Paper)
def test_the_tails_of_the_title_keep_clear_of_the_line_below(paper: Paper) -> None:
    (page, *_) = pages_of(a_sheet(64), paper)
    title, below = (next(text for text in page.texts if text.kind == kind) for kind in ("title", "what"))

    # A box is 1.2 em high; letters begin 0.05 em under its top and their tails end 1.07 em under it.
    em, em_below = ((text.box.bottom - text.box.top) / 1.2 for text in (title, below))
    assert below.box.top + 0.05 * em_below - (title.box.top + 1.07 * em) >= 1.2


@pytest.mark.parametrize("entrants", FIELDS)
@pytest.mark.parametrize("paper", [Paper.A4, Paper.A3, Paper.A1, Paper.LETTER])
def test_nothing_leaves_its_page_and_no_name_meets_another(entrants: int, paper: Paper) -> None:
    sheets = [a_sheet(entrants, bracket, share=0.7) for bracket in BRACKETS]
    for sheet in [each for each in sheets if each.plan.of(each.bracket)]:
        for least in (TO_READ, TO_WRITE_ON):
            for page in pages_of(with_everything(sheet), paper, least):
                assert outside(page) == []
                assert names_that_meet(page) == []


@pytest.mark.parametrize("entrants", [23, 64])
def test_a_mirrored_sheet_keeps_its_boxes_too(entrants: int) -> None:
    for page in pages_of(with_everything(a_sheet(entrants, share=0.7)), Paper.A4, mirrored=True):
        assert outside(page) == []
        assert names_that_meet(page) == []


def test_a_language_read_from_the_right_begins_at_the_right() -> None:
    placed: list[tuple[float, str]] = []

    def note(text: str, matrix: list[float], text_matrix: list[float], *_: object) -> None:
        placed.append((text_matrix[4] * matrix[0] + matrix[4], text.strip()))

    with translation.override("ar"):
        page = PdfReader(io.BytesIO(draw_sheet_pdf(a_sheet(8, share=0.0), "A4"))).pages[0]
    page.extract_text(visitor_text=note)

    at = {text: x for x, text in placed}
    assert at["Winner"] < at["Final"] < at["B"] < at["A"]


@pytest.mark.parametrize(
    ("entrants", "main", "consolation"),
    [(8, 1, 1), (16, 1, 1), (23, 1, 1), (32, 1, 1), (64, 1, 2), (128, 5, 5), (256, 9, 9)],
)
def test_the_pages_of_a_field_hold_everyone_who_stands_there(entrants: int, main: int, consolation: int) -> None:
    for bracket, pages in ((MAIN, main), (CONSOLATION, consolation)):
        sheet = a_sheet(entrants, bracket, share=0.5)

        reader = PdfReader(io.BytesIO(draw_sheet_pdf(sheet, "A4")))

        text = "\n".join(page.extract_text() for page in reader.pages)
        assert len(reader.pages) == pages
        assert [sheet.names[who] for who in here(sheet) if sheet.names[who] not in text] == []
        assert f"Page {pages} of {pages}" in reader.pages[-1].extract_text()


def test_a_blank_sheet_can_be_played_to_the_end_with_latecomers_on_every_bye() -> None:
    main, consolation = (
        PdfReader(io.BytesIO(draw_sheet_pdf(replace(a_sheet(23, bracket), blank=True), "A4"))).pages[0].extract_text()
        for bracket in (MAIN, CONSOLATION)
    )

    rounds = {"A": 16, "B": 8, "C": 4, "D": 2}
    sent = {f"{letter}{number}" for letter, last in rounds.items() for number in range(1, last + 1)}
    assert set(re.findall(r"([A-D]\d+) loser to", main)) == sent
    assert set(re.findall(r"L of ([A-D]\d+)", consolation)) == sent
    assert "bye\n" not in main + consolation
    assert all(code in consolation for code in ("F1", "F8", "G8", "H4", "I4", "J2", "K2", "L1"))
