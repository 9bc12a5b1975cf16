"""What the desk's forms of an auction post is what is entered, and the public file keeps what people agreed among
themselves.
"""

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest
from django.test import Client

from tests.factories import a_caller, a_director
from tests.pages.auction.test_bidder_sheet import room
from tests.tournaments.money.auctions import AnAuction
from tournaments.actions.auctions.shares import Deal, transfer_share
from tournaments.pages.auction.sheet import clock_of

pytestmark = pytest.mark.django_db


def desk_of(auction: AnAuction) -> Client:
    client = Client()
    client.force_login(a_director(auction.club))
    return client


def test_a_joint_bid_by_the_form_is_the_bid_of_all_who_are_named() -> None:
    auction = AnAuction(4)
    auction.lists(("A", [0]))
    lot = auction.opens("A")
    olga, max_ = auction.who("Olga"), auction.who("Max")

    desk_of(auction).post(
        f"/auctions/{auction.pk}/desk/", {"do": "bid", "lot": lot, "amount": 6000, "payer": [olga, max_], "once": "k"}
    )

    assert [(each.amount, each.payers) for each in auction.lot("A").bids] == [(6000, (olga, max_))]


@pytest.mark.parametrize(("tick", "through_desk"), [({"desk": "1"}, True), ({}, False)])
def test_a_buy_back_goes_through_the_desk_only_if_that_is_ticked(tick: dict[str, str], through_desk: bool) -> None:
    auction = AnAuction(4)
    auction.lists(("A", [0]))
    lot = auction.sells("A", 80, "Olga")
    form = {"do": "buyback", "lot": lot, "player": auction.entrants[0], "share": "1/2", "once": "k"} | tick

    desk_of(auction).post(f"/auctions/{auction.pk}/desk/", form)

    deals = [(each.share, each.through_desk) for sale in auction.view.sales for each in sale.deals]
    assert deals == [(Fraction(1, 2), through_desk)]


def test_what_a_share_was_sold_for_is_in_the_file_of_the_desk_and_of_nobody_else() -> None:
    auction = AnAuction(4)
    auction.lists(("A", [0]))
    lot = auction.sells("A", 80, "Olga")
    deal = Deal(seller=auction.who("Olga"), buyer=auction.who("Max"), share="1/4", price=4711)
    transfer_share(auction.pk, lot, deal, a_caller())

    public, desk = (
        client.get(f"/auctions/{auction.pk}/file.json").json()["lots"][0]["transfers"]
        for client in (Client(), desk_of(auction))
    )

    assert [(each["share"], "price" in each) for each in public] == [("1/4", False)]
    assert [each["price"] for each in desk] == [4711]


def test_the_clock_of_a_lot_shows_a_second_until_it_has_gone() -> None:
    auction = AnAuction(4, {"clock": 30})
    auction.lists(("A", [0]))
    auction.opens("A")
    auction.bids("A", 60, "Olga")
    shown = room(auction)
    closes = auction.lot("A").state.closes_at
    assert closes is not None

    left = [
        clock.left
        for before in (1000, 999, 1, 0)
        if (clock := clock_of(replace(shown, now=closes - timedelta(milliseconds=before)), auction.lot("A")))
    ]

    assert left == [1, 1, 1, 0]
