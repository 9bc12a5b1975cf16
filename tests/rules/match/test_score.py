"""Replaying games: the running score, and what cannot have happened."""

from typing import Any

import pytest

from rules.errors import RuleBroken
from rules.match.score import GameResult, Score, replay, report_games
from rules.match.terms import BOTTOM, TOP, Ended, Side, Terms, Win


def test_the_worked_example_of_the_rules_page() -> None:
    games = [
        GameResult(TOP, Win.GAMMON, 2),
        GameResult(BOTTOM, Win.SINGLE, 2, Ended.DROP),
        GameResult(TOP, Win.GAMMON),
        GameResult(BOTTOM, Win.SINGLE),
        GameResult(BOTTOM, Win.GAMMON, 2),
    ]

    score = report_games(Terms(7), games)

    assert score == Score(
        points=(6, 7),
        winner=BOTTOM,
        shown=(6, 7),
        crawford_game=4,
        running=((4, 0), (4, 2), (6, 2), (6, 3), (6, 7)),
        notes=(),
    )


def test_a_match_may_be_unfinished() -> None:
    score = replay(Terms(5), [GameResult(TOP), GameResult(BOTTOM, Win.GAMMON)])

    assert score == Score((1, 2), None, (1, 2), None, ((1, 0), (1, 2)), ())


def test_a_match_without_games_is_at_its_start_score() -> None:
    score = replay(Terms(5, (2, 0)), [])

    assert score == Score((2, 0), None, (2, 0), None, (), ())


def test_points_are_kept_raw_and_shown_capped() -> None:
    score = report_games(Terms(11), [GameResult(TOP, Win.BACKGAMMON, 4)])

    assert score.points == (12, 0)
    assert score.shown == (11, 0)
    assert score.running == ((12, 0),)


def test_penalty_points_count_from_the_start() -> None:
    score = report_games(Terms(5, (0, 3)), [GameResult(BOTTOM, Win.GAMMON)])

    assert score.points == (0, 5)
    assert score.winner is BOTTOM


def test_a_start_one_point_away_makes_game_1_the_crawford_game() -> None:
    with pytest.raises(RuleBroken) as broken:
        replay(Terms(5, (4, 0)), [GameResult(BOTTOM, cube=2)])

    assert broken.value.code == "crawford.cube"
    assert broken.value.facts["game"] == 1


@pytest.mark.parametrize("cube", [0, -1, -2, 3, 6, 12, 2**20 + 1, 2**21])
def test_e4_a_cube_that_no_doubling_gives_is_refused(cube: int) -> None:
    with pytest.raises(RuleBroken) as broken:
        replay(Terms(11), [GameResult(TOP), GameResult(TOP, cube=cube)])

    assert broken.value.code == "cube.value"
    assert broken.value.facts == {"game": 2, "score": (1, 0), "cube": cube, "largest": 1048576}


@pytest.mark.parametrize("cube", [1, 2, 64, 128, 2**20])
def test_e4_every_power_of_two_to_the_limit_is_a_cube(cube: int) -> None:
    score = replay(Terms(99), [GameResult(TOP, cube=cube)])

    assert score.points == (cube, 0)


@pytest.mark.parametrize("win", [Win.GAMMON, Win.BACKGAMMON])
def test_e5_a_drop_is_always_a_single_win(win: Win) -> None:
    with pytest.raises(RuleBroken) as broken:
        replay(Terms(11), [GameResult(TOP, win, 2, Ended.DROP)])

    assert broken.value.code == "drop.win"
    assert broken.value.facts == {"game": 1, "score": (0, 0), "cube": 2, "win": win}


def test_e2_a_game_after_the_end_is_refused() -> None:
    with pytest.raises(RuleBroken) as broken:
        replay(Terms(3), [GameResult(TOP, cube=4), GameResult(BOTTOM, cube=2)])

    assert broken.value.code == "match.over"
    assert broken.value.facts == {"game": 2, "score": (4, 0), "cube": 2, "length": 3}


@pytest.mark.parametrize(
    ("terms", "game", "winner"),
    [
        (Terms(1), GameResult(TOP, cube=2), TOP),
        (Terms(1), GameResult(BOTTOM, ended=Ended.DROP), BOTTOM),
        (Terms(5, (4, 4)), GameResult(BOTTOM, Win.GAMMON, 2), BOTTOM),
    ],
)
def test_a_cube_at_double_match_point_is_dead_but_not_refused(terms: Terms, game: GameResult, winner: Side) -> None:
    score = report_games(terms, [game])

    assert score.winner is winner
    assert score.crawford_game is None
    assert "cube.dead" in [note.code for note in score.notes]


@pytest.mark.parametrize(
    ("games", "facts"),
    [
        ([], {"score": (0, 1), "length": 3, "games": 0}),
        ([GameResult(TOP)], {"score": (1, 1), "length": 3, "games": 1}),
        ([GameResult(TOP), GameResult(TOP)], {"score": (2, 1), "length": 3, "games": 2}),
    ],
)
def test_w5_a_report_that_does_not_decide_the_match_is_refused(games: list[GameResult], facts: dict[str, Any]) -> None:
    with pytest.raises(RuleBroken) as broken:
        report_games(Terms(3, (0, 1)), games)

    assert broken.value.code == "match.unfinished"
    assert broken.value.facts == facts


@pytest.mark.parametrize("claimed", [(12, 0), (11, 0), None])
def test_e7_a_claimed_score_may_be_raw_or_capped(claimed: tuple[int, int] | None) -> None:
    score = report_games(Terms(11), [GameResult(TOP, Win.BACKGAMMON, 4)], claimed=claimed)

    assert score.points == (12, 0)


@pytest.mark.parametrize("claimed", [(11, 1), (0, 11), (13, 0)])
def test_e7_a_claimed_score_that_the_games_do_not_give_is_refused(claimed: tuple[int, int]) -> None:
    with pytest.raises(RuleBroken) as broken:
        report_games(Terms(11), [GameResult(TOP, Win.BACKGAMMON, 4)], claimed=claimed)

    assert broken.value.code == "score.games"
    assert broken.value.facts == {"score": (12, 0), "claimed": claimed, "length": 11}
