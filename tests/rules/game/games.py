"""Games to play in tests, and the code of what they refuse."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.game import Game
from rules.rulesets import STANDARD, Opening, Ruleset

MONEY = STANDARD.with_options(counter_double="any", jacoby=True, auto_limit=2)
SNAP = STANDARD.with_options(counter_double="snap")
OPENINGS = [STANDARD.with_options(id=f"standard_{opening}", opening=opening) for opening in Opening]
START = Position.start(STANDARD)
BEAR_OFF = Position.of({1: 2}, {12: 15})  # the player on roll bears off two checkers; the opponent has borne off none


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
            game.roll(tuple(dice.randint(1, 6) for _ in range(game.ruleset.dice)))
    return game
