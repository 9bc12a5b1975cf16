from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.equity import ortega
from rules.equity.tables import KAZAROSS_XG2, EquityTable, equity_table, equity_tables, take_point
from rules.errors import RuleBroken

AWAY = st.integers(2, 120)


@pytest.mark.parametrize(
    ("mine", "theirs", "crawford", "chance"),
    [
        (11, 11, False, 0.5), (3, 5, False, 0.64795), (2, 1, True, 0.32264), (1, 2, True, 0.67736),
        (5, 4, False, 0.42268), (1, 2, False, 0.51197), (2, 1, False, 0.48803), (3, 1, False, 0.32264),
        (1, 1, False, 0.5), (1, 1, True, 0.5), (0, 5, False, 1.0), (5, -1, False, 0.0),
    ],
)  # fmt: skip
def test_published_chances(mine: int, theirs: int, crawford: bool, chance: float) -> None:
    assert KAZAROSS_XG2.chance(mine, theirs, crawford=crawford) == pytest.approx(chance, abs=1e-5)


@pytest.mark.parametrize(
    ("taker", "doubler", "needed"),
    [(11, 11, 25.2), (9, 9, 24.9), (5, 5, 23.9), (4, 4, 28.8), (3, 3, 30.2), (2, 2, 32.3), (2, 4, 19.9)],
)
def test_published_take_points_of_a_last_cube_without_gammons(taker: int, doubler: int, needed: float) -> None:
    assert round(100 * take_point(taker, doubler).needed, 1) == needed


@pytest.mark.parametrize(("taker", "doubler", "needed"), [(4, 2, 18.6), (3, 2, 24.9), (5, 2, 23.4), (3, 3, 30.2)])
def test_a_taker_whose_loss_costs_the_match_anyway_redoubles_at_once(taker: int, doubler: int, needed: float) -> None:
    point = take_point(taker, doubler)

    assert round(100 * point.needed, 1) == needed
    assert (point.lost == 0.0) == (doubler == 2)


def test_gammons_of_the_doubler_raise_the_take_point_and_those_of_the_taker_lower_it() -> None:
    plain = take_point(7, 7).needed

    assert take_point(7, 7, gammons=(0.0, 0.3)).needed > plain > take_point(7, 7, gammons=(0.3, 0.0)).needed


def test_the_trailer_after_the_crawford_game_doubles_at_no_risk() -> None:
    point = take_point(1, 3, crawford_played=True)

    assert point.won == 1.0
    assert point.lost == pytest.approx(1 - KAZAROSS_XG2.chance(1, 1))
    assert point.passed == pytest.approx(KAZAROSS_XG2.chance(1, 2))


@given(AWAY, AWAY)
def test_two_players_share_one_match_at_every_score(mine: int, theirs: int) -> None:
    chance = KAZAROSS_XG2.chance(mine, theirs)

    assert chance + KAZAROSS_XG2.chance(theirs, mine) == pytest.approx(1, abs=1e-9)
    assert 0 <= chance <= 1


@given(AWAY, AWAY)
def test_a_point_more_to_go_is_never_better(mine: int, theirs: int) -> None:
    assert KAZAROSS_XG2.chance(mine, theirs + 1) >= KAZAROSS_XG2.chance(mine, theirs)
    assert KAZAROSS_XG2.chance(mine + 1, theirs) <= KAZAROSS_XG2.chance(mine, theirs)


@given(st.integers(1, 120))
def test_after_the_crawford_game_every_point_to_go_costs(away: int) -> None:
    assert KAZAROSS_XG2.chance(away + 1, 1) <= KAZAROSS_XG2.chance(away, 1)
    assert KAZAROSS_XG2.chance(away, 1) + KAZAROSS_XG2.chance(1, away) == pytest.approx(1)


def test_the_table_goes_on_smoothly_beyond_its_edge() -> None:
    steps = [KAZAROSS_XG2.chance(20, theirs) for theirs in range(23, 29)]
    rises = [after - before for before, after in pairwise(steps)]

    assert all(0.02 < rise < 0.04 for rise in rises)


@pytest.mark.parametrize(
    ("mine", "theirs", "crawford", "code"),
    [(0, 0, False, "equity.away"), (1000, 5, False, "equity.away"), (3, 4, True, "equity.crawford")],
)
def test_impossible_scores_are_refused(mine: int, theirs: int, crawford: bool, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        KAZAROSS_XG2.chance(mine, theirs, crawford=crawford)

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("arguments", "code"),
    [({"taker": 0, "doubler": 3}, "equity.away"), ({"taker": 3, "doubler": 3, "cube": 3}, "equity.cube"),
     ({"taker": 3, "doubler": 3, "gammons": (2.0, 0.0)}, "equity.gammons")],
)  # fmt: skip
def test_impossible_cubes_and_gammons_are_refused(arguments: Any, code: Any) -> None:
    with pytest.raises(RuleBroken) as refused:
        take_point(**arguments)

    assert refused.value.code == code


