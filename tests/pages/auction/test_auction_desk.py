"""The auctioneer's desk: the line, the buttons, refusals with names and sums, and a constant count of queries."""

import re

import pytest
from django.test import Client

from tests.factories import a_caller, a_director
from tests.pages.at_the_desk import plain
from tests.pages.reading import statements
from tests.tournaments.money.auctions import AnAuction
from tournaments.actions.auctions.selling import bid_by_phone, stop_clock
from tournaments.actions.auctions.voiding import request_void

pytestmark = pytest.mark.django_db


@pytest.fixture
def auction() -> AnAuction:
    """A is sold to Olga for 60; B is on the block at 70, bid by Max; the field waits."""
    made = AnAuction(4, {"reserve": 8000, "clock": 30, "soft_close": 12})
    made.lists(("A", [0]), ("B", [1]), ("C", [2]), field=True)
    made.sells("A", 80, "Olga Zabala")
    made.opens("B")
    made.bids("B", 60, "Olga Zabala")
    made.bids("B", 70, "Max Oyarzun")
    return made


def desk_of(auction: AnAuction) -> Client:
    client = Client()
    client.force_login(a_director(auction.club))
    return client


def meaning(client: Client, auction: AnAuction, text: str) -> str:
    """Return the sentence under the line."""
    return plain(client.get(f"/auctions/{auction.pk}/desk/line/", {"q": text}).content.decode())


def posted(client: Client, auction: AnAuction, **fields: object) -> str:
    """Post a form as the page's script does, and return the sentence of the answer."""
    return plain(client.post(f"/auctions/{auction.pk}/desk/", fields, headers={"X-Desk": "1"}).content.decode())


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("b 75 olga", "Olga Zabala bids 75 for Petra Horvat, 5 above Max Oyarzun. Leaves at least 12 seconds."),
        ("olga", "Olga Zabala bids 75"),
        ("70 olga", "Max Oyarzun bid 70 first. Next from 75."),
        ("72 olga", "Max Oyarzun bid 70 first. Next from 75."),
        ("76 olga", "Steps of 5. Make it 80."),
        ("80 max", "This bidder already has the high bid."),
        ("sold", "The high bid is below the reserve."),
        ("pass", "goes unsold into the field."),
        ("stop", "Stop the clock. Bids from phones wait."),
        ("lot c", "A lot is open. Hammer it or pass it first."),
        ("void a", "Why? Type: void A and the reason."),
        ("void a misheard", "The sale for 80 becomes void: misheard. A second person releases it."),
        ("80 zoe", "No bidder is named “zoe”. Add people at the cash desk."),
        ("80", "Who bids? Type the name behind the sum."),
    ],
)
def test_the_line_says_what_it_means_before_anything_happens(auction: AnAuction, typed: str, sentence: str) -> None:
    client, before = desk_of(auction), auction.view

    shown = meaning(client, auction, typed)

    assert sentence in shown
    assert auction.view == before


@pytest.mark.parametrize(("typed", "is_on_enter"), [("b 75 olga", True), ("7 olga", False), ("76 olga", False)])
def test_enter_never_makes_another_bid_than_the_one_that_was_typed(
    auction: AnAuction, typed: str, is_on_enter: bool
) -> None:
    answer = desk_of(auction).get(f"/auctions/{auction.pk}/desk/line/", {"q": typed}).content.decode()

    assert 'name="amount"' in answer
    assert ("data-on-enter" in answer, "<kbd" in answer) == (is_on_enter, is_on_enter)


def test_a_bid_is_entered_by_its_sentence_once_however_often_it_is_posted(auction: AnAuction) -> None:
    client = desk_of(auction)
    form = {"do": "bid", "lot": auction.lot("B").pk, "amount": 7500, "payer": auction.who("Olga Zabala"), "once": "k"}

    answers = [posted(client, auction, **form) for _ in range(2)]

    assert [answer.startswith("B 75 Olga Zabala.") for answer in answers] == [True, True]
    assert [each.amount for each in auction.lot("B").bids] == [6000, 7000, 7500]


