"""Penalty starts, calls to a table, and rulings on a sheet."""

import pytest

from rules.draws.derive import derive
from rules.draws.facts import Kind, collect
from rules.draws.format import Bracket, read_format
from rules.draws.layout import layout
from rules.draws.layout_drawing import Drawing, Says, Stroke, Tag
from rules.draws.layout_paper import Paper
from rules.draws.layout_states import How, Mark
from rules.draws.names import Face
from rules.draws.plan import compile_plan


def width(text: str, face: Face) -> float:
    return 0.55 * len(text)


def a_final(mark: Mark, winner: int | None = None) -> Drawing:
    """Return the sheet of Ana (upper line) and Bela; ``winner`` None leaves the match open."""
    plan, lines = compile_plan(2, read_format({"length": 7})), {1: 1, 2: 2}
    entered = [] if winner is None else [(Kind.RESULT, 0, 1, 2, winner, 1)]
    derived = derive(plan, collect(lines, entered))
    names = {1: "Ana Kola", 2: "Bela Nagy"}
    return layout(plan, derived, Bracket.MAIN, paper=Paper.A4, names=names, width=width, marks={0: mark})[0]


@pytest.mark.parametrize(
    ("mark", "winner", "shown"),
    [
        (Mark(start=(2, 0)), None, ["(2)"]),
        (Mark(start=(0, 3), begun=True), None, ["(3)"]),
        (Mark((7, 5), start=(2, 0)), 1, ["(2) 7", "5"]),
        (Mark((4, 7), start=(1, 1)), 2, ["(1) 4", "(1) 7"]),
        (Mark(how=How.NO_SHOW, start=(3, 0)), 1, ["(3) –", "n/s"]),
        (Mark(), None, []),
    ],
)
def test_a_penalty_start_stands_in_brackets_before_the_score(mark: Mark, winner: int | None, shown: list[str]) -> None:
    assert [score.text for score in a_final(mark, winner).scores] == shown


def test_who_is_called_to_a_table_is_on_now_there() -> None:
    sheet = a_final(Mark(table="4"))

    assert [joint.stroke for joint in sheet.joints] == [Stroke.ON_NOW]
    assert [(tag.tag, tag.table) for tag in sheet.tags] == [(Tag.ON_NOW, "4")]


def test_a_ruling_strikes_out_who_won_and_names_its_record() -> None:
    sheet = a_final(Mark((7, 3), How.RULING, ruling=97), winner=2)

    assert [(box.entrant, box.struck) for box in sheet.names] == [(1, True), (2, False), (2, False)]
    (caption,) = [each for each in sheet.captions if each.says is Says.CODE]
    assert (caption.ruling, caption.record) == (True, 97)


def test_nobody_is_struck_out_where_result_and_ruling_agree() -> None:
    sheet = a_final(Mark((3, 7), How.RULING, ruling=97), winner=2)

    assert [box.struck for box in sheet.names] == [False, False, False]
