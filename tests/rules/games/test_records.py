"""Records of every game: written, read and judged."""

from dataclasses import replace

import pytest

from rules.errors import RuleBroken
from rules.files.formats import read_match, write_match
from rules.game.game import Game
from rules.game.record import Result
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


def test_every_scene_of_a_game_with_pins_can_be_shown() -> None:
    match = match_of(ruleset("plakoto"), 5, 1)

    shown = list(scenes(match.games[0], ruleset("plakoto")))

    assert len(shown) == len(match.games[0].actions)
    assert any(scene.position.pins != (frozenset(), frozenset()) for scene in shown)
