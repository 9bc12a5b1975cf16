"""A double in the Crawford game that is noticed when the game is over."""

import pytest

from rules.errors import RuleBroken
from rules.match.games import GameResult
from rules.match.score import replay
from rules.match.terms import BOTTOM, TOP, Ended, Terms, Win
from rules.match.undoubled import as_undoubled, crawford_corrected, undoubled_games


@pytest.mark.parametrize(
    ("game", "undoubled"),
    [
        (GameResult(TOP, Win.GAMMON, 4), GameResult(TOP, Win.GAMMON, 1)),
        (GameResult(TOP, Win.GAMMON, 2, Ended.RESIGNED), GameResult(TOP, Win.GAMMON, 1, Ended.RESIGNED)),
        (GameResult(BOTTOM, ended=Ended.DROP), GameResult(BOTTOM, ended=Ended.RESIGNED)),
        (GameResult(BOTTOM), GameResult(BOTTOM)),
    ],
)
def test_an_annulled_double_leaves_the_kind_of_win(game: GameResult, undoubled: GameResult) -> None:
    assert as_undoubled(game) == undoubled


def test_the_corrected_score_is_as_if_the_cube_had_not_been_turned() -> None:
    games = [GameResult(TOP, cube=4), GameResult(BOTTOM, Win.GAMMON, 4)]

    score = crawford_corrected(Terms(5), games)

    assert (score.points, score.winner, score.crawford_game) == ((4, 2), None, 2)
    assert [(note.code, note.game, note.facts) for note in score.notes] == [
        (
            "crawford.annulled",
            2,
            {"cube": 4, "ended": Ended.PLAYED, "reported": (4, 8), "score": (4, 2)},
        )
    ]


def test_a_crawford_game_in_game_1_can_be_corrected() -> None:
    score = crawford_corrected(Terms(5, (0, 4)), [GameResult(TOP, ended=Ended.DROP)])

    assert score.points == (1, 4)
    assert score.notes[0].facts == {"cube": 1, "ended": Ended.DROP, "reported": (1, 4), "score": (1, 4)}


def test_the_corrected_games_can_be_replayed() -> None:
    games = [GameResult(TOP, cube=4), GameResult(TOP, cube=2)]

    corrected = undoubled_games(Terms(5), games)

    assert corrected == (GameResult(TOP, cube=4), GameResult(TOP))
    assert replay(Terms(5), corrected).points == (5, 0)


def test_once_the_next_game_has_begun_it_is_too_late() -> None:
    games = [GameResult(TOP, cube=4), GameResult(BOTTOM, cube=2), GameResult(BOTTOM)]

    with pytest.raises(RuleBroken) as broken:
        crawford_corrected(Terms(5), games)

    assert broken.value.code == "crawford.late"
    assert broken.value.facts == {"game": 2, "score": (4, 0), "cube": 2, "games": 3}


@pytest.mark.parametrize(
    "games",
    [
        [],
        [GameResult(TOP, cube=2)],
        [GameResult(TOP, cube=4), GameResult(BOTTOM)],
        [GameResult(TOP, cube=4), GameResult(BOTTOM), GameResult(BOTTOM, cube=2)],
    ],
)
def test_a_match_without_a_crawford_double_is_left_alone(games: list[GameResult]) -> None:
    assert undoubled_games(Terms(5), games) == tuple(games)
    assert crawford_corrected(Terms(5), games) == replay(Terms(5), games)


def test_an_impossible_cube_is_refused_not_corrected() -> None:
    with pytest.raises(RuleBroken, match=r"cube\.value"):
        crawford_corrected(Terms(5), [GameResult(TOP, cube=4), GameResult(BOTTOM, cube=3)])


def test_a_game_after_the_end_is_refused_not_corrected() -> None:
    with pytest.raises(RuleBroken, match=r"match\.over"):
        crawford_corrected(Terms(5), [GameResult(TOP, cube=8), GameResult(BOTTOM, cube=2)])
