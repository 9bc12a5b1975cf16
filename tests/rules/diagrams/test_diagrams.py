import xml.etree.ElementTree as ElementTree
from typing import Any

from hypothesis import given, settings

from rules.diagrams.diagram import Diagram, Numbering, column, cube_face
from rules.diagrams.svg import Palette, draw_svg, summary
from rules.diagrams.text import draw_text
from rules.game.board import Position
from rules.points import Step
from rules.rulesets import STANDARD
from tests.rules.game.positions import positions

NS = "{http://www.w3.org/2000/svg}"
START = Diagram(Position.start(STANDARD), ("Ann", "Bob"), dice=(5, 2), score=(3, 4), length=7)


def words(root: ElementTree.Element, tag: str) -> str:
    return root.findtext(f"{NS}{tag}") or ""


def svg(diagram: Diagram, **options: Any) -> ElementTree.Element:
    return ElementTree.fromstring(draw_svg(diagram, **options))  # noqa: S314 -- our own output


def test_the_board_in_plain_text() -> None:
    assert (
        draw_text(START)
        == """\
O  Bob  167
 + 13 14 15 16 17 18 -+---+ 19 20 21 22 23 24 -+
 |  X           O     |   |  O              X  |
 |  X           O     |   |  O              X  |
 |  X           O     |   |  O                 |
 |  X                 |   |  O                 |
 |  X                 |   |  O                 |
 |                    |BAR|                    |   rolled 52   cube 64
 |  O                 |   |  X                 |
 |  O                 |   |  X                 |
 |  O           X     |   |  X                 |
 |  O           X     |   |  X              O  |
 |  O           X     |   |  X              O  |
 + 12 11 10  9  8  7 -+---+  6  5  4  3  2  1 -+
X  Ann  167"""
    )


def test_text_shows_big_stacks_the_bar_the_tray_and_the_cube() -> None:
    position = Position.of({6: 7, 25: 2}, {24: 1, 25: 1})
    lines = draw_text(Diagram(position, ("A", "B"), cube=4, owner=1)).splitlines()

    assert lines[8] == " |                    |   |  7                 |"
    assert lines[2].split("|")[2].strip() == "X"
    assert lines[12].endswith("|  X off 6")
    assert lines[2].endswith("|  O off 13")
    assert lines[7].endswith("cube 4 O")


def test_every_checker_is_drawn_and_the_sixth_is_a_number() -> None:
    position = Position.of({6: 7, 25: 2}, {1: 3, 20: 1})
    root = svg(Diagram(position, ("A", "B"), cube=None))

    assert len(root.findall(f"{NS}circle")) == 5 + 2 + 3 + 1
    words = [text.text for text in root.findall(f"{NS}text")]
    assert words.count("7") == 2  # the label of the point, and the stack


def test_own_checkers_are_ink_and_the_opponents_are_outlined() -> None:
    root = svg(Diagram(Position.of({6: 2}, {6: 1}), ("A", "B"), cube=None), palette=Palette("ink", "paper"))

    assert [circle.get("fill") for circle in root.findall(f"{NS}circle")] == ["ink", "ink", "paper"]


def test_dice_show_their_pips_and_the_cube_its_face() -> None:
    plain = len(svg(Diagram(START.position, START.names)).findall(f"{NS}circle"))

    assert len(svg(START).findall(f"{NS}circle")) == plain + 7
    assert [text.text for text in svg(START).findall(f"{NS}text")].count("64") == 1
    assert (cube_face(1), cube_face(2), cube_face(128)) == ("64", "2", "128")


def test_the_title_and_the_description_describe_the_board() -> None:
    root = svg(START, key="b7")

    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "b7-title b7-desc"
    assert words(root, "title") == "Ann 167 · Bob 167 · 3–4 / 7 · 5-2 · [64]" == summary(START)
    assert words(root, "desc") == "Ann: 24×2 13×5 8×3 6×5; Bob: 24×2 13×5 8×3 6×5"
    assert words(svg(START, title="Question 1"), "title") == "Question 1"


def test_names_are_escaped() -> None:
    hostile = Diagram(START.position, ("<script>", '"&'))

    assert words(svg(hostile), "title").startswith('<script> 167 · "& 167')
    assert "<script>" not in draw_svg(hostile)


