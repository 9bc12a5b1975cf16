"""Widths come from the fonts that paper is set in; without them the sheet still fits."""

import io
import os
import shutil
from pathlib import Path

import pytest
from pypdf import PdfReader

from paper.fonts import Fonts, fonts
from paper.pdf import pdf
from rules.drawing.names import Face

SAMPLES = ["Wolfgang Bergström-Hohenfels", "AVATAR To", "Νικόλαος", "Дмитрий", "1000"]


def printed_width(text: str, face: Face) -> float:
    """Return how wide paper sets ``text``, in em, measured by what stands behind it."""
    weight = 700 if face in (Face.BOLD, Face.NARROW_BOLD, Face.SERIF) else 400
    html = (
        f"<html><style>@page{{size:400mm 50mm;margin:0}}p{{position:absolute;left:0;top:0;margin:0;white-space:pre;"
        f"font:{weight} 10mm {fonts().families(face)}}}</style><p>{text}<i style='position:relative'>|</i></p></html>"
    )
    ends: list[float] = []

    def note(text: str, matrix: list[float], text_matrix: list[float], *_: object) -> None:
        if "|" in text:
            ends.append(text_matrix[4] * matrix[0] + matrix[4])

    PdfReader(io.BytesIO(pdf(html))).pages[0].extract_text(visitor_text=note)
    return ends[-1] / 72 * 25.4 / 10


@pytest.mark.parametrize("face", Face)
def test_a_text_is_never_wider_on_paper_than_measured(face: Face) -> None:
    for sample in SAMPLES:
        measured, printed = fonts().width(sample, face), printed_width(sample, face)

        assert printed <= measured + 0.01
        assert measured < printed * 1.1


def test_without_any_font_texts_are_taken_for_wide() -> None:
    bare = Fonts({})

    assert bare.width("Petra Horvat", Face.PLAIN) > 7
    assert bare.width("文中", Face.PLAIN) >= 2
    assert bare.width("e\N{COMBINING ACUTE ACCENT}", Face.PLAIN) < 0.7
    assert bare.baseline("Petra", Face.PLAIN, 1.2) == pytest.approx(0.95)


def test_a_broken_font_file_is_passed_over(tmp_path: Path) -> None:
    broken = tmp_path / "NimbusSans-Regular.otf"
    broken.write_bytes(b"not a font")

    assert Fonts({broken.name: broken}).width("Petra", Face.PLAIN) > 3


def test_dejavu_stands_in_for_the_preferred_fonts() -> None:
    bare = Fonts({})

    assert bare.families(Face.NARROW) == "'DejaVu Sans', sans-serif"
    assert bare.families(Face.SERIF) == "'DejaVu Serif', 'DejaVu Sans', serif"


DEJAVU = Path("/usr/share/fonts/truetype/dejavu")


@pytest.fixture
def further(tmp_path: Path) -> Path:
    """Return a font of other scripts, alone in a folder; without the file the test is skipped."""
    if not (DEJAVU / "DejaVuSans.ttf").exists():
        pytest.skip("no DejaVu Sans here")
    return Path(shutil.copy(DEJAVU / "DejaVuSans.ttf", tmp_path / "Other-Regular.ttf"))


def test_letters_of_further_fonts_are_looked_up_in_an_index_that_is_kept(further: Path, tmp_path: Path) -> None:
    wide = Fonts({}, [further], tmp_path / "kept").width("Ծովինար", Face.PLAIN)
    stamp = further.stat()
    further.write_bytes(bytes(stamp.st_size))
    os.utime(further, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))

    later = Fonts({}, [further], tmp_path / "kept")

    assert later.width("Ծովինար", Face.PLAIN) == pytest.approx(wide)
    assert wide == pytest.approx(5.06, abs=0.05)
    missing = "\N{CUNEIFORM SIGN A}"
    assert list(later.unknown(["Ծովինար", missing])) == [(missing, missing)]


def test_a_damaged_index_is_made_again_and_that_of_other_fonts_removed(further: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "fonts-of-another-day.index").write_bytes(b"{}\n")
    wide = Fonts({}, [further], kept).width("Ծովինար", Face.PLAIN)
    (index,) = kept.iterdir()
    for damaged in (b"", b"[]\n", b'{"form": 1}\n', index.read_bytes()[:-3]):
        index.write_bytes(damaged)

        assert Fonts({}, [further], kept).width("Ծովինար", Face.PLAIN) == pytest.approx(wide)
