"""The referee on small matches written by hand; whole files are judged in tests/rules/files."""

from pathlib import Path
from typing import Any

import pytest

from rules.errors import RuleBroken
from rules.files.mat import read_mat
from rules.files.sgf import read_sgf
from rules.game.findings import Grade
from rules.game.judge import MOST_FINDINGS
from rules.game.record import Game, Match
from rules.game.referee import Verdict, judge_match
from rules.rulesets import CounterDouble, ruleset

type Cells = list[tuple[int, str]]
OPENING: Cells = [(0, "31: 8/5 6/5"), (1, "52: 13/8 24/22"), (0, "64: 24/14"), (1, "62: 24/18 8/6")]


def game(number: int, score: tuple[int, int], cells: list[tuple[int, str]], result: str = "") -> str:
    """One game of a .mat file from (column, text) cells in order, and its result as ``"0 wins 2"``."""
    rows: list[list[str]] = []
    for side, text in cells:
        if side == 0 or not rows or rows[-1][1]:
            rows.append(["", ""])
        rows[-1][side] = text
    lines = [f" Game {number}", f" Ann : {score[0]:<26}Bob : {score[1]}"]
    lines += [f"{row:>3}) {left:<33} {right}" for row, (left, right) in enumerate(rows, 1)]
    if result:
        winner, _, points = result.split()
        lines.append(" " * (6 if winner == "0" else 38) + f"Wins {points} points")
    return "\n".join(lines)


def judged(length: int, *games: str, **options: Any) -> Verdict:
    return judge_match(read_mat(f" {length} point match\n\n" + "\n\n".join(games) + "\n"), **options)


def told(verdict: Verdict) -> list[tuple[str, int | None, int | None, int | None]]:
    return [(one.code, one.game, one.row, one.side) for one in verdict.findings]


def test_a_right_record_gives_no_finding_and_the_score() -> None:
    verdict = judged(1, game(1, (0, 0), OPENING, "0 wins 1"))

    assert told(verdict) == []
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

    assert told(verdict)[0] == (code, 1, 2, 0)
    assert len(verdict.findings) == 1


def test_a_slip_of_the_pen_is_one_finding_though_the_game_went_on_from_the_true_play() -> None:
    cells = [*OPENING[:2], (0, "64: 24/20 13/6"), *OPENING[3:], (0, "31: 14/13 13/10"), (1, "65: 18/7")]

    verdict = judged(1, game(1, (0, 0), cells, "0 wins 1"))

    assert told(verdict) == [("play.wrong_dice", 1, 2, 0)]


def test_an_illegal_play_that_stood_is_irregular_and_the_game_goes_on_from_it() -> None:
    cells = [*OPENING[:2], (0, "64: 24/21 24/14"), *OPENING[3:], (0, "21: 21/18"), (1, "31: 8/5 6/5")]

    verdict = judged(1, game(1, (0, 0), cells, "0 wins 1"))

    assert [(one.code, one.grade) for one in verdict.findings] == [("play.wrong_dice", Grade.IRREGULAR)]


def test_two_slips_far_apart_are_two_findings() -> None:
    cells = [(0, "51: 13/8 6/5"), (1, "51: 13/8 6/5"), (0, "43: 13/9"), (1, "21: 13/11 8/7")]
    cells += [(0, "21: 13/11 8/7"), (1, "21: 6/4 8/7"), (0, "21: 6/4 8/7"), (1, "11: 4/3 3/2 4/3 3/2")]
    cells = [*cells[:7], (1, "21: 6/4 6/5"), (0, "21: 6/4 6/5"), (1, "21: 6/3"), (0, "65: 24/13"), (1, "63: 24/22")]

    verdict = judged(1, game(1, (0, 0), cells, "0 wins 1"))

    assert [(one.code, one.row) for one in verdict.findings] == [("play.more_dice", 2), ("play.wrong_dice", 6)]


def test_a_side_that_moves_twice_running_is_out_of_order() -> None:
    cells = [*OPENING[:2], (1, "62: 24/18 13/11"), (0, "64: 24/14")]

    verdict = judged(1, game(1, (0, 0), cells, "0 wins 1"))

    assert told(verdict) == [("turn.out_of_order", 1, 2, 1)]


