"""Points by place: master points, ABT shares, points by field and fee, club tables, nights."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from rules.errors import RuleBroken
from rules.ratings.points import (
    ABT_DIVISIONS,
    BRASS_CITY_NIGHT,
    MASTER_DIVISIONS,
    NORDIC_TOUR,
    FieldPoints,
    abt_points,
    elimination_share,
    group_table,
    master_places,
    master_rank,
    master_win,
    swiss_share,
    table_points,
    tied_points,
)

KNOCKOUT = [["P1"], ["P2"], ["P3", "P4"], ["P5", "P6", "P7", "P8"]]


def test_winning_a_64_player_open_at_9_points() -> None:
    points = master_places([["P1"], ["P2"], ["P3", "P4"]], 64)

    assert points["P1"] == pytest.approx(3.6)
    assert points["P2"] == pytest.approx(2.52)
    assert points["P3"] == points["P4"] == pytest.approx(3.6 * 5 / 12)
    assert master_win(9) == 1.0
    assert master_win(9, 2, MASTER_DIVISIONS[2]) == pytest.approx(1.0)


def test_ranks_are_exact_from_the_third() -> None:
    assert [master_rank(rank) for rank in range(1, 8)] == [
        1, Fraction(7, 10), Fraction(1, 2), Fraction(1, 3), Fraction(1, 4), Fraction(1, 5), Fraction(1, 6)
    ]  # fmt: skip


def test_tied_finishers_take_the_mean_of_the_next_ranks() -> None:
    assert tied_points([["Ann"], ["Bob", "Cid", "Dee"], [], ["Eve"]], lambda place: Fraction(10 - place)) == {
        "Ann": 9, "Bob": 7, "Cid": 7, "Dee": 7, "Eve": 5
    }  # fmt: skip


def test_one_winner_and_seven_tied_share_64_points_as_two_ninths_and_ninths() -> None:
    groups = [["P1"], [f"P{each}" for each in range(2, 9)]]

    points = abt_points(groups, 64, lambda place: Fraction(2 if place == 1 else 1))

    assert (points["P1"], points["P8"]) == (Fraction(128, 9), Fraction(64, 9))


def test_the_winner_of_an_elimination_has_twice_the_second() -> None:
    points = abt_points(KNOCKOUT, 64 * ABT_DIVISIONS[1])

    assert points["P1"] == 2 * points["P2"] == 4 * points["P3"] == 8 * points["P5"]
    assert sum(points.values()) == 32


def test_swiss_shares_are_written_for_eight_places_then_32_over_the_place() -> None:
    assert [swiss_share(place) for place in range(1, 11)] == [
        32, 20, 13, 9, 7, 6, 5, 4, Fraction(32, 9), Fraction(32, 10)
    ]  # fmt: skip


def test_a_cap_on_the_winner_goes_to_the_others_by_one_factor() -> None:
    groups = [["P1"], ["P2"], ["P3"]]

    free, capped = abt_points(groups, 65, swiss_share), abt_points(groups, 65, swiss_share, cap=20)

    assert free == {"P1": 32, "P2": 20, "P3": 13}
    assert capped == {"P1": 20, "P2": Fraction(20 * 45, 33), "P3": Fraction(13 * 45, 33)}
    assert abt_points(groups, 65, swiss_share, cap=32) == free
    assert elimination_share(9) == Fraction(1, 16)


def test_points_by_field_and_fee_grow_with_both_and_nobody_goes_without() -> None:
    system = FieldPoints()
    field = [[f"P{each}"] for each in range(40)]

    points = system.points(field, 5000)

    assert sum(points.values()) == pytest.approx(40)
    assert min(points.values()) > 0
    assert list(points.values()) == sorted(points.values(), reverse=True)
    assert sum(system.points(field, 20000).values()) == pytest.approx(80)


@pytest.mark.parametrize(
    ("size", "table"),
    [
        (4, (21, 13, 8, 5)),
        (5, (24, 16, 11, 8, 5)),
        (6, (27, 19, 14, 11, 8, 5)),
        (7, (30, 22, 17, 14, 11, 8, 5)),
        (3, (13, 8, 5)),
    ],
)
def test_a_club_table_by_group_size(size: int, table: tuple[int, ...]) -> None:
    assert group_table(size) == table


def test_a_group_is_paid_by_its_table_and_ties_share() -> None:
    assert table_points([["Ann"], ["Bob", "Cid"], ["Dee"]]) == {
        "Ann": 21, "Bob": Fraction(21, 2), "Cid": Fraction(21, 2), "Dee": 5
    }  # fmt: skip
    assert table_points([["Ann"], ["Bob"]], {2: [3]}) == {"Ann": 3, "Bob": 0}


def test_a_night_counts_wins_attendance_and_a_bonus_that_halves() -> None:
    points = BRASS_CITY_NIGHT.points(KNOCKOUT, {"P1": {"main": 3}, "P5": {"consolation": 2}})

    assert points["P1"] == 3 + 1 + 8
    assert points["P2"] == 1 + 4
    assert points["P3"] == 1 + Fraction(2 + 0, 2)
    assert points["P5"] == 2 + 1
    assert NORDIC_TOUR.points([["Ann"]], {"Ann": {"main": 1, "consolation": 2, "last_chance": 1}}) == {"Ann": 20}


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: tied_points([["Ann"], ["Ann"]], swiss_share), "points.twice"),
        (lambda: abt_points([["Ann"]], -1), "points.total"),
        (lambda: master_places([["Ann"], ["Bob"]], 1), "points.players"),
        (lambda: master_rank(0), "points.place"),
        (lambda: swiss_share(0), "points.place"),
        (lambda: elimination_share(0), "points.place"),
        (lambda: master_win(0), "rating.length"),
        (lambda: group_table(1), "points.players"),
        (lambda: FieldPoints().total(4, -1), "points.total"),
        (lambda: NORDIC_TOUR.points([["Ann"]], {"Bob": {}}), "points.player"),
        (lambda: NORDIC_TOUR.points([["Ann"]], {"Ann": {"side": 1}}), "points.bracket"),
    ],
)
def test_points_are_refused(make: Callable[[], object], code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        make()

    assert refused.value.code == code
