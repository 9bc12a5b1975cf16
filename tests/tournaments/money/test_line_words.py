"""Lines of accounts in words: fees by their names, what no fee charges by what it is for."""

import pytest

from rules.money.fees import Fee, FeeKind
from tournaments.read.money.accounts import AccountLine
from tournaments.words.money.lines import line_word


@pytest.mark.parametrize(
    ("code", "event", "word"),
    [
        ("lot:31#B", "", "Calcutta, lot B"),
        ("share:31#B", "", "Calcutta, won by lot B"),
        ("deal:31#P1", "", "Calcutta, shares of lot P1"),
        ("stake:#4", "", "Calcutta, stake"),
        ("prize:7", "Main", "Prize, Main"),
        ("prize:7", "", "Prize"),
        ("chop", "", "Chop"),
        ("strange:1", "", "strange:1"),
    ],
)
def test_a_line_that_no_fee_charges_says_what_it_is_for(code: str, event: str, word: str) -> None:
    assert line_word(AccountLine(1, code, None, 0, 0, "free", event=event)) == word


def test_a_fee_without_a_name_is_named_by_its_kind_and_event() -> None:
    fee = Fee("main", FeeKind.REENTRY, "", 6000, event=7)

    assert line_word(AccountLine(1, "main:3", fee, 6000, 6000, "open", event="Main")) == "Main, re-entry"
    assert line_word(AccountLine(1, "main:3", fee, 0, 0, "open", event="Main", who="Ana")) == "Main, re-entry, Ana"
