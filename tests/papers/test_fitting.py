"""A text on a form stays in its room: narrower, then smaller, and only then shorter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paper.fitting import LEAST, fit_row, fit_text
from paper.fonts import SLACK, fonts
from paper.pdf import pdf_on_one_page
from rules.drawing.names import Face
from tests.papers.printed import needs_poppler, printed

LONG = "Maria del Carmen Fernández de Oñate y Goikoetxea"


def test_a_short_name_is_set_as_it_is() -> None:
    fit = fit_text("Petra Horvat", 17.5, Face.BOLD)

    assert (fit.text, fit.face, fit.scale) == ("Petra Horvat", Face.BOLD, 1.0)


def test_a_longer_name_is_set_narrow_and_then_smaller_in_full() -> None:
    narrow, small = fit_text(LONG, 22.0, Face.BOLD), fit_text(LONG, 15.0, Face.BOLD)

    assert (narrow.text, narrow.face, narrow.scale) == (LONG, Face.NARROW_BOLD, 1.0)
    assert (small.text, small.face) == (LONG, Face.NARROW_BOLD)
    assert LEAST < small.scale < 1


@pytest.mark.parametrize("text", [LONG, "X" * 80, "عبد الرحمن بن خالد الحسيني" * 3, "Ян", ""])
@pytest.mark.parametrize("face", [Face.PLAIN, Face.BOLD, Face.SERIF])
@pytest.mark.parametrize("room", [4.0, 12.2, 40.0])
def test_no_text_is_wider_than_its_room(text: str, face: Face, room: float) -> None:
    fit = fit_text(text, room, face)

    assert fonts().width(fit.text, fit.face) * fit.scale <= room * 1.000001
    assert fit.text == text or fit.scale <= LEAST


@needs_poppler
@pytest.mark.parametrize(("lines", "size", "pages"), [(3, 8, 1), (6, 4, 1), (12, 2, 1), (30, 2, 2)])
def test_a_page_is_set_in_the_largest_size_that_it_takes(lines: int, size: int, pages: int) -> None:
    style = "@page{size:90mm 30mm;margin:0}body,p{margin:0;line-height:1}"

    def html(mm: float) -> str:
        return f"<html><style>{style}p{{font-size:{mm}mm}}</style>{'<p>x</p>' * lines}</html>"

    made = printed(pdf_on_one_page(html, [2, 4, 8]))

    second = made[0].words[1].top - made[0].words[0].top
    assert len(made) == pages
    assert round(second) == size


def test_the_texts_of_a_row_stand_in_their_columns() -> None:
    fit = fit_row(["game", "", "code"], [0.0, 10.0, 20.0], 30.0, centred=True)
    space, narrow_space = (fonts().width(" ", face) / SLACK for face in (Face.PLAIN, Face.NARROW))
    begins = fit_row(["signed", "by the opponent"], [0.0, 4.0], 30.0)

    assert fit.text.split() == ["game", "code"]
    assert (fit.face, fit.scale) == (Face.PLAIN, 1.0)
    assert abs(width(fit.text[: fit.text.index("g")]) + width("game") / 2 - 5.0) <= space / 2
    assert abs(width(fit.text) - width("code") / 2 - 25.0) <= space / 2
    assert begins.text.startswith("signed ")
    assert abs(width(begins.text, begins.face) - width("by the opponent", begins.face) - 4.0) <= narrow_space / 2


def width(text: str, face: Face = Face.PLAIN) -> float:
    return fonts().width(text, face) / SLACK


@given(
    texts=st.lists(st.text("abcigW", min_size=1, max_size=12), min_size=1, max_size=6),
    widths=st.lists(st.floats(2.0, 9.0), min_size=6, max_size=6),
    centred=st.booleans(),
)
def test_no_text_of_a_row_leaves_its_column(texts: list[str], widths: list[float], centred: bool) -> None:
    begins = [sum(widths[:at]) for at in range(len(texts))]
    fit = fit_row(texts, begins, begins[-1] + widths[len(texts) - 1], centred=centred)

    at = 0
    for text, begin, column in zip(texts, begins, widths, strict=False):
        if fit.scale > LEAST:
            at = fit.text.index(text, at) + len(text)
            right = width(fit.text[:at], fit.face) * fit.scale
            assert begin - 0.15 <= right - width(text, fit.face) * fit.scale
            assert right <= begin + column


def test_a_row_read_from_the_right_keeps_its_order_whatever_its_letters() -> None:
    assert (
        fit_row(["game", "code"], [0.0, 3.0], 6.0, rtl=True).text.replace(" ", "") == "\u200f\u200fgame\u200f\u200fcode"
    )
