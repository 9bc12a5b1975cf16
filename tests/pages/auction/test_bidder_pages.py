"""A bidder's phone: by link, a bid once, refusals in words, their lots, and nothing without the link."""

import pytest
from django.test import Client

from tests.factories import a_caller
from tests.pages.at_the_desk import plain
from tests.pages.reading import statements
from tests.tournaments.money.auctions import AnAuction
from tournaments.actions.auctions.bidders import make_bidder_link
from tournaments.actions.auctions.selling import hammer
from tournaments.actions.auctions.shares import Deal, transfer_share

pytestmark = pytest.mark.django_db


@pytest.fixture
def auction() -> AnAuction:
    """A is sold to Olga for 60; B is on the block at 70, bid by Max."""
    made = AnAuction(4, {"phones": True, "clock": 30})
    made.lists(("A", [0]), ("B", [1]), ("C", [2]))
    made.sells("A", 60, "Olga Zabala")
    made.opens("B")
    made.bids("B", 70, "Max Oyarzun")
    return made


def phone_of(auction: AnAuction, name: str) -> Client:
    """Come in by the link of a bidder."""
    slip = make_bidder_link(auction.who(name), a_caller())
    phone = Client()
    answer = phone.post(f"/b/{slip.secret}/")
    assert answer["Location"] == f"/bidders/{slip.payer}/"
    return phone


def bid(phone: Client, auction: AnAuction, name: str, amount: int, **more: str) -> tuple[int, dict[str, object]]:
    """Bid as the outbox of the phone does."""
    fields = {"lot": auction.lot("B").pk, "amount": amount * 100, "once": f"bid-{amount}"} | more
    answer = phone.post(f"/bidders/{auction.who(name)}/bid/", fields, headers={"Accept": "application/json"})
    return answer.status_code, answer.json()


def test_looking_at_a_link_changes_nothing_and_another_link_ends_it(auction: AnAuction) -> None:
    payer = auction.who("Olga Zabala")
    first = make_bidder_link(payer, a_caller())

    looked = Client().get(f"/b/{first.secret}/")
    make_bidder_link(payer, a_caller())

    assert "Olga Zabala" in plain(looked.content.decode())
    assert Client().get(f"/b/{first.secret}/").status_code == 404


def test_a_browser_without_the_link_is_told_how_to_get_one_and_can_not_bid(auction: AnAuction) -> None:
    payer, other = auction.who("Olga Zabala"), phone_of(auction, "Max Oyarzun")
    other.cookies[f"bidder-{payer}"] = other.cookies[f"bidder-{auction.who('Max Oyarzun')}"].value

    page = other.get(f"/bidders/{payer}/", follow=True)
    answer = other.post(f"/bidders/{payer}/bid/", {"lot": auction.lot("B").pk, "amount": 7500})

    assert "This link is not known here" in plain(page.content.decode())
    assert answer.status_code == 403
    assert len(auction.lot("B").bids) == 1


def test_the_page_shows_the_high_bid_the_next_steps_and_what_is_owed(auction: AnAuction) -> None:
    page = phone_of(auction, "Olga Zabala").get(f"/bidders/{auction.who('Olga Zabala')}/").content.decode()

    shown = plain(page)
    assert "high bid Max Oyarzun" in shown
    assert "75 +5" in shown
    assert "85 +15" in shown
    assert "Pay at the desk before the draw" in shown
    assert "reserve" not in shown.lower()


def test_a_bid_counts_once_however_often_the_phone_sends_it(auction: AnAuction) -> None:
    phone = phone_of(auction, "Olga Zabala")

    answers = [bid(phone, auction, "Olga Zabala", 75) for _ in range(3)]

    assert [status for status, _ in answers] == [200, 200, 200]
    assert [each.amount for each in auction.lot("B").bids] == [7000, 7500]
    assert "You have the high bid" in plain(phone.get(f"/bidders/{auction.who('Olga Zabala')}/").content.decode())


def test_a_bid_at_an_old_price_is_refused_with_the_bid_that_came_first(auction: AnAuction) -> None:
    status, answer = bid(phone_of(auction, "Olga Zabala"), auction, "Olga Zabala", 70)

    assert (status, answer["code"]) == (422, "bid.low")
    assert answer["detail"] == "Max Oyarzun bid 70 first. Next from 75."


def test_a_bid_after_the_hammer_says_who_bought_and_that_nothing_is_owed(auction: AnAuction) -> None:
    phone = phone_of(auction, "Olga Zabala")
    hammer(auction.pk, auction.lot("B").pk, a_caller())

    status, answer = bid(phone, auction, "Olga Zabala", 75)

    assert status == 422
    assert str(answer["detail"]).startswith("B was hammered at ")
    assert str(answer["detail"]).endswith("It went to Max Oyarzun. You owe nothing for B.")
    assert auction.owes("Olga Zabala") == 60


def test_where_phones_are_not_allowed_the_page_has_no_button(auction: AnAuction) -> None:
    room = AnAuction(2)
    room.lists(("B", [0]))
    room.opens("B")
    phone = phone_of(room, "Olga Zabala")

    page = plain(phone.get(f"/bidders/{room.who('Olga Zabala')}/").content.decode())

    assert "Bids are made in the room." in page
    assert "Bid for B" not in page
    assert bid(phone, room, "Olga Zabala", 50)[1]["code"] == "phones.off"


def test_my_lots_show_shares_and_what_they_cost(auction: AnAuction) -> None:
    olga, max_ = auction.who("Olga Zabala"), auction.who("Max Oyarzun")
    deal = Deal(seller=olga, buyer=max_, share="1/4", price=2000)
    transfer_share(auction.pk, auction.lot("A").pk, deal, a_caller())

    own = plain(phone_of(auction, "Olga Zabala").get(f"/bidders/{olga}/lots/").content.decode())
    bought = plain(phone_of(auction, "Max Oyarzun").get(f"/bidders/{max_}/lots/").content.decode())

    assert "3/4 of it" in own
    assert "Price of lots and shares40" in own
    assert "1/4 of it" in bought
    assert "Price of lots and shares20" in bought


@pytest.mark.parametrize("page", ["", "lots/"])
def test_a_phone_takes_as_many_statements_for_many_lots(page: str) -> None:
    counts = []
    for lots in (1, 3):
        auction = AnAuction(4, {"phones": True})
        auction.lists(*[(f"L{at}", [at]) for at in range(lots)])
        for at in range(lots):
            auction.sells(f"L{at}", 60, "Olga Zabala")
        phone, address = phone_of(auction, "Olga Zabala"), f"/bidders/{auction.who('Olga Zabala')}/{page}"
        counts.append(statements(phone, address))

    assert counts[0] == counts[1]
