"""The order after each game: H1 to H14 and the rulings about them.

Source: docs/rules/chouette.md#rotation.
"""

from dataclasses import replace

import pytest

from rules.chouette.actions import Action, Join, Leave, Resign, Settle, Side, Win
from rules.chouette.options import CaptainDropWinner, CounterDouble, Cubes, JoinPosition, Options
from rules.chouette.play import play_all
from tests.rules.chouette.evenings import (
    MULTI,
    beavers,
    box,
    box_doubles,
    crew,
    game,
    order,
    points,
    raccoons,
    seated,
    team_doubles,
    won,
)

P_ACTS, Q_ACTS, R_ACTS = crew("C:p P:t Q:p R:p"), crew("C:p P:p Q:t R:t"), crew("C:p P:p Q:p R:t")
BEAVERS = CounterDouble.BEAVER_RACCOON
STAYS = CaptainDropWinner.BOX_STAYS
ORIGINAL = CaptainDropWinner.ORIGINAL_CAPTAIN


@pytest.mark.parametrize(
    ("row", "actions", "expected"),
    [
        ("H1", [won("box")], "B; P Q R C"),
        ("H1 gammon", [won("box", "gammon")], "B; P Q R C"),
        ("H2", [won("team")], "C; P Q R B"),
        ("H3", [team_doubles(), box("p")], "C; P Q R B"),
        ("H4", [team_doubles(), box("t"), won("box")], "B; P Q R C"),
        ("H5, box wins", [box_doubles(), crew("C:t P:p Q:t R:p"), won("box")], "B; P Q R C"),
        ("H5, captain wins", [box_doubles(), crew("C:t P:p Q:t R:p"), won("team")], "C; P Q R B"),
        ("H7, P", [box_doubles(), P_ACTS, won("team")], "P; Q R C B"),
        ("H7, Q", [box_doubles(), Q_ACTS, won("team")], "Q; P R C B"),
        ("H7, R", [box_doubles(), R_ACTS, won("team")], "R; P Q C B"),
        ("H8, P", [box_doubles(), P_ACTS, won("box")], "B; P Q R C"),
        ("H8, Q", [box_doubles(), Q_ACTS, won("box")], "B; P Q R C"),
        ("H8, R", [box_doubles(), R_ACTS, won("box")], "B; P Q R C"),
        ("H9", [box_doubles(), crew("C:p P:p Q:p R:p")], "B; P Q R C"),
    ],
)
def test_the_order_after_a_game_with_one_cube(row: str, actions: list[Action], expected: str) -> None:
    assert order(game(seated(), *actions)) == expected, row


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ([won("box")], "B; P C"),
        ([won("team")], "C; P B"),
        ([box_doubles(), crew("C:p P:t"), won("team")], "P; C B"),
        ([box_doubles(), crew("C:p P:t"), won("box")], "B; P C"),
    ],
)
def test_the_order_of_three(actions: list[Action], expected: str) -> None:
    assert order(game(seated("B C P"), *actions)) == expected


# The acting captain P redoubles, the box takes and owns the cube again.
AGAIN: list[Action] = [box_doubles(), crew("C:p P:t Q:t R:t"), team_doubles(), box("t"), box_doubles()]


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        ([crew("P:p Q:t R:t"), won("box")], "B; Q R C P"),
        ([crew("P:p Q:t R:t"), won("team")], "Q; R C P B"),
        ([crew("P:p Q:p R:t"), won("team")], "R; Q C P B"),
        ([crew("P:p Q:p R:p")], "B; Q R C P"),
    ],
)
def test_an_acting_captain_who_drops_goes_to_the_end_too(last: list[Action], expected: str) -> None:
    assert order(game(seated(), *AGAIN, *last)) == expected


def test_a_captain_who_drops_alone_goes_to_the_end_even_where_nobody_below_was_doubled() -> None:
    table = game(seated(options=MULTI), box_doubles("C"), crew("C:p"), won("team"))

    assert (order(table), points(table)) == ("P; Q R C B", {"B": -2, "C": -1, "P": 1, "Q": 1, "R": 1})


def test_the_box_that_passes_the_acting_captains_cube_is_beaten_by_the_acting_captain() -> None:
    table = game(seated(options=MULTI), box_doubles("C"), crew("C:p"), team_doubles("P"), box("P:p"), won("box"))

    assert order(table) == "P; Q R C B"


