"""The house's share and the fund; shares as they are typed; plain largest remainder."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.money.fund import Fund, House, fund_of
from rules.money.shares import divide, half_up_to, read_share, write_share

TEN = Fraction(10)


@pytest.mark.parametrize(
    ("house", "collected", "share"),
    [
        (House(), 288000, 0),
        (House(percent=TEN), 288005, 28800),
        (House(percent=TEN, unit=100), 288950, 28800),
        (House(percent=Fraction(25, 2)), 1001, 125),
        (House(fixed=5000), 20000, 5000),
        (House(percent=TEN, fixed=500), 20000, 2500),
        (House(percent=TEN, at_least=3000), 20000, 3000),
        (House(percent=TEN, cap=1500), 20000, 1500),
        (House(percent=TEN, at_least=1234, unit=500), 9000, 1234),
        (House(percent=TEN, cap=1234, unit=500), 90000, 1234),
        (House(fixed=5000), 3000, 3000),
        (House(at_least=1000), 0, 0),
        (House(percent=Fraction(100)), 777, 777),
    ],
)
def test_the_house_takes_its_share(house: House, collected: int, share: int) -> None:
    assert house.share_of(collected) == share


@pytest.mark.parametrize(
    ("collected", "share"),
    [(10000, 1000), (24900, 1000), (25000, 1500), (30000, 1500), (34999, 1500), (35000, 2000), (45000, 2500)],
)
def test_denver_takes_at_least_10_or_5_percent_to_the_nearest_5(collected: int, share: int) -> None:
    denver = House(percent=Fraction(5), at_least=1000, unit=500, nearest=True)

    assert denver.share_of(collected) == share


def test_added_money_is_a_line_of_its_own_and_pays_no_house() -> None:
    fund = fund_of([6000] * 48, House(percent=TEN, unit=100), 50000)

    assert (fund, fund.total) == (Fund(288000, 28800, 50000), 309200)


@pytest.mark.parametrize(
    ("refused", "code"),
    [
        (lambda: House(percent=Fraction(101)), "house.percent"),
        (lambda: House(fixed=-1), "house.negative"),
        (lambda: House(unit=0), "house.negative"),
        (lambda: House(cap=10, at_least=11), "house.cap"),
        (lambda: fund_of([100, -1]), "fund.negative"),
        (lambda: fund_of([], added=-1), "fund.negative"),
    ],
)
def test_what_cannot_be_a_fund_is_refused(refused: object, code: str) -> None:
    assert callable(refused)
    with pytest.raises(RuleBroken) as broken:
        refused()

    assert broken.value.code == code


@pytest.mark.parametrize(
    ("typed", "share"),
    [
        ("1/3", Fraction(1, 3)),
        ("12.5", Fraction(25, 2)),
        ("12,5", Fraction(25, 2)),
        (" 4 ", Fraction(4)),
        (0, Fraction(0)),
    ],
)
def test_shares_are_exact(typed: str | int, share: Fraction) -> None:
    assert read_share(typed) == share


@pytest.mark.parametrize("typed", ["", "a", "1/0", "1/00", "-1", "1.2.3", "1e5", ".5", "5.", "１", "1 / 3"])
def test_what_is_no_share_is_refused(typed: str) -> None:
    with pytest.raises(RuleBroken, match=r"share\.text"):
        read_share(typed)


@given(st.fractions(0, 1000, max_denominator=10**5))
def test_a_written_share_is_read_again(share: Fraction) -> None:
    assert read_share(write_share(share)) == share


@pytest.mark.parametrize(
    ("total", "shares", "sums"),
    [
        (1001, [1, 1, 1], [334, 334, 333]),
        (2, [Fraction(1, 4), Fraction(3, 4)], [0, 2]),
        (5, [Fraction(1, 2), Fraction(1, 2)], [3, 2]),
        (0, [1, 2], [0, 0]),
        (7, [], []),
        (7, [0, 0], [0, 0]),
        (100, [0, 1], [0, 100]),
    ],
)
def test_owners_divide_by_plain_largest_remainder(total: int, shares: list[int], sums: list[int]) -> None:
    assert divide(total, shares) == sums


@given(st.integers(0, 10**6), st.lists(st.fractions(Fraction(1, 20), 1, max_denominator=20), min_size=1, max_size=8))
def test_a_division_is_exact_and_never_a_unit_off(total: int, shares: list[Fraction]) -> None:
    sums = divide(total, shares)

    assert sum(sums) == total
    assert all(abs(got - total * share / sum(shares)) < 1 for got, share in zip(sums, shares, strict=True))


def test_a_half_is_rounded_up() -> None:
    assert [half_up_to(Fraction(each, 2)) for each in (0, 1, 2, 3, 411)] == [0, 1, 1, 2, 206]
