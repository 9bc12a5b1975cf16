"""Records of every game: written, read and judged; one planted error is reported at its row."""

import random
from dataclasses import replace

import pytest

from rules.errors import RuleBroken
from rules.files.formats import read_match, write_match
from rules.game.game import Game
from rules.game.record import Action, GameRecord, Kind, MatchRecord, Result
from rules.referee.scenes import scenes
from rules.referee.verdict import judge_match
from rules.rulesets import RULESETS, Ruleset, ruleset
from tests.depth import DEPTH, LONG
from tests.rules.games.playing import played, record_of

JUDGED = [game for game in RULESETS.values() if game.judged]
VARIANTS = [game for game in JUDGED if not game.is_classic]


def match_of(game_rules: Ruleset, seed: int, number: int = 2) -> MatchRecord:
    """A money session of random games; the winner of a game begins the next."""
    dice, records, score, starter = random.Random(seed), list[GameRecord](), [0, 0], None
    for at in range(1, number + 1):
        follows = game_rules.later_games_start == "previous_winner"
        game = played(game_rules, dice, starter=starter if follows else None)
        records.append(replace(game.record(at), score=(score[0], score[1])))
        if game.winner is not None:
            starter = game.winner
            score[starter] += game.result.points if game.result else 0
        elif game.result:
            score = [score[0] + game.result.points, score[1] + game.result.points]
    return record_of(records, game_rules.id)


@pytest.mark.parametrize("game_rules", VARIANTS, ids=lambda each: each.id)
def test_the_referee_finds_nothing_in_random_games_and_reads_both_formats(game_rules: Ruleset) -> None:
    match = match_of(game_rules, 5)
    for form in ("json", "mat"):
        verdict = judge_match(read_match(write_match(match, form).encode()))

        assert [one for one in verdict.findings if one.code != "score.start"] == []
        assert verdict.ruleset.id == game_rules.id


@pytest.mark.parametrize("game_rules", VARIANTS, ids=lambda each: each.id)
def test_an_illegal_step_is_reported_at_its_row(game_rules: Ruleset) -> None:
    match = read_match(write_match(match_of(game_rules, 5, 1), "mat").encode())

    wrong, reported = with_an_illegal_step(match, random.Random(5))

    assert reported == [(wrong.row, wrong.side)]


@pytest.mark.parametrize("game_rules", JUDGED if DEPTH >= LONG else [], ids=lambda each: each.id)
def test_the_referee_accepts_a_thousand_games_and_sees_one_illegal_step_in_each(game_rules: Ruleset) -> None:
    missed = []
    for seed in range(1000):
        match = read_match(write_match(match_of(game_rules, seed, 1), "mat").encode())
        codes = [each.code for each in judge_match(match).findings if each.code != "score.start"]
        wrong, reported = with_an_illegal_step(match, random.Random(seed))
        if codes or reported != [(wrong.row, wrong.side)]:
            missed.append((seed, codes, reported))

    assert missed == []


def with_an_illegal_step(
    match: MatchRecord, chance: random.Random
) -> tuple[Action, list[tuple[int | None, int | None]]]:
    """Make one play of a game illegal; return it, and row and side of the first play that the referee reports."""
    actions = list(match.games[0].actions)
    at = chance.choice([at for at, action in enumerate(actions) if action.play and action.kind is Kind.PLAY])
    wrong = actions[at]._replace(play="24/23 " * 5)
    game = replace(match.games[0], actions=(*actions[:at], wrong, *actions[at + 1 :]))
    findings = judge_match(replace(match, games=(game,))).findings
    return wrong, [(one.row, one.side) for one in findings if one.code.startswith(("play", "rest"))][:1]


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
