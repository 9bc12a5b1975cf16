"""Steps that end a sale: to the high bid, or into the field."""

from typing import Any

from journal.book import OpenPage
from journal.models import Fact
from tournaments.actions.auctions.steps import OpenAuction, charge_auction
from tournaments.models import Hammer
from tournaments.read.money.auctions.view import LotView


def sell(page: OpenPage, opened: OpenAuction, lot: LotView, **body: Any) -> None:
    """Step: record that a lot is sold to its high bid, with what its buyers owe."""
    high = lot.state.high
    won = next(each for each in lot.bids if high is not None and each.number == high.number)
    fact = Hammer(sale_id=lot.sale, bid_id=won.record)
    page.keep([fact])
    facts: list[Fact] = [fact, *charge_auction(page, opened)]
    page.record("lot.hammered", facts, **(_hammering(opened, lot) | body))


def send_to_field(page: OpenPage, opened: OpenAuction, lot: LotView, **body: Any) -> None:
    """Step: record that a lot is passed into the field."""
    page.record("lot.passed", [Hammer(sale_id=lot.sale, bid=None)], **(_hammering(opened, lot) | body))


def _hammering(opened: OpenAuction, lot: LotView) -> dict[str, Any]:
    return opened.concerns(f"hammer:{lot.sale}", needs=(f"sale:{lot.sale}", f"bids:{lot.sale}"))