def test_the_first_roll_cannot_be_a_double_where_both_opening_dice_are_played() -> None:
    cells = [(0, "11: 8/7(2) 6/5(2)"), (1, "31: 8/5 6/5")]

    assert told(judged(1, game(1, (0, 0), cells, "0 wins 1"))) == [("dice.opening_double", 1, 1, 0)]
    assert told(judged(1, game(1, (0, 0), cells, "0 wins 1"), terms=ruleset("portes"))) == []


def test_nothing_follows_the_end_of_a_game() -> None:
    cells = [*OPENING, (0, "Doubles => 2"), (1, "Drops"), (0, "31: 8/5 6/5"), (1, "31: 8/5 6/5")]

    assert told(judged(1, game(1, (0, 0), cells, "0 wins 1"))) == [("cube.dead", 1, 3, 0), ("turn.after_end", 1, 4, 0)]


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


def test_the_opener_cannot_double_before_his_first_roll() -> None:
    cells = [(0, "Doubles => 2"), (1, "Drops")]

    assert told(judged(3, game(1, (2, 0), cells, "0 wins 1"), crawford=False))[1] == ("cube.opening", 1, 1, 0)


def test_a_gammon_cannot_be_resigned_after_bearing_off() -> None:
    finish = Path(__file__).parents[1] / "data" / "corrupt" / "c144_gammon_but_borne_off.mat"

    verdict = judge_match(read_mat(finish.read_text()))

    assert [(one.code, one.game, one.row) for one in verdict.findings] == [("result.borne_off", 1, None)]


DROP_0 = [*OPENING, (0, "Doubles => 2"), (1, "Drops")]
DROP_1 = [*OPENING, (0, "31: 6/5 14/11"), (1, "Doubles => 2"), (0, "Drops")]


def test_cr_1_nobody_doubles_in_the_crawford_game() -> None:
    verdict = judged(2, game(1, (0, 0), OPENING, "0 wins 1"), game(2, (1, 0), DROP_1, "1 wins 1"))

    assert told(verdict)[0] == ("crawford.cube", 2, 3, 1)
    assert told(judged(2, game(1, (0, 0), OPENING, "0 wins 1"), game(2, (1, 0), DROP_1, "1 wins 1"), crawford=False))[
        0
    ] == ("match.unfinished", 2, None, None)


@pytest.mark.parametrize(
    ("cells", "result", "score"),
    [
        (DROP_1, "1 wins 1", [2, 1]),
        ([*DROP_1[:-1], (0, "Takes")], "1 wins 2", [2, 1]),
        ([*DROP_1[:-1], (0, "Takes")], "1 wins 4", [2, 2]),
        ([*DROP_1[:-1], (0, "Takes")], "0 wins 6", [5, 0]),
        ([*DROP_1[:-1], (0, "Takes")], "1 wins 3", [2, 3]),
    ],
)
def test_a_double_in_the_crawford_game_that_ended_the_record_comes_with_the_score_to_offer(
    cells: Cells, result: str, score: list[int]
) -> None:
    verdict = judged(3, game(1, (0, 0), OPENING, "0 wins 2"), game(2, (2, 0), cells, result))

    assert next(one.expected for one in verdict.findings if one.code == "crawford.cube") == {"score": score}


def test_a_double_in_the_crawford_game_stands_once_the_next_has_begun() -> None:
    games = [game(1, (0, 0), OPENING, "0 wins 2"), game(2, (2, 0), DROP_1, "1 wins 1"), game(3, (2, 1), OPENING)]

    assert judged(3, *games).findings[0].expected is None


def test_cr_2_after_the_crawford_game_both_may_double() -> None:
    games = [
        game(1, (0, 0), OPENING, "0 wins 2"),
        game(2, (2, 0), OPENING, "1 wins 1"),
        game(3, (2, 1), [*DROP_1[:-1], (0, "Takes")], "1 wins 2"),
    ]

    assert told(judged(3, *games)) == []


