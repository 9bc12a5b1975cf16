"""The key at the foot of a draw sheet explains the states that stand on it, and no others."""

import io
import itertools
from dataclasses import replace

import pytest
from pypdf import PdfReader

from paper.canvas import Text
from paper.fonts import fonts
from rules.drawing.layout import layout
from rules.drawing.paper import Paper
from rules.drawing.parts import Drawing
from tests.papers.test_grey import a_sheet_in_every_state
from tests.papers.test_sheets import a_sheet
from tournaments.papers.draw_sheet import DrawSheet, draw_sheet_pdf
from tournaments.papers.print_page import Page, Words, print_page

EVERY_STATE = ["being played", "not yet confirmed", "two results reported"]
RULING = "won, but a ruling sent the opponent on"


def explained(sheet: DrawSheet) -> list[str]:
    text = PdfReader(io.BytesIO(draw_sheet_pdf(sheet, "A4"))).pages[0].extract_text()
    return [words for words in (*EVERY_STATE, RULING) if words in text]


def with_a_struck_name(*, mirrored: bool) -> Page:
    sheet = a_sheet_in_every_state()
    drawing: Drawing = layout(
        sheet.plan, sheet.derived, sheet.bracket, paper=Paper.A4, names=dict(sheet.names), width=fonts().width,
        marks=sheet.marks, mirrored=mirrored,
    )[0]  # fmt: skip
    first, *others = drawing.names
    struck = replace(drawing, names=(replace(first, struck=True), *others))
    return print_page(struck, Words("Title", "", "", "Sheet 118", "Page 1 of 1"), fonts())


def key_of(page: Page) -> list[Text]:
    return [text for text in page.texts if text.text in (*EVERY_STATE, RULING, "Name")]


def test_a_sheet_explains_each_state_that_it_shows() -> None:
    assert explained(a_sheet_in_every_state()) == EVERY_STATE


def test_a_blank_sheet_and_one_played_to_the_end_need_no_key() -> None:
    assert explained(replace(a_sheet(16), blank=True)) == []
    assert explained(a_sheet(16)) == []


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_key_stands_in_one_line_on_the_page_and_no_two_parts_meet(mirrored: bool) -> None:
    page = with_a_struck_name(mirrored=mirrored)

    key = key_of(page)
    assert [text.text for text in key] == [*EVERY_STATE, "Name", RULING]
    assert len({text.box.top for text in key}) == 1
    assert all(page.margin <= text.box.left and text.box.right <= page.width - page.margin for text in key)
    assert all(text.box.bottom <= page.height - 0.8 * page.margin for text in key)
    assert not any(one.box.meets(other.box) for one, other in itertools.combinations(page.texts, 2) if one in key)


def test_a_name_in_the_key_is_struck_through_as_on_the_sheet() -> None:
    name, words = key_of(with_a_struck_name(mirrored=False))[-2:]

    assert (name.text, "struck" in name.kind) == ("Name", True)
    assert (words.text, "struck" in words.kind) == (RULING, False)
