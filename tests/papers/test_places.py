"""Texts of a column and of a row share their place, which the printer reads once."""

from paper.canvas import Places
from rules.formats.knockout import CONSOLATION
from tests.papers.test_sheets import a_sheet
from tournaments.papers.draw_sheet import draw_sheet_html


def test_a_place_has_one_class_however_many_texts_stand_there() -> None:
    places = Places()

    first = places.classes("left:1mm", "top:2mm")
    second = places.classes("left:1mm", "top:3mm")

    assert (first, second) == ("at0 at1", "at0 at2")
    assert list(places.rules()) == [".at0 { left:1mm }", ".at1 { top:2mm }", ".at2 { top:3mm }"]


def test_the_pages_of_a_sheet_share_their_places() -> None:
    html = draw_sheet_html(a_sheet(128, CONSOLATION, share=0.5), "A4")

    texts, rules = html.count('<p\n  class="'), html.count(".at")
    assert 'style="' not in html
    assert (texts, rules) == (509, 187)
