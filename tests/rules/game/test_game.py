"""A game that is played action by action: its opening, its plays, and taking back, in every ruleset."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.cube import Cube
from rules.game.dice import ROLLS
from rules.game.game import Game
from rules.game.record import Action, Kind
from rules.match.games import GameResult
from rules.match.terms import Ended, Win
from rules.rulesets import RULESETS, STANDARD, Opening, Ruleset, ruleset
from tests.rules.game.games import MONEY, OPENINGS, SNAP, START, begun, code, moment, open_game, play_out

CLASSIC = [game for game in RULESETS.values() if game.is_classic]


@pytest.mark.parametrize("game_rules", [*CLASSIC, *OPENINGS, MONEY, SNAP], ids=lambda each: each.id)
def test_every_ruleset_can_be_played_to_its_end(game_rules: Ruleset) -> None:
    dice = random.Random(7)
    for _ in range(8):
        game = play_out(Game(game_rules), dice)

        assert isinstance(game.result, GameResult)
        assert game.winner == game.result.winner.place
        assert game.result.points == game.result.cube * game.result.win.points
        assert game.result.win is not Win.BACKGAMMON or game_rules.backgammon_value == 3
        assert (game.to_act, game.can_double, game.dice) == (None, False, None)
        if game.result.ended is Ended.PLAYED:
            assert game.position.player[0] == game_rules.checkers
        else:
            assert game.actions[-1].kind is Kind.DROP
        again = Game.from_record(game.record(), game_rules)
        assert (again.result, again.actions) == (game.result, game.actions)


@pytest.mark.parametrize("game_rules", [STANDARD, ruleset("tavla"), MONEY], ids=lambda each: each.id)
def test_taking_everything_back_leads_to_the_start(game_rules: Ruleset) -> None:
    game = play_out(Game(game_rules), random.Random(3))

    while game.turn is not None:
        game.pop()

    assert (game.position, game.turn, game.dice, game.actions) == (Position.start(game_rules), None, None, ())
    assert game.cube == Cube()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 120))
def test_an_action_taken_back_leaves_no_trace(seed: int, most: int) -> None:
    dice, moments = random.Random(seed), list[Any]()
    game = Game(MONEY)
    open_game(game, dice)
    while not game.is_over and len(moments) < most:
        moments.append(moment(game))
        if game.cube.pending:
            dice.choice([game.take, game.beaver])()
        elif game.dice:
            game.play(dice.choice(game.legal_plays) if game.legal_plays else "")
        elif game.can_double and dice.random() < 0.3:
            game.double()
        else:
            game.roll(dice.choice(ROLLS).dice)

    for before in reversed(moments):
        game.pop()
        assert moment(game) == before


def test_there_is_nothing_to_take_back_before_the_first_action() -> None:
    assert code(Game().pop) == "game.no_action"


def test_one_die_each_decides_which_side_begins_and_both_are_played() -> None:
    game = Game()
    assert (game.turn, game.to_act, repr(game)) == (None, None, "<Game standard, 0 actions, before the opening roll>")

    game.roll_opening(2, 2)
    game.roll_opening(2, 5)

    assert (game.turn, game.dice, game.position) == (1, (5, 2), START)
    assert code(game.roll_opening, 6, 1) == "game.begun"
    assert code(game.roll, "61") == "dice.rolled"
    assert code(game.double) == "cube.after_roll"


def test_the_starter_rolls_anew_where_the_game_says_so() -> None:
    game = Game(ruleset("portes"))

    game.roll_opening(6, 5)

    assert (game.turn, game.dice) == (0, None)
    game.roll("11")
    assert game.dice == (1, 1)


def test_two_dice_each_may_give_the_starter_a_double() -> None:
    game = Game(STANDARD.with_options(opening="four_dice_use"))

    assert code(game.roll_opening, 3, 1) == "dice.range"
    game.roll_opening((3, 3), (4, 1))

    assert (game.turn, game.dice) == (0, (3, 3))
    other = Game(STANDARD.with_options(opening=Opening.FOUR_DICE_REROLL))
    other.roll_opening((3, 1), (6, 6))
    assert (other.turn, other.dice) == (1, None)


@pytest.mark.parametrize("throws", [(0, 3), (7, 3), ((3, 1), 4), (3, (1, 2))])
def test_impossible_dice_do_not_open_a_game(throws: tuple[Any, Any]) -> None:
    assert code(Game().roll_opening, *throws) == "dice.range"


def test_a_known_starter_needs_no_opening_roll() -> None:
    game = Game(starter=1)

    assert code(game.roll, "33") == "dice.opening_double"
    game.roll((1, 3))
    assert (game.turn, game.dice) == (1, (1, 3))
    previous_winner = Game(ruleset("tabla_bg"), starter=0)
    previous_winner.roll("33")
    assert previous_winner.dice == (3, 3)
    for wrong in (2, -1):
        assert code(lambda side: Game(starter=side), wrong) == "game.side"


def test_ties_of_the_opening_turn_the_cube_up_to_the_limit() -> None:
    game = Game(MONEY)
    for _ in range(3):
        game.roll_opening(4, 4)

    assert (game.cube.value, game.cube.owner) == (4, None)
    game.roll_opening(4, 1)
    game.play("24/23 13/9")
    assert game.record().start_cube == 4


def test_an_opening_roll_may_be_refused_where_that_is_agreed() -> None:
    game = Game(STANDARD.with_options(opening_refusal="each_first_roll"))
    game.roll_opening(2, 1)

    game.refuse_opening()

    assert (game.turn, game.dice, game.cube.value) == (0, None, 2)
    game.roll("66")
    assert code(game.refuse_opening) == "cube.refused_before"
    game.play("24/18(2) 13/7(2)")
    game.roll("41")
    game.refuse_opening()
    game.roll("31")
    game.play("8/5 6/5")
    game.roll("21")
    assert code(game.refuse_opening) == "cube.no_refusal"
    assert (game.cube.value, game.record().start_cube) == (4, 4)
    assert code(begun().refuse_opening) == "dice.missing"


def test_only_the_opening_roll_may_be_refused_where_that_is_agreed() -> None:
    game = Game(STANDARD.with_options(opening_refusal="opener"))
    game.roll_opening(2, 1)
    game.refuse_opening()
    game.roll("31")
    game.play("8/5 6/5")
    game.roll("41")

    assert (code(game.refuse_opening), game.cube.value) == ("cube.no_refusal", 2)


@pytest.mark.parametrize(
    ("play", "reason"),
    [("8/5 6/4", "play.wrong_dice"), ("24/20 24/21 6/5", "play.wrong_dice"), ("20/17 6/5", "play.no_checker"),
     ("6/5", "play.more_dice"), ("", "play.none_reported"), ("x", "play.text")],
)  # fmt: skip
def test_an_illegal_play_is_refused_with_its_reason_and_changes_nothing(play: str, reason: str) -> None:
    game = Game()
    game.roll_opening(3, 1)

    assert code(game.play, play) == reason
    assert (game.position, game.turn, game.dice, game.actions) == (START, 0, (3, 1), ())
    game.pop()
    assert game.turn is None


def test_plays_are_listed_and_played_for_the_side_on_turn() -> None:
    game = begun()

    assert code(lambda: game.legal_plays) == "dice.missing"
    assert code(game.play, "24/23") == "dice.missing"
    assert code(game.roll, (7, 1)) == "dice.range"
    game.roll("65")
    assert len(game.legal_plays) == 7
    runner = next(play for play in game.legal_plays if play.text == "24/18/13")
    game.play(runner)
    assert game.position.opponent == runner.position.player
    assert [action.play for action in game.actions] == ["8/5 6/5", "24/18/13"]


def test_a_side_without_a_legal_play_passes_its_turn() -> None:
    game = Game()
    game.set_position(Position.of({25: 1, 13: 14}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2}), 1)
    game.roll("65")

    assert len(game.legal_plays) == 0
    assert code(game.play, "bar/20") == "play.blocked"
    game.play("Cannot Move")

    assert (game.turn, game.actions[-1]) == (0, Action(1, Kind.PLAY, dice=(6, 5), play=""))


def test_a_play_gets_its_hit_marks() -> None:
    game = Game()
    game.set_position(Position.of({24: 1}, {12: 1, 9: 2, 6: 3}), 0)
    game.roll("65")
    game.play("24/13")

    assert game.actions[-1].play == "24/18/13*"


def test_games_that_are_not_judged_are_refused() -> None:
    assert code(Game, ruleset("duodecim")) == "ruleset.not_judged"
    with pytest.raises(RuleBroken) as refused:
        Game(replace(STANDARD, gammon_value=4))

    assert refused.value.code == "ruleset.option"
    assert refused.value.facts == {"option": ["backgammon_value", "gammon_value"]}


def test_nothing_is_done_before_the_opening_roll() -> None:
    game = Game()

    for act in (game.double, game.take, game.drop, game.beaver, game.resign, game.play):
        assert code(act) == "game.not_begun"
    assert code(game.roll, "31") == "game.not_begun"
    assert code(lambda: game.legal_plays) == "game.not_begun"
    assert not game.can_double


def test_a_position_can_be_set_up_in_the_middle_of_a_game() -> None:
    game = Game()
    game.set_position(Position.of({6: 2}, {6: 3}), 1)

    assert (game.turn, game.can_double) == (1, True)
    assert code(game.set_position, Position.of({24: 1}, {1: 1}), 0) == "position.shared_point"
    assert code(game.set_position, START, 5) == "game.side"
    game.resign()
    assert code(game.set_position, START, 0) == "game.over"
