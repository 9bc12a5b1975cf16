"""Records of every game: written, read and judged."""

from dataclasses import replace
from typing import Any

import pytest

from rules.errors import RuleBroken
from rules.files.formats import read_match, write_match
from rules.game.board import Position
from rules.game.game import Game
from rules.game.record import Action, GameRecord, Kind, Result
from rules.referee.scenes import scenes
from rules.referee.verdict import judge_match
from rules.rulesets import RULESETS, Ruleset, ruleset
from tests.rules.games.playing import match_of, record_of

VARIANTS = [game for game in RULESETS.values() if game.judged and not game.is_classic]


@pytest.mark.parametrize("game_rules", VARIANTS, ids=lambda each: each.id)
def test_the_referee_finds_nothing_in_random_games_and_reads_both_formats(game_rules: Ruleset) -> None:
    match = match_of(game_rules, 5)
    for form in ("json", "mat"):
        verdict = judge_match(read_match(write_match(match, form).encode()))

        assert [one for one in verdict.findings if one.code != "score.start"] == []
        assert verdict.ruleset.id == game_rules.id


def test_a_wrong_result_of_a_drawn_game_is_reported() -> None:
    game = Game(ruleset("tapa"), starter=0)
    record = game.record()
    drawn = replace(record, result=Result(None, 1))
    match = record_of([drawn], "tapa")

    assert judge_match(match).score == (0, 0)


@pytest.mark.parametrize("points", [0, 1])
def test_a_draw_is_written_and_read_in_both_formats(points: int) -> None:
    match = match_of(ruleset("tapa"), 5, 1)
    drawn = replace(match, games=(replace(match.games[0], result=Result(None, points)),))

    for form in ("json", "mat"):
        assert read_match(write_match(drawn, form).encode()).games[0].result == Result(None, points)
    with pytest.raises(RuleBroken, match=r"file\.cannot_say"):
        write_match(drawn, "sgf")
    findings = judge_match(drawn).findings
    assert [one.code for one in findings] == ["result.winner"]


def test_the_winner_of_a_game_begins_the_next() -> None:
    match = match_of(ruleset("plakoto"), 5)
    second = match.games[1]
    swapped = tuple(action._replace(side=1 - action.side) for action in second.actions)
    result = second.result
    assert result is not None
    assert result.winner is not None
    games = (match.games[0], replace(second, actions=swapped, result=Result(1 - result.winner, result.points)))

    codes = [one.code for one in judge_match(replace(match, games=games)).findings]

    assert codes == ["game.starter"]


@pytest.mark.parametrize(
    ("option", "result", "findings", "score"),
    [
        ("one_each", Result(None, 1), [], (1, 1)),
        ("one_each", Result(None, 0), [("result.points", 1, [1], 0)], (1, 1)),
        ("one_each", Result(0, 2), [("result.winner", 1, "draw", "top")], (1, 1)),
        ("one_each", Result(1, 1), [("result.winner", 1, "draw", "bottom")], (1, 1)),
        ("one_each", None, [("result.missing", 1, None, "ended on the board")], (1, 1)),
        ("replay_0_0", Result(None, 1), [("result.points", 1, [0], 1)], (0, 0)),
        ("replay_0_0", Result(1, 2), [("result.winner", 1, "draw", "bottom")], (0, 0)),
        ("replay_0_0", None, [("result.missing", 1, None, "ended on the board")], (0, 0)),
    ],
)
def test_a_game_that_ended_drawn_pays_each_side_the_same_whatever_is_written(
    option: str, result: Result | None, findings: list[tuple[str, int, Any, Any]], score: tuple[int, int]
) -> None:
    rules = ruleset("plakoto").with_options(both_mothers=option)
    bare = Position.of({24: 1, 13: 13, 3: 1}, {24: 1, 13: 13, 1: 1})
    position = Position(bare.player, bare.opponent, (frozenset({24}), frozenset()))
    actions = (Action(0, Kind.POSITION, position=position), Action(0, Kind.PLAY, dice=(2, 1), play="3/1*"))
    record = record_of([GameRecord(1, (0, 0), actions, result)], "plakoto")

    verdict = judge_match(record, ruleset=rules)

    assert [(one.code, one.game, one.expected, one.got) for one in verdict.findings] == findings
    assert verdict.score == score


@pytest.mark.parametrize(
    ("rest", "code"),
    [(Action(0, Kind.REST, 3, play="16/12"), "turn.out_of_order"), (Action(1, Kind.REST, 3, play="what"), "play.text")],
)
def test_a_rest_is_read_and_played_by_the_side_whose_turn_it_is(rest: Action, code: str) -> None:
    rules = ruleset("gul_bara").with_options(cascade_from_turn=2)
    position = Position.of({20: 1}, {24: 2, 7: 1}, checkers=rules.checkers)
    actions = (Action(0, Kind.POSITION, 1, position=position), Action(0, Kind.PLAY, 2, (4, 4), "20/16"), rest)
    record = record_of([GameRecord(1, (0, 0), actions)], "gul_bara")

    (wrong, *_) = judge_match(record, ruleset=rules).findings

    assert (wrong.code, wrong.row, wrong.side, wrong.got) == (code, 3, rest.side, rest.play)


def test_every_scene_of_a_game_with_pins_can_be_shown() -> None:
    match = match_of(ruleset("plakoto"), 5, 1)

    shown = list(scenes(match.games[0], ruleset("plakoto")))

    assert len(shown) == len(match.games[0].actions)
    assert any(scene.position.pins != (frozenset(), frozenset()) for scene in shown)