def test_the_box_that_passes_the_captains_cube_has_lost_to_the_captain_whoever_finishes() -> None:
    passed = (team_doubles("C"), box("C:p"))

    assert order(game(seated(options=MULTI), *passed, won("box"))) == "C; P Q R B"
    assert order(game(seated(options=MULTI), *passed, won("team"))) == "C; P Q R B"


def test_a_finisher_who_drops_keeps_the_rank_once_the_captain_has_won() -> None:
    table = game(seated(options=MULTI), team_doubles("C"), box("C:p"), box_doubles("P"), crew("P:p"), won("team"))

    assert order(table) == "C; P Q R B"


def test_the_only_cube_of_the_acting_captain_ends_the_game_when_the_box_passes_it() -> None:
    table = game(seated("B C P", MULTI), box_doubles("C P"), crew("C:p P:t"), team_doubles("P"), box("P:p"))

    assert (order(table), points(table)) == ("P; C B", {"B": -1, "C": -1, "P": 2})


@pytest.mark.parametrize(
    ("pays", "amount", "expected"), [("B", 2, "C; P Q R B"), ("C", 2, "B; P Q R C"), (None, 0, "B; P Q R C")]
)
@pytest.mark.parametrize("side", ["box", "team"])
def test_the_captain_who_settles_has_won_or_lost_whoever_wins_later(
    side: str, pays: str | None, amount: int, expected: str
) -> None:
    table = game(seated(options=replace(MULTI, settlements=True)), Settle("B", "C", pays, amount), won(side))

    assert order(table) == expected


def test_an_acting_captain_who_settles_has_won_or_lost_as_in_h7_and_h8() -> None:
    options = Options(settlements=True)
    dropped = (box_doubles(), crew("C:p P:t Q:t R:p"))

    assert order(game(seated(options=options), *dropped, Settle("P", "B", "B", 1), won("box"))) == "P; Q R C B"
    assert order(game(seated(options=options), *dropped, Settle("P", "B", "P", 1), won("team"))) == "B; P Q R C"


def test_a_captain_who_passes_a_beaver_speaks_for_all_with_one_cube() -> None:
    table = game(seated(options=Options(counter_double=BEAVERS)), team_doubles(), box("b"), beavers("p"))

    assert (order(table), points(table)) == ("B; P Q R C", {"B": 8, "C": -2, "P": -2, "Q": -2, "R": -2})


def test_a_captain_who_passes_a_raccoon_speaks_for_all_with_one_cube() -> None:
    options = Options(counter_double=BEAVERS)
    table = game(seated("B C P Q", options), box_doubles(), crew("C:b P:t Q:p"), beavers("r"), raccoons("p"))

    assert (order(table), points(table)) == ("B; P Q C", {"B": 9, "C": -4, "P": -4, "Q": -1})


def test_a_captain_who_passes_a_beaver_drops_alone_with_many_cubes() -> None:
    options = replace(MULTI, counter_double=BEAVERS)
    table = game(seated(options=options), team_doubles("C"), box("C:b"), beavers("C:p"), won("team"))

    assert (order(table), points(table)) == ("P; Q R C B", {"B": -1, "C": -2, "P": 1, "Q": 1, "R": 1})


def test_the_box_that_passes_the_captains_beaver_has_lost_to_the_captain() -> None:
    options = replace(MULTI, counter_double=BEAVERS)
    table = game(seated(options=options), box_doubles("C P"), crew("C:b P:t"), beavers("C:p"), won("box"))

    assert (order(table), points(table)) == ("C; P Q R B", {"B": 2, "C": 2, "P": -2, "Q": -1, "R": -1})


