"""The second final of a double elimination with recharge: what its drawings say while it may not be played."""

import pytest

from rules.drawing.layout import layout
from rules.drawing.paper import Paper
from rules.drawing.parts import Drawing, Head, Says
from rules.drawing.screen import layout_screen
from rules.drawing.wall import WallDraw, layout_wall
from rules.drawing.widths import screen_width
from rules.draws.derive import Derived, derive
from rules.draws.facts import Entered, Kind, collect
from rules.draws.plan import ENTRY, Plan
from rules.draws.seeding import size_for
from rules.formats.registry import compile_plan, read_format
from tests.rules.draws.drawn import a_draw, marks_of, name_of

NAMES = {entrant: name_of(entrant) for entrant in range(1, 65)}


def a_double_elimination(entrants: int = 4) -> Plan:
    format_ = read_format({"main": "structure", "preset": "double_elimination_recharge", "length": 3})
    return compile_plan(size_for(entrants), format_, entrants)


def played_until(plan: Plan, last: str, *, upper_wins_last: bool) -> Derived:
    """Play all matches up to the one with this code: the upper player wins each, but perhaps not the last one."""
    lines, entered = a_draw(4), list[Entered]()
    derived = derive(plan, collect(lines))
    for place, match in enumerate(plan.matches):
        top, bottom = derived.tops[place], derived.bottoms[place]
        winner = bottom if match.code == last and not upper_wins_last else top
        entered.append(Entered(Kind.RESULT, place, top, bottom, winner, len(entered) + 1))
        derived = derive(plan, collect(lines, entered))
        if match.code == last:
            break
    return derived


def sheets(plan: Plan, derived: Derived) -> dict[str, Drawing]:
    """Return the main bracket on paper, on a page and on the wall, where it is drawn."""
    marks = marks_of(derived)
    (paper,) = layout(plan, derived, ENTRY, paper=Paper.A4, names=NAMES, width=screen_width, marks=marks)
    (page,) = layout_screen(plan, derived, ENTRY, names=NAMES, marks=marks)
    wall = layout_wall(WallDraw(plan, derived, NAMES, marks, 253.0), ENTRY, screen_width)
    return {"paper": paper, "page": page} | ({"wall": wall[0]} if wall else {})


def heads(drawing: Drawing) -> list[tuple[Head, str]]:
    return [(column.head, column.letter) for column in drawing.columns[-3:]]


@pytest.mark.parametrize("where", ["paper", "page", "wall"])
def test_before_the_final_is_decided_the_second_one_says_what_it_needs(where: str) -> None:
    plan = a_double_elimination()

    drawing = sheets(plan, played_until(plan, "D1", upper_wins_last=True))[where]

    (second,) = [each for each in drawing.captions if each.says is Says.CODE and each.code == "F1"]
    assert second.only_after == "E1"
    assert [each.code for each in drawing.captions if each.says is Says.UNBEATEN_LOSER_OF] == ["E1"]
    assert [each.only_after for each in drawing.captions if each.code != "F1"] == [""] * (len(drawing.captions) - 1)
    assert heads(drawing) == [(Head.FINAL, "E"), (Head.SECOND_FINAL, "F"), (Head.WINNER, "")]


@pytest.mark.parametrize("where", ["paper", "page", "wall"])
def test_once_it_is_needed_it_is_a_match_as_any_other(where: str) -> None:
    plan = a_double_elimination()

    drawing = sheets(plan, played_until(plan, "E1", upper_wins_last=False))[where]

    assert [each.only_after for each in drawing.captions] == [""] * len(drawing.captions)
    assert drawing.columns[-2].head is Head.SECOND_FINAL


@pytest.mark.parametrize("where", ["paper", "page"])
def test_once_it_is_not_needed_it_is_not_drawn(where: str) -> None:
    plan = a_double_elimination()

    drawing = sheets(plan, played_until(plan, "E1", upper_wins_last=True))[where]

    assert "F1" not in [joint.code for joint in drawing.joints]
    assert heads(drawing)[-2:] == [(Head.FINAL, "E"), (Head.WINNER, "")]


def test_a_first_final_stands_below_its_own_name_in_a_large_field() -> None:
    plan = a_double_elimination(64)

    (drawing,) = layout_screen(plan, derive(plan, collect(a_draw(64))), ENTRY, names=NAMES)

    assert heads(drawing) == [(Head.FINAL, "Q"), (Head.SECOND_FINAL, "R"), (Head.WINNER, "")]
