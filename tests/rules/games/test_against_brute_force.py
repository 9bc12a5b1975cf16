"""The engine against a plain generator that was written from the rule text alone, for every game and option."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game.engine.plain import combined, is_plain_turn, repeated
from rules.game.engine.plays import dice_of, engine_plays
from rules.game.engine.search import search_of
from rules.game.engine.turn import ANY_TURN, FIRST_TURN
from rules.game.plays import legal_plays
from rules.rulesets import RULESETS, STANDARD, Ruleset, ruleset
from tests.rules.game.positions import positions as hitting_positions
from tests.rules.games.brute import all_ends, as_board
from tests.rules.games.positions import DICE, THREE, positions

FEVGA, NARDE, PLAKOTO = ruleset("fevga"), ruleset("narde"), ruleset("plakoto")
SCHWAB, PILZ, TABULA, GUL_BARA = ruleset("schwab"), ruleset("pilz_wening"), ruleset("tabula"), ruleset("gul_bara")
OPTIONS: list[tuple[Ruleset, dict[str, Any]]] = [
    (PLAKOTO, {"mother_rule": False}),
    (PLAKOTO, {"bearoff_while_pinned": "allowed"}),
    (PLAKOTO, {"forced_die": "either"}),
    (PLAKOTO, {"bearoff": "exact_only_no_moves_inside"}),
    (FEVGA, {"first_away_at": 12}),
    (FEVGA, {"first_away_at": "off"}),
    (FEVGA, {"start_quarter": "allowed"}),
    (FEVGA, {"start_quarter": "forbidden_every_step"}),
    (FEVGA, {"unblock_duty": False}),
    (FEVGA, {"first_away_at": "off", "opponent_quarter_limit": 4, "forced_die": "either"}),
    (NARDE, {"prime_rule": "none"}),
    (NARDE, {"prime_rule": "strict_seed", "prime_check": "every_step"}),
    (NARDE, {"prime_check": "every_step"}),
    (NARDE, {"head_rule": "none"}),
    (NARDE, {"first_turn_second_head": "whenever_needed"}),
    (NARDE, {"first_turn_second_head": "never"}),
    (GUL_BARA, {"head_rule": "one_per_turn", "bearoff": "exact_only_no_moves_inside"}),
    (SCHWAB, {"backward_on_doubles": "allowed"}),
    (SCHWAB, {"backward_compulsory": False}),
    (PILZ, {"backward_compulsory": False}),
    (PILZ, {"no_hit_and_run": True}),
    (TABULA, {"half_rule": False}),
    (TABULA, {"tabula_bearoff": False}),
    (TABULA, {"tabula_bearoff": False, "bearoff": "exact_only_no_moves_inside"}),
    (STANDARD, {"bearoff": "exact_only_no_moves_inside"}),
]
VARIANTS = [game for game in RULESETS.values() if game.judged and not game.is_classic]
GAMES = [*VARIANTS, *(game.with_options(**options) for game, options in OPTIONS)]
NAMES = [game.id for game in VARIANTS] + [" ".join([game.id, *options]) for game, options in OPTIONS]


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_the_engine_and_the_plain_rule_text_agree(game: Ruleset) -> None:
    @settings(max_examples=40, deadline=None)
    @given(positions(game), THREE if game.dice == 3 else DICE, st.booleans())
    def agree(position: Any, dice: tuple[int, ...], first: bool) -> None:
        plays = legal_plays(position, dice, game, FIRST_TURN if first else ANY_TURN)

        ends = {as_board(end, game) for end in plays.positions()}
        assert len(ends) == len(plays)
        assert (ends, plays.dice_played) == all_ends(as_board(position, game), dice, game, first=first)

    agree()


@pytest.mark.parametrize(
    "options", [{}, {"forced_die": "either"}, {"no_hit_and_run": True}, {"double_moves": 2}], ids=str
)
def test_the_engine_plays_backgammon_too(options: dict[str, Any]) -> None:
    game = STANDARD.with_options(**options)

    @settings(max_examples=40, deadline=None)
    @given(hitting_positions(), DICE)
    def agree(position: Any, dice: tuple[int, int]) -> None:
        plays, engine = legal_plays(position, dice, game), engine_plays(position, dice, game)

        assert set(engine.positions()) == set(plays.positions())
        assert (len(engine), engine.dice_played) == (len(plays), plays.dice_played)

    agree()


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_the_short_way_through_a_plain_turn_finds_what_the_long_way_finds(game: Ruleset) -> None:
    @settings(max_examples=40, deadline=None)
    @given(positions(game), THREE if game.dice == 3 else DICE)
    def agree(position: Any, dice: tuple[int, ...]) -> None:
        rolled = dice_of(dice, game)
        search = search_of(position, dice, game)
        if not is_plain_turn(search, rolled):
            return
        levels, complete = search.levels(rolled)

        if game.dice == 2 and len(set(rolled)) == 1:
            short = [set(ways) for ways in repeated(search, rolled[0], len(rolled))[1:]]
            assert short == [{key for ways in level.values() for key in ways} for level in levels[1:]]
        else:
            assert set(combined(search, rolled)) == {key for ways in levels[-1].values() for key in ways}
        assert complete == {}

    agree()