def test_a_line_typed_faster_than_it_is_read_bids_and_never_hammers(auction: AnAuction) -> None:
    client = desk_of(auction)

    bid = posted(client, auction, enter="1", text="80 olga", once="a")
    sold = posted(client, auction, enter="1", text="sold", once="b")

    assert bid.startswith("B 80 Olga Zabala.")
    assert "to Olga Zabala for 80. Enter hammer" in sold
    assert auction.lot("B").status == "open"


def test_a_lot_with_a_number_of_five_thousand_figures_is_refused(auction: AnAuction) -> None:
    answer = desk_of(auction).post(f"/auctions/{auction.pk}/desk/", {"do": "hammer", "lot": "9" * 5000})

    assert answer.status_code == 400


def test_a_hammer_is_refused_when_another_bid_came_meanwhile(auction: AnAuction) -> None:
    client, lot = desk_of(auction), auction.lot("B").pk
    auction.bids("B", 80, "Olga Zabala")

    answer = client.post(
        f"/auctions/{auction.pk}/desk/", {"do": "hammer", "lot": lot, "seen": 2, "once": "k"}, headers={"X-Desk": "1"}
    )

    assert answer.status_code == 409
    assert "Someone changed this meanwhile." in plain(answer.content.decode())
    assert auction.lot("B").status == "open"


def test_the_high_bid_is_taken_back_and_stays_in_the_list_struck_through(auction: AnAuction) -> None:
    client = desk_of(auction)
    page = client.get(f"/auctions/{auction.pk}/desk/").content.decode()
    number = re.search(r'name="number" value="(\d+)">\s*<button class="link" name="do" value="undo">', page)
    assert number is not None

    answer = posted(client, auction, do="undo", number=number[1], once="k")

    assert answer.startswith("Undone: B 70 Max Oyarzun.")
    board = client.get(f"/auctions/{auction.pk}/desk/?board=1").content.decode()
    assert re.findall(r'<tr class="gone">.*?<b>(\d+)</b>', board, re.S) == ["70"]
    assert "Olga Zabala has the high bid. Next from 65." in plain(board)


def test_nothing_is_undone_after_the_hammer_and_the_line_says_what_does_it(auction: AnAuction) -> None:
    client, lot = desk_of(auction), auction.lot("B").pk
    posted(client, auction, do="bid", lot=lot, sum="85", payer=auction.who("Olga Zabala"), once="b")
    posted(client, auction, do="hammer", lot=lot, seen=3, once="h")

    line = client.get(f"/auctions/{auction.pk}/desk/line/", {"q": "undo"}).content.decode()
    board = client.get(f"/auctions/{auction.pk}/desk/?board=1").content.decode()

    assert "B was hammered. Only a void takes a sale back: type void B and the reason." in plain(line)
    assert 'name="do" value="undo"' not in line
    assert 'value="undo"' not in board[board.index('id="done"') :].partition("85")[0]


def test_a_lot_that_there_is_not_is_no_missing_bidder(auction: AnAuction) -> None:
    line = desk_of(auction).get(f"/auctions/{auction.pk}/desk/line/", {"q": "lot zz"}).content.decode()

    assert "No lot is called zz." in plain(line)


def test_everything_is_a_button_without_scripts(auction: AnAuction) -> None:
    client = desk_of(auction)
    auction.bids("B", 80, "Olga Zabala")
    address = f"/auctions/{auction.pk}/desk/"

    bid = {"do": "bid", "lot": auction.lot("B").pk, "sum": "85", "payer": auction.who("Max Oyarzun")}
    answer = client.post(address, bid)
    read = client.post(address, {"text": "sold"})
    hammered = client.post(address, {"do": "hammer", "lot": auction.lot("B").pk, "seen": 4, "once": "h"}, follow=True)

    assert answer.status_code == 303
    assert "to Max Oyarzun for 85." in plain(read.content.decode())
    assert "B was hammered: 85, Max Oyarzun." in plain(hammered.content.decode())
    assert "Open C from 50" in plain(hammered.content.decode())


def test_a_bid_by_phone_after_the_clock_was_stopped_is_refused_and_the_desk_sees_the_stop(auction: AnAuction) -> None:
    stop_clock(auction.pk, auction.lot("B").pk, True, a_caller())

    page = plain(desk_of(auction).get(f"/auctions/{auction.pk}/desk/").content.decode())

    assert "Clock stopped" in page
    assert "Start the clock" in page


