"""The key at the foot of a draw sheet explains the states that stand on it, and no others."""

import io
import itertools
from dataclasses import replace

import pytest
from django.utils import translation
from pypdf import PdfReader

from paper.canvas import Places, Text
from paper.fonts import fonts
from rules.drawing.layout import layout
from rules.drawing.paper import Paper
from rules.drawing.parts import Drawing
from rules.drawing.states import How
from tests.papers.test_grey import a_sheet_in_every_state
from tests.papers.test_sheets import a_sheet
from tournaments.papers.draw_sheet import DrawSheet, draw_sheet_pdf
from tournaments.papers.print_page import Page, Words, print_page

EVERY_STATE = ["being played", "not yet confirmed", "two results reported"]
RULING = "won, but a ruling sent the opponent on"
# How a match ended that was not played to its end, and what stands at a player then.
ENDED = {How.WALKOVER: "w/o", How.NO_SHOW: "n/s", How.RETIRED: "ret.", How.WITHDRAWN: "wd"}
ENDED_WORDS = ["walkover", "no-show", "retired", "withdrawn"]


def explained(sheet: DrawSheet) -> list[str]:
    text = PdfReader(io.BytesIO(draw_sheet_pdf(sheet, "A4"))).pages[0].extract_text()
    return [words for words in (*EVERY_STATE, RULING, *ENDED_WORDS) if words in text]


def a_sheet_with_every_ending() -> DrawSheet:
    sheet = a_sheet(16)
    ended = (replace(sheet.marks[place], how=how) for place, how in zip(sorted(sheet.marks), ENDED, strict=False))
    return replace(sheet, marks={**sheet.marks, **dict(zip(sorted(sheet.marks), ended, strict=False))})


def with_a_struck_name(sheet: DrawSheet, *, mirrored: bool) -> Page:
    drawing: Drawing = layout(
        sheet.plan, sheet.derived, sheet.bracket, paper=Paper.A4, names=dict(sheet.names), width=fonts().width,
        marks=sheet.marks, mirrored=mirrored,
    )[0]  # fmt: skip
    first, *others = drawing.names
    struck = replace(drawing, names=(first._replace(struck=True), *others))
    return print_page(struck, Words("Title", "", "", "Sheet 118", "Page 1 of 1"), fonts(), Places())


def key_of(page: Page) -> list[Text]:
    words = (*EVERY_STATE, RULING, "Name", *ENDED_WORDS)
    samples = [text for text in page.texts if "foot b" in text.kind]
    return samples + [text for text in page.texts if text.text in words and "foot" in text.kind]


def test_a_sheet_explains_each_state_that_it_shows() -> None:
    assert explained(a_sheet_in_every_state()) == EVERY_STATE


def test_a_blank_sheet_and_one_played_to_the_end_need_no_key() -> None:
    assert explained(replace(a_sheet(16), blank=True)) == []
    assert explained(a_sheet(16)) == []


def test_short_texts_at_players_are_explained() -> None:
    assert explained(a_sheet_with_every_ending()) == ENDED_WORDS


@pytest.mark.parametrize("language", ["en", "de", "bg", "eu", "sq"])
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_long_key_is_set_smaller_and_stays_in_its_line(language: str, mirrored: bool) -> None:
    with translation.override(language):
        page = with_a_struck_name(a_sheet_with_every_ending(), mirrored=mirrored)

    samples = [text for text in page.texts if "foot b" in text.kind]
    key = [text for text in page.texts if text.box.top == samples[0].box.top]
    assert [text.text for text in samples] == list(ENDED.values())
    assert len(key) == 10
    assert all(page.margin <= text.box.left and text.box.right <= page.width - page.margin for text in page.texts)
    assert not any(one.box.meets(other.box) for one, other in itertools.combinations(page.texts, 2) if one in key)


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_key_stands_in_one_line_on_the_page_and_no_two_parts_meet(mirrored: bool) -> None:
    page = with_a_struck_name(a_sheet_in_every_state(), mirrored=mirrored)

    key = key_of(page)
    assert [text.text for text in key] == [*EVERY_STATE, "Name", RULING]
    assert len({text.box.top for text in key}) == 1
    assert all(page.margin <= text.box.left and text.box.right <= page.width - page.margin for text in key)
    assert all(text.box.bottom <= page.height - 0.8 * page.margin for text in key)
    assert not any(one.box.meets(other.box) for one, other in itertools.combinations(page.texts, 2) if one in key)


def test_a_name_in_the_key_is_struck_through_as_on_the_sheet() -> None:
    name, words = key_of(with_a_struck_name(a_sheet_in_every_state(), mirrored=False))[-2:]

    assert (name.text, "struck" in name.kind) == ("Name", True)
    assert (words.text, "struck" in words.kind) == (RULING, False)
