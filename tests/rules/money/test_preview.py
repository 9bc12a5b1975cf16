"""The preview of a prize table: the whole quoted sheet for 16 to 64 entrants, and its four facts."""

from fractions import Fraction

import pytest

from rules.errors import RuleBroken
from rules.money.fund import House, fund_of
from rules.money.presets import PRESETS, many_places, preset, table_of
from rules.money.preview import column, columns, facts
from rules.money.prizes import Row

SIZES = (16, 24, 32, 40, 48, 64)
ROWS = [("main", 1), ("main", 2), ("consolation", 1), ("main", 3), ("main", 4), ("consolation", 2), ("last_chance", 1)]
# The sheet of the Bilbao Autumn Open: entry 60, house 10 % rounded down to 1, 500 added, steps of 5; in whole euros.
SHEET: list[tuple[int | None, ...]] = [
    (684, 596, 748, 890, 1042, 1316),
    (340, 300, 370, 445, 515, 660),
    (340, 300, 370, 445, 515, 660),
    (None, 150, 185, 220, 255, 330),
    (None, 150, 185, 220, 255, 330),
    (None, 150, 185, 220, 255, 330),
    (None, 150, 185, 220, 255, 330),
]
MOVED: list[tuple[str | None, ...]] = [
    ("2", "-8/3", "16/3", "10/3", "34/3", "-8/3"),
    ("-1", "2/3", "-4/3", "5/3", "-1/3", "2/3"),
    ("-1", "2/3", "-4/3", "5/3", "-1/3", "2/3"),
    *[(None, "1/3", "-2/3", "-5/3", "-8/3", "1/3")] * 4,
]


def fund_at(entrants: int) -> int:
    return fund_of([60] * entrants, House(percent=Fraction(10)), 500).total


def test_the_sheet_of_bilbao_is_paid_as_quoted() -> None:
    doubling, few = preset("4-2-2-1-1-1-1"), preset("50-25-25")

    sheet = columns(SIZES, fund_at, lambda n: (doubling if doubling.suits(n) else few).table_for(n), 5)

    paid = [{(p.row.bracket, p.row.place): (p.amount, p.moved) for p in each.places} for each in sheet]
    assert [each.paid for each in sheet] == [1364, 1796, 2228, 2660, 3092, 3956] == [each.fund for each in sheet]
    assert [tuple(each.get(row, (None, None))[0] for each in paid) for row in ROWS] == SHEET
    assert [tuple(each.get(row, (None, None))[1] for each in paid) for row in ROWS] == [
        tuple(None if text is None else Fraction(text) for text in row) for row in MOVED
    ]


def test_the_residue_of_the_present_field_names_its_rows() -> None:
    shown = column(48, fund_at(48), preset("4-2-2-1-1-1-1").table_for(48), 5)

    assert shown.residue.refused is not None
    assert [(row.bracket, row.place) for row in shown.rows_of(shown.residue.refused)] == [
        ("main", 3), ("main", 4), ("consolation", 2), ("last_chance", 1)
    ]  # fmt: skip
    assert (shown.residue.over, shown.residue.needed, shown.residue.to_first) == (12, 20, 12)


def test_the_four_facts_are_those_of_the_sheet() -> None:
    shown = facts(column(48, fund_at(48), preset("4-2-2-1-1-1-1").table_for(48), 5), 60)

    assert (shown.one_in, shown.smallest) == (Fraction(48, 7), Fraction(17, 4))
    assert shown.consolation == Fraction(770, 3092)
    assert shown.last_chance == Fraction(255, 3092)


def test_without_a_fee_or_a_fund_there_is_no_fact() -> None:
    shown = facts(column(1, 0, table_of(("consolation", 1, 1))), 0)

    assert (shown.one_in, shown.consolation, shown.last_chance, shown.smallest) == (None, None, None, None)


def test_a_place_that_nobody_will_hold_has_no_money() -> None:
    table = preset("40-25-25-10").table_for(2)

    shown = column(2, 1300, table)
    given = column(2, 1300, table, holders={"main": 2})

    assert [place.amount for place in shown.places] == [578, 361, 361, None]
    assert [place.amount for place in given.places] == [800, 500, None, None]


@pytest.mark.parametrize(
    ("preset_id", "rows"),
    [
        ("50-25-25", {("main", 1): "50", ("main", 2): "25", ("consolation", 1): "25"}),
        ("40-25-25-10", {("main", 1): "40", ("main", 2): "25", ("consolation", 1): "25", ("consolation", 2): "10"}),
        ("4-2-1", {("main", 1): "4", ("main", 2): "2", ("main", 3): "1"}),
        ("5-3-2", {("main", 1): "5", ("main", 2): "3", ("main", 3): "2"}),
        ("50-25-12.5-12.5", {("main", 1): "50", ("main", 2): "25", ("main", 3): "25/2", ("main", 4): "25/2"}),
        ("50-33-17", {("main", 1): "50", ("main", 2): "33", ("main", 3): "17"}),
        ("40-30-20-10", {("main", 1): "40", ("main", 2): "30", ("main", 3): "20", ("main", 4): "10"}),
        ("winner", {("main", 1): "1"}),
    ],
)
def test_the_presets_are_those_of_the_field(preset_id: str, rows: dict[tuple[str, int], str]) -> None:
    table = preset(preset_id).table_for(16)

    assert {(row.bracket, row.place): str(row.share) for row in table.rows} == rows


def test_presets_know_the_field_sizes_they_are_meant_for() -> None:
    suits = {each.id: [size for size in (8, 16, 17, 64, 65) if each.suits(size)] for each in PRESETS.values()}

    assert suits["50-25-25"] == [8, 16]
    assert suits["4-2-2-1-1-1-1"] == [17, 64]
    assert suits["40-25-25-10"] == [8, 16, 17, 64, 65]
    assert [each.id for each in PRESETS.values() if each.auction] == ["45-22-8-8-12-5", "40-30-20-10", "winner"]


def test_many_places_are_one_in_ten() -> None:
    table_for = preset("32-20-13-9").table_for

    assert [len(table_for(size).rows) for size in (4, 50, 99, 120)] == [1, 5, 9, 12]
    assert many_places(9).rows[-1] == Row("main", 9, Fraction(32, 9))


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(RuleBroken, match=r"preset\.unknown"):
        preset("50-50")