def test_cr_3_the_holland_rule_keeps_the_cube_still_until_both_have_rolled_twice() -> None:
    before = [game(1, (0, 0), OPENING, "0 wins 2"), game(2, (2, 0), OPENING, "1 wins 1")]
    early = [*OPENING[:3], (1, "Doubles => 2"), (0, "Takes"), OPENING[3]]
    in_time = [*OPENING, (0, "31: 6/5 14/11"), (1, "Doubles => 2"), (0, "Takes")]

    assert told(judged(3, *before, game(3, (2, 1), early, "1 wins 2"), holland=True)) == [("holland.early", 3, 2, 1)]
    assert told(judged(3, *before, game(3, (2, 1), in_time, "1 wins 2"), holland=True)) == []
    assert told(judged(3, *before, game(3, (2, 1), early, "1 wins 2"))) == []


def test_cr_6_a_match_may_have_no_crawford_game() -> None:
    games = [game(1, (0, 0), OPENING, "0 wins 2"), game(2, (2, 0), [*DROP_0[:-1], (1, "Takes")], "0 wins 2")]

    verdict = judged(4, *games)

    assert (told(verdict), verdict.score) == ([], (4, 0))


def test_cr_7_the_crawford_game_comes_when_one_point_is_missing() -> None:
    games = [game(1, (8, 9), OPENING, "0 wins 2"), game(2, (10, 9), DROP_1, "1 wins 1")]

    assert told(judged(11, *games))[:2] == [("score.start", 1, None, None), ("crawford.cube", 2, 3, 1)]


def test_a_dead_cube_is_only_a_note() -> None:
    games = [game(1, (0, 0), OPENING, "0 wins 1"), game(2, (1, 0), OPENING, "1 wins 1")]
    verdict = judged(2, *games, game(3, (1, 1), [*DROP_0[:-1], (1, "Takes")], "0 wins 2"))

    assert [(one.code, one.grade, one.game) for one in verdict.findings] == [("cube.dead", Grade.NOTE, 3)]


def test_a_wrong_score_line_is_one_finding_and_the_count_goes_on() -> None:
    games = [
        game(1, (0, 0), OPENING, "0 wins 1"),
        game(2, (2, 0), OPENING, "1 wins 2"),
        game(3, (1, 2), OPENING, "0 wins 3"),
        game(4, (4, 2), OPENING, "0 wins 1"),
    ]

    verdict = judged(5, *games)

    assert told(verdict) == [("score.line", 2, None, None)]
    assert (verdict.score, verdict.winner) == ((5, 2), 0)


def test_a_swapped_winner_is_blamed_on_the_result_when_the_later_lines_say_so() -> None:
    games = [
        game(1, (0, 0), OPENING, "0 wins 1"),
        game(2, (0, 1), OPENING, "1 wins 2"),
        game(3, (0, 3), OPENING, "1 wins 2"),
    ]

    verdict = judged(5, *games)

    assert told(verdict) == [("result.points", 1, None, None)]
    assert verdict.score == (0, 5)


def test_a_game_after_the_end_of_the_match_is_impossible() -> None:
    games = [game(1, (0, 0), OPENING, "0 wins 3"), game(2, (3, 0), OPENING, "0 wins 1")]

    verdict = judged(3, *games)

    assert told(verdict) == [("match.over", 2, None, None)]
    assert verdict.worst is Grade.IMPOSSIBLE


def test_a_match_that_nobody_has_won_is_unfinished() -> None:
    assert told(judged(5, game(1, (0, 0), OPENING, "0 wins 1"))) == [("match.unfinished", 1, None, None)]
    assert told(judged(5, game(1, (0, 0), OPENING))) == [("match.unfinished", 1, None, None)]


def test_a_missing_result_is_told_at_its_game() -> None:
    games = [game(1, (0, 0), OPENING), game(2, (1, 0), OPENING, "0 wins 2")]

    assert told(judged(3, *games)) == [("result.missing", 1, None, None)]


def test_points_written_only_as_far_as_the_match_needs_are_irregular() -> None:
    games = [game(1, (2, 0), [*DROP_0[:-1], (1, "Takes")], "0 wins 1")]

    assert told(judged(3, *games, crawford=False))[-1] == ("result.capped", 1, None, 0)


