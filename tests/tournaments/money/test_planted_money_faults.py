"""Faults planted in the actions, the reading and the papers of prizes and closing: each is found, and by whom."""

from collections.abc import Iterator

import pytest
from django.db import connection

from tests.depth import and_long
from tests.tournaments.test_planted_faults import Ended, Fault, all_planted

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="planted once, on SQLite")
ACTIONS, READ = "tournaments/actions/money", "tournaments/read/money"
PRIZES, CLOSING = "tests/tournaments/money/test_prizes.py", "tests/tournaments/money/test_closing.py"
PAYOUTS, PROOF = "tests/pages/payouts/test_payouts.py", "tests/pages/closing/test_books_closing.py"

FAULTS = {
    "a second award pays everything again": Fault(
        f"{ACTIONS}/prizes.py", "now.get(payer, 0) - was.get(payer, 0)", "now.get(payer, 0)", "Error",
        (PRIZES, "-k", "corrected_final_posts"),
    ),
    "added money is paid before what was collected": Fault(
        f"{ACTIONS}/prizes.py", "fund = min(after, net) - min(before, net)", "fund = after - before", "Error",
        (PRIZES, "-k", "added_money_is_paid_after"),
    ),
    "what nobody collects goes to the house": Fault(
        f"{ACTIONS}/prizes.py", "Move(Purse(Purses.UNCLAIMED, payer), -owed)", "Move(Purse(Purses.HOUSE), -owed)",
        "Error", (PRIZES, "-k", "keeps_what_nobody"),
    ),
    "one person opens the books again": Fault(
        f"{ACTIONS}/closing.py", "if actors == {caller.actor.name}:", "if not actors:", "DID NOT RAISE",
        (CLOSING, "-k", "two_people"),
    ),
    "books are closed although something is open": Fault(
        f"{ACTIONS}/closing.py", "        if proof.findings:\n", "        if not proof:\n", "DID NOT RAISE",
        (CLOSING, "-k", "something_is_open"),
    ),
    "the club is paid the house's share twice": Fault(
        f"{ACTIONS}/club_books.py", ' and leg.about == "share":', ":", "Error",
        (CLOSING, "-k", "goes_to_the_books_of_the_club"),
    ),
    "a corrected final does not keep the books open": Fault(
        f"{READ}/proof.py", "if left or moved:", "if left:", "Error", (CLOSING, "-k", "awarded_anew"),
    ),
    "a deposit without a decision goes to the house": Fault(
        f"{READ}/proof.py", "if amount and not decided.get((payer, line), False):", "if not amount:", "Error",
        (CLOSING, "-k", "deposit"),
    ),
    "an open drawer counts as counted": Fault(
        f"{READ}/proof.py", "        if row.counted is None:\n", "        if row.counted == -1:\n", "Error",
        (CLOSING, "-k", "something_is_open"),
    ),
    "who has too much is paid more": Fault(
        f"{READ}/payouts.py", "return max(self.balance, 0)", "return max(-self.balance, 0)", "Error",
        (PAYOUTS, "-k", "corrected_after_payouts"),
    ),
    "the exported file leaves out an entry": Fault(
        f"{READ}/payout_files.py", "return charged if sum(charged) == pot.collected else [pot.collected]",
        "return charged[:-1]", "Error", (PAYOUTS, "-k", "exported_file_pays"),
    ),
    "a sheet has the number of the one before": Fault(
        f"{READ}/sheets.py", "sheet=last if is_closed else last + 1,", "sheet=last,", "Error",
        (PROOF, "-k", "one_page"),
    ),
    "open books are proved on paper": Fault(
        "tournaments/papers/money/closing_proof.py", "    if not sheet.is_closed:\n", "    if not tournament.name:\n",
        "Error", (PROOF, "-k", "stands_in_the_way"),
    ),
}  # fmt: skip


# Each is a run of its own: CI plants every other one, a long run all.
PLANTED = and_long(list(FAULTS)[::2], list(FAULTS)[1::2])


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Ended]]:
    with all_planted({name: FAULTS[name] for name in PLANTED}, tmp_path_factory) as ended:
        yield ended


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_of_money_is_found(name: str, outcomes: dict[str, Ended]) -> None:
    ended = outcomes[name].result()

    assert ended is not None, "there is nothing to plant: the text was not found"
    assert ended.returncode == 1, ended.stdout[-2000:]
    assert FAULTS[name].saying in ended.stdout, ended.stdout[-3000:]
