"""The form of an auction's rules: steps of bids as they are shown, in currencies with any number of decimals."""

from zoneinfo import ZoneInfo

import pytest

from rules.money.auctions.rules import read_auction_rules
from tests.tournaments.money.auctions import RULES
from tournaments.pages.auction_setup.form import RulesForm, first_shown


@pytest.mark.parametrize(
    ("currency", "bands", "shown"),
    [
        ("EUR", [[0, 500], [100000, 2550]], "5, from 1000: 25.50"),
        ("JPY", [[0, 500], [20000, 1000]], "500, from 20000: 1000"),
        ("KWD", [[0, 5000], [1000000, 10500]], "5, from 1000: 10.500"),
    ],
)
def test_steps_are_shown_as_the_currency_writes_them_and_read_back(
    currency: str, bands: list[list[int]], shown: str
) -> None:
    rules, zone = read_auction_rules(RULES | {"opening": bands[0][1], "bands": bands}), ZoneInfo("UTC")

    values = first_shown(rules, rules.division.table_for(4), currency, zone)
    form = RulesForm(values, currency=currency, zone=zone)

    assert values["bands"] == shown
    assert form.is_valid()
    assert form.cleaned_data["bands"] == bands
