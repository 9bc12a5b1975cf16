"""Which paper is fit for which field, and sheets cut so that one can write on them."""

from pathlib import Path

import pytest

from rules.drawing.fit import Fit, fit, fits
from rules.drawing.layout import layout
from rules.drawing.names import Face
from rules.drawing.paper import FOR_EASEL, FOR_HAND, POINT, TO_WRITE_ON, Least, Paper, paper_geometry
from rules.drawing.parts import Drawing, Head, Part, Says
from rules.draws.derive import derive
from rules.draws.facts import collect
from rules.draws.seeding import draw_lines, size_for
from rules.formats.knockout import CONSOLATION, MAIN
from rules.formats.registry import compile_plan, read_format


def width(text: str, face: Face) -> float:
    return len(text) * (0.45 if face in (Face.NARROW, Face.NARROW_BOLD) else 0.55)


def sheets(entrants: int, paper: Paper, least: Least, bracket: str = MAIN) -> tuple[Drawing, ...]:
    plan = compile_plan(size_for(entrants), read_format({"consolation": "progressive", "length": 7}))
    lines = draw_lines(range(1, entrants + 1), {}, "63 55 21")
    names = {entrant: f"Player {entrant}" for entrant in lines.values()}
    return layout(
        plan,
        derive(plan, collect(lines)),
        bracket,
        paper=paper,
        names=names,
        width=width,
        open_byes=True,
        least=least,
    )


@pytest.mark.parametrize(
    ("lines", "columns", "easel"),
    [
        (8, 4, "A3"),
        (16, 5, "A3"),
        (32, 6, "A2"),
        (64, 7, "A1 upright"),
        (128, 8, ""),
        (256, 9, ""),
        (30, 8, "A2"),
        (62, 10, "A1 upright"),
    ],
)
def test_the_smallest_paper_that_is_fit_for_an_easel(lines: int, columns: int, easel: str) -> None:
    series = [Paper.A4, Paper.A3, Paper.A2, Paper.A1]

    fitted = next((each for paper in series if (each := fit(paper, lines, columns)).is_for_easel), None)

    assert (f"{fitted.paper}{' upright' if fitted.upright else ''}" if fitted else "") == easel


@pytest.mark.parametrize("paper", Paper)
def test_on_an_easel_names_have_fourteen_points_and_codes_nine(paper: Paper) -> None:
    for lines in range(2, 129):
        for landscape in (True, False):
            geometry = paper_geometry(paper, landscape=landscape, rows=lines, columns=max(2, lines.bit_length()))
            if geometry.suits(FOR_EASEL):
                assert geometry.name / POINT >= 14
                assert geometry.caption / POINT >= 9


@pytest.mark.parametrize(
    ("lines", "columns", "row", "name", "hand", "one"),
    [
        (16, 5, 10.1, 11.0, True, True),
        (32, 6, 7.8, 8.1, True, True),
        (64, 7, 3.9, 6.9, False, True),
        (62, 10, 4.0, 5.2, False, False),
        (128, 8, 2.0, 3.4, False, False),
    ],
)
def test_what_one_a4_is_good_for(lines: int, columns: int, row: float, name: float, hand: bool, one: bool) -> None:
    fitted = fit(Paper.A4, lines, columns)

    assert (round(fitted.row, 1), round(fitted.name, 1)) == (row, name)
    assert (fitted.is_for_hand, fitted.is_one_sheet) == (hand, one)


def test_a_draw_is_measured_by_the_lines_it_takes() -> None:
    plan = compile_plan(32, read_format({"consolation": "progressive", "length": 7}))
    lines = draw_lines(range(1, 24), {}, "63 55 21")
    derived = derive(plan, collect(lines))

    assert {each.lines for each in fits(plan, derived, MAIN, open_byes=True)} == {32}
    assert {each.lines for each in fits(plan, derived, MAIN, open_byes=False)} == {23}
    assert {each.lines for each in fits(plan, derived, CONSOLATION, open_byes=False)} == {21}
    assert [each.paper.value for each in fits(plan, derived, MAIN, open_byes=False)] == [
        "A4",
        "Letter",
        "Legal",
        "Tabloid",
        "A3",
        "A2",
        "ARCH-C",
        "A1",
        "ARCH-D",
    ]


