"""How many end positions every game has from the start: a table that a change of the engine may not alter unseen."""

import pytest

from rules.rulesets import RULESETS
from tests.depth import and_long
from tests.rules.games.counting import counts

# All 21 rolls (of three dice 56) from the start; then all rolls of the opponent after each of these ends.
COUNTS = {
    "standard": (447, 202782),
    "mediterranean": (447, 202782),
    "portes": (447, 202782),
    "tavla": (447, 200516),
    "tabla_bg": (447, 202782),
    "toute_table_1715": (447, 202782),
    "hoyle_1743": (447, 202782),
    "nackgammon": (547, 324161),
    "hypergammon": (195, 38017),
    "irish": (246, 63722),
    "plakoto": (59, 3474),
    "tapa": (59, 3474),
    "mahbusa": (59, 3474),
    "fevga": (22, 479),
    "moultezim": (22, 479),
    "gul_bara": (53, 2768),
    "gul_bara_tabla_bg": (53, 2768),
    "narde": (22, 484),
    "nardi_seed": (22, 484),
    "pilz_wening": (447, 223760),
    "schwab": (447, 208310),
    "tabula": (222, 59085),
}
SMALL = [id_ for id_, (_, deep) in COUNTS.items() if deep < 4000]


def test_every_game_that_is_judged_is_counted() -> None:
    assert sorted(COUNTS) == sorted(id_ for id_, game in RULESETS.items() if game.judged)


@pytest.mark.parametrize("id_", [id_ for id_ in COUNTS if id_ not in SMALL])
def test_every_roll_from_the_start_has_so_many_ends(id_: str) -> None:
    assert counts(RULESETS[id_], deep=False)[0] == COUNTS[id_][0]


@pytest.mark.parametrize("id_", and_long(SMALL, [id_ for id_ in COUNTS if id_ not in SMALL]))
def test_two_rolls_from_the_start_have_so_many_ends(id_: str) -> None:
    assert counts(RULESETS[id_]) == COUNTS[id_]
