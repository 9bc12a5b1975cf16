"""Plays tried in positions of random games of every kind, and why each is not legal, or what it comes to, in full."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.check import check_play
from rules.game.dice import Dice
from rules.game.engine.turn import ANY_TURN, FIRST_TURN
from rules.game.record import Kind
from rules.points import BAR, point_name
from rules.referee.scenes import scenes
from rules.rulesets import RULESETS, STANDARD, Ruleset
from tests.rules.games.playing import match_of
from tests.rules.games.test_planted_steps import STEPS, set_up

SEED, TRIES = 5, 6
SHOWN = 3  # of each code in one game
GAMES: dict[str, Ruleset] = {
    **{game.id: game for game in RULESETS.values() if game.judged and (game.id == "tavla" or not game.is_classic)},
    "standard either": STANDARD.with_options(forced_die="either"),
    "standard exact": STANDARD.with_options(bearoff="exact_only_no_moves_inside"),
    "fevga every step": RULESETS["fevga"].with_options(start_quarter="forbidden_every_step"),
    "narde every step": RULESETS["narde"].with_options(prime_check="every_step", prime_rule="strict_seed"),
    "plakoto exact": RULESETS["plakoto"].with_options(bearoff="exact_only_no_moves_inside"),
    "schwab doubles": RULESETS["schwab"].with_options(backward_on_doubles="allowed", no_hit_and_run=True),
    "tabula exact": RULESETS["tabula"].with_options(tabula_bearoff=False, bearoff="exact_only_no_moves_inside"),
}


def plays() -> Iterator[str]:
    """Yield lines of JSON: the game, the position, the roll, the play, and the refusal or the moves it comes to."""
    for name, rules in GAMES.items():
        chance, shown = random.Random(name), Counter[str]()
        known = [
            (set_up(rules, *board), tuple(map(int, dice)), text) for id_, board, dice, text, _ in STEPS if id_ == name
        ]
        for position, dice, text in chain(known, tried(rules, chance)):
            turn = FIRST_TURN if position == Position.start(rules) else ANY_TURN
            try:
                checked = check_play(position, dice, text, rules, turn=turn)
            except RuleBroken as broken:
                code, result = broken.code, json.dumps({"code": broken.code, **broken.facts})
            else:
                code, result = "", json.dumps([checked.used, checked.marks, checked.text])
            shown[code] += 1
            if shown[code] <= SHOWN:
                yield f'["{name}", "{position!r}", {json.dumps(dice)}, "{text}", {result}]'


def tried(rules: Ruleset, chance: random.Random) -> Iterator[tuple[Position, Dice, str]]:
    """Yield positions of random games with a roll and a play, which is seldom legal."""
    (game,) = match_of(rules, SEED, 1).games
    for scene in scenes(game, rules):
        if scene.action.kind is Kind.PLAY and scene.action.dice:
            for _ in range(TRIES):
                yield scene.position, scene.action.dice, a_play(scene.position, scene.action.dice, chance)


def a_play(position: Position, dice: Dice, chance: random.Random) -> str:
    """Return one to three moves, mostly by the dice and from points where somebody stands, sometimes backwards."""
    stands = [point for point in range(1, BAR + 1) if position.player[point]] or [1]
    moves = []
    for die in chance.sample(dice, chance.randint(1, len(dice))):
        src = chance.choice(stands) if chance.random() < 0.9 else chance.randint(1, 24)
        pips = die if chance.random() < 0.9 else chance.randint(1, 6)
        dst = src + pips if chance.random() < 0.1 and src + pips < BAR else max(0, src - pips)
        moves.append(f"{point_name(src)}/{'off' if dst == 0 else dst}{'*' if chance.random() < 0.1 else ''}")
    return " ".join(moves) if chance.random() < 0.97 else ""