def test_a_bracket_without_a_sheet_fits_no_paper() -> None:
    plan = compile_plan(2, read_format({"length": 7}))

    assert fits(plan, derive(plan, collect({1: 1, 2: 2})), CONSOLATION, open_byes=False) == ()


def test_thirty_two_lines_on_a4_come_in_two_halves_when_they_are_written_on_and_the_second_has_the_final() -> None:
    upper, lower = sheets(32, Paper.A4, TO_WRITE_ON)

    assert [upper.part, lower.part] == [Part.SECTION, Part.SECTION_AND_FINALS]
    assert [(half.section, half.sections) for half in (upper, lower)] == [(1, 2), (2, 2)]
    assert [len(half.joints) for half in (upper, lower)] == [15, 16]
    assert [half.columns[-1].head for half in (upper, lower)] == [Head.TO_FINALS, Head.WINNER]
    assert [each.code for each in lower.captions if each.says is Says.WINNER_OF] == ["D1"]
    assert min(half.geometry.row for half in (upper, lower)) >= 9.0


def test_thirty_two_lines_on_a4_stand_upright_to_go_on_by_hand() -> None:
    (sheet,) = sheets(32, Paper.A4, FOR_HAND)

    assert sheet.geometry.width < sheet.geometry.height
    assert sheet.geometry.row >= 6.5


@pytest.mark.parametrize(
    ("entrants", "paper", "pages"),
    [
        (16, Paper.A4, 1),
        (64, Paper.A4, 5),
        (64, Paper.A3, 2),
        (64, Paper.A1, 1),
        (128, Paper.A4, 9),
        (128, Paper.A3, 5),
        (64, Paper.TABLOID, 2),
        (64, Paper.ARCH_D, 1),
        (128, Paper.A1, 2),
        (128, Paper.ARCH_D, 2),
        (256, Paper.A1, 5),
    ],
)
def test_a_marker_takes_as_many_sheets_as_give_rows_of_nine_millimetres(
    entrants: int, paper: Paper, pages: int
) -> None:
    fitted = sheets(entrants, paper, TO_WRITE_ON)

    assert len(fitted) == pages
    assert min(sheet.geometry.row for sheet in fitted) >= 9.0
    assert min(sheet.geometry.name for sheet in fitted) >= 9 * POINT
    assert len({joint.code for sheet in fitted for joint in sheet.joints}) == entrants - 1
    assert {sheet.part for sheet in fitted[:-1]} <= {Part.SECTION, Part.WHOLE}
    assert fitted[-1].part.has_champion


def test_rows_that_no_cut_can_give_are_given_up() -> None:
    fitted = sheets(32, Paper.A4, Least(400.0, 0.0))

    assert len(fitted) == 1


def as_documented(fitted: Fit) -> str:
    marks = (("**easel**", fitted.is_for_easel), ("marker", fitted.is_to_write_on), ("desk", fitted.is_for_hand))
    good_for = next((mark for mark, suits in marks if suits), "to read")
    upright = "upright " if fitted.upright else ""
    return f"{upright}{fitted.row:.1f}, {fitted.name:.1f} {good_for}" if fitted.is_one_sheet else "in sections"


def test_the_directors_page_has_the_measured_sizes() -> None:
    page = (Path(__file__).parents[3] / "docs" / "directors" / "printing.md").read_text()
    fields = [("8", 8, 4), ("16", 16, 5), ("32", 32, 6), ("64", 64, 7), ("128", 128, 8)]
    fields += [("consolation of 32", 30, 8), ("consolation of 64", 62, 10)]

    for name, lines, columns in fields:
        cells = [as_documented(fit(paper, lines, columns)) for paper in (Paper.A4, Paper.A3, Paper.A2, Paper.A1)]

        assert f"| {' | '.join([name, *cells])} |" in page
