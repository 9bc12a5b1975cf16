"""Which game is the Crawford game, and when the cube may turn."""

import pytest

from rules.errors import RuleBroken
from rules.match.crawford import Doubling, Phase, dead_cube, may_double, phase
from rules.match.games import GameResult
from rules.match.holland import turns_to_wait
from rules.match.score import replay
from rules.match.terms import BOTTOM, TOP, Ended, Terms, Win

ELEVEN = Terms(11)
HOLLAND = Terms(11, holland=True)
BARRED = Doubling("crawford.cube")


@pytest.mark.parametrize(
    ("case", "terms", "before", "played", "turns", "expected", "doubling"),
    [
        ("CR-1", ELEVEN, (10, 7), False, 8, Phase.CRAWFORD, BARRED),
        ("CR-1 mirrored", ELEVEN, (7, 10), False, 8, Phase.CRAWFORD, BARRED),
        ("CR-2", ELEVEN, (10, 8), True, 0, Phase.POST_CRAWFORD, Doubling()),
        ("CR-3 after 0 turns", HOLLAND, (10, 8), True, 0, Phase.POST_CRAWFORD, Doubling("holland.early", 4)),
        ("CR-3 after 2 turns", HOLLAND, (10, 8), True, 2, Phase.POST_CRAWFORD, Doubling("holland.early", 2)),
        ("CR-3 after 3 turns", HOLLAND, (10, 8), True, 3, Phase.POST_CRAWFORD, Doubling("holland.early", 1)),
        ("CR-3 after 4 turns", HOLLAND, (10, 8), True, 4, Phase.POST_CRAWFORD, Doubling()),
        ("CR-4", ELEVEN, (10, 10), True, 0, Phase.POST_CRAWFORD, Doubling()),
        ("CR-5", ELEVEN, (9, 9), False, 0, Phase.NORMAL, Doubling()),
        ("CR-5, Holland agreed", HOLLAND, (9, 9), False, 0, Phase.NORMAL, Doubling()),
        ("CR-7", ELEVEN, (10, 9), False, 0, Phase.CRAWFORD, BARRED),
        ("CR-7, Holland agreed", HOLLAND, (10, 9), False, 4, Phase.CRAWFORD, BARRED),
        ("without Crawford", Terms(11, crawford=False), (10, 7), False, 0, Phase.NORMAL, Doubling()),
        ("without Crawford, DMP", Terms(11, crawford=False), (10, 10), False, 0, Phase.DMP, Doubling()),
        ("both started at N-1", Terms(11, (10, 10)), (10, 10), False, 0, Phase.DMP, Doubling()),
        ("match to 1", Terms(1), (0, 0), False, 0, Phase.DMP, Doubling()),
        ("start at N-1", Terms(11, (10, 0)), (10, 0), False, 0, Phase.CRAWFORD, BARRED),
    ],
)
def test_phase_and_cube_follow_from_score_and_history(
    case: str,
    terms: Terms,
    before: tuple[int, int],
    played: bool,
    turns: int,
    expected: Phase,
    doubling: Doubling,
) -> None:
    now = phase(terms, before, played)

    assert now is expected, case
    assert may_double(terms, now, turns=turns) == doubling, case
    assert bool(may_double(terms, now, turns=turns)) is (doubling.code is None), case


@pytest.mark.parametrize(
    ("case", "terms", "games", "crawford_game"),
    [
        ("CR-1", ELEVEN, [GameResult(TOP, cube=8), GameResult(TOP, cube=2), GameResult(BOTTOM)], 3),
        ("CR-6", ELEVEN, [GameResult(TOP, cube=8), GameResult(TOP), GameResult(TOP, cube=2)], None),
        ("CR-7", ELEVEN, [GameResult(BOTTOM, cube=8), GameResult(BOTTOM, cube=2), GameResult(BOTTOM)], 3),
        ("not yet played", ELEVEN, [GameResult(TOP, cube=8), GameResult(TOP, cube=2)], None),
        ("start at N-1", Terms(11, (0, 10)), [GameResult(TOP)], 1),
        ("both started at N-1", Terms(11, (10, 10)), [GameResult(TOP)], None),
        ("match to 1", Terms(1), [GameResult(TOP)], None),
        ("without Crawford", Terms(2, crawford=False), [GameResult(TOP), GameResult(BOTTOM, cube=2)], None),
    ],
)
def test_the_crawford_game_has_its_number(
    case: str, terms: Terms, games: list[GameResult], crawford_game: int | None
) -> None:
    score = replay(terms, games)

    assert score.crawford_game == crawford_game, case


def test_cube_is_live_again_after_the_crawford_game() -> None:
    games = [GameResult(TOP, cube=2), GameResult(BOTTOM), GameResult(BOTTOM, Win.GAMMON, cube=2)]

    score = replay(Terms(length=3), games)

    assert score.points == (2, 5)
    assert score.crawford_game == 2


def test_the_opponent_reaching_the_same_place_makes_no_second_crawford_game() -> None:
    games = [GameResult(TOP, Win.GAMMON), GameResult(BOTTOM, Win.GAMMON), GameResult(BOTTOM, cube=4)]

    score = replay(Terms(3), games)

    assert score.crawford_game == 2
    assert score.points == (2, 6)


@pytest.mark.parametrize(
    "game", [GameResult(TOP, cube=2), GameResult(BOTTOM, cube=4), GameResult(TOP, ended=Ended.DROP)]
)
def test_crawford_game_forbids_the_cube(game: GameResult) -> None:
    with pytest.raises(RuleBroken) as broken:
        replay(Terms(5), [GameResult(TOP, cube=4), game])

    assert broken.value.code == "crawford.cube"
    assert broken.value.facts == {"game": 2, "score": (4, 0), "cube": game.cube, "ended": game.ended}


def test_a_decided_match_has_no_phase() -> None:
    with pytest.raises(RuleBroken) as broken:
        phase(ELEVEN, (11, 4), True)

    assert broken.value.code == "match.over"
    assert broken.value.facts == {"score": (11, 4), "length": 11}


@pytest.mark.parametrize(("turns", "wait"), [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0), (5, 0), (60, 0)])
def test_holland_waits_until_both_have_rolled_twice(turns: int, wait: int) -> None:
    assert turns_to_wait(turns) == wait


@pytest.mark.parametrize(
    ("need", "cube", "dead"),
    [(1, 1, True), (2, 1, False), (2, 2, True), (3, 2, False), (3, 4, True), (11, 8, False)],
)
def test_a_cube_is_dead_when_a_single_win_is_enough(need: int, cube: int, dead: bool) -> None:
    assert dead_cube(need, cube) is dead