def test_another_table_can_be_read() -> None:
    small = EquityTable.read("mine", {"pre_crawford": [[0.5, 0.7], [0.3, 0.5]], "post_crawford_trailer": [0.5, 0.48]})

    assert small.chance(2, 1, crawford=True) == 0.3
    assert 0.5 < small.chance(2, 9) < 1


@pytest.mark.parametrize(
    "chances",
    [
        [],
        {},
        {"pre_crawford": [], "post_crawford_trailer": []},
        {"pre_crawford": [[2]], "post_crawford_trailer": [0.5]},
        {"pre_crawford": [[0.5], [0.5]], "post_crawford_trailer": [0.5]},
        {"pre_crawford": [["x"]], "post_crawford_trailer": [0.5]},
    ],
)
def test_anything_but_a_table_of_chances_is_refused(chances: Any) -> None:
    with pytest.raises(RuleBroken, match=r"equity\.table"):
        EquityTable.read("wrong", chances)


@pytest.mark.parametrize(
    ("name", "length", "two_one", "four_five", "trailer"),
    [
        ("Kazaross-XG2", 25, 0.32264, 0.57732, 0.48803),
        ("Rockwell-Kazaross", 25, 0.323112, 0.577415, 0.487677),
        ("g11", 25, 0.31855, 0.57745, 0.48811),
        ("Jacobs", 25, 0.31, 0.579, 0.489),
        ("mec26", 25, 0.315, 0.575, 0.484989),
        ("Ortega", 15, 0.3, 0.58, 0.49),
        ("Snowie", 15, 0.315, 0.573, 0.485),
        ("Woolsey", 15, 0.3, 0.58, 0.485),
    ],
)
def test_the_tables_of_the_rule_book(name: str, length: int, two_one: float, four_five: float, trailer: float) -> None:
    table = equity_table(name)

    assert len(table.pre_crawford) == length
    assert table.chance(2, 1, crawford=True) == pytest.approx(two_one, abs=1e-6)
    assert table.chance(4, 5) == pytest.approx(four_five, abs=1e-6)
    assert table.chance(2, 1) == pytest.approx(trailer, abs=1e-6)


@pytest.mark.parametrize("name", equity_tables())
def test_every_table_shares_the_match_and_never_rewards_a_point_more_to_go(name: str) -> None:
    table = equity_table(name)

    for one in range(2, 30):
        for other in range(2, 30):
            assert table.chance(one, other) + table.chance(other, one) == pytest.approx(1, abs=1e-9)
            assert table.chance(one, other + 1) >= table.chance(one, other) - 1e-9
        assert table.chance(one, 1) <= table.chance(one - 1, 1)


def test_where_the_published_chances_of_two_players_do_not_add_up_the_mean_is_taken() -> None:
    assert (ortega.PRE_CRAWFORD[7][6], ortega.PRE_CRAWFORD[6][7]) == (0.436, 0.562)
    assert equity_table("Ortega").chance(8, 7) == pytest.approx(0.437)


@pytest.mark.parametrize("name", equity_tables())
def test_every_table_counts_the_redouble_that_costs_nothing(name: str) -> None:
    table = equity_table(name)

    point = take_point(4, 2, table=table)

    assert point.won == 1.0
    assert point.needed == pytest.approx(table.chance(4, 1, crawford=True))
    assert 0.16 < point.needed < 0.2


@pytest.mark.parametrize(
    ("taker", "doubler", "cube", "is_dead"),
    [(3, 1, 1, True), (4, 2, 2, True), (2, 4, 2, False), (3, 2, 1, False), (5, 4, 4, True)],
)
def test_a_double_at_a_value_that_is_enough_already_is_dead(taker: int, doubler: int, cube: int, is_dead: bool) -> None:
    assert take_point(taker, doubler, cube=cube, crawford_played=True).is_dead == is_dead


def test_the_tables_of_the_rule_book_have_names() -> None:
    assert equity_table("Kazaross-XG2") is KAZAROSS_XG2
    assert equity_table("WOOLSEY").name == "Woolsey"
    with pytest.raises(RuleBroken, match=r"equity\.unknown"):
        equity_table("gut feeling")
