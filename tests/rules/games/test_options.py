"""Every option of the games, each value on a position where it makes a difference; the plain generator agrees."""

from typing import Any

import pytest

from rules.game.board import Position
from rules.game.engine.turn import ANY_TURN, FIRST_TURN
from rules.game.game import Game
from rules.game.plays import legal_plays
from rules.match.several import draws_of, kinds_of
from rules.rulesets import ruleset
from tests.rules.games.brute import all_ends, as_board

AT = Position.of
START = AT({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
BACKWARD = AT({8: 1, 6: 2}, {24: 1, 15: 1, 12: 2})
PILE, WALL = {24: 15}, {24: 5, 11: 2, 10: 2, 9: 2, 8: 2, 7: 2}
QUARTER = {24: 8, 23: 1, 21: 1, 20: 1, 19: 1, 10: 3}
HOME = AT({6: 2, 3: 1, 2: 1}, {23: 1, 12: 5, 10: 4})
PINNED = Position(HOME.player, HOME.opponent, (frozenset({2}), frozenset()))
ENTERING = Position(AT({13: 1, 25: 14}, {}).player, AT({}, {}).opponent, hands=(14, 0))

# Game, option, position, roll, whether it is the first turn, and (plays, dice) by the value of the option.
CASES: list[tuple[str, str, Position, tuple[int, ...], bool, dict[Any, tuple[int, int]]]] = [
    ("standard", "forced_die", AT({12: 1}, {21: 2}), (6, 2), False, {"larger": (1, 1), "either": (2, 1)}),
    ("standard", "double_moves", START, (6, 6), False, {4: (11, 4), 2: (6, 2)}),
    ("standard", "no_hit_and_run", AT({8: 1, 6: 2}, {20: 1, 18: 2}), (3, 2), False, {"off": (5, 2), "on": (4, 2)}),
    ("standard", "backward_hits", BACKWARD, (4, 2), False, {"none": (3, 2), "smaller_die": (5, 2), "any": (8, 2)}),
    ("schwab", "backward_on_doubles", BACKWARD, (2, 2), False, {"forbidden": (4, 4), "allowed": (8, 4)}),
    (
        "pilz_wening", "backward_compulsory", AT({8: 1}, {22: 2, 19: 2, 15: 1, 12: 1}), (5, 2), False,
        {"on": (2, 2), "off": (3, 0)},
    ),
    (
        "standard", "bearoff", AT({6: 1, 4: 2}, {24: 2}), (5, 2), False,
        {"standard": (1, 2), "exact_only_no_moves_inside": (0, 0)},
    ),
    ("plakoto", "mother_rule", AT({13: 13, 3: 2}, {24: 1, 13: 14}), (2, 1), False, {"on": (4, 2), "off": (3, 2)}),
    ("plakoto", "bearoff_while_pinned", PINNED, (6, 5), False, {"forbidden": (1, 1), "allowed": (1, 2)}),
    (
        "fevga", "first_away_at", AT({24: 14, 14: 1}, {23: 15}), (2, 1), False,
        {11: (1, 1), 12: (1, 2), "off": (4, 2)},
    ),
    (
        "fevga", "start_quarter", AT(QUARTER, {24: 14, 6: 1}), (6, 2), False,
        {"forbidden_end_of_play": (24, 2), "forbidden_every_step": (23, 2), "allowed": (25, 2)},
    ),
    (
        "fevga", "unblock_duty", AT({11: 1, 10: 2, 9: 2, 8: 2, 7: 2, 6: 6}, PILE), (5, 1), False,
        {"on": (13, 2), "off": (34, 2)},
    ),
    (
        "fevga", "unblock_duty", AT(dict.fromkeys(range(1, 7), 1) | {24: 9}, {19: 15}), (6, 6), False,
        {"on": (4, 4), "off": (4, 4)},
    ),
    (
        "fevga", "unblock_duty", AT({11: 1, 10: 2, 9: 2, 8: 2, 7: 2, 6: 6}, {24: 14}), (5, 1), False,
        {"on": (34, 2), "off": (34, 2)},
    ),
    (
        "moultezim", "opponent_quarter_limit", AT({24: 9, 14: 2, 11: 1, 10: 1, 9: 1, 8: 1}, {24: 13, 3: 2}), (5, 2),
        False, {4: (28, 2), "off": (29, 2)},
    ),
    ("narde", "head_rule", AT(PILE, PILE), (5, 4), False, {"one_per_turn": (1, 2), "none": (2, 2)}),
    (
        "narde", "first_turn_second_head", AT(PILE, {24: 14, 2: 1}), (5, 5), True,
        {"named_doubles": (1, 1), "whenever_needed": (1, 2), "never": (1, 1)},
    ),
    (
        "narde", "first_turn_second_head", AT(PILE, PILE), (6, 6), True,
        {"named_doubles": (1, 2), "whenever_needed": (1, 2), "never": (1, 1)},
    ),
    ("narde", "first_turn_second_head", AT(PILE, PILE), (6, 6), False, {"named_doubles": (1, 1)}),
    (
        "narde", "prime_rule", AT(WALL, {24: 14, 5: 1}), (4, 1), False,
        {"opponent_ahead": (36, 2), "strict_seed": (28, 2), "none": (36, 2)},
    ),
    (
        "narde", "prime_rule", AT(WALL, PILE), (4, 1), False,
        {"opponent_ahead": (28, 2), "strict_seed": (28, 2), "none": (36, 2)},
    ),
    (
        "narde", "prime_check", AT({24: 4, 22: 1, 19: 2, 18: 2, 17: 2, 16: 2, 15: 2}, {24: 14, 9: 1}), (2, 1), False,
        {"end_of_play": (25, 2), "every_step": (24, 2)},
    ),
    ("tabula", "half_rule", ENTERING, (3, 2, 1), False, {"on": (5, 3), "off": (14, 3)}),
    ("tabula", "tabula_bearoff", AT({1: 14, 24: 1}, {}), (3, 2, 1), False, {"on": (1, 3), "off": (8, 3)}),
]  # fmt: skip
type Question = tuple[str, str, Position, tuple[int, ...], bool, Any, tuple[int, int]]
QUESTIONS: list[Question] = [(*case[:5], value, answer) for case in CASES for value, answer in case[5].items()]


@pytest.mark.parametrize("question", QUESTIONS, ids=[f"{each[0]}-{each[1]}-{each[5]}" for each in QUESTIONS])
def test_each_value_of_an_option_plays_as_the_rule_text_says(question: Question) -> None:
    id_, option, position, dice, first, value, answer = question
    game = ruleset(id_).with_options(**{option: value})

    plays = legal_plays(position, dice, game, FIRST_TURN if first else ANY_TURN)

    assert (len(plays), plays.dice_played) == answer
    ends = {as_board(end, game) for end in plays.positions()}
    assert (ends, plays.dice_played) == all_ends(as_board(position, game), dice, game, first=first)


@pytest.mark.parametrize(("id_", "options", "kinds"), [
    ("standard", {}, ("single", "gammon", "backgammon", "drop")),
    ("standard", {"cube": "off"}, ("single", "gammon", "backgammon")),
    ("standard", {"backgammon_value": 2}, ("single", "gammon", "drop")),
    ("irish", {}, ("single",)),
    ("irish", {"gammon_value": 2}, ("single", "gammon")),
    ("plakoto", {"gammon_value": 1}, ("single", "draw")),
    ("plakoto", {"backgammon_value": 3}, ("single", "gammon", "backgammon", "draw")),
    ("tapa", {}, ("single", "gammon", "draw_one")),
    ("tapa", {"both_mothers": "replay_0_0"}, ("single", "gammon", "draw")),
    ("tapa", {"mother_rule": "off"}, ("single", "gammon")),
    ("fevga", {}, ("single", "gammon", "draw")),
    ("fevga", {"stuck_limit": "off"}, ("single", "gammon")),
    ("narde", {"stuck_limit": "off", "last_roll": "on"}, ("single", "gammon", "draw")),
])  # fmt: skip
def test_entry_offers_the_ends_that_a_game_has(id_: str, options: dict[str, Any], kinds: tuple[str, ...]) -> None:
    game = ruleset(id_).with_options(**options)

    assert kinds_of(game) == kinds
    assert len(draws_of(game)) == sum(kind.startswith("draw") for kind in kinds)


@pytest.mark.parametrize(("opening", "dice"), [("two_dice_use", (5, 3)), ("one_die_reroll", None)])
def test_who_starts_plays_the_opening_dice_or_rolls_again(opening: str, dice: tuple[int, int] | None) -> None:
    game = Game(ruleset("portes").with_options(opening=opening))

    game.roll_opening(5, 3)

    assert (game.turn, game.dice) == (0, dice)
