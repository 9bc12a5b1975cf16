"""Notes on the cube for the director; none is made without proof."""

import pytest

from rules.match.games import GameResult
from rules.match.notes import possible_doublers
from rules.match.score import replay
from rules.match.terms import BOTTOM, TOP, Ended, Side, Terms, Win

DROP = Ended.DROP
AFTER_CRAWFORD = [GameResult(TOP, cube=8), GameResult(TOP, cube=2), GameResult(BOTTOM)]


def codes(terms: Terms, games: list[GameResult]) -> list[str]:
    """The codes noted for the last game."""
    return [note.code for note in replay(terms, games).notes if note.game == len(games)]


@pytest.mark.parametrize(
    ("game", "stories"),
    [
        (GameResult(TOP), ((), ())),
        (GameResult(TOP, ended=DROP), ((TOP,),)),
        (GameResult(TOP, cube=2), ((TOP,), (BOTTOM,))),
        (GameResult(TOP, cube=2, ended=DROP), ((BOTTOM, TOP),)),
        (GameResult(BOTTOM, cube=4), ((TOP, BOTTOM), (BOTTOM, TOP))),
        (GameResult(BOTTOM, cube=4, ended=DROP), ((BOTTOM, TOP, BOTTOM),)),
    ],
)
def test_doubles_alternate_and_a_dropped_one_was_the_winners(
    game: GameResult, stories: tuple[tuple[Side, ...], ...]
) -> None:
    assert possible_doublers(game) == stories


@pytest.mark.parametrize(
    ("case", "terms", "game", "expected"),
    [
        ("W1 at DMP", Terms(11, (10, 10)), GameResult(TOP, cube=2), ["cube.dead", "cube.beyond"]),
        ("W1 at DMP, dropped", Terms(11, (10, 10)), GameResult(TOP, ended=DROP), ["cube.dead"]),
        ("W1 match to 1", Terms(1), GameResult(TOP, ended=DROP), ["cube.dead"]),
        ("W1 second double from 2, need 2", Terms(11, (9, 9)), GameResult(TOP, cube=4, win=Win.SINGLE),
         ["cube.dead", "cube.beyond"]),
        ("W1 redouble to 4 dropped, winner needs 2", Terms(11, (9, 0)), GameResult(TOP, cube=2, ended=DROP),
         ["cube.dead"]),
        ("W1 not: only who needs 2 could be wrong", Terms(11, (9, 0)), GameResult(TOP, cube=4), []),
        ("W1 not: CR-5", Terms(11, (9, 9)), GameResult(TOP, cube=2), []),
        ("W1 not: leader unknown without Crawford", Terms(11, (10, 0), crawford=False),
         GameResult(TOP, cube=2), []),
        ("W1 leader without Crawford", Terms(11, (10, 0), crawford=False), GameResult(TOP, ended=DROP),
         ["cube.dead"]),
        ("W3", Terms(5), GameResult(TOP, cube=8), ["cube.beyond"]),
        ("W3 not: one side still needs it", Terms(5, (3, 0)), GameResult(TOP, cube=4), []),
        ("W3 not: cube equals the need", Terms(4), GameResult(TOP, cube=4), []),
    ],
)  # fmt: skip
def test_a_cube_in_an_ordinary_game_is_noted_when_it_is_odd(
    case: str, terms: Terms, game: GameResult, expected: list[str]
) -> None:
    assert codes(terms, [game]) == expected, case


@pytest.mark.parametrize(
    ("case", "game", "expected"),
    [
        ("W2 leader's double dropped", GameResult(TOP, ended=DROP), ["cube.leader"]),
        ("W2 both doubled", GameResult(TOP, cube=4), ["cube.leader"]),
        ("W2 trailer's redouble dropped", GameResult(BOTTOM, cube=2, ended=DROP), ["cube.leader"]),
        ("W2 not: the trailer can have doubled", GameResult(TOP, cube=2), []),
        ("W2 not: the trailer doubled, leader dropped", GameResult(BOTTOM, ended=DROP), []),
        ("W4 leader won undoubled", GameResult(TOP), ["double.missed"]),
        ("W4 trailer won undoubled", GameResult(BOTTOM, Win.GAMMON), ["double.missed"]),
        ("W4 resigned undoubled", GameResult(TOP, ended=Ended.RESIGNED), ["double.missed"]),
    ],
)
def test_post_crawford_the_trailer_doubles_and_the_leader_does_not(
    case: str, game: GameResult, expected: list[str]
) -> None:
    assert codes(Terms(11), [*AFTER_CRAWFORD, game]) == expected, case


@pytest.mark.parametrize(("trailer", "away"), [(0, 10), (7, 3), (8, 2)])
def test_w4_has_how_far_away_the_trailer_was(trailer: int, away: int) -> None:
    games = [GameResult(BOTTOM), GameResult(TOP)]

    score = replay(Terms(11, (10, trailer)), games)

    assert [(note.code, note.game, note.facts) for note in score.notes] == [
        ("double.missed", 2, {"score": (10, trailer + 1), "cube": 1, "away": away})
    ]


def test_w4_is_not_noted_at_double_match_point() -> None:
    assert codes(Terms(11, (10, 9)), [GameResult(BOTTOM), GameResult(TOP)]) == []


def test_cr_4_a_cube_at_ten_all_is_dead_for_both() -> None:
    assert codes(Terms(11, (10, 9)), [GameResult(BOTTOM), GameResult(TOP, cube=2)]) == [
        "cube.dead",
        "cube.beyond",
    ]


@pytest.mark.parametrize(
    ("case", "game", "expected"),
    [
        ("a double taken", GameResult(BOTTOM, cube=2), ["holland.unchecked"]),
        ("a double dropped", GameResult(BOTTOM, ended=DROP), ["holland.unchecked"]),
        ("no double", GameResult(BOTTOM), ["double.missed"]),
    ],
)
def test_holland_cannot_be_checked_without_the_moves(case: str, game: GameResult, expected: list[str]) -> None:
    assert codes(Terms(11, holland=True), [*AFTER_CRAWFORD, game]) == expected, case


def test_holland_has_no_note_before_the_crawford_game() -> None:
    assert codes(Terms(11, holland=True), [GameResult(TOP, cube=2)]) == []


def test_a_note_carries_game_score_and_cube() -> None:
    score = replay(Terms(5), [GameResult(TOP), GameResult(BOTTOM, cube=8)])

    assert [(note.code, note.game, note.facts) for note in score.notes] == [
        ("cube.beyond", 2, {"score": (1, 0), "cube": 8, "away": (4, 5)})
    ]
