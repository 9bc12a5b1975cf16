"""Slips with links: ten to a page, a code that can be scanned, nothing over an edge or over anything else."""

import io
import re
from itertools import combinations

import pytest
from django.utils import translation
from pypdf import PdfReader

from paper.leaves import Leaf, LeafPage, Pen
from rules.drawing.paper import Paper
from rules.errors import RuleBroken
from tournaments.models.links import Slip
from tournaments.papers.link_slips import MODULE, QUIET, code_of, link_slip_leaves, link_slips_pdf, paper_of

HERE, LONG = "http://192.168.178.23:8000", "https://tournaments.backgammon-verein-niederoesterreich.example"
NAMES = ["Ömer Yıldırım", "Maria del Carmen Fernández de Oñate y Goikoetxea", "عبد الرحمن بن خالد الحسيني", "X" * 80]


def slips(count: int) -> list[Slip]:
    return [
        Slip(at, at, NAMES[at % len(NAMES)], "Main", f"{'k' * 20}{at:02d}", f"{at:06d}") for at in range(1, count + 1)
    ]


def leaves(count: int, address: str = HERE, paper: Paper = Paper.A4) -> list[Leaf]:
    return link_slip_leaves(slips(count), ("Bilbao Autumn Open", 7, address), paper)


def strokes_of(page: LeafPage) -> list[tuple[float, float, float]]:
    """Return the rows of dark modules: where each begins and ends, and its height on the page."""
    [path] = [each for each in page.paths if each.width == Pen.CODE.value[1]]
    found = [tuple(map(float, each)) for each in re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) [\d.]+", path.d)]
    return [(min(x1, x2), max(x1, x2), y) for x1, y, x2 in found]


def scanned(page: LeafPage, size: int, corner: tuple[float, float]) -> list[list[int]]:
    """Return what a camera sees at the middle of each module of a code."""
    strokes, seen = strokes_of(page), []
    for row in range(size):
        y = corner[1] + (row + 0.5) * MODULE
        line = [each for each in strokes if abs(each[2] - y) < MODULE / 2]
        at = [corner[0] + (column + 0.5) * MODULE for column in range(size)]
        seen.append([int(any(begin < x < end for begin, end, _ in line)) for x in at])
    return seen


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("address", [HERE, LONG])
def test_the_code_on_paper_is_that_of_the_whole_link(address: str, language: str) -> None:
    [slip], code = slips(1), code_of(address, "k" * 20 + "01")

    with translation.override(language):
        [leaf] = link_slip_leaves([slip], ("Bilbao Autumn Open", 7, address))

    page = leaf.page()
    strokes = strokes_of(page)
    corner = min(each[0] for each in strokes), min(each[2] for each in strokes) - MODULE / 2
    assert scanned(page, len(code.matrix), corner) == [list(map(int, row)) for row in code.matrix]
    assert code.error == "M"


@pytest.mark.parametrize("address", [HERE, LONG])
def test_nothing_stands_in_the_white_around_a_code(address: str) -> None:
    [leaf] = leaves(10, address)
    page = leaf.page()
    quiet = QUIET * MODULE - 0.01

    for text in page.texts:
        for begin, end, y in strokes_of(page):
            beside = text.box.right <= begin - quiet or text.box.left >= end + quiet
            above = text.box.bottom <= y - quiet or text.box.top >= y + quiet
            assert beside or above, text.text


def test_ten_stand_on_a_page_with_what_a_player_needs() -> None:
    made = link_slips_pdf(slips(23), ("Bilbao Autumn Open", 7, HERE))

    pages = [page.extract_text() for page in PdfReader(io.BytesIO(made)).pages]
    assert [text.count("192.168.178.23:8000/p/7") for text in pages] == [10, 10, 3]
    assert "PIN 000 001" in pages[0]
    assert "Ömer Yıldırım" in pages[0]
    assert "Bilbao Autumn Open · Main" in pages[0]


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
@pytest.mark.parametrize("address", [HERE, LONG])
def test_texts_stand_apart_and_on_the_paper(paper: Paper, address: str) -> None:
    [leaf] = leaves(10, address, paper)
    page = leaf.page()

    assert [each.text for each in page.texts if each.box.right > leaf.width or each.box.bottom > leaf.height] == []
    for one, other in combinations(page.texts, 2):
        across = min(one.box.right, other.box.right) - max(one.box.left, other.box.left)
        down = min(one.box.bottom, other.box.bottom) - max(one.box.top, other.box.top)
        white = 0.2 * min(one.box.bottom - one.box.top, other.box.bottom - other.box.top)
        assert across <= 0.1 or down <= 2 * white, (one.text, other.text)


def test_slips_are_printed_on_papers_that_are_cut_by_hand() -> None:
    assert (paper_of("a4"), paper_of("Letter")) == (Paper.A4, Paper.LETTER)
    with pytest.raises(RuleBroken) as refused:
        paper_of("A1")
    assert refused.value.code == "paper.unknown"
