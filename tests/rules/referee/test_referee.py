"""The referee on turns, plays and the cube; whole files are judged in tests/rules/files."""

from pathlib import Path
from typing import Any

import pytest

from rules.files.mat_reader import read_mat
from rules.files.sgf import read_sgf
from rules.game.findings import Grade
from rules.referee.judge import MOST_FINDINGS
from rules.referee.verdict import judge_match
from rules.rulesets import CounterDouble, ruleset
from tests.rules.referee.records import DROP_0, OPENING, bearing_off, findings_of, game, judged


def test_a_right_record_gives_no_finding_and_the_score() -> None:
    verdict = judged(1, game(1, (0, 0), OPENING, "0 wins 1"))

    assert findings_of(verdict) == []
    assert (verdict.score, verdict.winner, verdict.worst) == ((1, 0), 0, None)


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("66: 24/14", "play.wrong_dice"),
        ("64: 24/18", "play.more_dice"),
        ("64:", "play.none_reported"),
        ("64: 24/20 20/15", "play.wrong_dice"),
        ("64: 23/17 24/20", "play.no_checker"),
        ("64: 24-14", "play.text"),
        ("70: 24/14", "dice.range"),
    ],
)
def test_one_wrong_play_is_one_finding_at_its_row(cell: str, code: str) -> None:
    cells = [*OPENING[:2], (0, cell), *OPENING[3:], (0, "31: 14/10"), (1, "31: 8/5 6/5")]
    if cell.startswith("66"):
        cells = [*OPENING[:2], (0, cell), *OPENING[3:]]

    verdict = judged(1, game(1, (0, 0), cells, "0 wins 1"))

    assert findings_of(verdict)[0] == (code, 1, 2, 0)
    assert len(verdict.findings) == 1


def test_impossible_dice_are_reported_with_what_they_show() -> None:
    for dice in ("60", "06", "71", "17"):
        (one,) = judged(1, game(1, (0, 0), [*OPENING, (0, f"{dice}: 14/8")], "0 wins 1")).findings

        assert (one.code, one.expected, one.got) == ("dice.range", [1, 6], [int(dice[0]), int(dice[1])])


def test_a_wrongly_written_play_is_one_finding_though_the_game_went_on_from_the_real_one() -> None:
    cells = [*OPENING[:2], (0, "64: 24/20 13/6"), *OPENING[3:], (0, "31: 14/13 13/10"), (1, "65: 18/7")]

    verdict = judged(1, game(1, (0, 0), cells, "0 wins 1"))

    assert findings_of(verdict) == [("play.wrong_dice", 1, 2, 0)]


def test_an_accepted_illegal_play_is_irregular_and_the_game_goes_on_from_it() -> None:
    cells = [*OPENING[:2], (0, "64: 24/21 24/14"), *OPENING[3:], (0, "21: 21/18"), (1, "31: 8/5 6/5")]

    verdict = judged(1, game(1, (0, 0), cells, "0 wins 1"))

    assert [(one.code, one.grade) for one in verdict.findings] == [("play.wrong_dice", Grade.IRREGULAR)]


def test_two_errors_far_apart_are_two_findings() -> None:
    cells = [(0, "51: 13/8 6/5"), (1, "51: 13/8 6/5"), (0, "43: 13/9"), (1, "21: 13/11 8/7")]
    cells += [(0, "21: 13/11 8/7"), (1, "21: 6/4 8/7"), (0, "21: 6/4 8/7"), (1, "11: 4/3 3/2 4/3 3/2")]
    cells = [*cells[:7], (1, "21: 6/4 6/5"), (0, "21: 6/4 6/5"), (1, "21: 6/3"), (0, "65: 24/13"), (1, "63: 24/22")]

    verdict = judged(1, game(1, (0, 0), cells, "0 wins 1"))

    assert [(one.code, one.row) for one in verdict.findings] == [("play.more_dice", 2), ("play.wrong_dice", 6)]


