"""The referee on scores: Crawford, Holland, results, the match."""

from dataclasses import replace
from pathlib import Path

import pytest

from rules.errors import RuleBroken
from rules.files.mat_reader import read_mat
from rules.files.sgf import read_sgf
from rules.game.findings import Grade
from rules.game.record import GameRecord, MatchRecord
from rules.referee.verdict import judge_match
from rules.rulesets import STANDARD
from tests.rules.referee.records import DROP_0, DROP_1, OPENING, Cells, bearing_off, findings_of, game, judged


def test_cr_1_nobody_doubles_in_the_crawford_game() -> None:
    verdict = judged(2, game(1, (0, 0), OPENING, "0 wins 1"), game(2, (1, 0), DROP_1, "1 wins 1"))

    assert findings_of(verdict)[0] == ("crawford.cube", 2, 3, 1)
    assert findings_of(
        judged(2, game(1, (0, 0), OPENING, "0 wins 1"), game(2, (1, 0), DROP_1, "1 wins 1"), crawford=False)
    )[0] == ("match.unfinished", 2, None, None)


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
    assert {one.code for one in verdict.findings} <= {"crawford.cube", "match.unfinished"}


def test_a_double_in_the_crawford_game_counts_once_the_next_game_has_begun() -> None:
    games = [game(1, (0, 0), OPENING, "0 wins 2"), game(2, (2, 0), DROP_1, "1 wins 1"), game(3, (2, 1), OPENING)]

    assert judged(3, *games).findings[0].expected is None


def test_cr_2_after_the_crawford_game_both_may_double() -> None:
    games = [
        game(1, (0, 0), OPENING, "0 wins 2"),
        game(2, (2, 0), OPENING, "1 wins 1"),
        game(3, (2, 1), [*DROP_1[:-1], (0, "Takes")], "1 wins 2"),
    ]

    assert findings_of(judged(3, *games)) == []


def test_cr_3_the_holland_rule_forbids_the_cube_until_both_have_rolled_twice() -> None:
    before = [game(1, (0, 0), OPENING, "0 wins 2"), game(2, (2, 0), OPENING, "1 wins 1")]
    early = [*OPENING[:3], (1, "Doubles => 2"), (0, "Takes"), OPENING[3]]
    in_time = [*OPENING, (0, "31: 6/5 14/11"), (1, "Doubles => 2"), (0, "Takes")]

    assert findings_of(judged(3, *before, game(3, (2, 1), early, "1 wins 2"), holland=True)) == [
        ("holland.early", 3, 2, 1)
    ]
    assert findings_of(judged(3, *before, game(3, (2, 1), in_time, "1 wins 2"), holland=True)) == []
    assert findings_of(judged(3, *before, game(3, (2, 1), early, "1 wins 2"))) == []


def test_cr_6_a_match_may_have_no_crawford_game() -> None:
    games = [game(1, (0, 0), OPENING, "0 wins 2"), game(2, (2, 0), [*DROP_0[:-1], (1, "Takes")], "0 wins 2")]

    verdict = judged(4, *games)

    assert (findings_of(verdict), verdict.score) == ([], (4, 0))


def test_cr_7_the_crawford_game_comes_when_one_point_is_missing() -> None:
    games = [game(1, (8, 9), OPENING, "0 wins 2"), game(2, (10, 9), DROP_1, "1 wins 1")]

    assert findings_of(judged(11, *games))[:2] == [("score.start", 1, None, None), ("crawford.cube", 2, 3, 1)]


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

    assert findings_of(verdict) == [("score.line", 2, None, None)]
    assert (verdict.score, verdict.winner) == ((5, 2), 0)


def test_a_swapped_winner_is_an_error_of_the_result_when_the_later_lines_show_it() -> None:
    games = [
        game(1, (0, 0), OPENING, "0 wins 1"),
        game(2, (0, 1), OPENING, "1 wins 2"),
        game(3, (0, 3), OPENING, "1 wins 2"),
    ]

    verdict = judged(5, *games)

    assert findings_of(verdict) == [("result.points", 1, None, None)]
    assert verdict.score == (0, 5)


def test_a_game_after_the_end_of_the_match_is_impossible() -> None:
    games = [game(1, (0, 0), OPENING, "0 wins 3"), game(2, (3, 0), OPENING, "0 wins 1")]

    verdict = judged(3, *games)

    assert findings_of(verdict) == [("match.over", 2, None, None)]
    assert verdict.worst is Grade.IMPOSSIBLE


