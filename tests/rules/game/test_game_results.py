"""The cube of a game that is played, its end, and the match it belongs to."""

import pytest

from rules.game.board import Position
from rules.game.game import Game
from rules.game.record import Kind
from rules.match.games import GameResult
from rules.match.score import Score, replay
from rules.match.terms import BOTTOM, TOP, Ended, Terms, Win
from rules.rulesets import STANDARD, Ruleset, ruleset
from tests.rules.game.games import BEAR_OFF, MONEY, SNAP, begun, code


def test_an_offer_is_answered_by_the_other_side() -> None:
    game = begun()
    assert (game.can_double, game.to_act) == (True, 1)

    game.double()

    assert (game.turn, game.to_act, game.cube.offered, game.can_double) == (1, 0, 2, False)
    assert repr(game) == "<Game standard, 2 actions, offer at 2, side 0 to answer>"
    assert code(game.roll, "31") == "cube.unanswered"
    assert code(game.resign) == "cube.unanswered"
    game.take()
    assert (game.to_act, game.cube.value, game.cube.owner) == (1, 2, 0)
    assert code(game.double) == "cube.not_owner"
    assert code(game.take) == "cube.no_offer"
    assert [(action.side, action.kind, action.value) for action in game.actions[1:]] == [
        (1, Kind.DOUBLE, 2), (0, Kind.TAKE, None),
    ]  # fmt: skip


def test_a_dropped_double_ends_the_game_at_the_value_before_it() -> None:
    game = begun()
    game.double()

    game.drop()

    assert game.result == GameResult(BOTTOM, Win.SINGLE, 1, Ended.DROP)
    assert repr(game) == "<Game standard, 3 actions, won by 1, 1 points>"
    for act in (game.double, game.take, game.drop, game.beaver, game.resign, game.play):
        assert code(act) == "game.over"
    assert code(game.roll, "31") == "game.over"
    game.pop()
    assert (game.is_over, game.to_act) == (False, 0)


def test_beavers_and_raccoons_are_accepted_by_an_answer_or_by_the_roll() -> None:
    game = begun(MONEY)
    game.double()
    game.beaver()
    assert (game.to_act, game.cube.value, game.cube.owner) == (1, 4, 0)

    game.roll("31")

    assert (game.cube.pending, game.cube.value, game.cube.owner) == (None, 4, 0)
    game.pop()
    game.beaver()
    assert game.to_act == 0
    game.take()
    assert (game.cube.value, game.cube.owner, game.to_act) == (8, 0, 1)
    assert [action.kind for action in game.actions[1:]] == [Kind.DOUBLE, Kind.BEAVER, Kind.BEAVER]
    game.pop()
    game.drop()
    assert game.result == GameResult(BOTTOM, Win.SINGLE, 4, Ended.DROP)


def test_a_double_may_be_snapped_back_before_the_roll() -> None:
    game = begun(SNAP)
    game.double()
    game.take()

    game.double()

    assert (game.to_act, game.cube.offered, game.cube.offered_by) == (1, 4, 0)
    game.take()
    assert (game.cube.value, game.cube.owner) == (4, 1)
    game.roll("31")
    assert code(game.double, 1) == "cube.after_roll"


def test_a_game_without_a_cube_refuses_doubles() -> None:
    game = Game(ruleset("portes"))
    game.roll_opening(3, 1)
    game.roll("31")
    game.play("8/5 6/5")

    assert code(game.double) == "cube.off"
    assert "cube" not in str(game)


@pytest.mark.parametrize(
    ("rules_of_game", "position", "result"),
    [
        (STANDARD, Position.of({1: 2}, {12: 14}), GameResult(TOP)),
        (STANDARD, BEAR_OFF, GameResult(TOP, Win.GAMMON)),
        (STANDARD, Position.of({1: 2}, {25: 1, 12: 14}), GameResult(TOP, Win.BACKGAMMON)),
        (ruleset("portes"), Position.of({1: 2}, {25: 1, 12: 14}), GameResult(TOP, Win.GAMMON)),
        (ruleset("irish"), Position.of({1: 2}, {25: 1, 12: 14}), GameResult(TOP)),
        (MONEY, BEAR_OFF, GameResult(TOP)),
    ],
)
def test_bearing_off_wins_what_the_ruleset_says(rules_of_game: Ruleset, position: Position, result: GameResult) -> None:
    game = Game(rules_of_game)
    game.set_position(position, 0)
    game.roll("21")

    game.play("1/off(2)")

    assert (game.result, game.winner, game.turn) == (result, 0, 0)


