"""Matches and money sessions played at random here, with every way that a game can end."""

import random
from dataclasses import replace

from rules.errors import RuleBroken
from rules.game.board import FULL
from rules.game.cube import Pending
from rules.game.game import Game
from rules.game.record import GameRecord, MatchRecord
from rules.match.games import GameResult
from rules.match.score import replay
from rules.match.terms import Terms, Win
from rules.points import OFF
from tests.rules.game.games import MONEY, open_game

LENGTHS = (0, 1, 2, 3, 5, 7, 9, 11)  # 0 is a money session
NAMES = ("Ann", "Bob", "Zoë Müller", "Иван Петров", "Łukasz Żółć", "A. B. (captain)", "d'Arcy O'Neil", "Team 7 / 2")
HIGHEST_CUBE = 64  # GNU Backgammon crashes when it displays one of 512 in a short match
TEMPER = (0.0, 0.1, 0.3)  # how often a side doubles
PATIENCE = (0.0, 0.005, 0.02)  # how often a side resigns


def a_match(seed: int) -> MatchRecord:
    """A match or session, the same for the same ``seed``."""
    dice = random.Random(seed)
    length = LENGTHS[seed % len(LENGTHS)]
    games = _money(dice) if length == 0 else _match(Terms(length), dice)
    first, second = dice.sample(NAMES, 2)
    return MatchRecord(length, (first, second), tuple(games), jacoby=None if length else True)


def _match(terms: Terms, dice: random.Random) -> list[GameRecord]:
    results: list[GameResult] = []
    games: list[GameRecord] = []
    while (score := replay(terms, results)).winner is None:
        game = _played(Game(terms=terms, score=score), dice)
        assert isinstance(game.result, GameResult)
        results.append(game.result)
        games.append(game.record(len(games) + 1))
    return games


def _money(dice: random.Random) -> list[GameRecord]:
    games: list[GameRecord] = []
    points = [0, 0]
    for number in range(1, dice.randint(2, 6)):
        game = _played(Game(MONEY), dice)
        record = game.record(number)
        games.append(replace(record, score=(points[0], points[1])))
        assert record.result is not None
        assert record.result.winner is not None
        points[record.result.winner] += record.result.points
    return games


def _played(game: Game, dice: random.Random) -> Game:
    doubles, resigns = dice.choice(TEMPER), dice.choice(PATIENCE)
    open_game(game, dice)
    while not game.is_over:
        if game.cube.pending:
            _answer(game, dice)
        elif game.actions and dice.random() < resigns and not _must_win(game):
            _resign(game, dice)
        elif game.dice:
            game.play(dice.choice(game.legal_plays) if game.legal_plays else "")
        elif game.can_double and game.cube.value < HIGHEST_CUBE and dice.random() < doubles:
            game.double()
        else:
            game.roll((dice.randint(1, 6), dice.randint(1, 6)))
    return game


def _must_win(game: Game) -> bool:
    """Whether the only play of the roll on the board bears off the last checker."""
    return bool(game.dice) and len(game.legal_plays) == 1 and game.legal_plays[0].position.player[OFF] == FULL


def _answer(game: Game, dice: random.Random) -> None:
    """Answer an offer. Nobody passes a beaver: GNU Backgammon loses the roll that follows one in a .mat file."""
    answers = [game.take, game.take]
    if game.ruleset is MONEY and game.cube.value < 16:
        answers.append(game.beaver)
    if game.cube.pending is Pending.OFFER:
        answers.append(game.drop)
    dice.choice(answers)()


def _resign(game: Game, dice: random.Random) -> None:
    """Give up for either side, at a level that fits how many checkers are off."""
    side = dice.choice((0, 1))
    try:
        game.resign(dice.choice(list(Win)), side)
    except RuleBroken:
        game.resign(Win.SINGLE, side)