def test_the_play_in_question_is_red_and_dashed() -> None:
    steps = (Step(24, 18, False), Step(25, 20, True), Step(6, 0, False))
    root = svg(Diagram(START.position, START.names, steps=steps), palette=Palette(red="red"))
    (group,) = played(root)

    assert (group.get("stroke"), group.get("data-play")) == ("red", "bar/20* 24/18 6/off")
    assert len([path for path in group.findall(f"{NS}path") if path.get("stroke-dasharray") == "5 4"]) == 3


def test_a_step_that_several_checkers_make_is_one_arc_with_their_number() -> None:
    steps = (Step(24, 20, False), Step(24, 20, False), Step(13, 9, False))
    (group,) = played(svg(Diagram(START.position, START.names, steps=steps)))

    assert len([path for path in group.findall(f"{NS}path") if path.get("stroke-dasharray")]) == 2
    assert [text.text for text in group.findall(f"{NS}text")] == ["×2"]


def test_names_pips_and_the_score_stand_at_the_board() -> None:
    root = svg(Diagram(Position.of({6: 1}, {24: 2, 1: 1}), ("Ann", "Bob"), score=(3, 4), length=7))

    lines = {each.get("data-line"): "".join(each.itertext()) for each in root.findall(f"{NS}g")}
    money = svg(Diagram(START.position, ("Ann", "Bob"), score=(12, 0))).findall(f"{NS}g")
    assert (lines["own"], lines["other"]) == ("Ann63 / 7", "Bob494 / 7")
    assert ["".join(each.itertext()) for each in money] == ["Bob1670", "Ann16712"]


def test_a_long_name_is_set_smaller_and_one_from_right_to_left_stays_beside_its_pips() -> None:
    long, arabic = "Wolfeschlegelsteinhausenbergerdorff " * 3, "محمد الفارسي"
    sizes = {}
    for name in ("Ann", long, arabic):
        (line,) = (each for each in svg(Diagram(START.position, (name, "Bob"))) if each.get("data-line") == "own")
        span = line.find(f"{NS}text/{NS}tspan")
        assert span is not None
        sizes[name] = span.get("font-size"), span.text

    assert sizes["Ann"] == ("20.16", "Ann")
    assert float(sizes[long][0] or 0) < 8
    assert sizes[arabic][1] == f"\N{FIRST STRONG ISOLATE}{arabic}\N{POP DIRECTIONAL ISOLATE}"


def test_checkers_that_are_off_lie_in_the_tray() -> None:
    root = svg(Diagram(Position.of({6: 7}, {24: 15}), ("A", "B")))
    piles = {each.get("data-off"): len(each.findall(f"{NS}rect")) for each in root.findall(f"{NS}g")}

    assert {side: count for side, count in piles.items() if side} == {"own": 8}
    assert "8" in [text.text for text in root.findall(f"{NS}text")]


def played(root: ElementTree.Element) -> list[ElementTree.Element]:
    """The groups of a picture that draw a play."""
    return [group for group in root.findall(f"{NS}g") if group.get("data-play")]


def test_labels_follow_the_readers_numbering() -> None:
    ascending = Diagram(START.position, START.names, numbering=Numbering.ASCENDING, cube=None)
    labels = [text.text for text in svg(ascending).findall(f"{NS}text")]
    up = draw_text(Diagram(START.position, START.names, numbering=Numbering.ASCENDING)).splitlines()

    assert labels[:2] == ["24", "23"]
    assert up[1] == " + 12 11 10  9  8  7 -+---+  6  5  4  3  2  1 -+"
    assert up[-2] == " + 13 14 15 16 17 18 -+---+ 19 20 21 22 23 24 -+"


def test_points_stand_in_their_columns() -> None:
    assert [column(point) for point in (1, 6, 7, 12, 13, 18, 19, 24)] == [11, 6, 5, 0, 0, 5, 6, 11]


@settings(max_examples=60, deadline=None)
@given(positions())
def test_any_position_can_be_drawn(position: Position) -> None:
    diagram = Diagram(position, ("A", "B"))

    assert svg(diagram).tag == f"{NS}svg"
    assert len(draw_text(diagram).splitlines()) == 15