def test_a_side_that_moves_twice_in_a_row_is_out_of_order() -> None:
    cells = [*OPENING[:2], (1, "62: 24/18 13/11"), (0, "64: 24/14")]

    verdict = judged(1, game(1, (0, 0), cells, "0 wins 1"))

    assert findings_of(verdict) == [("turn.out_of_order", 1, 2, 1)]
    assert (verdict.findings[0].expected, verdict.findings[0].got) == ("top", "bottom")


def test_the_first_roll_cannot_be_a_double_where_both_opening_dice_are_played() -> None:
    cells = [(0, "11: 8/7(2) 6/5(2)"), (1, "31: 8/5 6/5")]

    assert findings_of(judged(1, game(1, (0, 0), cells, "0 wins 1"))) == [("dice.opening_double", 1, 1, 0)]
    assert findings_of(judged(1, game(1, (0, 0), cells, "0 wins 1"), ruleset=ruleset("portes"))) == []


def test_nothing_follows_the_end_of_a_game() -> None:
    cells = [*OPENING, (0, "Doubles => 2"), (1, "Drops"), (0, "31: 8/5 6/5"), (1, "31: 8/5 6/5")]

    assert findings_of(judged(1, game(1, (0, 0), cells, "0 wins 1"))) == [
        ("cube.dead", 1, 3, 0),
        ("turn.after_end", 1, 4, 0),
    ]


@pytest.mark.parametrize(
    ("cells", "result", "findings_"),
    [
        ([(0, "Doubles => 2"), (1, "Takes")], "0 wins 2", []),
        ([(0, "Doubles => 2"), (1, "Drops")], "0 wins 1", []),
        ([(0, "Doubles => 2"), (1, "Drops")], "0 wins 2", [("result.points", None)]),
        ([(0, "Doubles => 2"), (1, "Drops")], "1 wins 1", [("result.winner", None)]),
        ([(0, "Doubles => 4"), (1, "Takes")], "0 wins 2", [("cube.value", 3)]),
        ([(1, "Takes")], "0 wins 1", [("cube.no_offer", 3)]),
        ([(1, "Doubles => 2"), (0, "Takes")], "0 wins 2", [("cube.after_roll", 3)]),
        ([(0, "Doubles => 2"), (1, "Beavers => 4"), (0, "31: 6/5 8/5")], "0 wins 2", [("cube.no_beaver", 3)]),
        ([(0, "Doubles => 2"), (0, "31: 6/5 14/11")], "0 wins 2", [("cube.unanswered", 4)]),
        ([(0, "Doubles => 2"), (1, "Takes"), (0, "31: 6/5 14/11"), (1, "65: 18/7"), (0, "Doubles => 4")], "0 wins 2",
         [("cube.not_owner", 5)]),
        ([(0, "Doubles => 2"), (0, "Takes")], "0 wins 2", [("cube.own_offer", 4)]),
        ([(0, "Doubles => 2"), (0, "Drops")], "0 wins 1", [("cube.own_offer", 4)]),
        (
            [
                (0, "31: 14/11 6/5"),
                (1, "Doubles => 2"),
                (1, "Takes"),
                (1, "65: 18/7"),
                (0, "Doubles => 4"),
                (1, "Drops"),
            ],
            "0 wins 2",
            [("cube.own_offer", 4)],
        ),
        ([(0, "Doubles => 2"), (0, "Doubles => 4"), (1, "Takes")], "0 wins 4", [("cube.pending", 4)]),
        ([(0, "Doubles => 2"), (1, "Takes"), (0, "Takes"), (0, "31: 14/11 6/5")], "0 wins 2", [("cube.no_offer", 4)]),
        ([(0, "Doubles => 8"), (1, "Takes"), (0, "31: 14/11 6/5"), (1, "Doubles => 16"), (0, "Drops")], "1 wins 8",
         [("cube.value", 3)]),
        ([(0, "Doubles => 8"), (1, "Takes"), (0, "31: 14/11 6/5")], "0 wins 8", [("cube.value", 3)]),
        ([(0, "Doubles => 8"), (1, "Takes"), (0, "31: 14/11 6/5")], "0 wins 2", [("cube.value", 3)]),
        ([(0, "Doubles => 2")], "0 wins 1", []),
        ([(0, "Doubles => 2")], "0 wins 2", [("result.points", None)]),
        ([(0, "00: 14/8")], "0 wins 1", [("dice.missing", 3)]),
        ([(0, "60: 14/8")], "0 wins 1", [("dice.range", 3)]),
        ([(0, "06: 14/8")], "0 wins 1", [("dice.range", 3)]),
        ([(0, "61: 14/8* 6/5")], "0 wins 1", [("play.hit_mark", 3)]),
        ([(0, "31: 14/11 6/5"), (1, "Takes"), (0, "41: 13/8"), (1, "41: 13/8")], "0 wins 1", [("cube.no_offer", 3)]),
        ([(0, "64: ????")], "1 wins 1", []),
        ([(0, "????")], "1 wins 3", []),
        ([(0, "Concedes")], "0 wins 1", [("result.winner", None)]),
        ([(0, "Resigns")], "1 wins 5", [("result.points", None)]),
    ],
)  # fmt: skip
def test_cube_and_result_of_a_game(cells: Any, result: Any, findings_: Any) -> None:
    winner, points = int(result[0]), int(result[-1])
    score = (points, 0) if winner == 0 else (0, points)
    second = game(2, score, [(0, "31: 8/5 6/5")], "0 wins 9")

    verdict = judged(9, game(1, (0, 0), OPENING + cells, result), second)

    first_game = [(one.code, one.row) for one in verdict.findings if one.game == 1]
    assert first_game == findings_


