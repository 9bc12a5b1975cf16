"""A game from a record and back, and how it is shown."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from rules.files.formats import read_match, write_match
from rules.game.game import Game
from rules.game.notation import read_play
from rules.game.record import Action, GameRecord, Kind, MatchRecord, Result
from rules.match.games import GameResult
from rules.match.score import replay, report_games
from rules.match.terms import BOTTOM, TOP, Ended, Terms, Win
from rules.points import Step
from rules.referee.verdict import judge_match
from tests.rules.game.games import BEAR_OFF, MONEY, begun, code, play_out

DATA = Path(__file__).parents[1] / "data" / "selfplay" / "mat"
MATCHES = sorted(path.stem for path in DATA.glob("m*.mat"))


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

        assert isinstance(game.result, GameResult)
        assert record.result == Result(game.result.winner.place, game.result.points)
        again = [(each.side, each.kind, each.dice, hops(each.play)) for each in game.actions[: len(record.actions)]]
        assert again == [(each.side, each.kind, each.dice, hops(each.play)) for each in record.actions]
        results.append(game.result)

    assert report_games(terms, results).points == judge_match(match).score


def test_a_match_played_here_is_written_read_and_judged_without_a_finding() -> None:
    dice, terms, results, games = random.Random(11), Terms(5), list[GameResult](), list[GameRecord]()
    while (score := replay(terms, results)).winner is None:
        game = play_out(Game(terms=terms, score=score), dice)
        assert isinstance(game.result, GameResult)
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
