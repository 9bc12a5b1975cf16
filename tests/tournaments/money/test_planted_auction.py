"""Faults planted in the auction, one at a time in a copy of the program: each is found, and by whom."""

from collections.abc import Iterator

import pytest
from django.db import connection

from tests.depth import and_long
from tests.tournaments.test_planted_faults import Ended, Fault, all_planted

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="planted once, on SQLite")
ACTIONS, READ, MODELS = "tournaments/actions/auctions", "tournaments/read/money/auctions", "tournaments/models"
BLOCK, SHARES = "tests/tournaments/money/test_auction.py", "tests/tournaments/money/test_auction_shares.py"
DRAW, CLOSING = "tests/tournaments/money/test_auction_draw.py", "tests/tournaments/money/test_auction_closing.py"
MACHINE = ("tests/tournaments/money/test_auction_machine.py", "-k", "any_order")


FAULTS = {
    "what was charged before is forgotten": Fault(
        f"{ACTIONS}/steps.py",
        "differs = sums.get(payer, 0) - was.get(payer, 0)",
        "differs = sums.get(payer, 0)",
        "charged otherwise",
        MACHINE,
    ),
    "an undone deal stays on the accounts": Fault(
        f"{ACTIONS}/undoing.py",
        "posting = [] if kind is Auction else charge_auction(page, opened)",
        "posting = []",
        "assert",
        (SHARES, "-k", "can_be_left_or_undone"),
    ),
    "a hammer does not look at the last bid": Fault(
        f"{ACTIONS}/selling.py",
        "        page.check_version(row.state.made)\n        happened(row.state, Hammered(page.at))",
        "        happened(row.state, Hammered(page.at))",
        "seen.unused",
        (BLOCK, "-k", "did_not_see_the_last_bid"),
    ),
    "one person voids a sale alone": Fault(
        f"{ACTIONS}/voiding.py",
        "by, second = requested.record.page.actor, caller.actor.name",
        'by, second = "", caller.actor.name',
        "DID NOT RAISE",
        (SHARES, "-k", "withdrawn_lot_is_refunded"),
    ),
    "a lot is paid out twice": Fault(
        f"{ACTIONS}/paying.py",
        "if differs := now.get(payer, 0) + was.get(payer, 0):",
        "if differs := now.get(payer, 0):",
        "assert",
        (SHARES, "-k", "to_the_cent"),
    ),
    "a withdrawn lot is not refunded": Fault(
        f"{READ}/money.py",
        "        if sale.is_void:\n            for who, amount",
        "        if sale.is_void and sale.void is None:\n            for who, amount",
        "assert",
        (SHARES, "-k", "withdrawn_lot_is_refunded"),
    ),
    "bids have gaps": Fault(
        f"{ACTIONS}/selling.py", "number, who = lot.state.made + 1,", "number, who = lot.state.made + 2,",
        "bid.number", (BLOCK, "-k", "opened_bid_for_and_hammered"),
    ),
    "whoever owes a lot bids on": Fault(
        f"{READ}/view.py", "all_sold=self.rules.bar_unpaid", "all_sold=False",
        "DID NOT RAISE", (SHARES, "-k", "may_not_bid_if_so_set"),
    ),
    "a bid that was taken back counts": Fault(
        f"{READ}/view.py", "        if bid.taken_back is not None:\n", "        if bid.taken_back and not bids:\n",
        "bid.own_high", (BLOCK, "-k", "taken_back_keeps_its_number"),
    ),
    "a phone bids while the clock is stopped": Fault(
        f"{ACTIONS}/selling.py", "(payer,), by_phone=True)", "(payer,))",
        "assert", (BLOCK, "-k", "phones_bid_by_their_own"),
    ),
    "the database takes a bid after the hammer": Fault(
        f"{MODELS}/money/sales.py", 'Guard("bid_before_the_hammer", _OVER)', 'Guard("bid_before_the_hammer", "1 = 0")',
        "DID NOT RAISE", (BLOCK, "-k", "bid_after_the_hammer_and_a_second"),
    ),
    "the database takes a bid that does not rise": Fault(
        f"{MODELS}/money/sales.py", "bid.amount >= NEW.amount", "bid.amount > NEW.amount",
        "bid_rises", (BLOCK, "-k", "does_not_follow"),
    ),
    "the database takes a gap": Fault(
        f"{MODELS}/money/sales.py", '"NEW.number <> 1 + (SELECT', '"NEW.number < 1 + (SELECT',
        "bid_without_a_gap", (BLOCK, "-k", "does_not_follow"),
    ),
    "the draw waits for those who bought back": Fault(
        f"{READ}/buybacks.py", " not in gone and not sale.bought_back(player)", " not in gone",
        "assert", (DRAW, "-k", "draw_waits"),
    ),
    "the clock hammers when somebody looks": Fault(
        f"{ACTIONS}/clock.py", "close(page, opened, each.lot, due=each.at)", "close(page, opened, each.lot)",
        "assert", (DRAW, "-k", "clock_hammers"),
    ),
    "the proof mixes what came in and went out": Fault(
        "tournaments/read/money/proof.py", "Purses.BUYBACKS and line == OUT", "Purses.BUYBACKS and bool(line)",
        "assert", (CLOSING, "-k", "rows_of_the_auction"),
    ),
    "the file has another house": Fault(
        f"{READ}/export.py", '"house": write_share(division.house.percent)', '"house": "0"',
        "assert", (CLOSING, "-k", "gives_what_was_awarded"),
    ),
}  # fmt: skip


# Each is a run of its own: CI plants every other one, a long run all.
PLANTED = and_long(list(FAULTS)[::2], list(FAULTS)[1::2])


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Ended]]:
    with all_planted({name: FAULTS[name] for name in PLANTED}, tmp_path_factory) as ended:
        yield ended


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str, outcomes: dict[str, Ended]) -> None:
    ended = outcomes[name].result()

    assert ended is not None, "there is nothing to plant: the text was not found"
    assert ended.returncode == 1, ended.stdout[-2000:]
    assert FAULTS[name].saying in ended.stdout, ended.stdout[-3000:]
