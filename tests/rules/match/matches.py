"""Scores and lists of games, possible and impossible, and what the match rules say of each in full."""

import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rules.errors import RuleBroken
from rules.match.games import Drawn, GameResult
from rules.match.score import Score, replay, report_games, report_running, report_score
from rules.match.several import SeveralScore, game_points, replay_several, report_several
from rules.match.terms import BOTTOM, TOP, Ended, Terms, Win
from rules.match.undoubled import crawford_corrected
from rules.rulesets import cycle, ruleset

SEEDS = range(14)
TERMS: dict[str, dict[str, Any]] = {
    "to 1": {"length": 1},
    "to 3": {"length": 3, "holland": True},
    "to 4 from 3:2": {"length": 4, "start": (3, 2)},
    "to 5": {"length": 5},
    "to 6 without Crawford": {"length": 6, "crawford": False},
    "to 3 of tapa": {"length": 3, "games": (ruleset("tapa"),)},
    "to 4 of tavli from 1:0": {"length": 4, "start": (1, 0), "games": cycle("tavli").rulesets},
    "to 2 of schwab": {"length": 2, "games": (ruleset("schwab"),)},
}
REFUSED_TERMS: list[dict[str, Any]] = [
    {"length": 0},
    {"length": 100},
    {"length": 3, "start": (3, 0)},
    {"length": 3, "crawford": False, "holland": True},
]
POINTS = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 20, 70]


def matches() -> Iterator[str]:
    """Yield lines of JSON: the terms, what was asked, and the score with its notes or the refusal."""
    for refused in REFUSED_TERMS:
        yield line("terms", refused, partial(Terms, **refused))
    for name, options in TERMS.items():
        terms = Terms(**options)
        chance = random.Random(name)
        for _ in SEEDS:
            points = chance.choice(POINTS), chance.choice(POINTS)
            yield line(name, ["score", points], partial(report_score, terms, points))
            yield line(name, ["running", points], partial(report_running, terms, points))
            yield from of_games(name, terms, some_games(terms, chance), points)
        if terms.games:
            yield line(name, ["drawn"], partial(game_points, terms.games[-1], Drawn(2)))


def of_games(name: str, terms: Terms, games: list[GameResult], points: tuple[int, int]) -> Iterator[str]:
    """Yield what comes of a list of games."""
    facts = [[game.winner_word, game.cube, game.win, game.ended] for game in games]
    yield line(name, facts, partial(replay, terms, games))
    yield line(name, ["reported", points], partial(report_games, terms, games, claimed=points))
    yield line(name, ["as reported"], lambda: report_games(terms, games, claimed=replay(terms, games).shown))
    if terms.games:
        yield line(name, ["several"], partial(replay_several, terms, terms.games, games))
        yield line(name, ["several reported"], partial(report_several, terms, terms.games, games))
        yield line(name, ["first game"], partial(game_points, terms.games[-1], games[0], number=2))
    else:
        yield line(name, ["corrected"], partial(crawford_corrected, terms, games))


def some_games(terms: Terms, chance: random.Random) -> list[GameResult]:
    """Return up to six games, seldom more than the match needs."""
    games = [any_game(chance, odd=bool(terms.games)) for _ in range(chance.randint(1, 6))]
    points = list(terms.start)
    for number, game in enumerate(games, start=1):
        points[game.winner.place] += game.points
        if max(points) >= terms.length:
            return games[: number + (chance.random() < 0.2)]
    return games


def any_game(chance: random.Random, *, odd: bool) -> GameResult:
    """Return a game, sometimes one that cannot be."""
    ended = chance.choice([Ended.PLAYED, Ended.PLAYED, Ended.PLAYED, Ended.DROP, Ended.RESIGNED])
    if chance.random() < (0.15 if odd else 0.03):
        ended = chance.choice([Ended.DRAW, Ended.DRAW_ONE])
    win = Win.SINGLE
    if ended is not Ended.DROP or chance.random() < 0.03:
        win = chance.choice([Win.SINGLE, Win.SINGLE, Win.GAMMON, Win.BACKGAMMON])
    cubes = [1] * 30 + [2, 4, 0, 3, 2**21] if odd else [1, 1, 1, 1, 1, 2, 2, 4]
    cube = chance.choice(cubes)
    return GameResult(chance.choice([TOP, BOTTOM]), win, cube, ended)


def line(name: str, question: object, answer: Callable[[], object]) -> str:
    """Return the answer or the refusal as a line of JSON."""
    result: object
    try:
        result = all_of(answer())
    except RuleBroken as broken:
        result = {"code": broken.code, **broken.facts}
    return json.dumps([name, question, result], default=str)


def all_of(answer: object) -> object:
    """Return all of a score."""
    if isinstance(answer, Score):
        notes = [[note.code, note.game, note.facts] for note in answer.notes]
        return [answer.points, answer.winner, answer.shown, answer.crawford_game, answer.running, notes]
    if isinstance(answer, SeveralScore):
        following = answer.next_game.id if answer.next_game else None
        return [answer.points, answer.winner, answer.running, following, answer.next_starter]
    return answer
