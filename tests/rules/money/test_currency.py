"""Sums as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.money.currency import digits_of, plain_sum, read_currency, read_sum, sign_of


@pytest.mark.parametrize(
    ("text", "currency", "minor"),
    [
        ("60", "EUR", 6000),
        ("60.00", "EUR", 6000),
        ("60,5", "EUR", 6050),
        ("12.50", "EUR", 1250),
        ("1,250", "EUR", 125000),
        ("1.250", "EUR", 125000),
        ("1 250", "EUR", 125000),
        ("1,250.50", "EUR", 125050),
        ("1.250,50", "EUR", 125050),
        ("1.250.000", "EUR", 125000000),
        ("1.000.000.000,00", "EUR", 100000000000),
        ("999,999,999,999,999.99", "EUR", 99999999999999999),
        ("1'250", "CHF", 125000),
        ("0", "EUR", 0),
        ("-5", "EUR", -500),
        ("−5.00", "EUR", -500),
        (" 145 ", "EUR", 14500),
        ("1250", "JPY", 1250),
        ("1,250", "JPY", 1250),
        ("1.250", "KWD", 1250),
        ("2", "KWD", 2000),
    ],
)
def test_a_sum_is_read_as_people_type_it(text: str, currency: str, minor: int) -> None:
    assert read_sum(text, currency) == minor


@pytest.mark.parametrize(
    ("text", "currency", "code"),
    [
        ("", "EUR", "sum.unread"),
        ("abc", "EUR", "sum.unread"),
        ("1,2,3", "EUR", "sum.unread"),
        ("1,25,000", "EUR", "sum.unread"),
        ("12.5050", "EUR", "sum.digits"),
        ("12.5", "JPY", "sum.digits"),
        ("1.2.", "EUR", "sum.unread"),
        (".", "EUR", "sum.unread"),
        ("٣", "EUR", "sum.unread"),
        ("9999999999999999", "EUR", "sum.unread"),
        ("1,000,000,000,000,000.00", "EUR", "sum.unread"),
        ("1.50000000000000000000", "EUR", "sum.digits"),
        ("--5", "EUR", "sum.unread"),
    ],
)
def test_what_is_no_sum_is_refused(text: str, currency: str, code: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        read_sum(text, currency)

    assert broken.value.code == code


@given(st.integers(-(10**12), 10**12), st.sampled_from(["EUR", "JPY", "KWD", "USD"]))
def test_what_is_written_is_read_again(minor: int, currency: str) -> None:
    assert read_sum(plain_sum(minor, currency), currency) == minor


def test_a_currency_is_known_by_its_code() -> None:
    assert read_currency(" eur ") == "EUR"
    assert (digits_of("EUR"), digits_of("JPY"), digits_of("KWD")) == (2, 0, 3)
    assert (sign_of("GBP"), sign_of("CHF")) == ("£", "CHF")
    with pytest.raises(RuleBroken, match=r"currency\.code"):
        read_currency("euro")
