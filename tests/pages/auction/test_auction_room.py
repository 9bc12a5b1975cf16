"""What everybody sees of an auction: the projector in every state, lots and owners, papers; and how it is set up."""

import io
from datetime import timedelta

import pytest
from django.test import Client
from pypdf import PdfReader

from journal.now import now
from tests.factories import a_caller, a_club_owner, a_director
from tests.pages.at_the_desk import plain
from tests.tournaments.money.auctions import AnAuction, voids
from tournaments.actions.auctions.paying import close_stakes, stake
from tournaments.actions.auctions.selling import bid, hammer, pass_lot
from tournaments.actions.draws.making import make_draw
from tournaments.actions.events import EventSheet, set_up_event
from tournaments.models import Auction, AuctionPermit, Tournament
from tournaments.pages.auction.wall import wall_sheet
from tournaments.read.money.auctions.listing import auction_row
from tournaments.read.money.auctions.room import room_of
from tournaments.read.money.auctions.view import auction_view

pytestmark = pytest.mark.django_db


def wall(auction: AnAuction) -> str:
    """Return the words of the projector, a space between any two parts of it."""
    answer = Client().get(f"/auctions/{auction.pk}/")
    assert answer.status_code == 200
    return " ".join(plain(answer.content.decode().replace("<", " <")).split())


def an_auction(**rules: object) -> AnAuction:
    """List two lots and the field."""
    made = AnAuction(4, {"reserve": 8000} | rules)
    made.lists(("A", [0]), ("B", [1, 2]), field=True)
    return made


def test_before_the_first_lot_the_projector_lists_all_of_them() -> None:
    shown = wall(an_auction())

    assert "3 lots" in shown
    assert "Bids are made in the room." in shown


def test_the_projector_shows_bid_bidder_outbid_and_what_first_place_would_pay() -> None:
    auction = an_auction()
    auction.opens("A")
    opened = wall(auction)
    auction.bids("A", 80, "Olga Zabala")
    auction.bids("A", 100, "Max Oyarzun")

    shown = wall(auction)

    assert "€ 50 Opens at" in opened
    assert "€ 100 Max Oyarzun Outbid O. Zabala , 80 Next bid from 105" in shown
    assert "First place would pay now € 45" in shown
    assert "Pool less 10 % 90" in shown
    assert "reserve" not in shown.lower()


def test_a_bid_in_yen_is_set_by_the_figures_that_it_has() -> None:
    auction = an_auction()
    Tournament.objects.filter(pk=auction.tournament.pk).update(currency="JPY")
    auction.opens("A")
    auction.bids("A", 240, "Max Oyarzun")

    sheet = wall_sheet(room_of(auction_row(auction.pk), now()), light=False)

    assert sheet.bid_classes == "digits-5"


def test_the_projector_says_sold_with_the_buy_back_then_field_and_void() -> None:
    auction = an_auction()
    lot = auction.sells("A", 100, "Max Oyarzun")
    sold = wall(auction)
    passed = auction.opens("B")
    pass_lot(auction.pk, passed, a_caller())
    in_field = wall(auction)
    voids(auction, lot, "mistake")

    assert "may buy back up to 1/2, 50 , from Max Oyarzun before the draw." in sold
    assert "1 lot sold, 100" in sold
    assert "To the field" in in_field
    assert "Void Sold again later." in wall(auction)


def test_sealed_bids_are_counted_and_shown_to_nobody_before_the_hammer() -> None:
    auction = an_auction(way="sealed")
    lot = auction.opens("A")
    auction.bids("A", 90, "Olga Zabala")
    auction.bids("A", 120, "Max Oyarzun")
    client = Client()
    client.force_login(a_director(auction.club))

    public, desk = wall(auction), plain(client.get(f"/auctions/{auction.pk}/desk/").content.decode())
    hammer(auction.pk, lot, a_caller())

    assert "2 sealed bids. They are opened at the hammer." in public
    for shown in (public, desk, plain(client.get(f"/auctions/{auction.pk}/desk/line/?q=sold").content.decode())):
        assert "Hammer: " not in shown or "120" not in shown
    assert "120" not in public + desk
    assert "€ 120 Max Oyarzun" in wall(auction)


def test_a_blind_pool_shows_its_sum_and_what_places_would_pay() -> None:
    auction = AnAuction(4, {"way": "blind"})
    stake(auction.pk, auction.who("Olga Zabala"), auction.entrants[0], 10000, a_caller())
    taken = wall(auction)
    close_stakes(auction.pk, a_caller())

    assert "Stakes are taken at the desk € 100" in taken
    assert "First place would pay now € 45" in taken
    assert "The pool is closed" in wall(auction)
    assert "Olga" not in wall(auction)


def test_a_minute_after_the_last_hammer_the_projector_lists_lots_and_owners() -> None:
    auction = AnAuction(2)
    auction.lists(("A", [0]))
    auction.sells("A", 100, "Max Oyarzun")
    row = auction_row(auction.pk)
    sold = auction.view.sales[0].at

    states = [wall_sheet(room_of(row, sold + timedelta(seconds=each)), light=False).state for each in (30, 61)]

    assert states == ["sold", "finished"]


