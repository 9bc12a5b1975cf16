"""An auction at the end of the evening: the closing proof knows it, and its file gives the same sums alone."""

import json
from pathlib import Path

import pytest

from journal.verify import verify
from rules.__main__ import main
from rules.money.auctions.bidding import Status
from tests.factories import a_caller, play_out
from tests.tournaments.money.auctions import AnAuction, the_evening, voids
from tests.tournaments.money.evenings import lines_of
from tournaments.actions.auctions.bidders import make_bidder_link
from tournaments.actions.auctions.paying import award_auction, close_stakes, stake
from tournaments.actions.auctions.selling import hammer
from tournaments.actions.auctions.shares import Deal, transfer_share
from tournaments.actions.auctions.voiding import auction_again, request_void
from tournaments.actions.draws.making import make_draw
from tournaments.actions.money.cash import Hand, hand_out, take
from tournaments.actions.money.closing import close_books
from tournaments.actions.money.drawers import count_drawer
from tournaments.models import Payer
from tournaments.read.money.auctions.bidders import payer_of_secret
from tournaments.read.money.auctions.export import calcutta_file
from tournaments.read.money.proof import proof_of

pytestmark = pytest.mark.django_db


def findings(auction: AnAuction) -> list[str]:
    """Return the codes of what stands in the way of closing, but not what single people owe."""
    people = ("owed", "uncollected", "uncounted")
    return sorted(each.code for each in proof_of(auction.tournament).findings if each.code not in people)


def settle_accounts(auction: AnAuction) -> None:
    """Take what everybody owes and hand out what they are owed."""
    for payer in Payer.objects.filter(tournament=auction.tournament):
        left = sum(lines_of(auction.tournament, payer.pk).values())
        if left > 0:
            take(payer.pk, None, None, Hand(), a_caller())
        if left < 0:
            hand_out(payer.pk, None, Hand(), a_caller())


def the_command(auction: AnAuction, folder: Path) -> int:
    """Return what the shell's command answers to the auction's file: 0 where its sums are those in the books."""
    file = folder / "auction.json"
    auction.event.refresh_from_db()
    file.write_text(json.dumps(calcutta_file(auction.view, auction.event, auction.tournament.stream_id)))
    return main(["calcutta", str(file)])


def test_the_proof_has_the_rows_of_the_auction() -> None:
    auction = the_evening()
    award_auction(auction.pk, a_caller())

    rows = {row.kind: (row.came_in, row.went_out, row.house) for row in proof_of(auction.tournament).rows}

    assert rows == {"auction": (275000, 247500, 27500), "buybacks": (20500, 20500, 0)}


def test_books_with_an_auction_close_once_everything_is_settled() -> None:
    auction = the_evening()
    assert findings(auction) == ["unawarded", *["unpaid"] * 11]
    settle_accounts(auction)
    award_auction(auction.pk, a_caller())
    settle_accounts(auction)
    assert findings(auction) == []
    count_drawer(auction.tournament.pk, 1, 27500, "", a_caller())
    link = make_bidder_link(auction.who("Olga"), a_caller())
    assert payer_of_secret(link.secret) == link.payer

    close_books(auction.tournament.pk, a_caller())

    assert verify() == []
    assert payer_of_secret(link.secret) is None


def test_open_lots_and_open_requests_stand_in_the_way() -> None:
    auction = AnAuction()
    auction.lists(("A", [0]), ("B", [1]))
    lot = auction.sells("A", 100, "Olga")
    request_void(auction.pk, lot, "mistake", "misheard", a_caller())

    assert findings(auction) == ["unawarded", "unpaid", "unsold", "unvoided"]


def test_the_exported_file_gives_what_was_awarded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    auction = the_evening()
    pia, max_ = auction.who("Pia"), auction.who("Max")
    deal = Deal(seller=pia, buyer=max_, share="1/3", price=12000)
    transfer_share(auction.pk, auction.lot("A").pk, deal, a_caller())
    award_auction(auction.pk, a_caller())

    assert the_command(auction, tmp_path) == 0
    assert "Positions" in capsys.readouterr().out


def test_the_exported_file_shows_an_award_that_no_longer_follows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    auction = the_evening()
    award_auction(auction.pk, a_caller())
    deal = Deal(seller=auction.who("Pia"), buyer=auction.who("Max"), share="1/3", price=12000)
    transfer_share(auction.pk, auction.lot("A").pk, deal, a_caller())

    assert the_command(auction, tmp_path) == 1
    assert findings(auction).count("unawarded") == 1
    assert "lots" in capsys.readouterr().out


def test_the_exported_file_has_void_and_joint_lots(tmp_path: Path) -> None:
    auction = AnAuction(4, consolation="none", rules={"table": [{"bracket": "main", "place": 1, "share": 1}]})
    make_draw(auction.event.pk, "1 2 3 4", a_caller())
    auction.lists(("A", [0, 1]), ("B", [2, 3]))
    lot = auction.opens("A")
    auction.bids("A", 100, "Olga", "Max")
    hammer(auction.pk, lot, a_caller())
    voids(auction, lot, "unpaid")
    auction_again(auction.pk, lot, a_caller())
    auction.sells("A", 90, "Pia")
    auction.sells("B", 90, "Jon", "Ida")
    play_out(auction.event)
    award_auction(auction.pk, a_caller())

    assert auction.lot("A").status is Status.SOLD
    assert the_command(auction, tmp_path) == 0


def test_the_exported_file_of_a_blind_pool(tmp_path: Path) -> None:
    auction = AnAuction(4, rules={"way": "blind"}, consolation="none")
    make_draw(auction.event.pk, "1 2 3 4", a_caller())
    for name, at in (("Olga", 0), ("Max", 1), ("Pia", 2), ("Jon", 3), ("Olga", 2)):
        stake(auction.pk, auction.who(name), auction.entrants[at], 10000, a_caller())
    close_stakes(auction.pk, a_caller())
    play_out(auction.event)
    award_auction(auction.pk, a_caller())

    assert the_command(auction, tmp_path) == 0
    assert findings(auction) == []
