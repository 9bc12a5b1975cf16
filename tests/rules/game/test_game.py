"""A game that is played action by action, in every ruleset whose plays are judged."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.files.formats import read_match, write_match
from rules.game.board import Position
from rules.game.cube import Cube
from rules.game.dice import ROLLS
from rules.game.game import Game
from rules.game.notation import read_play
from rules.game.record import Action, GameRecord, Kind, MatchRecord, Result
from rules.match.games import GameResult
from rules.match.score import Score, replay, report_games
from rules.match.terms import BOTTOM, TOP, Ended, Terms, Win
from rules.points import Step
from rules.referee.verdict import judge_match
from rules.rulesets import RULESETS, STANDARD, Contact, Opening, Ruleset, ruleset

DATA = Path(__file__).parents[1] / "data" / "selfplay" / "mat"
MATCHES = sorted(path.stem for path in DATA.glob("m*.mat"))
MONEY = STANDARD.with_options(counter_double="any", jacoby=True, auto_limit=2)
SNAP = STANDARD.with_options(counter_double="snap")
OPENINGS = [STANDARD.with_options(id=f"standard_{opening}", opening=opening) for opening in Opening]
START = Position.start(STANDARD)
BEAR_OFF = Position.of({1: 2}, {12: 15})  # the player on roll bears off; the opponent has not begun to


def begun(game_rules: Ruleset = STANDARD, **options: Any) -> Game:
    """A game in which side 0 has played a 31 and side 1 is to roll."""
    game = Game(game_rules, **options)
    game.roll_opening(3, 1)
    game.play("8/5 6/5")
    return game


def code(act: Callable[..., object], *args: Any, **kwargs: Any) -> str:
    with pytest.raises(RuleBroken) as refused:
        act(*args, **kwargs)
    return refused.value.code


def moment(game: Game) -> tuple[Any, ...]:
    return game.position, game.turn, game.to_act, game.dice, game.cube, game.actions, game.result, repr(game)


def open_game(game: Game, dice: random.Random) -> None:
    """Throw for the start until one side begins."""
    each = 2 if game.ruleset.opening in (Opening.FOUR_DICE_USE, Opening.FOUR_DICE_REROLL) else 1
    while game.turn is None:
        throws: list[Any] = [tuple(dice.choices(range(1, 7), k=each)) for _ in range(2)]
        game.roll_opening(*(throw[0] if each == 1 else throw for throw in throws))


def play_out(game: Game, dice: random.Random) -> Game:
    """Play any legal plays and cubes to the end."""
    open_game(game, dice)
    while not game.is_over:
        if game.cube.pending:
            dice.choice([game.take, game.take, game.drop])()
        elif game.dice:
            game.play(dice.choice(game.legal_plays) if game.legal_plays else "")
        elif game.can_double and dice.random() < 0.1:
            game.double()
        else:
            game.roll((dice.randint(1, 6), dice.randint(1, 6)))
    return game


@pytest.mark.parametrize("game_rules", [*RULESETS.values(), *OPENINGS, MONEY, SNAP], ids=lambda each: each.id)
def test_every_ruleset_can_be_played_to_its_end(game_rules: Ruleset) -> None:
    dice = random.Random(7)
    for _ in range(8):
        game = play_out(Game(game_rules), dice)

        assert game.result is not None
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
def test_dice_that_are_none_do_not_open_a_game(throws: tuple[Any, Any]) -> None:
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
    assert begun(terms=terms).diagram(("Ann", "Bob")).score == (0, 0)
    assert begun(terms=terms).diagram().length == 5


def test_games_that_are_not_judged_are_refused() -> None:
    assert code(Game, STANDARD.with_options(contact=Contact.PIN)) == "ruleset.not_judged"
    assert code(Game, STANDARD.with_options(gammon_value=4)) == "ruleset.option"


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


def test_recorded_actions_are_pushed_and_popped_as_one() -> None:
    game = Game()
    game.push(Action(1, Kind.PLAY, dice=(3, 1), play="8/5 6/5"))
    game.push(Action(0, Kind.DOUBLE))
    game.push(Action(1, Kind.TAKE))

    assert (game.turn, game.cube.value) == (0, 2)
    assert code(game.push, Action(1, Kind.PLAY, dice=(3, 1), play="8/5 6/5")) == "turn.out_of_order"
    assert code(game.push, Action(0, Kind.PLAY, dice=(3, 1), play="8/5 8/7 6/5")) == "play.wrong_dice"
    assert code(game.push, Action(0, Kind.PLAY, play="8/5 6/5")) == "dice.missing"
    assert code(game.push, Action(1, Kind.DROP)) == "turn.out_of_order"
    assert (game.turn, game.dice, len(game.actions)) == (0, None, 3)
    for _ in range(3):
        game.pop()
    assert (game.turn, game.actions) == (None, ())


def test_a_pushed_double_in_answer_to_a_double_is_a_beaver() -> None:
    game = begun(MONEY)
    game.push(Action(1, Kind.DOUBLE))
    game.push(Action(0, Kind.DOUBLE))

    assert (game.cube.value, game.actions[-1].kind) == (4, Kind.BEAVER)
    game.push(Action(1, Kind.DROP))
    assert game.result == GameResult(TOP, Win.SINGLE, 2, Ended.DROP)


def test_a_pushed_resignation_and_position_are_actions_too() -> None:
    game = Game()
    game.push(Action(1, Kind.POSITION, position=BEAR_OFF))
    game.push(Action(0, Kind.RESIGN))

    assert (game.winner, [action.kind for action in game.actions]) == (1, [Kind.POSITION, Kind.RESIGN])
    first = Game()
    first.push(Action(0, Kind.RESIGN))
    assert first.winner == 1


def hops(play: str) -> list[tuple[int, int]]:
    return sorted((hop.src, hop.dst) for hop in read_play(play).hops)


@pytest.mark.parametrize("name", MATCHES)
def test_every_recorded_game_can_be_played_again_and_gives_the_score(name: str) -> None:
    match = read_match((DATA / f"{name}.mat").read_bytes())
    terms, results = Terms(match.length), list[GameResult]()
    for record in match.games:
        game = Game.from_record(record, terms=terms, score=replay(terms, results))

        assert game.result is not None
        assert record.result == Result(game.result.winner.place, game.result.points)
        again = [(each.side, each.kind, each.dice, hops(each.play)) for each in game.actions[: len(record.actions)]]
        assert again == [(each.side, each.kind, each.dice, hops(each.play)) for each in record.actions]
        results.append(game.result)

    assert report_games(terms, results).points == judge_match(match).score


def test_a_match_played_here_is_written_read_and_judged_without_a_finding() -> None:
    dice, terms, results, games = random.Random(11), Terms(5), list[GameResult](), list[GameRecord]()
    while (score := replay(terms, results)).winner is None:
        game = play_out(Game(terms=terms, score=score), dice)
        assert game.result is not None
        results.append(game.result)
        games.append(game.record(len(games) + 1))
    match = MatchRecord(terms.length, ("Ann", "Bob"), tuple(games))

    for form in ("mat", "sgf", "json", "xg"):
        verdict = judge_match(read_match(write_match(match, form).encode()))

        assert [one for one in verdict.findings if one.code != "cube.dead"] == []
        assert verdict.score == score.points


def test_a_record_that_breaks_a_rule_is_refused_at_that_action() -> None:
    record = begun().record()
    wrong = Action(1, Kind.PLAY, dice=(6, 5), play="24/18 13/9")

    assert code(Game.from_record, GameRecord(1, (0, 0), (*record.actions, wrong))) == "play.wrong_dice"


def test_the_pass_or_the_resignation_that_a_record_leaves_out_is_added() -> None:
    doubled, resigned = begun(), begun()
    doubled.double()
    resigned.roll("65")
    resigned.play("24/13")

    passed = Game.from_record(replace(doubled.record(), result=Result(1, 1)))
    gammon = Game.from_record(replace(resigned.record(), result=Result(0, 2)))

    assert passed.result == GameResult(BOTTOM, Win.SINGLE, 1, Ended.DROP)
    assert gammon.result == GameResult(TOP, Win.GAMMON, 1, Ended.RESIGNED)
    assert [gammon.actions[-1].kind, gammon.actions[-1].side] == [Kind.RESIGN, 1]


def test_a_copy_goes_its_own_way() -> None:
    game = begun()
    twin = game.copy()

    twin.double()
    twin.drop()
    game.pop()

    assert (game.is_over, game.dice, twin.winner) == (False, (3, 1), 1)


def test_a_game_is_shown_as_the_side_on_turn_sees_it() -> None:
    game = begun(terms=Terms(7))
    game.double()
    game.take()
    game.roll("65")

    shown, picture = str(game).splitlines(), game._repr_svg_()

    assert (shown[0], shown[-1]) == ("O  top  163", "X  bottom  167")
    assert shown[7].endswith("rolled 65   cube 2 O")
    assert "<title" in picture
    assert "bottom 167 · top 163 · 0–0 / 7 · 6-5 · [2]" in picture
    assert repr(game) == "<Game standard, 3 actions, side 1 to play 65>"
    arrow = game.diagram(steps=(Step(24, 18, False),))
    assert arrow.steps == (Step(24, 18, False),)
