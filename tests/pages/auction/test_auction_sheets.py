"""What the auctioneer's desk, the page of a lot and the projector may show, and what they offer to whom."""

import pytest

from tests.factories import a_caller
from tests.pages.auction.test_bidder_sheet import room
from tests.tournaments.money.auctions import AnAuction, voids
from tournaments.actions.auctions.selling import hammer
from tournaments.actions.auctions.shares import Deal, transfer_share
from tournaments.actions.auctions.voiding import request_void
from tournaments.actions.entrants.entering import rename
from tournaments.actions.money.cash import Hand, take
from tournaments.pages.auction.desk import auction_sheet
from tournaments.pages.auction.lot import LotSheet, lot_sheet
from tournaments.pages.auction.sheet import block_of
from tournaments.pages.auction.wall import wall_sheet

pytestmark = pytest.mark.django_db


def page_of_lot(auction: AnAuction, code: str, actor: str = "") -> LotSheet:
    """Return the page of a lot as somebody with this actor's name sees it."""
    return lot_sheet(room(auction), auction.lot(code), actor)


def test_nothing_but_the_count_of_sealed_bids_is_in_a_block_and_on_the_page_of_a_lot() -> None:
    auction = AnAuction(4, {"way": "sealed"})
    auction.lists(("A", [0]))
    auction.opens("A")
    auction.bids("A", 90, "Olga")
    auction.bids("A", 120, "Max")

    block, page = block_of(room(auction), auction.lot("A")), page_of_lot(auction, "A")

    assert (block.bids, block.amount, block.who, block.outbid, block.sealed) == ((), 0, "", None, 2)
    assert page.bids == ()
    hammer(auction.pk, auction.lot("A").pk, a_caller())
    assert [each.amount for each in page_of_lot(auction, "A").bids] == [12000, 9000]


def test_of_the_bids_only_the_high_one_can_be_taken_back_on_the_desk() -> None:
    auction = AnAuction(4)
    auction.lists(("A", [0]), ("B", [1]))
    auction.sells("A", 80, "Olga")
    auction.opens("B")
    auction.bids("B", 60, "Olga")
    auction.bids("B", 70, "Max")

    done = auction_sheet(room(auction), a_caller().actor.name, directs=True).done

    bids = [(each.number, each.undo) for each in done if each.sentence.verb == "lot.bid"]
    high = bids[0][0]
    assert [undo for _, undo in bids] == [high, 0, 0]


def test_a_desk_helper_is_offered_no_undo_that_is_for_directors() -> None:
    auction = AnAuction(4)
    auction.lists(("A", [0]))
    auction.opens("A")

    verbs = {}
    for directs in (True, False):
        done = auction_sheet(room(auction), a_caller().actor.name, directs=directs).done
        verbs[directs] = {each.sentence.verb for each in done if each.undo}

    assert verbs == {True: {"auction.opened", "lots.listed", "lot.opened"}, False: {"lot.opened"}}


def test_whoever_requested_a_void_does_not_release_it() -> None:
    auction = AnAuction(4)
    auction.lists(("A", [0]))
    lot = auction.sells("A", 80, "Olga")
    requester = a_caller()

    request_void(auction.pk, lot, "mistake", "misheard", requester)

    own = {name: page_of_lot(auction, "A", name).own for name in (requester.actor.name, auction.second.actor.name)}
    assert own == {requester.actor.name: True, auction.second.actor.name: False}


def test_the_page_of_a_lot_and_the_projector_offer_the_buy_back_of_this_lot_only() -> None:
    auction = AnAuction(4)
    auction.lists(("A", [0]), ("B", [1]))
    auction.sells("A", 80, "Olga")
    auction.sells("B", 60, "Max")

    offers = {code: [each.player for each in page_of_lot(auction, code).offers] for code in ("A", "B")}
    wall = wall_sheet(room(auction), light=False)

    assert offers == {"A": [auction.entrants[0]], "B": [auction.entrants[1]]}
    assert wall.buyback is not None
    assert (wall.buyback.who, wall.buyback.cost) == (room(auction).names_of([auction.entrants[1]])[0], 3000)


def test_the_desk_says_which_lots_are_paid_and_which_wait_to_be_void() -> None:
    auction = AnAuction(4)
    auction.lists(("A", [0]), ("B", [1]), ("C", [2]))
    for code, name in (("A", "Olga"), ("B", "Max"), ("C", "Pia")):
        auction.sells(code, 80, name)
    take(auction.who("Olga"), None, None, Hand(), a_caller())
    request_void(auction.pk, auction.lot("B").pk, "unpaid", "left the hall", a_caller())

    sold = auction_sheet(room(auction), a_caller().actor.name, directs=True).sold

    assert [(row.lot.code, row.paid, row.requested > 0) for row in sold] == [
        ("A", True, False),
        ("B", False, True),
        ("C", False, False),
    ]


def test_the_projector_counts_the_players_who_may_still_buy_back() -> None:
    auction = AnAuction(4)
    auction.lists(("A", [0, 1]), ("B", [2]))
    auction.sells("A", 80, "Olga")

    assert wall_sheet(room(auction), light=False).left == 2


@pytest.mark.parametrize(("kind", "under"), [("unpaid", ("Max", 6000)), ("mistake", ("", 0))])
def test_the_under_bidder_is_offered_an_unpaid_lot_and_no_other(kind: str, under: tuple[str, int]) -> None:
    auction = AnAuction(4)
    auction.lists(("A", [0]))
    auction.opens("A")
    auction.bids("A", 60, "Max")
    auction.bids("A", 90, "Olga")
    hammer(auction.pk, auction.lot("A").pk, a_caller())

    voids(auction, auction.lot("A").pk, kind)

    page = page_of_lot(auction, "A")
    assert (page.under, page.under_bid) == under


def test_whoever_sold_all_of_a_lot_is_no_owner_of_it() -> None:
    auction = AnAuction(4)
    auction.lists(("A", [0]))
    lot = auction.sells("A", 80, "Olga")
    olga, max_ = auction.who("Olga"), auction.who("Max")

    transfer_share(auction.pk, lot, Deal(seller=olga, buyer=max_, share="1", price=9000), a_caller())

    assert [(each.name, each.cost) for each in page_of_lot(auction, "A").owners] == [("Max", 8000)]


def test_sums_that_do_not_fit_beside_their_place_have_rows_of_their_own() -> None:
    auction = AnAuction(4, {"house": "7.5", "unit": 5})
    auction.lists(("A", [0]))
    auction.sells("A", 1280, "Olga")

    wall = wall_sheet(room(auction), light=False)

    assert wall.room.percent == "7.5"
    assert [(each.name, each.amounts) for each in wall.pays[2:]] == [("Consolation", (14210,)), ("", (5920,))]


def test_a_package_that_does_not_fit_keeps_the_names_of_both() -> None:
    auction = AnAuction(4)
    for at, name in enumerate(("Maria del Carmen Fernández de Oñate", "Jon Mendizabalgoitia")):
        rename(auction.entrants[at], {"name": name}, a_caller())
    auction.lists(("A", [2]), ("P", [0, 1]))
    auction.opens("A")

    [waiting] = wall_sheet(room(auction), light=False).next

    assert waiting.name.startswith("Fernández, M")
    assert waiting.name.endswith("…")
