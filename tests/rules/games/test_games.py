"""Games of every ruleset played to their end, and how each may end."""

import random
from dataclasses import replace

import pytest

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.game import Game
from rules.game.record import Kind
from rules.match.games import Drawn, GameResult
from rules.match.terms import BOTTOM, TOP, Win
from rules.rulesets import RULESETS, Ruleset, ruleset
from tests.rules.games.playing import in_stages, played

JUDGED = [game for game in RULESETS.values() if game.judged]
PLAKOTO, GUL_BARA, NARDE = ruleset("plakoto"), ruleset("gul_bara"), ruleset("narde")


@pytest.mark.parametrize("game_rules", JUDGED, ids=lambda each: each.id)
def test_random_games_keep_their_checkers_and_end_with_a_result_the_game_has(game_rules: Ruleset) -> None:
    dice = random.Random(11)
    for _ in range(4):
        game = played(game_rules, dice)

        assert sum(game.position.player) == sum(game.position.opponent) == game_rules.checkers
        game.position.check(game_rules)
        if isinstance(game.result, GameResult):
            assert game.result.points in {1, game_rules.gammon_value, game_rules.backgammon_value}
        else:
            assert game.result in {Drawn(0), Drawn(1)}
        again = Game.from_record(game.record(), game_rules)
        assert (again.result, again.actions, again.position) == (game.result, game.actions, game.position)


def at(game_rules: Ruleset, player: dict[int, int], opponent: dict[int, int], **pins: set[int]) -> Game:
    """A game that has got as far as this board, side 0 to roll."""
    bare = Position.of(player, opponent, checkers=game_rules.checkers)
    own, opposing = frozenset(pins.get("own", set())), frozenset(pins.get("opposing", set()))
    game = Game(game_rules, starter=0)
    game.set_position(replace(bare, pins=(own, opposing)), 0)
    return game


def test_a_pinned_mother_wins_like_a_gammon() -> None:
    game = at(PLAKOTO, {13: 13, 3: 2}, {24: 1, 13: 14})

    game.roll("21")
    game.play("3/1*")

    assert game.result == GameResult(TOP, Win.GAMMON)


def test_a_mother_is_pinned_in_vain_while_an_own_checker_is_still_on_its_start() -> None:
    game = at(PLAKOTO, {24: 1, 13: 12, 3: 2}, {24: 1, 13: 14})

    game.roll("52")
    game.play("13/8 3/1*")

    assert not game.is_over


@pytest.mark.parametrize(("option", "points"), [("replay_0_0", 0), ("one_each", 1)])
def test_both_mothers_pinned_is_a_draw(option: str, points: int) -> None:
    game_rules = PLAKOTO.with_options(both_mothers=option)
    game = at(game_rules, {24: 1, 13: 13, 3: 1}, {24: 1, 13: 13, 1: 1}, own={24})

    game.roll("21")
    game.play("3/1*")

    assert game.result == Drawn(points)
    assert (game.is_over, game.winner, game.to_act) == (True, None, None)
    assert game.record().result is not None


def test_without_the_mother_rule_the_game_goes_on() -> None:
    game = at(PLAKOTO.with_options(mother_rule="off"), {13: 13, 3: 2}, {24: 1, 13: 14})

    game.roll("21")
    game.play("3/1* 3/2")

    assert not game.is_over


def test_a_rest_is_played_before_the_roll() -> None:
    game_rules = GUL_BARA.with_options(cascade_from_turn=2)
    game = at(game_rules, {20: 1}, {24: 2, 7: 1})
    game.roll("44")
    game.play("20/16")
    assert [tuple(stage) for stage in game.rest] == [(4, 3), (5, 4), (6, 4)]

    with pytest.raises(RuleBroken, match=r"rest\.pending"):
        game.roll("21")
    with pytest.raises(RuleBroken, match=r"play\.none_reported"):
        game.play_rest("24/20/16/12")
    game.play_rest(in_stages(game.position, game.rest, game_rules, random.Random(1), goes_on=True))

    assert (game.rest, game.turn, game.dice, game.actions[-1].kind) == ((), 1, None, Kind.REST)


def test_nothing_is_left_to_complete_without_a_rest() -> None:
    game = at(GUL_BARA, {20: 1, 3: 1}, {24: 2, 7: 1})

    with pytest.raises(RuleBroken, match=r"rest\.none"):
        game.play_rest("20/18")


def test_rolls_without_a_move_in_a_row_are_a_draw() -> None:
    game = at(GUL_BARA.with_options(stuck_limit=3), {18: 1, 6: 1}, {24: 3})

    for _ in range(3):
        assert not game.is_over
        game.roll("66")
        assert not game.legal_plays
        game.play()

    assert game.result == Drawn(0)


@pytest.mark.parametrize(
    ("starter", "second", "result"),
    [
        (0, "21", Drawn(0)),
        (0, "", GameResult(TOP)),
        (1, None, GameResult(TOP)),
    ],
)
def test_the_last_roll_may_draw_the_game(starter: int, second: str | None, result: object) -> None:
    game = Game(NARDE.with_options(last_roll=True), starter=starter)
    opponent = {1: 1, 2: 1} if second else {24: 2}
    game.set_position(Position.of({1: 1}, opponent), 0)

    game.roll("21")
    game.play("1/off")
    if second is not None:
        assert not game.is_over
        game.roll("21")
        game.play("2/off 1/off" if second else "24/23/21")

    assert game.result == result


def test_the_loser_of_a_last_roll_is_not_gammoned_by_a_checker_borne_off_in_it() -> None:
    game = Game(NARDE.with_options(last_roll=True), starter=0)
    game.set_position(Position.of({1: 1}, {1: 15}), 0)

    game.roll("21")
    game.play("1/off")
    game.roll("21")
    game.play("1/off(2)")

    assert game.result == GameResult(TOP, Win.SINGLE)
    assert game.winner == TOP.place != BOTTOM.place


def test_the_first_turn_of_each_side_knows_that_it_is_the_first() -> None:
    game = Game(NARDE, starter=0)

    for _ in range(2):
        game.roll("66")
        assert [play.text for play in game.legal_plays] == ["24/18(2)"]
        game.play("24/18(2)")

    game.roll("65")
    with pytest.raises(RuleBroken, match=r"play\.head"):
        game.play("24/18 24/19")
