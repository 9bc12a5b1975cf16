"""A mono laser tells the states apart: every stroke of a sheet has a pattern of its own in grey."""

import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from paper.fonts import fonts
from rules.drawing.layout import layout
from rules.drawing.paper import Paper
from rules.drawing.parts import Drawing, Stroke
from rules.draws.derive import Status
from tests.depth import STUCK_SECONDS
from tests.papers.test_sheets import a_sheet
from tournaments.papers.draw_sheet import DrawSheet, Mark, draw_sheet_pdf

DPI = 300
PER_MM = DPI / 25.4

pytestmark = pytest.mark.skipif(
    shutil.which("pdftoppm") is None and not os.environ.get("CI"), reason="pdftoppm (poppler-utils) is not installed"
)


class Grey:
    """A page as grey values, 0 black to 255 white."""

    def __init__(self, path: Path) -> None:
        magic, size, most, rest = path.read_bytes().split(b"\n", 3)
        assert (magic, most) == (b"P5", b"255")
        self.width, self.height = map(int, size.split())
        self.values = rest

    def at(self, x: float, y: float) -> int:
        return self.values[int(y * PER_MM) * self.width + int(x * PER_MM)]

    def across(self, x: float, y: float) -> list[int]:
        """Return the values on a level line through (x, y): as far to the left as the score stands."""
        return [self.at(x - 1.15 + step / PER_MM, y) for step in range(int(1.75 * PER_MM))]

    def down(self, x: float, top: float, bottom: float) -> list[int]:
        """Return the darkest value within a third of a millimetre of x, for every pixel from ``top`` to ``bottom``."""
        steps = int((bottom - top) * PER_MM)
        near = [x + each / PER_MM for each in range(-4, 5)]
        return [min(self.at(each, top + step / PER_MM) for each in near) for step in range(steps)]


def a_sheet_in_every_state() -> DrawSheet:
    """Return 16 players: matches finished, not confirmed, reported twice, on now and to come."""
    sheet = a_sheet(16, share=0.55)
    main = [(place, sheet.derived.statuses[place]) for place in sheet.plan.of(sheet.bracket)]
    opened = [place for place, status in main if status == Status.OPEN]
    finished = [place for place, status in main if status == Status.FINISHED]
    sheet.derived.statuses[opened[1]] = Status.DISPUTED
    marks = {**sheet.marks, opened[0]: Mark(begun=True, table="4"), opened[1]: Mark(begun=True)}
    marks[finished[-1]] = replace(marks[finished[-1]], settled=False)
    return replace(sheet, marks=marks)


def the_drawing(sheet: DrawSheet) -> Drawing:
    names = dict(sheet.names)
    return layout(
        sheet.plan, sheet.derived, sheet.bracket, paper=Paper.A4, names=names, width=fonts().width, marks=sheet.marks
    )[0]


def test_every_state_has_a_pattern_of_its_own_in_grey(tmp_path: Path) -> None:
    sheet = a_sheet_in_every_state()
    (tmp_path / "sheet.pdf").write_bytes(draw_sheet_pdf(sheet, "A4"))
    command = ["pdftoppm", "-gray", "-r", str(DPI), "-singlefile", "sheet.pdf", "sheet"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=STUCK_SECONDS)
    page = Grey(tmp_path / "sheet.pgm")

    seen: dict[Stroke, tuple[int, int, bool, bool]] = {}
    for joint in the_drawing(sheet).joints:
        top, bottom = joint.top + 1.2, joint.y - 1.2
        values = page.across(joint.x, top + 0.4)
        dark = [value < 170 for value in values]
        strokes = sum(1 for before, now in zip([False, *dark], dark, strict=False) if now and not before)
        broken = any(value > 200 for value in page.down(joint.x, top, bottom)) and strokes < 2
        thick = sum(dark) if strokes == 1 else 0
        seen.setdefault(joint.stroke, (strokes, round(thick / PER_MM * 2), broken, min(values) < 70))

    assert set(seen) == {Stroke.TO_COME, Stroke.DONE, Stroke.UNCONFIRMED, Stroke.TWO_RESULTS, Stroke.ON_NOW}
    assert len(set(seen.values())) == len(seen)
    assert seen[Stroke.TWO_RESULTS][0] == 2
    assert seen[Stroke.ON_NOW][1] >= 2 > max(seen[each][1] for each in (Stroke.TO_COME, Stroke.DONE))
    assert [stroke for stroke, (_, _, broken, _) in seen.items() if broken] == [Stroke.UNCONFIRMED]


def test_red_ink_is_as_dark_as_black_ink_on_a_mono_printer(tmp_path: Path) -> None:
    sheet = a_sheet_in_every_state()
    (tmp_path / "sheet.pdf").write_bytes(draw_sheet_pdf(sheet, "A4"))
    subprocess.run(
        ["pdftoppm", "-gray", "-r", str(DPI), "-singlefile", "sheet.pdf", "sheet"],
        cwd=tmp_path, check=True, timeout=STUCK_SECONDS,
    )  # fmt: skip
    page = Grey(tmp_path / "sheet.pgm")

    darkest = {
        joint.stroke: min(page.across(joint.x, joint.top + 1.6))
        for joint in the_drawing(sheet).joints
        if joint.stroke in (Stroke.ON_NOW, Stroke.DONE, Stroke.TO_COME)
    }

    assert darkest[Stroke.ON_NOW] < 100
    assert darkest[Stroke.DONE] < darkest[Stroke.TO_COME] < 190