def test_a_match_that_nobody_has_won_is_unfinished() -> None:
    assert findings_of(judged(5, game(1, (0, 0), OPENING, "0 wins 1"))) == [("match.unfinished", 1, None, None)]
    assert findings_of(judged(5, game(1, (0, 0), OPENING))) == [("match.unfinished", 1, None, None)]


def test_a_missing_result_is_reported_at_its_game() -> None:
    games = [game(1, (0, 0), OPENING), game(2, (1, 0), OPENING, "0 wins 2")]

    assert findings_of(judged(3, *games)) == [("result.missing", 1, None, None)]


def test_points_written_only_as_far_as_the_match_needs_are_irregular() -> None:
    games = [game(1, (2, 0), [*DROP_0[:-1], (1, "Takes")], "0 wins 1")]

    assert findings_of(judged(3, *games, crawford=False))[-1] == ("result.capped", 1, None, 0)


def test_money_sessions_allow_beavers_and_never_end() -> None:
    cells = [*OPENING, (0, "Doubles => 2"), (1, "Beavers => 4"), (0, "31: 6/5 14/11")]

    verdict = judged(0, game(1, (0, 0), cells, "0 wins 8"))

    assert (findings_of(verdict), verdict.winner, verdict.score) == ([], None, (8, 0))


def test_a_money_gammon_without_a_double_may_have_counted_single_by_jacoby() -> None:
    lost = (Path(__file__).parents[1] / "data" / "selfplay" / "mat" / "s031_money.mat").read_text()

    assert judge_match(read_mat(lost)).findings == ()


@pytest.mark.parametrize(
    ("cells", "result", "codes"),
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
def test_what_a_money_game_may_pay(cells: Cells, result: str, codes: list[str]) -> None:
    assert [one.code for one in judged(0, game(1, (0, 0), OPENING + cells, result)).findings] == codes


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


def test_a_gammon_that_the_jacoby_rule_makes_single_is_irregular_when_it_counts_double() -> None:
    text = bearing_off("[l]" * 15).replace("PW[", "RU[Jacoby]RE[W+2]PW[") + ")"

    (wrong,) = judge_match(read_sgf(text)).findings
    assert (wrong.code, wrong.grade, wrong.expected, wrong.got) == ("result.jacoby", "irregular", [1], 2)
    assert judge_match(read_sgf(text.replace("RU[Jacoby]", ""))).findings == ()


@pytest.mark.parametrize(
    ("length", "double", "result", "codes"),
    [
        (0, "Doubles => 4", "0 wins 2", ["cube.automatic"]),
        (0, "Doubles => 8", "0 wins 4", ["cube.automatic"]),
        (0, "Doubles => 6", "0 wins 1", ["cube.value"]),
        (9, "Doubles => 4", "0 wins 2", ["cube.value"]),
    ],
)
def test_the_first_double_of_a_money_game_may_come_after_automatic_doubles(
    length: int, double: str, result: str, codes: list[str]
) -> None:
    verdict = judged(length, game(1, (0, 0), [*OPENING, (0, double), (1, "Drops")], result))

    assert [one.code for one in verdict.findings if one.code != "match.unfinished"] == codes
    assert verdict.score == (int(result[-1]), 0)


def test_points_that_no_game_pays_are_not_counted() -> None:
    verdict = judged(7, game(1, (0, 0), OPENING, "0 wins 4016"))

    assert ("result.points" in [one.code for one in verdict.findings], verdict.score) == (True, (1, 0))


def test_one_accepted_double_is_enough_for_the_jacoby_rule() -> None:
    text = bearing_off("[l]" * 15).replace("PW[", "RU[Jacoby]RE[W+4]PW[")
    doubled = text.replace(";W[21az]", ";B[double];W[take];W[21az]") + ")"

    assert [one.code for one in judge_match(read_sgf(doubled)).findings] == []
    assert [one.code for one in judge_match(read_sgf(text + ")")).findings] == ["cube.automatic"]


def test_a_gap_in_the_game_numbers_is_noted() -> None:
    verdict = judged(3, game(1, (0, 0), OPENING, "0 wins 1"), game(3, (1, 0), OPENING, "0 wins 2"))

    assert [(one.code, one.game, one.expected, one.got) for one in verdict.findings] == [("game.number", 2, 2, 3)]


def test_a_tag_on_the_wrong_game_is_noted() -> None:
    text = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[A]PB[B]RU[Crawford:CrawfordGame]RE[W+3];W[31hefe])"

    assert [one.code for one in judge_match(read_sgf(text)).findings] == ["crawford.tag"]