def test_a_void_waits_for_a_second_person_on_the_page_of_its_lot(auction: AnAuction) -> None:
    lot = auction.lot("A").pk
    request_void(auction.pk, lot, "mistake", "misheard", a_caller())
    client = desk_of(auction)
    sold = auction.lot("A").sold
    assert sold is not None

    page = plain(client.get(f"/lots/{lot}/").content.decode())
    answer = client.post(f"/lots/{lot}/", {"do": "release", "lot": lot, "request": sold.requested, "once": "k"})

    assert "A second person releases it." in page
    assert answer.status_code == 303
    assert "The sale is void." in plain(client.get(f"/lots/{lot}/").content.decode())
    again = client.post(f"/lots/{lot}/", {"do": "again", "lot": lot, "once": "l"}, follow=True)
    assert "Waits for the block." in plain(again.content.decode())


def test_a_player_buys_back_and_an_owner_sells_a_share_on_the_page_of_a_lot(auction: AnAuction) -> None:
    lot, client = auction.lot("A").pk, desk_of(auction)
    player, olga, max_ = auction.entrants[0], auction.who("Olga Zabala"), auction.who("Max Oyarzun")

    client.post(f"/lots/{lot}/", {"do": "buyback", "lot": lot, "player": player, "share": "1/2", "desk": "1"})
    sale = {"do": "transfer", "lot": lot, "seller": olga, "buyer": max_, "share": "1/4", "sum": "15"}
    client.post(f"/lots/{lot}/", sale | {"day": "2026-11-20"})
    refused = client.post(
        f"/lots/{lot}/", {"do": "transfer", "lot": lot, "seller": olga, "buyer": max_, "share": "1/2", "sum": "15"}
    )

    assert refused.status_code == 422
    page = plain(client.get(f"/lots/{lot}/").content.decode())
    assert "Olga Zabala1/420" in page
    assert "bought 1/4 from Olga Zabala for 15 20 November, only recorded" in page


PAGES = ("desk/", "desk/?board=1", "desk/line/?q=b+75+olga", "lots/", "bidders/", "setup/", "")


def test_a_page_takes_as_many_statements_for_a_large_auction() -> None:
    counts: list[list[int]] = []
    for lots in (1, 3):
        auction = AnAuction(4)
        auction.lists(*[(f"L{at}", [at]) for at in range(lots)])
        for at in range(lots):
            auction.sells(f"L{at}", 60, f"Olga {at}", f"Max {at}")
        client = desk_of_with(auction, f"d{lots}@barpoint.example")
        counts.append([statements(client, f"/auctions/{auction.pk}/{path}") for path in PAGES])

    assert counts[0] == counts[1]


def desk_of_with(auction: AnAuction, email: str) -> Client:
    client = Client()
    client.force_login(a_director(auction.club, email))
    return client


def test_a_phone_bid_stands_on_the_desk_as_one(auction: AnAuction) -> None:
    with_phones = AnAuction(2, {"phones": True})
    with_phones.lists(("A", [0]))
    lot, olga = with_phones.opens("A"), with_phones.who("Olga Zabala")
    caller = a_caller()
    caller.actor = type(caller.actor)("payer", olga, "link")
    bid_by_phone(with_phones.pk, lot, 5000, olga, caller)

    page = plain(
        desk_of_with(with_phones, "x@barpoint.example").get(f"/auctions/{with_phones.pk}/desk/").content.decode()
    )

    assert "Olga Zabala has the high bid, by phone." in page


def test_the_desk_lists_every_player_who_may_still_buy_back() -> None:
    auction = AnAuction(8)
    auction.lists(("A", [0, 1, 2, 3, 4, 5, 6, 7]))
    auction.sells("A", 100, "Olga Zabala")

    page = desk_of(auction).get(f"/auctions/{auction.pk}/desk/").content.decode()
    [section] = re.findall(r'<section id="buybacks">.*?</section>', page, re.DOTALL)

    assert section.count("<li>") == 8
