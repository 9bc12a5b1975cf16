"""Side pools, corrections, and what may be paid before the final."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.money.payout import Bounds, PoolRule, Span, correction, pool_results, settled_payouts
from rules.money.presets import preset, table_of
from rules.money.prizes import Row, Table, split
from rules.money.results import Results

AUCTION = preset("45-22-8-8-12-5").table_for(16)
EIGHT = Results.of({"main": [["Ann"], ["Bob"], ["Cid", "Dee"], ["Eve", "Fay", "Gus", "Hal"]],
                    "consolation": [["Eve"], ["Gus"], ["Fay", "Hal"]]})  # fmt: skip
THREE = table_of(("main", 1, 50), ("main", 2, 30), ("main", 3, 20))


# --- Side pools


def test_those_outside_the_pool_are_skipped_and_the_next_move_up() -> None:
    pool = pool_results(EIGHT, ["Bob", "Dee", "Hal", "Gus"], PoolRule.MAIN)

    assert pool.groups("main") == (("Bob",), ("Dee",), ("Gus", "Hal"))
    assert split(1000, THREE, pool).payouts == {"Bob": 500, "Dee": 300, "Gus": 100, "Hal": 100}


def test_the_winner_of_the_consolation_ranks_right_after_the_finalist() -> None:
    pool = pool_results(EIGHT, ["Bob", "Dee", "Eve", "Hal"])

    assert pool.groups("main") == (("Bob",), ("Eve",), ("Dee",), ("Hal",))
    assert split(1000, THREE, pool).payouts == {"Bob": 500, "Eve": 300, "Dee": 200}


def test_a_consolation_winner_outside_the_pool_gives_nobody_else_that_rank() -> None:
    pool = pool_results(EIGHT, ["Ann", "Bob", "Cid", "Gus"])

    assert pool.groups("main") == (("Ann",), ("Bob",), ("Cid",), ("Gus",))


def test_a_tied_final_comes_before_the_consolation_winner() -> None:
    shared = Results.of({"main": [["Ann", "Bob"], ["Cid", "Dee"]], "consolation": [["Dee"]]})

    assert pool_results(shared, ["Ann", "Bob", "Cid", "Dee"]).groups("main") == (("Ann", "Bob"), ("Dee",), ("Cid",))


def test_a_finalist_who_wins_the_consolation_keeps_the_better_place() -> None:
    small = Results.of({"main": [["Ann"], ["Bob"], ["Cid"]], "consolation": [["Bob"]]})

    assert pool_results(small, ["Bob", "Cid"]).groups("main") == (("Bob",), ("Cid",))


def test_a_table_may_name_the_ranking_of_the_pool() -> None:
    pool = pool_results(EIGHT, ["Bob", "Eve"])

    assert split(90, table_of(("pool", 1, 2), ("pool", 2, 1)), pool).payouts == {"Bob": 60, "Eve": 30}


@pytest.mark.parametrize("entered", [[], ["Zoe"]])
def test_a_pool_of_nobody_is_refused(entered: list[str]) -> None:
    with pytest.raises(RuleBroken, match=r"pool\.empty"):
        pool_results(EIGHT, entered)


# --- Corrections


def test_a_corrected_final_says_what_to_pay_and_what_to_collect() -> None:
    left = correction({"Bob": 1120, "Ann": 545, "Eve": 295}, {"Ann": 1120, "Bob": 545, "Eve": 295, "Zoe": 5})

    assert (left.to_pay, left.to_collect) == ({"Bob": 575}, {"Ann": 575, "Zoe": 5})


# --- Before everything is played


def finals_open(*, may_tie: bool = False) -> dict[str, list[Span]]:
    return {
        "main": [Span(("Ann", "Bob"), (1, 1), is_open=True, may_tie=may_tie), Span(("Cid", "Dee"), (2,))],
        "consolation": [Span(("Eve",), (1,)), Span(("Fay",), (1,))],
    }


def test_places_that_are_settled_can_be_paid_before_the_final() -> None:
    bounds = settled_payouts(2475, AUCTION, finals_open(), 5)

    assert bounds == {
        "Ann": Bounds(545, 1120),
        "Bob": Bounds(545, 1120),
        "Cid": Bounds(195, 195),
        "Dee": Bounds(195, 195),
        "Eve": Bounds(295, 295),
        "Fay": Bounds(125, 125),
    }
    assert [who for who, each in bounds.items() if each.settled] == ["Cid", "Dee", "Eve", "Fay"]


def test_a_final_that_may_be_shared_can_move_the_rounding_of_others() -> None:
    bounds = settled_payouts(1100, AUCTION, finals_open(may_tie=True), 5)

    assert [who for who, each in bounds.items() if each.settled] == ["Eve", "Fay"]
    assert (bounds["Ann"], bounds["Cid"], bounds["Dee"]) == (Bounds(240, 495), Bounds(85, 90), Bounds(85, 90))


def test_a_bracket_that_may_not_be_played_keeps_the_other_places_open() -> None:
    spans = {"main": [Span(("Ann",), (1,)), Span(("Bob",), (1,))],
             "consolation": [Span(("Eve", "Fay"), (1,), is_open=True, may_lapse=True)]}  # fmt: skip

    bounds = settled_payouts(1200, preset("50-25-25").table_for(8), spans)

    assert bounds == {"Ann": Bounds(600, 800), "Bob": Bounds(300, 400), "Eve": Bounds(0, 300), "Fay": Bounds(0, 300)}


def final_open() -> Span:
    """A final to which neither or only one may come."""
    return Span(("Ann", "Bob"), (1, 1), is_open=True, others=((1,), (2,), ()))


def test_a_final_to_which_nobody_comes_can_move_the_rounding_of_others() -> None:
    table = Table(tuple(Row("main", place, Fraction(share)) for place, share in enumerate((4, 2, 1, 1), start=1)))
    semis = Span(("Cid", "Dee"), (2,))

    bounds = settled_payouts(105, table, {"main": [final_open(), semis]}, 5)

    # Played: 55, 20, 15, 15. Shared by both finalists: 45, 40, 10, 10. Without them the semi-finalists get 53 and 52.
    assert bounds["Cid"] == Bounds(10, 53)


def test_a_semi_final_to_which_nobody_comes_shares_the_places_below_the_winner_among_three() -> None:
    semis = Span(("Cid", "Eli"), (2,), is_open=True, others=((1,), (3,)), sure=1)

    bounds = settled_payouts(1200, THREE, {"main": [final_open(), semis]})

    # Half of the third place; without Eli and both finalists all of the fund.
    assert bounds["Cid"] == Bounds(120, 1200)
    assert bounds["Eli"] == Bounds(0, 1200)


def test_no_bracket_comes_to_have_more_places_than_players() -> None:
    table = Table((Row("main", 1, Fraction(4)), Row("main", 2, Fraction(2)), Row("main", 3, Fraction(1))))
    semis = Span(("Cid", "Eli"), (2,), is_open=True, others=((1,), (3,)), sure=1)

    bounds = settled_payouts(840, table, {"main": [Span(("Ann",), (1,)), Span(("Bob",), (1,)), semis]})

    # Three in place 3 would get 40 each; with both finalists known there are two at most.
    assert bounds["Cid"] == Bounds(60, 120)


def test_open_prizes_in_two_brackets_add_up() -> None:
    spans = {"main": [Span(("Ann",), (1,)), Span(("Bob",), (1,))],
             "consolation": [Span(("Bob", "Eve"), (1,), is_open=True)]}  # fmt: skip

    bounds = settled_payouts(1200, preset("50-25-25").table_for(8), spans)

    assert bounds == {"Ann": Bounds(600, 600), "Bob": Bounds(300, 600), "Eve": Bounds(0, 300)}


@pytest.mark.parametrize(
    ("span", "code"),
    [
        (Span(("Ann",), (1, 1), is_open=True), "span.shape"),
        (Span(("Ann", "Bob"), (1,)), "span.shape"),
    ],
)
def test_a_span_has_a_person_for_every_place(span: Span, code: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        settled_payouts(100, THREE, {"main": [span]})

    assert broken.value.code == code


def test_too_many_open_places_are_refused() -> None:
    with pytest.raises(RuleBroken, match=r"span\.many"):
        settled_payouts(100, THREE, {"main": [Span((str(at),), (1,), is_open=True) for at in range(9)]})


@given(
    st.integers(0, 9999),
    st.lists(st.integers(1, 9), min_size=4, max_size=4),
    st.sampled_from([1, 5, 10]),
    st.booleans(),
)
def test_no_way_to_end_pays_outside_the_bounds(fund: int, shares: list[int], unit: int, may_tie: bool) -> None:
    table = Table(tuple(Row("main", place, Fraction(share)) for place, share in enumerate(shares, start=1)))
    spans = {"main": [Span(("Ann", "Bob", "Cid"), (1, 1, 1), is_open=True, may_tie=may_tie), Span(("Dee",), (1,))]}
    bounds = settled_payouts(fund, table, spans, unit)

    ends = [[[who] for who in order] for order in permutations(("Ann", "Bob", "Cid"))]
    ends += [[list(order)] for order in permutations(("Ann", "Bob", "Cid")) if may_tie]
    paid = [split(fund, table, Results.of({"main": [*end, ["Dee"]]}), unit).payouts for end in ends]

    for who, each in bounds.items():
        assert (min(one[who] for one in paid), max(one[who] for one in paid)) == (each.least, each.most)