def test_a_resigned_cube_of_the_captain_counts_as_dropped_or_passed() -> None:
    lost = game(seated(options=MULTI), Resign("C", Side.TEAM, Win.GAMMON), won("team"))
    gained = game(seated(options=MULTI), Resign("C", Side.BOX, Win.GAMMON), won("box"))

    assert (order(lost), points(lost)["C"]) == ("P; Q R C B", -2)
    assert (order(gained), points(gained)["C"]) == ("C; P Q R B", 2)


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ([box_doubles(), P_ACTS, won("team")], "B; P Q R C"),
        ([box_doubles(), P_ACTS, won("box")], "B; P Q R C"),
        ([*AGAIN, crew("P:p Q:t R:t"), won("team")], "B; Q R C P"),
        ([*AGAIN, crew("P:p Q:p R:p")], "B; Q R C P"),
        ([won("team")], "C; P Q R B"),
    ],
)
def test_a_box_that_stays_is_beaten_only_by_a_captain_who_never_dropped(actions: list[Action], expected: str) -> None:
    assert order(game(seated(options=Options(captain_drop_winner=STAYS)), *actions)) == expected


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ([team_doubles("C"), box("C:p"), won("team")], "C; P Q R B"),
        ([team_doubles("C"), box("C:p"), won("box")], "B; P Q R C"),
        ([team_doubles("C"), box("C:p"), box_doubles("P"), crew("P:p"), won("team")], "C; P Q R B"),
        ([team_doubles("C P Q R"), box("C:p P:p Q:p R:p")], "C; P Q R B"),
        ([team_doubles("C P Q"), box("C:p P:p Q:p"), box_doubles("R"), crew("R:p")], "B; P Q R C"),
        ([box_doubles("C"), crew("C:p"), won("team")], "P; Q R C B"),
        ([won("team")], "C; P Q R B"),
    ],
)
def test_the_original_captain_becomes_box_only_if_the_box_also_loses_to_the_finisher(
    actions: list[Action], expected: str
) -> None:
    options = replace(MULTI, captain_drop_winner=ORIGINAL)

    assert order(game(seated(options=options), *actions)) == expected


def test_the_original_captain_option_changes_nothing_with_one_cube() -> None:
    options = Options(captain_drop_winner=ORIGINAL, settlements=True)

    assert order(game(seated(options=options), Settle("B", "C", "B", 1), won("box"))) == "C; P Q R B"


def test_a_box_that_wins_but_loses_points_goes_behind_the_captain_with_la_rules() -> None:
    passed = (team_doubles("P Q R"), box("P:p Q:p R:p"), won("box"))

    assert order(game(seated(options=MULTI), *passed)) == "B; P Q R C"
    assert order(game(seated(options=replace(MULTI, la_rules=True)), *passed)) == "P; Q R C B"


def test_a_box_that_breaks_even_stays_with_la_rules() -> None:
    table = game(seated("B C P Q", replace(MULTI, la_rules=True)), team_doubles("P"), box("P:p"), won("box"))

    assert (order(table), points(table)["B"]) == ("B; P Q C", 1)
    even = game(seated("B C P", replace(MULTI, la_rules=True)), team_doubles("P"), box("P:p"), won("box"))
    assert (order(even), points(even)["B"]) == ("B; P C", 0)


@pytest.mark.parametrize(
    ("position", "last", "expected"),
    [
        (JoinPosition.BEHIND_LOSER, "team", "C; P Q R B New Other"),
        (JoinPosition.AHEAD_OF_LOSER, "team", "C; P Q R New Other B"),
        (JoinPosition.AHEAD_OF_LOSER, "box", "B; P Q R New Other C"),
    ],
)
def test_newcomers_sit_behind_or_ahead_of_the_loser(position: JoinPosition, last: str, expected: str) -> None:
    table = game(seated(options=Options(join_position=position)), won(last))

    assert order(play_all(table, [Join("New"), Join("Other")])) == expected


def test_newcomers_sit_at_the_end_where_no_game_put_anybody_there() -> None:
    table = seated(options=Options(join_position=JoinPosition.AHEAD_OF_LOSER))

    assert order(play_all(table, [Join("New")])) == "B; C P Q R New"
    assert order(play_all(game(table, won("team")), [Leave("B"), Join("New")])) == "C; P Q R New"


def test_a_box_that_wins_and_leaves_is_followed_by_the_next_captain() -> None:
    table = play_all(game(seated(), won("box")), [Leave("B")])

    assert order(table) == "P; Q R C"


def test_a_member_who_leaves_is_removed_and_below_three_the_chouette_is_closed() -> None:
    table = play_all(game(seated("B C P"), won("box")), [Leave("P")])

    assert (order(table), table.is_closed, table.totals()) == ("B; C", True, {"B": 2, "C": -1, "P": -1})


def test_cubes_are_single_by_default() -> None:
    assert Options().cubes is Cubes.SINGLE