def test_money_sessions_allow_beavers_and_never_end() -> None:
    cells = [*OPENING, (0, "Doubles => 2"), (1, "Beavers => 4"), (0, "31: 6/5 14/11")]

    verdict = judged(0, game(1, (0, 0), cells, "0 wins 8"))

    assert (told(verdict), verdict.winner, verdict.score) == ([], None, (8, 0))


def test_a_money_gammon_without_a_double_may_have_counted_single_by_jacoby() -> None:
    lost = (Path(__file__).parents[1] / "data" / "selfplay" / "mat" / "s031_money.mat").read_text()

    assert judge_match(read_mat(lost)).findings == ()


def test_the_terms_given_stand_over_what_the_record_allows() -> None:
    cells = [*OPENING, (0, "Doubles => 2"), (1, "Beavers => 4"), (0, "31: 6/5 14/11")]
    strict = ruleset("standard").with_options(counter_double=CounterDouble.NONE)

    assert told(judged(0, game(1, (0, 0), cells, "0 wins 2"), terms=strict)) == [("cube.no_beaver", 1, 3, 1)]
    assert told(judged(0, game(1, (0, 0), DROP_0, "0 wins 1"), terms=ruleset("portes"))) == [("cube.off", 1, 3, 0)]


def test_the_variation_a_record_names_is_the_game_it_is_judged_by() -> None:
    record = " 1 point match\n\n Game 1\n Ann : 0   Bob : 0\n  1) 65: 23/18 13/7\n      Wins 1 point\n"

    assert [one.code for one in judge_match(read_mat(record)).findings] == ["play.no_checker"]
    assert judge_match(read_mat('; [Variation "NackGammon"]\n' + record)).findings == ()


@pytest.mark.parametrize(
    ("cells", "result", "told_"),
    [
        ([], "0 wins 3", []),
        ([], "0 wins 5", ["result.points"]),
        ([], "0 wins 4", ["cube.automatic"]),
        ([(0, "Doubles => 2"), (1, "Takes")], "0 wins 8", ["cube.automatic"]),
        ([(0, "Doubles => 2"), (1, "Takes")], "0 wins 10", ["result.points"]),
        ([(0, "Doubles => 2"), (1, "Beavers => 4"), (0, "Drops")], "1 wins 2", []),
        ([(0, "Doubles => 2"), (1, "Beavers => 4"), (0, "Drops")], "1 wins 3", ["result.points"]),
        ([(0, "Doubles => 2"), (1, "Beavers => 4"), (0, "Beavers => 8"), (1, "Drops")], "0 wins 4", []),
        ([(0, "Doubles => 2"), (1, "Beavers => 4"), (0, "Raccoons => 8"), (1, "Takes")], "1 wins 8", []),
        ([(0, "Doubles => 2"), (1, "Doubles => 4"), (0, "Takes")], "1 wins 4", []),
    ],
)
def test_what_a_money_game_may_pay(cells: Cells, result: str, told_: list[str]) -> None:
    assert [one.code for one in judged(0, game(1, (0, 0), OPENING + cells, result)).findings] == told_


def bearing_off(loser: str) -> str:
    """A game set by hand in which Ann bears off her last checker."""
    return f"(;FF[4]GM[6]MI[length:0][game:0][ws:0][bs:0]PW[Ann]PB[Bob];AW[a]AB{loser};W[21az]"


@pytest.mark.parametrize(
    ("loser", "result", "codes"),
    [
        ("[a]" * 15, "W+3", []),
        ("[l]" * 15, "W+2", []),
        ("[l]" * 15, "W+1", ["result.points"]),
        ("[l]" * 14, "W+1", []),
        ("[l]" * 14, "W+2", ["cube.automatic"]),
        ("[l]" * 15, "W+3", ["result.points"]),
        ("[l]" * 15, "B+2", ["result.winner"]),
        ("[l]" * 14 + "[y]", "W+3", []),
    ],
)
def test_a_game_borne_off_pays_what_the_board_says(loser: str, result: str, codes: list[str]) -> None:
    verdict = judge_match(read_sgf(bearing_off(loser).replace("PW[", f"RE[{result}]PW[") + ")"))

    assert [one.code for one in verdict.findings] == codes