def test_the_opener_cannot_double_before_the_first_roll() -> None:
    cells = [(0, "Doubles => 2"), (1, "Drops")]

    assert findings_of(judged(3, game(1, (2, 0), cells, "0 wins 1"), crawford=False))[1] == ("cube.opening", 1, 1, 0)


def test_a_gammon_cannot_be_resigned_after_bearing_off() -> None:
    finish = Path(__file__).parents[1] / "data" / "corrupt" / "c144_gammon_but_borne_off.mat"

    verdict = judge_match(read_mat(finish.read_text()))

    assert [(one.code, one.game, one.row) for one in verdict.findings] == [("result.borne_off", 1, None)]


def test_the_given_ruleset_overrules_the_record() -> None:
    cells = [*OPENING, (0, "Doubles => 2"), (1, "Beavers => 4"), (0, "31: 6/5 14/11")]
    strict = ruleset("standard").with_options(counter_double=CounterDouble.NONE)

    assert findings_of(judged(0, game(1, (0, 0), cells, "0 wins 2"), ruleset=strict)) == [("cube.no_beaver", 1, 3, 1)]
    assert findings_of(judged(0, game(1, (0, 0), DROP_0, "0 wins 1"), ruleset=ruleset("portes"))) == [
        ("cube.off", 1, 3, 0)
    ]


def test_the_variation_a_record_names_is_the_game_it_is_judged_by() -> None:
    record = " 1 point match\n\n Game 1\n Ann : 0   Bob : 0\n  1) 65: 23/18 13/7\n      Wins 1 point\n"

    assert [one.code for one in judge_match(read_mat(record)).findings] == ["play.no_checker"]
    assert judge_match(read_mat('; [Variation "NackGammon"]\n' + record)).findings == ()


def test_only_a_resignation_may_follow_the_last_checker() -> None:
    after = bearing_off("[l]" * 15).replace("PW[", "RE[W+2]PW[")

    assert [one.code for one in judge_match(read_sgf(after + ";B[31])")).findings] == []
    assert [one.code for one in judge_match(read_sgf(after + ";B[31hefe])")).findings] == ["turn.after_end"]
    assert [one.code for one in judge_match(read_sgf(after + ";B[double];W[take])")).findings] == ["turn.after_end"]


def test_a_game_full_of_errors_has_a_limited_number_of_findings() -> None:
    cells = [(index % 2, "66: 1/off") for index in range(200)]

    assert len(judged(1, game(1, (0, 0), OPENING + cells, "0 wins 1")).findings) <= MOST_FINDINGS
    assert len(judged(1, game(1, (0, 0), [(0, "Takes")] * 200, "0 wins 1")).findings) == MOST_FINDINGS
