"""Where the drawing of a bracket sends its losers: the same match on every sheet, and the one in which they play on."""

from rules.drawing.parts import Says
from rules.draws.derive import derive
from rules.draws.facts import collect
from rules.formats.knockout import CONSOLATION
from tests.rules.drawing.test_layout import code_under, sheets
from tests.rules.draws.drawn import a_draw, a_plan


def test_the_main_sheet_says_where_a_loser_drops_to_and_plays_on_past_folded_rounds() -> None:
    plan, lines = a_plan(23), a_draw(23)

    (sheet,) = sheets(plan, derive(plan, collect(lines)))
    (blank,) = sheets(plan, derive(plan, collect({line: line for line in range(1, 33)})), open_byes=True)

    under = [(each.loser_to, each.then) for each in (code_under(sheet, code) for code in ("A4", "B1", "B5", "E1"))]
    assert under == [("F2", "G2"), ("G5", ""), ("G1", "H1"), ("", "")]
    ways = {(each.code, each.loser_to) for each in sheet.captions if each.says is Says.CODE}
    assert ways <= {(each.code, each.loser_to) for each in blank.captions}


def test_two_byes_that_meet_leave_one_line_for_the_loser_of_their_match() -> None:
    plan = a_plan(8, "first_match")
    lines = {1: 1, 3: 2, 5: 3, 6: 4, 7: 5, 8: 6}

    (sheet,) = sheets(plan, derive(plan, collect(lines)), CONSOLATION)
    (main,) = sheets(plan, derive(plan, collect(lines)))

    assert [each.code for each in sheet.captions if each.says is Says.LOSER_OF] == ["B1", "A3", "A4"]
    under = code_under(main, "B1")
    assert (under.loser_to, under.then, under.if_first) == ("D1", "E1", False)


def test_after_a_bye_only_a_first_loss_drops() -> None:
    plan = a_plan(8, "first_match")
    lines = {1: 1, 3: 2, 4: 7, 5: 3, 6: 4, 7: 5, 8: 6}

    (main,) = sheets(plan, derive(plan, collect(lines)))

    assert (code_under(main, "B1").loser_to, code_under(main, "B1").if_first) == ("D1", True)
    assert code_under(main, "A2").loser_to == "D1"
