"""One illegal step in a record, as subtle as a tired player makes it, is reported at its row and nowhere else."""

import random
from dataclasses import replace

import pytest

from rules.files.formats import read_match, write_match
from rules.game.board import Position
from rules.game.findings import Finding
from rules.game.game import Game
from rules.game.record import Action, GameRecord, Kind
from rules.referee.verdict import judge_match
from rules.rulesets import RULESETS, Ruleset, ruleset
from tests.depth import DEPTH, LONG
from tests.rules.games.planting import planted
from tests.rules.games.playing import in_stages, match_of, record_of

GAMES = 1000 if DEPTH >= LONG else 2
# The moves that the opponent has made or left out: what follows in the record may no longer fit.
TWO_SIDED = ("rest", "cascade cut short")

FEVGA_WALL = ({11: 1, 10: 2, 9: 2, 8: 2, 7: 2, 6: 6}, {24: 15})
NARDE_WALL = ({24: 5, 11: 2, 10: 2, 9: 2, 8: 2, 7: 2}, {24: 15})
PINNED = ({24: 12, 23: 1, 21: 1, 20: 1}, {24: 10, 13: 4, 5: 1})
BACKWARDS = ({8: 1, 6: 2}, {24: 1, 15: 1, 12: 2})
STEPS = (
    ("plakoto", PINNED, "31", "20/17 24/23", "play.pinned"),
    ("plakoto", PINNED, "31", "23/20 24/23", "play.blocked"),
    ("plakoto", ({24: 1, 13: 12, 3: 2}, {24: 1, 13: 14}), "52", "3/1* 13/8 13/12", "play.wrong_dice"),
    ("tapa", ({24: 8, 13: 5, 5: 2}, {24: 12, 20: 1, 13: 2}), "31", "13/10 13/12", "play.blocked"),
    ("mahbusa", ({13: 12, 5: 3}, {24: 15}), "42", "13/9", "play.more_dice"),
    ("fevga", ({24: 15}, {24: 15}), "65", "24/18 24/19", "play.first_away"),
    ("fevga", FEVGA_WALL, "51", "6/5 6/1", "play.unblock"),
    ("fevga", ({24: 8, 23: 1, 21: 1, 20: 1, 19: 1, 10: 3}, {24: 14, 5: 1}), "21", "24/22 10/9", "play.start_quarter"),
    ("moultezim", ({24: 9, 12: 1, 11: 1, 10: 2, 9: 2}, {10: 15}), "53", "24/19 10/7", "play.opponent_quarter"),
    ("gul_bara", ({13: 1, 6: 1}, {24: 4, 22: 1}), "32", "13/10 6/4", "play.blocked"),
    ("narde", NARDE_WALL, "41", "24/20 7/6", "play.prime"),
    ("narde", ({24: 14, 18: 1}, {24: 15}), "61", "24/18 24/23", "play.head"),
    ("nardi_seed", ({24: 5, 11: 2, 10: 2, 9: 2, 8: 2, 7: 2}, {24: 14, 5: 1}), "41", "7/6 10/6", "play.prime"),
    ("schwab", BACKWARDS, "42", "6/10* 10/8", "play.backward_die"),
    ("pilz_wening", BACKWARDS, "42", "8/12* 6/4", "play.backward_hit"),
    ("tabula", ({25: 14, 13: 1}, {24: 15}), "321", "13/10 25/23 25/24", "play.half"),
)  # fmt: skip


def of_plays(findings: tuple[Finding, ...]) -> list[Finding]:
    """The findings on plays; a planted play has no hit marks, which is a remark of its own on the whole record."""
    return [one for one in findings if one.code.startswith(("play", "rest")) and one.code != "play.marks_missing"]


@pytest.mark.parametrize(("game", "board", "dice", "play", "code"), STEPS, ids=lambda value: str(value)[:16])
def test_a_subtle_step_is_reported_for_its_reason(
    game: str, board: tuple[dict[int, int], dict[int, int]], dice: str, play: str, code: str
) -> None:
    position = set_up(ruleset(game), *board)
    rolled = tuple(map(int, dice))
    actions = (Action(0, Kind.POSITION, 1, position=position), Action(0, Kind.PLAY, 2, rolled, play))

    reported = of_plays(judge_match(record_of([GameRecord(1, (0, 0), actions)], game)).findings)

    assert [(one.code, one.row, one.side) for one in reported] == [(code, 2, 0)]


def set_up(rules: Ruleset, player: dict[int, int], opponent: dict[int, int]) -> Position:
    """A board on which a single own checker lies under an opposing one, and a single opposing one under several."""
    bare = Position.of(player, opponent, checkers=rules.checkers)
    shared = {point: rules.geometry.opposite[point] for point in player if opponent.get(rules.geometry.opposite[point])}
    own = frozenset(point for point in shared if player[point] == 1)
    opposing = frozenset(their for point, their in shared.items() if player[point] > 1)
    hand = player.get(25, 0) if rules.id == "tabula" else 0
    return replace(bare, pins=(own, opposing), hands=(hand, 0)).check(rules)


@pytest.mark.parametrize(
    "game_rules", [game for game in RULESETS.values() if game.judged], ids=lambda each: str(each.id)
)
def test_one_planted_step_in_a_random_game_is_all_that_the_referee_reports(game_rules: Ruleset) -> None:
    missed = []
    for seed in range(GAMES):
        match = read_match(write_match(match_of(game_rules, seed, 1), "mat").encode())
        sound = [each.code for each in judge_match(match).findings if each.code != "score.start"]

        step = planted(match.games[0], game_rules, random.Random(seed))

        reported = of_plays(judge_match(replace(match, games=(step.game,))).findings)
        reported = reported[:1] if step.kind in TWO_SIDED else reported
        if sound or [(one.row, one.side) for one in reported] != [(step.row, step.side)]:
            missed.append((seed, sound, step.kind, step.row, [(one.code, one.row) for one in reported]))
    assert missed == []


def test_a_remainder_that_is_left_out_is_reported_at_the_roll() -> None:
    rules = ruleset("gul_bara").with_options(cascade_from_turn=2)
    game = Game(rules, starter=0)
    game.set_position(set_up(rules, {20: 1}, {24: 2, 7: 1}), 0)
    game.roll("44")
    game.play("20/16")
    game.play_rest(in_stages(game.position, game.rest, rules, random.Random(1), goes_on=True))
    game.roll("21")
    game.play(game.legal_plays[0])

    def codes(*actions: Action) -> list[tuple[str, int | None]]:
        record = record_of([GameRecord(1, (0, 0), actions)], "gul_bara")
        return [(one.code, one.side) for one in of_plays(judge_match(record, ruleset=rules).findings)]

    left_out = [action for action in game.actions if action.kind is not Kind.REST]
    assert codes(*game.actions) == []
    assert codes(*left_out)[0] == ("rest.pending", 1)
