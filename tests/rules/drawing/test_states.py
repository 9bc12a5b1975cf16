"""Penalty starts, calls to a table, and rulings on a sheet."""

import pytest

from rules.drawing.layout import layout
from rules.drawing.names import Face
from rules.drawing.paper import Paper
from rules.drawing.parts import Drawing, Says, Stroke, Tag
from rules.drawing.states import How, Mark
from rules.draws.derive import Status, derive
from rules.draws.facts import Kind, collect
from rules.formats.knockout import MAIN
from rules.formats.registry import compile_plan, read_format


def width(text: str, face: Face) -> float:
    return 0.55 * len(text)


def a_final(mark: Mark, winner: int | None = None) -> Drawing:
    """Return the sheet of Ana (upper line) and Bela; ``winner`` None leaves the match open."""
    plan, lines = compile_plan(2, read_format({"length": 7})), {1: 1, 2: 2}
    entered = [] if winner is None else [(Kind.RESULT, 0, 1, 2, winner, 1)]
    derived = derive(plan, collect(lines, entered))
    names = {1: "Ana Kola", 2: "Bela Nagy"}
    return layout(plan, derived, MAIN, paper=Paper.A4, names=names, width=width, marks={0: mark})[0]


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


def test_a_match_called_to_a_table_is_on_now_there() -> None:
    sheet = a_final(Mark(table="4"))

    assert [joint.stroke for joint in sheet.joints] == [Stroke.ON_NOW]
    assert [(tag.tag, tag.table) for tag in sheet.tags] == [(Tag.ON_NOW, "4")]


def test_a_ruling_strikes_out_the_winner_and_names_its_record() -> None:
    sheet = a_final(Mark((7, 3), How.RULING, ruling=97), winner=2)

    assert [(box.entrant, box.struck) for box in sheet.names] == [(1, True), (2, False), (2, False)]
    (caption,) = [each for each in sheet.captions if each.says is Says.CODE]
    assert (caption.ruling, caption.record) == (True, 97)


def test_nobody_is_struck_out_where_result_and_ruling_agree() -> None:
    sheet = a_final(Mark((3, 7), How.RULING, ruling=97), winner=2)

    assert [box.struck for box in sheet.names] == [False, False, False]


def a_dispute(mark: Mark) -> Drawing:
    """Return the sheet of Ana and Bela of whom each says something else."""
    plan = compile_plan(2, read_format({"length": 7}))
    derived = derive(plan, collect({1: 1, 2: 2}))
    derived.statuses[0] = Status.DISPUTED
    names = {1: "Ana Kola", 2: "Bela Nagy"}
    return layout(plan, derived, MAIN, paper=Paper.A4, names=names, width=width, marks={0: mark})[0]


@pytest.mark.parametrize(
    ("claims", "shown"),
    [
        (((7, 5), (5, 7)), ["7 / 5", "5 / 7"]),
        (((7, 5), None), ["7 / ?", "5 / ?"]),
        ((), []),
    ],
)
def test_both_results_of_a_dispute_stand_in_the_score_places(
    claims: tuple[tuple[int, int] | None, ...], shown: list[str]
) -> None:
    sheet = a_dispute(Mark(begun=True, claims=claims))

    assert [score.text for score in sheet.scores] == shown
    assert all(score.now for score in sheet.scores)
    assert [tag.tag for tag in sheet.tags] == [Tag.TWO_RESULTS]


def test_the_running_score_stands_beside_the_table() -> None:
    sheet = a_final(Mark(begun=True, table="4", running=(2, 3)))

    assert [(tag.table, tag.score) for tag in sheet.tags] == [("4", "2–3")]


def test_a_dispute_shows_no_running_score() -> None:
    sheet = a_dispute(Mark(begun=True, table="4", running=(2, 3), claims=((7, 5), (5, 7))))

    assert [tag.score for tag in sheet.tags] == [""]


def test_a_player_who_plays_on_under_a_dispute_stands_on_a_dotted_line_without_a_tag() -> None:
    plan = compile_plan(4, read_format({"length": 7}))
    lines = {1: 1, 2: 2, 3: 3, 4: 4}
    entered = [(Kind.WON, 0, 1, 2, 1, 7), (Kind.RESULT, 1, 3, 4, 3, 8), (Kind.START, 2, 1, 3, 0, None)]
    derived = derive(plan, collect(lines, [*entered, (Kind.WON, 0, 1, 2, 2, 9)]))
    names = {number: f"Player {number}" for number in lines.values()}

    marks = {0: Mark(begun=True, claims=((7, 5), (5, 7)))}
    (sheet,) = layout(plan, derived, MAIN, paper=Paper.A4, names=names, width=width, marks=marks)

    assert [(joint.code, joint.stroke) for joint in sheet.joints][:1] == [("A1", Stroke.TWO_RESULTS)]
    assert [(box.entrant, box.italic) for box in sheet.names if box.entrant == 1] == [(1, False), (1, True)]
    assert len(sheet.strokes[Stroke.UNCONFIRMED]) == 1
    assert [tag.match for tag in sheet.tags] == [2]


def test_a_score_of_a_dispute_stays_clear_of_the_double_rule() -> None:
    sheet = a_dispute(Mark(begun=True, claims=((7, 5), (5, 7))))

    left = min(segment.x1 for segment in sheet.strokes[Stroke.TWO_RESULTS])
    assert all(score.x < left for score in sheet.scores)
