"""Posters: nothing of a large sheet is lost when it is cut into tiles."""

import io

import pytest
from pypdf import PdfReader

from paper.canvas import Places
from paper.fonts import fonts
from rules.drawing.layout import layout
from rules.drawing.paper import Paper
from rules.errors import RuleBroken
from tests.papers.test_sheets import a_sheet
from tournaments.papers.draw_sheet import DrawSheet, draw_sheet_pdf
from tournaments.papers.print_page import Page, Words, print_page
from tournaments.papers.tiles import OVERLAP, WHITE, Poster, poster

POSTERS = [
    (8, "A3", "A4"),
    (23, "A2", "A4"),
    (64, "A1", "A4"),
    (64, "A1", "A3"),
    (64, "A1", "Letter"),
    (128, "A1", "A4"),
]


def pages_of(sheet: DrawSheet, paper: Paper) -> list[Page]:
    names = dict(sheet.names)
    drawings = layout(
        sheet.plan, sheet.derived, sheet.bracket, paper=paper, names=names, width=fonts().width, marks=sheet.marks
    )
    words = Words("Bilbao Autumn Open", "Main", "", "Sheet 118", "Page 1 of 1")
    return [print_page(drawing, words, fonts(), Places()) for drawing in drawings]


def a_poster(entrants: int, paper: str, tiles: str) -> Poster:
    (page,) = pages_of(a_sheet(entrants, share=0.6), Paper(paper))
    return poster(page, Paper(tiles), "Bilbao Autumn Open", fonts(), Places())


def mm(css: str) -> float:
    return float(css.removesuffix("mm"))


@pytest.mark.parametrize(("entrants", "paper", "tiles"), POSTERS)
def test_the_tiles_cover_all_that_is_drawn(entrants: int, paper: str, tiles: str) -> None:
    made = a_poster(entrants, paper, tiles)

    page, windows = made.page, [tile.window for tile in made.tiles]
    assert min(box.left for box in windows) <= page.margin
    assert min(box.top for box in windows) <= page.margin
    assert max(box.right for box in windows) >= page.width - page.margin
    assert max(box.bottom for box in windows) >= page.height - page.margin
    columns, rows = max(tile.column for tile in made.tiles), max(tile.row for tile in made.tiles)
    assert len(made.tiles) == columns * rows
    assert {text for tile in made.tiles for text in tile.texts} == set(page.texts)


@pytest.mark.parametrize(("entrants", "paper", "tiles"), POSTERS)
def test_neighbours_share_ten_millimetres_on_paper(entrants: int, paper: str, tiles: str) -> None:
    made = a_poster(entrants, paper, tiles)
    at = {(tile.row, tile.column): tile.window for tile in made.tiles}
    scale = (mm(made.width) - 2 * WHITE) / (at[1, 1].right - at[1, 1].left)

    for (row, column), window in at.items():
        if (row, column + 1) in at:
            assert (window.right - at[row, column + 1].left) * scale == pytest.approx(OVERLAP)
        if (row + 1, column) in at:
            assert (window.bottom - at[row + 1, column].top) * scale == pytest.approx(OVERLAP)
    assert 0.93 <= scale <= 1.0


def test_an_a1_of_sixty_four_lines_takes_nine_a4() -> None:
    made = a_poster(64, "A1", "A4")

    assert max((tile.row, tile.column) for tile in made.tiles) == (3, 3)
    assert made.tiles[5].label.text.startswith("Row 2, column 3 of 3 × 3 · Bilbao Autumn Open")


def test_every_tile_has_a_mark_for_every_cut() -> None:
    made = a_poster(64, "A1", "A4")

    corner, middle = made.tiles[0].marks.d, made.tiles[4].marks.d
    # Two ticks for each of two cuts and a cross where they meet; four cuts and four crosses in the middle.
    # And the bar to measure.
    assert (corner.count("M"), middle.count("M")) == (2 * 2 + 2 * 1 + 1, 2 * 4 + 2 * 4 + 1)


def test_every_tile_has_a_bar_of_fifty_millimetres_and_says_to_print_at_full_size() -> None:
    made = a_poster(64, "A1", "A4")

    assert all("h50m" in tile.marks.d for tile in made.tiles)
    assert all("print at 100 %: the bar is 50 mm long" in tile.label.text for tile in made.tiles)


def test_the_pdf_holds_every_name_the_tiles_and_an_overview() -> None:
    sheet = a_sheet(64, share=0.6)

    reader = PdfReader(io.BytesIO(draw_sheet_pdf(sheet, "A1", tiles="A4")))

    text = "\n".join(page.extract_text() for page in reader.pages)
    assert len(reader.pages) == 10
    assert {(round(page.mediabox.width), round(page.mediabox.height)) for page in reader.pages} == {(595, 842)}
    assert [each for each in sheet.names.values() if each not in text] == []
    assert "Row 3, column 3 of 3 × 3" in reader.pages[8].extract_text()
    assert "How the 9 tiles lie" in reader.pages[9].extract_text()
    assert "2 · 3" in reader.pages[9].extract_text()


def test_sections_are_posters_of_their_own() -> None:
    reader = PdfReader(io.BytesIO(draw_sheet_pdf(a_sheet(128, share=0.0), "A1", rows="easel", tiles="A3")))

    overviews = [page for page in reader.pages if "tiles lie" in page.extract_text()]
    assert len(overviews) == 2


@pytest.mark.parametrize(("paper", "tiles"), [("A4", "A4"), ("A4", "A3"), ("Letter", "Letter"), ("A4", "A1")])
def test_a_sheet_that_fits_on_one_tile_is_not_cut(paper: str, tiles: str) -> None:
    with pytest.raises(RuleBroken, match=r"tiles\.larger"):
        draw_sheet_pdf(a_sheet(8), paper, tiles=tiles)
