"""Random games of every ruleset, with the cascade played stage by stage."""

import random
from collections.abc import Sequence
from dataclasses import replace

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.engine.plays import stage_plays
from rules.game.engine.turn import Stages, Turn, stages_of
from rules.game.game import Game
from rules.game.plays import LegalPlay
from rules.game.record import GameRecord, MatchRecord
from rules.points import OFF
from rules.rulesets import Ruleset

MOST_TURNS = 4000


def played(ruleset: Ruleset, dice: random.Random, *, starter: int | None = None) -> Game:
    """A game in which both sides choose any legal play."""
    game = Game(ruleset, starter=starter)
    while game.turn is None:
        game.roll_opening(dice.randint(1, 6), dice.randint(1, 6))
    for _ in range(MOST_TURNS):
        if game.is_over:
            return game
        if game.rest and game.dice is None:
            text = in_stages(game.position, game.rest, ruleset, dice, goes_on=True)
            if text:
                game.play_rest(text)
                continue
        if game.dice is None:
            game.roll(tuple(dice.randint(1, 6) for _ in range(ruleset.dice)))
        play_any(game, dice)
    raise AssertionError("the game does not end")


def play_any(game: Game, dice: random.Random) -> None:
    """Play one legal play of the dice, or all stages of a cascade."""
    plays = game.legal_plays
    turn = Turn(sum(action.side == game.turn and action.kind == "play" for action in game.actions) + 1)
    stages = stages_of(game.dice or (), game.ruleset, turn)
    if stages:
        game.play(in_stages(game.position, stages, game.ruleset, dice, goes_on=False))
    else:
        # Hits backwards at random would go on almost for ever.
        play_one(game, sorted(dice.choices(plays, k=3), key=pips_left) + list(plays) if plays else [])


def play_one(game: Game, plays: Sequence[LegalPlay]) -> None:
    """Play the first of some legal plays whose short text has one reading: ``4/off`` may also be ``4/1*/off``."""
    for play in plays:
        try:
            game.play(play.text)
        except RuleBroken as broken:
            if broken.code != "play.ambiguous":
                raise
        else:
            return
    game.play("")


def pips_left(play: LegalPlay) -> int:
    """How far the player has to go after a play."""
    return play.position.pip_counts[0]


def in_stages(position: Position, stages: Stages, ruleset: Ruleset, dice: random.Random, *, goes_on: bool) -> str:
    """One play of each stage as one text; a roller stops where a stage cannot be completed, a rest goes on."""
    texts = []
    for stage in stages:
        plays = stage_plays(position, stage, ruleset)
        if plays:
            play = dice.choice(plays)
            position = play.position
            texts.append(play.text)
        if position.player[OFF] == ruleset.checkers or (plays.dice_played < stage.times and not goes_on):
            break
    return " ".join(texts)


def record_of(games: list[GameRecord], variation: str, *, length: int = 0) -> MatchRecord:
    """A record of some games of one ruleset or cycle."""
    return MatchRecord(length=length, players=("Ann", "Bob"), games=tuple(games), variation=variation)


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