def test_odds_and_the_fair_price_stand_on_the_projector_only_when_switched_on() -> None:
    auction = AnAuction(4)
    auction.lists(("A", [0]), ("B", [1]), ("C", [2]), ("D", [3]))
    for code in "ABCD":
        auction.sells(code, 100, "Max Oyarzun")
    make_draw(auction.event.pk, "1 2 3", a_caller())
    hidden = wall(auction)
    set_up_event(auction.event.pk, EventSheet(conditions={"odds": True}), a_caller())

    shown = wall(auction)

    assert "fair price" not in hidden
    assert "wins 1 in 4, fair price" in shown


def test_long_names_lose_given_names_before_they_shrink_below_what_can_be_read() -> None:
    auction = AnAuction(4)
    auction.lists(("P1", [0, 1, 2, 3]))
    auction.opens("P1")

    sheet = wall_sheet(room_of(auction_row(auction.pk), auction.view.lots[0].state.since), light=False)  # type: ignore[arg-type] # it is open

    assert sheet.size == 3
    assert len(sheet.title) < len(", ".join(sheet.block.names if sheet.block else ()))


def test_lots_and_owners_are_public_and_printed_with_exact_shares() -> None:
    auction = an_auction()
    auction.sells("A", 120, "Max Oyarzun", "Olga Zabala")

    page = plain(Client().get(f"/auctions/{auction.pk}/lots/").content.decode())
    papers = [
        PdfReader(io.BytesIO(Client().get(f"/auctions/{auction.pk}/{name}.pdf").content)).pages[0].extract_text()
        for name in ("lots", "list")
    ]

    assert "Max Oyarzun 1/2, Olga Zabala 1/2120" in page.replace(" ,", ",")
    assert "Max Oyarzun" in papers[0]
    assert "1/2" in papers[0]
    assert "not sold yet" in papers[0]
    assert "Max Oyarzun" not in papers[1]
    assert "50" in papers[1]


def test_an_owner_confirms_the_notice_before_auctions_are_allowed_and_can_end_them() -> None:
    auction = AnAuction(2)
    owner = Client()
    owner.force_login(a_club_owner(auction.club))
    address = f"/clubs/{auction.club.pk}/auctions/"

    owner.post(address, {"do": "end"})
    off = plain(owner.get(address).content.decode())
    unread = owner.post(address, {"do": "allow"})
    still_off = AuctionPermit.objects.order_by("record_id").last()
    owner.post(address, {"do": "allow", "read": "1"})

    assert "Auctions are off." in off
    assert unread.status_code == 422
    assert still_off is not None
    assert not still_off.allowed
    assert "Auctions are allowed in this club." in plain(owner.get(address).content.decode())


def test_a_director_sets_an_auction_up_lists_lots_and_draws_their_order() -> None:
    other = AnAuction(4)
    director = Client()
    director.force_login(a_director(other.club))
    rules = {
        "way": "rising", "opening": "20", "bands": "5, from 200: 10", "clock": "30", "soft_close": "12", "house": "10",
        "unit": "5", "main": "45, 22, 8, 8", "consolation": "12, 5", "buyback": "1/2", "phones": "on",
        "deadline": "2026-11-23T19:00",
    }  # fmt: skip

    made = director.post(f"/events/{other.event.pk}/auctions/", rules)
    auction = Auction.objects.order_by("pk").last()
    assert auction is not None
    setup = f"/auctions/{auction.pk}/setup/"
    director.post(setup, {"do": "list", "each": "1", "field": "1", "field_code": "Field"})
    director.post(setup, {"do": "order", "kind": "by_lot", "key": "63 55"})

    assert made["Location"] == setup
    view = auction_view(auction.pk)
    assert [(band.start, band.step) for band in view.rules.bidding.bands] == [(0, 500), (20000, 1000)]
    assert view.rules.buyback.deadline is not None
    assert sorted(lot.code for lot in view.lots) == ["A", "B", "C", "D", "Field"]
    assert view.lots[-1].is_field


@pytest.mark.parametrize(
    ("field", "text", "says"),
    [
        ("bands", "much", "Enter a step, or steps by price"),
        ("main", "half", "Enter numbers, such as 45, 22, 8, 8."),
        ("house", "120", "The house takes 0 to 100 percent."),
        ("buyback", "3/2", "The limit of buy-backs is a part of the lot, 1 at most."),
        ("opening", "ten", ""),
    ],
)
def test_rules_that_can_not_be_read_are_refused_at_their_field(field: str, text: str, says: str) -> None:
    auction = AnAuction(2)
    director = Client()
    director.force_login(a_director(auction.club))
    rules = {"way": "rising", "opening": "20", "house": "10", "main": "1", "clock": "0"}

    answer = director.post(f"/events/{auction.event.pk}/auctions/", rules | {field: text})

    assert answer.status_code == 422
    assert says in plain(answer.content.decode())
    assert Auction.objects.filter(event=auction.event).count() == 1


def test_a_bid_of_the_room_reaches_the_projector_of_its_own_auction_only() -> None:
    first, second = an_auction(), an_auction()
    for each in (first, second):
        each.opens("A")
    bid(first.pk, first.lot("A").pk, 9000, [first.who("Olga Zabala")], a_caller())

    assert "Olga Zabala" in wall(first)
    assert "Olga Zabala" not in wall(second)
