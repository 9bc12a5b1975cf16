"""What lots are worth, before the draw and after it: projector, desk, list of lots, phones and API."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import KEY, a_caller, play_code
from tests.pages.at_the_desk import plain
from tests.pages.auction.test_auction_desk import desk_of_with
from tests.pages.auction.test_bidder_pages import phone_of
from tests.pages.reading import statements
from tests.tournaments.money.auctions import AnAuction
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import rename
from tournaments.actions.events import EventSheet, set_up_event

pytestmark = pytest.mark.django_db

MAIN = [{"bracket": "main", "place": 1, "share": 3}, {"bracket": "main", "place": 2, "share": 1}]


def an_auction(entrants: int = 4, *, odds: bool = True) -> AnAuction:
    """Sell the first two players for 100 each to Max and Olga; the pool of 180 net pays 135 and 45."""
    auction = AnAuction(entrants, {"table": MAIN, "unit": 100}, consolation="none")
    set_up_event(auction.event.pk, EventSheet(conditions={"odds": odds}), a_caller())
    auction.lists(("A", [0]), ("B", [1]), ("C", [2]))
    auction.sells("A", 100, "Max Oyarzun")
    auction.sells("B", 100, "Olga Zabala")
    return auction


def words(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(plain(answer.content.decode().replace("<", " <")).split())


def worth(auction: AnAuction) -> Any:
    answer = Client().get(f"/api/v1/auctions/{auction.pk}/worth/")
    assert answer.status_code == 200
    return answer.json()


def test_before_the_draw_projector_and_desk_say_what_the_lot_is_worth() -> None:
    auction = an_auction()
    auction.opens("C")
    desk = desk_of_with(auction, "desk@barpoint.example")

    # First place pays 135 and second 45 of the pool; each of four has 1/4 of both.
    assert "wins 1 in 4, fair price 45 before the draw" in words(Client(), f"/auctions/{auction.pk}/")
    assert "wins 1 in 4, fair price 45 before the draw" in words(desk, f"/auctions/{auction.pk}/desk/")


def test_after_the_draw_the_fair_price_follows_the_results() -> None:
    auction = an_auction()
    make_draw(auction.event.pk, KEY, a_caller())
    auction.event.refresh_from_db()

    before = worth(auction)
    play_code(auction.event, "A1")
    after = worth(auction)

    assert before["draws"] is None
    assert [lot["fair_price"] for lot in before["lots"]] == [4500, 4500, 4500]
    assert {lot["fair_price"] for lot in after["lots"]} <= {0, 4500, 9000}
    assert after["lots"] != before["lots"]


def test_the_list_of_lots_says_what_lots_and_owners_can_expect() -> None:
    auction = an_auction()

    shown = words(Client(), f"/auctions/{auction.pk}/lots/")

    assert "fair price" in shown
    assert "What owners can expect Max Oyarzun 45 Olga Zabala 45" in shown
    assert "The event is not drawn yet" in shown


def test_a_field_that_holds_nobody_yet_has_no_fair_price() -> None:
    auction = AnAuction(4, {"table": MAIN, "unit": 100}, consolation="none")
    set_up_event(auction.event.pk, EventSheet(conditions={"odds": True}), a_caller())
    auction.lists(("A", [0]), ("B", [1]), field=True)

    page = Client().get(f"/auctions/{auction.pk}/lots/").content.decode()

    assert "The field" in page
    assert page.count('data-label="fair price"') == 2


def test_the_phone_says_what_an_own_lot_is_worth_before_the_draw() -> None:
    auction = an_auction(12)

    own = words(phone_of(auction, "Olga Zabala"), f"/bidders/{auction.who('Olga Zabala')}/lots/")

    assert "worth about 15 now" in own


def test_an_own_lot_is_worth_a_figure_like_those_of_the_prizes() -> None:
    auction = AnAuction(4, {"table": MAIN, "unit": 500}, consolation="none")
    set_up_event(auction.event.pk, EventSheet(conditions={"odds": True}), a_caller())
    auction.lists(("A", [0]), ("B", [1]))
    auction.sells("A", 110, "Olga Zabala")
    auction.sells("B", 100, "Max Oyarzun")

    own = words(phone_of(auction, "Olga Zabala"), f"/bidders/{auction.who('Olga Zabala')}/lots/")

    # A quarter of 189 is 47.25, and prizes are in steps of 5.
    assert "worth about 45 now" in own


def test_a_larger_field_has_a_standard_error_beside_the_price() -> None:
    auction = an_auction(12)
    for entrant, rating in zip(auction.entrants, ("1900", "1400"), strict=False):
        rename(entrant, {"rating": rating}, a_caller())

    answer = worth(auction)
    [favourite, weak, even] = answer["lots"]

    assert answer["draws"] == 160
    assert favourite["fair_price"] > even["fair_price"] > weak["fair_price"] > 0
    assert 0 < favourite["error"] < favourite["fair_price"] / 10
    assert "± 1 before the draw" in words(Client(), f"/auctions/{auction.pk}/")
    assert [owner["expected"] for owner in answer["owners"]] == [
        favourite["fair_price"],
        weak["fair_price"],
    ]
    assert [owner["error"] for owner in answer["owners"]] == [
        favourite["error"],
        weak["error"],
    ]


def test_an_owner_of_half_a_lot_expects_half_of_it() -> None:
    auction = an_auction()
    auction.sells("C", 100, "Olga Zabala", "Ilir Shehu")

    owners = {each["payer"]: each["expected"] for each in worth(auction)["owners"]}

    # The pool of 270 net pays 202.50 and 67.50, rounded to 203 and 67: each lot 67.50.
    assert owners == {
        auction.who("Olga Zabala"): 10125,
        auction.who("Max Oyarzun"): 6750,
        auction.who("Ilir Shehu"): 3375,
    }


def test_an_event_that_shows_no_odds_tells_nobody_what_lots_are_worth() -> None:
    auction = an_auction(odds=False)

    assert Client().get(f"/api/v1/auctions/{auction.pk}/worth/").json()["code"] == "odds.hidden"
    assert "fair price" not in words(Client(), f"/auctions/{auction.pk}/lots/")
    assert "worth" not in words(phone_of(auction, "Olga Zabala"), f"/bidders/{auction.who('Olga Zabala')}/lots/")


@pytest.mark.parametrize("page", ["", "lots/", "desk/"])
def test_what_lots_are_worth_takes_as_many_statements_for_4_as_for_12(page: str) -> None:
    small, large = an_auction(4), an_auction(12)
    desks = desk_of_with(small, "small@barpoint.example"), desk_of_with(large, "large@barpoint.example")

    counts = [
        statements(desk, f"/auctions/{auction.pk}/{page}") for desk, auction in zip(desks, (small, large), strict=True)
    ]

    assert counts[0] == counts[1]