def test_one_taken_double_makes_gammons_count_under_the_jacoby_rule() -> None:
    game = Game(MONEY)
    game.set_position(BEAR_OFF, 0)
    game.double()
    game.take()
    game.roll("21")
    game.play("1/off(2)")

    assert game.result == GameResult(TOP, Win.GAMMON, 2)


@pytest.mark.parametrize(
    ("win", "side", "result"),
    [
        (Win.SINGLE, None, GameResult(TOP, Win.SINGLE, 1, Ended.RESIGNED)),
        (Win.GAMMON, 1, GameResult(TOP, Win.GAMMON, 1, Ended.RESIGNED)),
        (Win.BACKGAMMON, 0, GameResult(BOTTOM, Win.BACKGAMMON, 1, Ended.RESIGNED)),
    ],
)
def test_either_side_may_resign_at_any_level(win: Win, side: int | None, result: GameResult) -> None:
    game = begun()
    game.roll("65")

    game.resign(win, side)

    assert game.result == result
    assert game.actions[-1].dice == (None if side == 0 else (6, 5))


def test_a_gammon_cannot_be_resigned_after_bearing_off() -> None:
    game = Game()
    game.set_position(Position.of({1: 2}, {12: 15}), 0)

    assert code(game.resign, Win.GAMMON) == "result.borne_off"
    assert code(game.resign, Win.SINGLE, 2) == "game.side"
    game.resign()
    assert game.winner == 1


def test_levels_of_resignation_follow_the_ruleset() -> None:
    portes, money = Game(ruleset("portes"), starter=0), begun(MONEY)

    portes.resign(Win.BACKGAMMON)
    money.resign(Win.GAMMON)

    assert portes.result == GameResult(BOTTOM, Win.GAMMON, 1, Ended.RESIGNED)
    assert money.result == GameResult(TOP, Win.SINGLE, 1, Ended.RESIGNED)


def test_the_crawford_game_forbids_the_cube_and_the_next_does_not() -> None:
    terms = Terms(3)
    crawford = begun(terms=terms, score=replay(terms, [GameResult(TOP, cube=2)]))
    later = begun(terms=terms, score=replay(terms, [GameResult(TOP, cube=2), GameResult(BOTTOM)]))

    assert (crawford.can_double, code(crawford.double)) == (False, "crawford.cube")
    assert (crawford.record(2).crawford, crawford.record(2).score) == (True, (2, 0))
    assert (later.can_double, later.record(3).crawford) == (True, None)


def test_the_holland_rule_forbids_the_cube_until_both_have_rolled_twice() -> None:
    terms = Terms(3, holland=True)
    game = begun(terms=terms, score=replay(terms, [GameResult(TOP, cube=2), GameResult(BOTTOM)]))
    for dice, play in [("31", "8/5 6/5"), ("21", "13/11 6/5"), ("21", "13/11 6/5")]:
        assert code(game.double) == "holland.early"
        game.roll(dice)
        game.play(play)

    assert game.can_double


def test_a_match_knows_its_score_and_takes_no_money_options() -> None:
    terms = Terms(5)
    won = Score((5, 2), TOP, (5, 2))

    assert code(Game, terms=terms, score=won) == "match.over"
    assert code(Game, MONEY, terms=terms) == "ruleset.not_in_tournament"
    assert str(begun(terms=terms)).splitlines()[-1] == "X  bottom  167"
    ahead = begun(terms=terms, score=replay(terms, [GameResult(TOP, cube=2)]))
    diagram = ahead.diagram(("Ann", "Bob"))
    assert (diagram.names, diagram.score, diagram.length) == (("Bob", "Ann"), (0, 2), 5)
