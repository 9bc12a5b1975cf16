"""Prizes: the quoted splits, every ruling on rounding, and the same money from a slow second calculation."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.money.presets import many_places, preset, table_of
from rules.money.prizes import Row, Split, Table, round_shares, split
from rules.money.results import Results

AUCTION = preset("45-22-8-8-12-5").table_for(16)
DOUBLING = preset("4-2-2-1-1-1-1").table_for(48)
EVERYONE = Results.of(
    {
        "main": [["Ann"], ["Bob"], ["Cid", "Dee"]],
        "consolation": [["Eve"], ["Fay"]],
        "last_chance": [["Gus"]],
    }
)


def amounts(divided: Split) -> list[int]:
    return [prize.amount for prize in divided.prizes]


@pytest.mark.parametrize(
    ("net", "paid"),
    [
        (2475, [1120, 545, 195, 195, 295, 125]),
        (1395, [630, 305, 110, 110, 170, 70]),
        (1548, [698, 340, 125, 125, 185, 75]),
    ],
)
def test_the_auction_of_bilbao_pays_the_quoted_prizes(net: int, paid: list[int]) -> None:
    """Source: the worked auction of 2,750 less 10 %, and the same table during the bidding."""
    assert amounts(split(net, AUCTION, EVERYONE, 5)) == paid


def test_the_quoted_prizes_hold_in_cents_too() -> None:
    assert amounts(split(247500, AUCTION, EVERYONE, 500)) == [112000, 54500, 19500, 19500, 29500, 12500]


def test_fifty_entrants_with_five_places_are_paid_the_quoted_percentages() -> None:
    """32-20-13-9-7 of 81: 39.5, 24.7, 16.0, 11.1 and 8.6 percent."""
    table = preset("32-20-13-9").table_for(50)
    results = Results.of({"main": [[name] for name in "ABCDEFGH"]})

    divided = split(1000, table, results)

    assert amounts(divided) == [395, 247, 161, 111, 86]
    assert [prize.exact for prize in divided.prizes] == [Fraction(1000 * share, 81) for share in (32, 20, 13, 9, 7)]


def test_from_the_ninth_place_the_share_is_exactly_32_divided_by_the_place() -> None:
    shares = many_places(11).shares("main")

    assert list(shares.values())[6:] == [5, 4, Fraction(32, 9), Fraction(16, 5), Fraction(32, 11)]


def test_the_rounding_is_explained_by_values() -> None:
    """48 entrants of 60: 3,092 in steps of 5; four places are next in line, but four steps are 20 and 12 is over."""
    residue = split(3092, DOUBLING, EVERYONE, 5).residue

    assert (residue.over, residue.raised, residue.needed, residue.to_first) == (12, (), 20, 12)
    assert residue.refused is not None
    assert (residue.refused.floor, len(residue.refused.prizes), residue.first) == (255, 4, (0,))


def test_units_left_over_go_by_largest_remainder_and_equal_shares_take_one_each() -> None:
    residue = split(1796, DOUBLING, EVERYONE, 5).residue

    assert [(level.floor, len(level.prizes)) for level in residue.raised] == [(145, 4), (295, 2)]
    assert (residue.over, residue.refused, residue.to_first) == (31, None, 1)


def test_the_first_level_that_cannot_be_served_ends_it() -> None:
    # Rounded down: 10, 5, 5, 5. The one unit left can't serve the two of 8; that of 6 comes behind them and gets none.
    money, residue = round_shares(33, [Fraction(11), Fraction(6), Fraction(8), Fraction(8)], 5)

    assert money == [18, 5, 5, 5]
    assert residue.refused is not None
    assert (residue.refused.prizes, residue.over, residue.to_first) == ((2, 3), 8, 8)


def test_of_equal_remainders_the_larger_share_comes_first() -> None:
    # 20, 15 and 5 in steps of 10: 15 and 5 have the same remainder.
    money, residue = round_shares(40, [Fraction(20), Fraction(5), Fraction(15)], 10)

    assert money == [20, 0, 20]
    assert [level.share for level in residue.raised] == [15]


def test_those_tied_pool_their_shares_and_are_rounded_once() -> None:
    tied = Results.of({"main": [["Ann"], ["Bob", "Cid", "Dee"]], "consolation": [["Eve"], ["Fay"]]})

    divided = split(2475, AUCTION, tied, 5)

    assert [(p.who, p.amount, p.before_ties, p.first, p.tied) for p in divided.prizes[:4]] == [
        ("Ann", 1125, 1120, 1, 1),
        ("Bob", 310, 545, 2, 3),
        ("Cid", 310, 195, 2, 3),
        ("Dee", 310, 195, 2, 3),
    ]
    assert divided.prizes[1].share == Fraction(38, 3)
    assert sum(amounts(divided)) == 2475


def test_a_tie_across_the_last_paid_place_shares_what_is_paid() -> None:
    results = Results.of({"main": [["Ann"], ["Bob"], ["Cid", "Dee", "Eve", "Fay"]]})

    divided = split(1000, table_of(("main", 1, 50), ("main", 2, 30), ("main", 3, 20)), results)

    assert divided.payouts == {"Ann": 500, "Bob": 300, "Cid": 50, "Dee": 50, "Eve": 50, "Fay": 50}
    assert [prize.before_ties for prize in divided.prizes] == [500, 300, 200, 0, 0, 0]


def test_a_shared_first_place_spreads_the_residue_in_minor_units_from_the_top() -> None:
    results = Results.of({"main": [["Ann", "Bob", "Cid"]]})

    divided = split(1001, table_of(("main", 1, 50), ("main", 2, 30), ("main", 3, 20)), results, 100)

    assert divided.payouts == {"Ann": 334, "Bob": 334, "Cid": 333}


def test_equal_shares_of_the_table_are_equal_money_whether_tied_or_not() -> None:
    table = table_of(("main", 1, 2), ("main", 2, 1), ("consolation", 1, 1), ("main", 3, 1), ("main", 4, 1))

    divided = split(100, table, EVERYONE, 10)

    assert amounts(divided) == [60, 10, 10, 10, 10]


def test_a_place_with_the_share_of_first_shares_what_goes_to_first() -> None:
    results = Results.of({"main": [["Ann"]], "consolation": [["Eve"]]})

    divided = split(1011, table_of(("main", 1, 1), ("consolation", 1, 1)), results, 100)

    assert divided.payouts == {"Ann": 506, "Eve": 505}


def test_a_paid_place_that_nobody_holds_raises_the_others() -> None:
    results = Results.of({"main": [["Ann"], ["Bob"]], "consolation": []})

    divided = split(1200, preset("50-25-25").table_for(8), results)

    assert divided.payouts == {"Ann": 800, "Bob": 400}
    assert divided.lapsed == (Row("consolation", 1, Fraction(25)),)


def test_one_person_may_take_two_prizes() -> None:
    results = Results.of({"main": [["Ann"], ["Bob"], ["Cid", "Dee"]], "consolation": [["Dee"], ["Cid"]]})

    divided = split(2475, AUCTION, results, 5)

    assert divided.payouts == {"Ann": 1120, "Bob": 545, "Cid": 320, "Dee": 490}


def test_without_results_nothing_is_paid() -> None:
    assert split(1000, AUCTION, Results.of({"main": []})).prizes == ()


def test_results_that_hold_no_paid_place_are_refused() -> None:
    with pytest.raises(RuleBroken, match=r"table\.unheld"):
        split(1000, table_of(("main", 1, 1)), Results.of({"consolation": [["Eve"]]}))


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([Row("main", 0, Fraction(1))], "table.place"),
        ([Row("main", 1, Fraction(-1))], "table.share"),
        ([Row("main", 1, Fraction(1)), Row("main", 1, Fraction(2))], "table.twice"),
        ([], "table.empty"),
        ([Row("main", 1, Fraction(0))], "table.empty"),
        ([Row("main", place, Fraction(1)) for place in range(1, 514)], "table.long"),
    ],
)
def test_a_table_that_cannot_be_paid_is_refused(rows: list[Row], code: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        Table(tuple(rows))

    assert broken.value.code == code


@pytest.mark.parametrize(("fund", "unit", "code"), [(-1, 1, "fund.negative"), (1, 0, "unit.small")])
def test_a_negative_fund_and_no_unit_are_refused(fund: int, unit: int, code: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        split(fund, AUCTION, EVERYONE, unit)

    assert broken.value.code == code


def test_nobody_has_two_places_in_one_bracket() -> None:
    with pytest.raises(RuleBroken, match=r"results\.twice"):
        Results.of({"main": [["Ann"], ["Bob", "Ann"]]})


# --- The same money from another calculation, and properties

SHARES = st.one_of(st.integers(1, 60).map(Fraction), st.fractions(Fraction(1, 12), 40, max_denominator=12))


@st.composite
def fields(draw: st.DrawFn) -> tuple[int, Table, Results, int]:
    """A fund, a table over up to three brackets, results with ties, and a unit."""
    rows, brackets = [], {}
    for bracket in ("main", "consolation", "last_chance"):
        paid = draw(st.integers(1 if bracket == "main" else 0, 6))
        rows += [Row(bracket, place, draw(SHARES)) for place in range(1, paid + 1)]
        sizes = draw(st.lists(st.integers(1, 4), min_size=1 if bracket == "main" else 0, max_size=4))
        names = iter(f"{bracket} {number}" for number in range(99))
        brackets[bracket] = [[next(names) for _ in range(size)] for size in sizes]
    return (
        draw(st.integers(0, 400_000)),
        Table(tuple(rows)),
        Results.of(brackets),
        draw(st.sampled_from([1, 5, 100, 500])),
    )


def slow_split(fund: int, table: Table, results: Results, unit: int) -> dict[str, int]:
    """The rulings again, unit by unit and person by person."""
    weight: dict[str, Fraction] = {}
    for bracket in ("main", "consolation", "last_chance"):
        place = 0
        for group in results.groups(bracket):
            pool = Fraction(0)
            for _ in group:
                place += 1
                pool += sum(row.share for row in table.rows if (row.bracket, row.place) == (bracket, place))
            for who in group:
                if pool:
                    weight[who] = pool / len(group)
    if not weight:
        return {}
    whole = sum(weight.values())
    money = {who: int(fund * share / whole) // unit * unit for who, share in weight.items()}
    left = fund - sum(money.values())
    waiting = set(weight.values())
    while left >= unit and waiting:
        share = max(waiting, key=lambda each: (fund * each / whole % unit, each))
        alike = [who for who in weight if weight[who] == share]
        waiting.remove(share)
        if unit * len(alike) > left:
            break
        for who in alike:
            money[who] += unit
            left -= unit
    top = next(iter(weight))
    first = [who for who in weight if weight[who] == weight[top]]
    while left:
        for who in first[:left]:
            money[who] += 1
            left -= 1
    return money


@given(fields())
def test_a_slow_second_calculation_pays_the_same(case: tuple[int, Table, Results, int]) -> None:
    fund, table, results, unit = case

    assert split(fund, table, results, unit).payouts == slow_split(fund, table, results, unit)


@given(fields())
def test_every_unit_is_paid_and_equal_shares_are_equal_money(case: tuple[int, Table, Results, int]) -> None:
    fund, table, results, unit = case

    divided = split(fund, table, results, unit)

    first = {divided.prizes[at].share for at in divided.residue.first}
    assert sum(amounts(divided)) == fund == sum(prize.exact for prize in divided.prizes)
    assert min(amounts(divided)) >= 0
    by_share: dict[Fraction, set[int]] = {}
    for prize in divided.prizes:
        by_share.setdefault(prize.share, set()).add(prize.amount)
        if prize.share not in first:
            assert abs(prize.amount - prize.exact) < unit
            assert prize.amount % unit == 0
    for share, sums in by_share.items():
        assert max(sums) - min(sums) <= (1 if share in first else 0)
    assert sum(prize.before_ties for prize in divided.prizes) == fund


@given(fields())
def test_the_order_of_the_rows_has_no_effect(case: tuple[int, Table, Results, int]) -> None:
    fund, table, results, unit = case
    main_first = [row for row in table.rows if row.bracket == "main"]
    others = [row for row in table.rows if row.bracket != "main"]

    backwards = Table((*others, *reversed(main_first)))

    assert split(fund, backwards, results, unit).payouts == split(fund, table, results, unit).payouts


@given(fields(), st.fractions(Fraction(1, 9), 9, max_denominator=9))
def test_only_the_proportion_of_shares_counts(case: tuple[int, Table, Results, int], factor: Fraction) -> None:
    fund, table, results, unit = case

    scaled = Table(tuple(Row(row.bracket, row.place, row.share * factor) for row in table.rows))

    assert split(fund, scaled, results, unit).payouts == split(fund, table, results, unit).payouts
