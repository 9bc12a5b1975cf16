"""Slips with links: ten to a page, a code that can be scanned, nothing over an edge or over anything else."""

import io
import subprocess
from pathlib import Path

import pytest
import segno
from django.utils import translation
from pypdf import PdfReader

from paper.codes import MODULE, QUIET
from rules.drawing.paper import Paper
from rules.errors import RuleBroken
from rules.wifi import wifi_text
from tests.depth import STUCK_SECONDS
from tests.papers.printed import needs_poppler, outside, overlapping, printed
from tests.papers.test_grey import DPI, Grey
from tournaments.models.links import Slip
from tournaments.papers.slips.link_slips import EDGE as SLIP_EDGE
from tournaments.papers.slips.link_slips import LIFT, SlipDetails, code_of, link_slips_pdf, paper_of

# How far the white around a code stays from the edge of its slip, in mm.
EDGE = 3.5
HERE, LONG = "http://192.168.178.23:8000", "https://tournaments.backgammon-verein-niederoesterreich.example"
NAMES = ["Ömer Yıldırım", "Maria del Carmen Fernández de Oñate y Goikoetxea", "عبد الرحمن بن خالد الحسيني", "X" * 80]


def slips(count: int) -> list[Slip]:
    return [
        Slip(at, at, NAMES[at % len(NAMES)], "Main", f"{'k' * 20}{at:02d}", f"{at:06d}") for at in range(1, count + 1)
    ]


def made(count: int, address: str = HERE, paper: Paper = Paper.A4) -> bytes:
    return link_slips_pdf(slips(count), ("Bilbao Autumn Open", 7, address), paper)


def photographed(document: bytes, folder: Path) -> Grey:
    (folder / "slips.pdf").write_bytes(document)
    command = ["pdftoppm", "-gray", "-r", str(DPI), "-singlefile", "slips.pdf", "slips"]
    subprocess.run(command, cwd=folder, check=True, timeout=STUCK_SECONDS)
    return Grey(folder / "slips.pgm")


@needs_poppler
@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("address", [HERE, LONG])
def test_the_code_on_paper_is_that_of_the_whole_link_with_white_around(
    address: str, language: str, tmp_path: Path
) -> None:
    code = code_of(address, "k" * 20 + "01")
    modules, (width, height) = len(code.matrix), Paper.A4.size
    side = modules * MODULE

    with translation.override(language):
        page = photographed(made(10, address), tmp_path)

    # In a language that is read from the right the first slip stands on the right, with its code on the left.
    left = width / 2 - EDGE - QUIET * MODULE - side if language == "en" else width / 2 + EDGE + QUIET * MODULE
    top = (height / 5 - side) / 2 - LIFT
    at = [(step + 0.5) * MODULE for step in range(-QUIET, modules + QUIET)]
    seen = [[page.at(left + x, top + y) < 128 for x in at] for y in at]
    white = [False] * QUIET
    across = [[*white, *map(bool, row), *white] for row in code.matrix]
    assert seen == [[False] * len(at)] * QUIET + across + [[False] * len(at)] * QUIET
    assert code.error == "M"


def test_ten_stand_on_a_page_with_what_a_player_needs() -> None:
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(made(30))).pages]

    assert [text.count("192.168.178.23:8000/p/7") for text in pages] == [10, 10, 10]
    assert "PIN 000 001" in pages[0]
    assert "Ömer Yıldırım" in pages[0]
    assert "Bilbao Autumn Open · Main" in pages[0]


@needs_poppler
@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
@pytest.mark.parametrize("address", [HERE, LONG])
def test_texts_stand_apart_and_on_their_slip(paper: Paper, address: str) -> None:
    [page] = printed(made(10, address, paper))

    assert outside(page, rows=5) == []
    assert overlapping(page) == []


@needs_poppler
def test_an_address_and_a_pin_are_not_turned_round_in_a_language_read_from_the_right() -> None:
    with translation.override("ar"):
        [page] = printed(made(1))

    words = [word.text for word in page.words]
    left = {word.text: word.left for word in page.words}
    assert "192.168.178.23:8000/p/7" in words
    assert "PIN" in words
    assert left["000"] < left["001"]


def test_slips_are_printed_on_papers_that_are_cut_by_hand() -> None:
    assert (paper_of("a4"), paper_of("Letter")) == (Paper.A4, Paper.LETTER)
    with pytest.raises(RuleBroken) as refused:
        paper_of("A1")
    assert refused.value.code == "paper.unknown"


# --- With the hall's Wi-Fi, the day, and the next match

DETAILS = SlipDetails(
    "Saturday 21 November 2026",
    "Casino; Hall",
    "dice:63,55",
    {at: f"Next: A{at}, Wolfgang Bergström-Hohenfels, table {at}" for at in range(1, 21)},
)


@needs_poppler
@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("address", [HERE, LONG])
def test_a_slip_says_the_wifi_the_day_the_next_match_and_where_the_draw_is(
    address: str, language: str, paper: Paper
) -> None:
    with translation.override(language):
        pages = printed(link_slips_pdf(slips(20), ("Bilbao Autumn Open", 7, address), paper, DETAILS))

    assert len(pages) == 3
    for page in pages:
        assert (outside(page), overlapping(page)) == ([], [])
    words = " ".join(word.text for word in pages[0].words)
    host = address.partition("://")[2]
    for text in ("Casino; Hall", "dice:63,55", "21 November", "table 4", f"{host}/events/7/", f"{host}/p/7"):
        assert text in words


@needs_poppler
def test_the_code_of_the_wifi_on_paper_is_the_one_that_phones_read(tmp_path: Path) -> None:
    page = photographed(link_slips_pdf(slips(8), ("Open", 7, HERE), Paper.A4, DETAILS), tmp_path)

    code = segno.make_qr(wifi_text("Casino; Hall", "dice:63,55"), error="m", boost_error=False, encoding="utf-8")
    modules, (width, height) = len(code.matrix), Paper.A4.size
    module = wifi_module(code)
    side = modules * module
    left, top = width / 2 - EDGE - QUIET * module - side, height / 4 - SLIP_EDGE - QUIET * module - side
    at = [(step + 0.5) * module for step in range(modules)]
    assert [[page.at(left + x, top + y) < 128 for x in at] for y in at] == [[*map(bool, row)] for row in code.matrix]


def wifi_module(code: segno.QRCode) -> float:
    link = (len(code_of(HERE, "k" * 22).matrix) + 2 * QUIET) * MODULE
    return min(MODULE, (Paper.A4.size[1] / 4 - 2 * SLIP_EDGE - link) / (len(code.matrix) + 2 * QUIET))


def test_slips_without_wifi_have_one_code_and_stand_ten_to_a_page() -> None:
    assert len(PdfReader(io.BytesIO(made(20))).pages) == 2