def test_the_jacoby_rule_of_a_record_is_kept() -> None:
    text = bearing_off("[l]" * 15).replace("PW[", "RU[Jacoby]RE[W+1]PW[") + ")"

    assert judge_match(read_sgf(text)).findings == ()
    assert judge_match(read_sgf(text)).score == (1, 0)
    two = judge_match(read_sgf(text.replace("W+1", "W+3")))
    assert [one.code for one in two.findings] == ["result.points"]


def test_after_the_last_checker_only_giving_up_may_follow() -> None:
    after = bearing_off("[l]" * 15).replace("PW[", "RE[W+2]PW[")

    assert [one.code for one in judge_match(read_sgf(after + ";B[31])")).findings] == []
    assert [one.code for one in judge_match(read_sgf(after + ";B[31hefe])")).findings] == ["turn.after_end"]
    assert [one.code for one in judge_match(read_sgf(after + ";B[double];W[take])")).findings] == ["turn.after_end"]


def test_a_game_that_is_all_nonsense_does_not_fill_the_page() -> None:
    cells = [(index % 2, "66: 1/off") for index in range(200)]

    assert len(judged(1, game(1, (0, 0), OPENING + cells, "0 wins 1")).findings) <= MOST_FINDINGS
    assert len(judged(1, game(1, (0, 0), [(0, "Takes")] * 200, "0 wins 1")).findings) == MOST_FINDINGS


def test_numbers_of_games_that_jump_are_noted() -> None:
    verdict = judged(3, game(1, (0, 0), OPENING, "0 wins 1"), game(3, (1, 0), OPENING, "0 wins 2"))

    assert [(one.code, one.game, one.expected, one.got) for one in verdict.findings] == [("game.number", 2, 2, 3)]


def test_a_tag_on_the_wrong_game_is_noted() -> None:
    text = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[A]PB[B]RU[Crawford:CrawfordGame]RE[W+3];W[31hefe])"

    assert [one.code for one in judge_match(read_sgf(text)).findings] == ["crawford.tag"]


def test_a_record_without_games_is_empty() -> None:
    assert [one.code for one in judge_match(Match(3, ("A", "B"), ())).findings] == ["match.empty"]


def test_a_length_that_no_match_has_is_refused() -> None:
    for length in (-1, 100):
        with pytest.raises(RuleBroken, match=r"length\.range"):
            judge_match(Match(length, ("A", "B"), (Game(1, (0, 0), ()),)))


def test_a_game_without_a_result_pays_what_the_next_line_says() -> None:
    games = [game(1, (0, 0), OPENING), game(2, (0, 2), OPENING, "0 wins 2"), game(3, (2, 2), OPENING, "0 wins 1")]

    verdict = judged(3, *games)

    assert (told(verdict), verdict.score) == ([("result.missing", 1, None, None)], (3, 2))


def test_a_game_without_result_or_later_line_pays_what_the_board_says() -> None:
    games = [game(1, (0, 0), DROP_0), game(2, (0, 0), OPENING, "1 wins 3")]

    assert [one.code for one in judged(3, *games).findings] == ["result.missing", "score.line"]
    assert told(judged(3, game(1, (0, 0), DROP_0))) == [("result.missing", 1, None, None), ("play.x", 0, 0, 0)][:1]


def test_a_result_that_the_score_does_not_follow_may_count_as_it_was_written() -> None:
    games = [
        game(1, (0, 0), DROP_0, "1 wins 1"),
        game(2, (0, 1), OPENING, "1 wins 1"),
        game(3, (0, 2), OPENING, "1 wins 3"),
    ]

    verdict = judged(5, *games)

    assert (told(verdict), verdict.score, verdict.winner) == ([("result.winner", 1, None, None)], (0, 5), 1)


def test_a_wrong_line_before_the_last_game_does_not_leave_the_match_open() -> None:
    games = [game(1, (0, 0), OPENING, "0 wins 1"), game(2, (3, 0), OPENING, "0 wins 2")]

    verdict = judged(5, *games)

    assert (told(verdict), verdict.winner) == ([("score.line", 2, None, None)], 0)


def test_a_start_score_beyond_the_match_is_over_at_once() -> None:
    verdict = judged(3, game(1, (3, 0), OPENING, "0 wins 1"))

    assert [one.code for one in verdict.findings] == ["score.start", "match.over"]
