"""Games in which everything is tried at every moment, right or wrong, and what comes of it in full."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import astuple
from functools import partial
from typing import Any

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.cube import Cube
from rules.game.game import Game
from rules.game.record import Action, Kind
from rules.match.score import report_running
from rules.match.terms import Terms, Win
from rules.rulesets import RULESETS, STANDARD, Ruleset
from tests.rules.game.games import open_game
from tests.rules.games.playing import in_stages, play_any

SEEDS = range(4)
MOST_MOMENTS = 70
PLAYS = (
    "",
    "24/18 13/11",
    "bar/21 bar/19*",
    "6/off(2)",
    "8/5* 6/5",
    "24/20",
    "13/7(2) 8/2(2)",
    "3/6",
    "1/7*",
    "a",
    "13/13",
)
MONEY = {"counter_double": "beaver_raccoon", "auto_limit": 2, "jacoby": True, "opening_refusal": "each_first_roll"}
GAMES: dict[str, tuple[Ruleset, Terms | None, tuple[int, int]]] = {
    "money": (STANDARD.with_options(**MONEY), None, (0, 0)),
    "money without declined beavers": (STANDARD.with_options(**MONEY | {"beaver_decline": False}), None, (0, 0)),
    "any counter": (STANDARD.with_options(counter_double="any", max_doublings=3), None, (0, 0)),
    "snap": (STANDARD.with_options(counter_double="snap", opening_refusal="opener"), None, (0, 0)),
    "a match": (STANDARD, Terms(5), (0, 0)),
    "the Crawford game": (STANDARD, Terms(5), (4, 2)),
    "after the Crawford game": (STANDARD, Terms(5, start=(4, 0), holland=True), (4, 2)),
    **{game.id: (game, None, (0, 0)) for game in RULESETS.values() if game.judged and not game.is_classic},
}  # fmt: skip
type Try = Callable[[Game], object]


def attempts() -> Iterator[str]:
    """Yield lines of JSON: the game, what was tried, and its refusal or what stands afterwards.

    Each attempt is shown once for each code in each game, and the same refusal only in the first game that has it.
    """
    shown: set[tuple[str, ...]] = set()
    for name, (rules, terms, points) in GAMES.items():
        for seed in SEEDS:
            score = report_running(terms, points) if terms else None
            game = Game(rules, terms=terms, score=score)
            for attempt, result in tried(game, random.Random(f"{name} {seed}")):
                words = json.dumps(result, default=str)
                code = (result["code"],) if isinstance(result, dict) else ()
                kinds = {(name, attempt, *code), (attempt, words)}
                if not shown & kinds:
                    yield f'["{name}", "{attempt}", {words}]'
                shown |= kinds


def tried(game: Game, chance: random.Random) -> Iterator[tuple[str, Any]]:
    """Play a game; before each action yield what would come of any other."""
    for _ in range(MOST_MOMENTS):
        for attempt, action in all_attempts(game, chance).items():
            yield attempt, outcome(partial(result_of, action, game.copy()))
        if game.is_over:
            return
        go_on(game, chance)


def result_of(action: Try, game: Game) -> object:
    """Do something; return its answer, or else all of the game but the way to it."""
    answer = action(game)
    if answer is not None:
        return answer
    cube = [value for value in astuple(game.cube) if value not in (0, None, False, (0, 0))]
    return f"{game!r} cube {cube} dice {game.dice} rest {game.rest} {game.result} {game.position!r}"


def outcome(action: Callable[[], object]) -> object:
    """Return what an action returns, or the code and the facts of its refusal."""
    try:
        return action()
    except RuleBroken as broken:
        return {"code": broken.code, **broken.facts}


def all_attempts(game: Game, chance: random.Random) -> dict[str, Try]:
    """Everything that can be asked of a game, by its name."""
    dice = tuple(chance.randint(1, 6) for _ in range(game.ruleset.dice))
    play, side, value = chance.choice(PLAYS), chance.randint(0, 1), chance.choice([None, 2, 4])
    kind = chance.choice([each for each in Kind if each is not Kind.POSITION])
    action = Action(side, kind, dice=chance.choice([dice, None]), play=play, value=value)
    win = chance.choice(list(Win))
    return {
        "open 3 3": lambda game: game.roll_opening(3, 3),
        "open 53 31": lambda game: game.roll_opening((5, 3), (3, 1)),
        "open 6 2": lambda game: game.roll_opening(6, 2),
        f"roll {'pair' if len(set(dice)) == 1 else 'any'}": lambda game: game.roll(dice),
        "roll 7": lambda game: game.roll((7,) * len(dice)),
        "roll text": lambda game: game.roll("x1"),
        "refuse": lambda game: game.refuse_opening(),
        f"play {play}": lambda game: game.play(play),
        f"rest {play}": lambda game: game.play_rest(play),
        "rest": lambda game: game.play_rest(),
        "legal plays": lambda game: [len(game.legal_plays), game.legal_plays.dice_played],
        "double": lambda game: game.double(),
        f"double by {side}": lambda game: game.double(side),
        "double by 2": lambda game: game.double(2),
        "take": lambda game: game.take(),
        "drop": lambda game: game.drop(),
        "beaver": lambda game: game.beaver(),
        f"resign {win.value}": lambda game: game.resign(win),
        f"resign by {side}": lambda game: game.resign(win, side),
        "set up": lambda game: game.set_position(Position.start(game.ruleset), side),
        "set up bare": lambda game: game.set_position(Position.of({1: 1}, {}, checkers=1), side),
        f"push {kind.value} {side == game.turn}": lambda game: game.push(action),
        "pop": lambda game: game.pop(),
        "begin": lambda game: Game(game.ruleset, starter=2, cube=Cube()),
    }


def go_on(game: Game, chance: random.Random) -> None:
    """Do something legal."""
    if game.turn is None:
        open_game(game, chance)
    elif game.cube.pending:
        if outcome(chance.choice([game.take, game.take, game.beaver, game.drop])):
            game.take()
    elif game.dice:
        play_any(game, chance)
    elif game.can_double and chance.random() < 0.3:
        game.double()
    elif game.rest and (text := in_stages(game.position, game.rest, game.ruleset, chance, goes_on=True)):
        game.play_rest(text)
    else:
        # A first roll may not be allowed to be a double.
        outcome(lambda: game.roll(tuple(chance.randint(1, 6) for _ in range(game.ruleset.dice))))