def test_a_record_without_games_is_empty() -> None:
    assert [one.code for one in judge_match(MatchRecord(3, ("A", "B"), ())).findings] == ["match.empty"]


def test_an_impossible_length_is_refused() -> None:
    for length in (-1, 100):
        with pytest.raises(RuleBroken, match=r"length\.range"):
            judge_match(MatchRecord(length, ("A", "B"), (GameRecord(1, (0, 0), ()),)))


def test_a_game_without_a_result_pays_what_the_next_line_says() -> None:
    games = [game(1, (0, 0), OPENING), game(2, (0, 2), OPENING, "0 wins 2"), game(3, (2, 2), OPENING, "0 wins 1")]

    verdict = judged(3, *games)

    assert (findings_of(verdict), verdict.score) == ([("result.missing", 1, None, None)], (3, 2))


def test_a_game_without_result_or_later_line_pays_what_the_board_says() -> None:
    redoubled = [*OPENING, (0, "Doubles => 2"), (1, "Takes"), (0, "31: 6/5 14/11"), (1, "Doubles => 4"), (0, "Drops")]

    verdict = judged(5, game(1, (0, 0), redoubled))

    assert (findings_of(verdict), verdict.score) == ([("result.missing", 1, None, None)], (0, 2))
    assert [one.code for one in judged(3, game(1, (0, 0), DROP_0), game(2, (0, 0), OPENING, "1 wins 3")).findings] == [
        "result.missing",
        "score.line",
    ]


def test_a_resigned_game_without_a_result_pays_a_single_game() -> None:
    verdict = judged(3, game(1, (0, 0), [*OPENING, (0, "Resigns")]))

    assert (findings_of(verdict), verdict.score) == ([("match.unfinished", 1, None, None)], (0, 1))


def test_a_pass_that_the_rules_refuse_is_reported_and_ends_the_game() -> None:
    rules = STANDARD.with_options(counter_double="beaver", beaver_decline=False)
    doubled = [*OPENING, (0, "31: 6/5 14/11"), (1, "Doubles => 2"), (0, "Beavers => 4"), (1, "Drops")]

    verdict = judged(0, game(1, (0, 0), doubled, "0 wins 2"), ruleset=rules)

    assert (findings_of(verdict), verdict.score) == ([("cube.no_decline", 1, 4, 1)], (2, 0))


def test_a_gammon_that_may_have_counted_single_is_noted_with_what_it_paid() -> None:
    match = read_sgf(bearing_off("[l]" * 15).replace("PW[", "RE[W+1]PW[") + ")")

    (noted,) = judge_match(replace(match, jacoby=None)).findings

    assert (noted.code, noted.grade, noted.side, noted.expected, noted.got) == ("result.jacoby", "note", 0, [2], 1)


def test_a_result_that_the_score_does_not_follow_may_count_as_it_was_written() -> None:
    games = [
        game(1, (0, 0), DROP_0, "1 wins 1"),
        game(2, (0, 1), OPENING, "1 wins 1"),
        game(3, (0, 2), OPENING, "1 wins 3"),
    ]

    verdict = judged(5, *games)

    assert (findings_of(verdict), verdict.score, verdict.winner) == ([("result.winner", 1, None, None)], (0, 5), 1)


def test_a_wrong_line_before_the_last_game_does_not_leave_the_match_open() -> None:
    games = [game(1, (0, 0), OPENING, "0 wins 1"), game(2, (3, 0), OPENING, "0 wins 2")]

    verdict = judged(5, *games)

    assert (findings_of(verdict), verdict.winner) == ([("score.line", 2, None, None)], 0)


def test_a_start_score_beyond_the_match_is_over_at_once() -> None:
    verdict = judged(3, game(1, (3, 0), OPENING, "0 wins 1"))

    assert [one.code for one in verdict.findings] == ["score.start", "match.over"]
