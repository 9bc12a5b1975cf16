"""Sizes on paper, and how a large bracket is cut in sheets."""

import pytest

from rules.drawing.layout import layout
from rules.drawing.names import Face
from rules.drawing.paper import POINT, Paper, paper_geometry
from rules.drawing.parts import Drawing, Head, Part, Says
from rules.draws.derive import derive
from rules.draws.facts import collect
from rules.draws.seeding import draw_lines, size_for
from rules.formats.knockout import CONSOLATION, MAIN
from rules.formats.registry import compile_plan, read_format
from tests.rules.knockouts import BRACKETS


def width(text: str, face: Face) -> float:
    return len(text) * (0.45 if face in (Face.NARROW, Face.NARROW_BOLD) else 0.55)


def sheets(
    entrants: int, bracket: str, paper: Paper, *, open_byes: bool = False, name: str = "Player {}"
) -> tuple[Drawing, ...]:
    plan = compile_plan(size_for(entrants), read_format({"consolation": "progressive", "last_chance": True}))
    lines = draw_lines(range(1, entrants + 1), {}, "63 55 21")
    names = {entrant: name.format(entrant) for entrant in lines.values()}
    derived = derive(plan, collect(lines))
    return layout(plan, derived, bracket, paper=paper, names=names, width=width, open_byes=open_byes)


def landscape(sheet: Drawing) -> bool:
    return sheet.geometry.width > sheet.geometry.height


@pytest.mark.parametrize(
    ("rows", "columns", "paper", "turned", "row", "points"),
    [
        (16, 5, Paper.A4, True, 9.9, 11.0),
        (16, 5, Paper.A3, True, 14.8, 14.3),
        (32, 6, Paper.A4, True, 5.0, 8.8),
        (32, 6, Paper.A3, True, 7.5, 13.1),
        (32, 6, Paper.A3, False, 11.3, 11.7),
        (64, 7, Paper.A4, False, 3.9, 6.8),
        (64, 7, Paper.A3, False, 5.7, 10.0),
        (64, 7, Paper.A1, False, 11.8, 20.5),
        (62, 10, Paper.A4, False, 4.0, 5.2),
    ],
)
def test_one_formula_gives_the_sizes_of_every_paper(
    rows: int, columns: int, paper: Paper, turned: bool, row: float, points: float
) -> None:
    geometry = paper_geometry(paper, landscape=turned, rows=rows, columns=columns)

    assert geometry.row == pytest.approx(row, rel=0.03)
    assert geometry.name / POINT == pytest.approx(points, rel=0.03)


def test_few_lines_are_set_larger_to_be_read_from_further_away() -> None:
    small, full = (paper_geometry(Paper.A4, landscape=True, rows=rows, columns=4) for rows in (8, 16))

    assert small.row > full.row
    assert small.name > full.name


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER, Paper.LEGAL])
@pytest.mark.parametrize(("rows", "columns"), [(4, 3), (6, 4), (8, 4), (12, 5), (16, 5)])
def test_a_small_bracket_leaves_no_half_of_its_sheet_empty(paper: Paper, rows: int, columns: int) -> None:
    geometry = paper_geometry(paper, landscape=True, rows=rows, columns=columns)

    assert rows * geometry.row > 0.8 * (geometry.bottom - geometry.top)
    assert geometry.name / POINT < 20


@pytest.mark.parametrize(
    ("entrants", "bracket", "paper", "pages"),
    [
        (2, MAIN, Paper.A4, 1),
        (32, MAIN, Paper.A4, 1),
        (64, MAIN, Paper.A4, 1),
        (64, CONSOLATION, Paper.A4, 2),
        (64, CONSOLATION, Paper.A3, 1),
        (128, MAIN, Paper.A4, 5),
        (128, MAIN, Paper.LETTER, 5),
        (128, CONSOLATION, Paper.A4, 5),
        (128, MAIN, Paper.A1, 1),
        (200, MAIN, Paper.A4, 9),
        (200, CONSOLATION, Paper.A4, 9),
        (256, MAIN, Paper.A4, 9),
        (256, MAIN, Paper.A3, 9),
        (512, MAIN, Paper.A4, 17),
        (512, CONSOLATION, Paper.A4, 17),
    ],
)
def test_a_bracket_whose_names_would_be_too_small_is_cut_in_sections_and_finals(
    entrants: int, bracket: str, paper: Paper, pages: int
) -> None:
    printed = sheets(entrants, bracket, paper)

    assert [sheet.page for sheet in printed] == list(range(1, pages + 1))
    assert {sheet.pages for sheet in printed} == {pages}
    assert min(sheet.geometry.name for sheet in printed) >= 6.5 * POINT


@pytest.mark.parametrize("entrants", [65, 100, 127, 130, 300])
@pytest.mark.parametrize("bracket", BRACKETS)
@pytest.mark.parametrize("open_byes", [False, True])
def test_no_field_has_names_under_six_and_a_half_points(entrants: int, bracket: str, open_byes: bool) -> None:
    for paper in (Paper.A4, Paper.A3, Paper.LETTER):
        printed = sheets(entrants, bracket, paper, open_byes=open_byes)

        assert min(sheet.geometry.name for sheet in printed) >= 6.5 * POINT


def test_a_sheet_that_many_notes_would_press_too_small_is_cut() -> None:
    long = "Maximiliane Wilhelmine Auguste Number-{} von Hohenzollern-Sigmaringen zu Fürstenberg"

    printed = sheets(64, MAIN, Paper.A4, name=long)

    assert len(printed) > 1
    assert min(sheet.geometry.name for sheet in printed) >= 6.5 * POINT
    assert all(sheet.note_lines <= sheet.geometry.notes for sheet in printed)


def test_the_finals_sheet_begins_with_the_winners_of_the_sections() -> None:
    *sections, finals = sheets(128, MAIN, Paper.A4)

    assert [(sheet.part, sheet.section, sheet.sections) for sheet in sections] == [
        (Part.SECTION, number, 4) for number in (1, 2, 3, 4)
    ]
    assert [max(sheet.joints, key=lambda joint: joint.match).code for sheet in sections] == ["E1", "E2", "E3", "E4"]
    assert {sheet.columns[-1].head for sheet in sections} == {Head.TO_FINALS}
    assert finals.part is Part.FINALS
    assert [each.code for each in finals.captions if each.says is Says.WINNER_OF] == ["E1", "E2", "E3", "E4"]
    assert [column.head for column in finals.columns] == [Head.ROUND, Head.FINAL, Head.WINNER]


def test_every_section_holds_32_lines_at_most() -> None:
    for bracket in BRACKETS:
        for sheet in sheets(200, bracket, Paper.A4):
            assert len(sheet.joints) <= 31


def test_a_wide_sheet_is_preferred_and_an_upright_one_taken_when_its_names_are_larger() -> None:
    assert landscape(sheets(23, MAIN, Paper.A4)[0])
    assert not landscape(sheets(64, MAIN, Paper.A4)[0])
