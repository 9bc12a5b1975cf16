"""A player buys back from their own phone: with a second tap, without a network, and with an answer that is lost."""

from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage, scrolls_sideways
from tests.browser.halls import DESK_1, make_hall
from tests.served.clients import Request
from tests.served.servers import Site

RULES: dict[str, Any] = {
    "opening": 5000, "bands": [[0, 1000]], "house": "10", "unit": 500, "phones": True, "buyback": {"limit": "1/2"},
    "table": [{"bracket": "main", "place": 1, "share": 1}],
}  # fmt: skip


@dataclass(slots=True)
class SoldLot:
    """Lot L1 of one player is sold for 100 to Olga; the player may buy half of it back."""

    site: Site
    auction: int
    payer: int
    secret: str

    def owned(self) -> str:
        """Return the share of the lot that the player holds, empty for none."""
        with self.site.client(DESK_1) as client:
            lot = client.read(f"auctions/{self.auction}/")["lots"][0]
        return str(lot["sales"][0]["owners"].get(str(self.payer), ""))


@pytest.fixture
def sold(site: Site) -> SoldLot:
    hall = make_hall(site, 4, drawn=False)
    with site.client(DESK_1) as client:
        club = client.read(f"tournaments/{hall.tournament}/")["club"]
        assert client.send(Request(f"clubs/{club}/auctions/", {"notice": 1}, "PUT")).status == 200
        entry = {"code": "m", "kind": "entry", "name": "", "amount": 2000, "event": hall.event}
        fees = {"currency": "EUR", "fees": [entry]}
        assert client.send(Request(f"tournaments/{hall.tournament}/fees/", fees, "PUT")).status == 200
        auction = client.made(f"events/{hall.event}/auctions/", {"rules": RULES})["auction"]["id"]
        player = client.read(f"events/{hall.event}/entrants/")[0]["id"]
        listed = client.made(f"auctions/{auction}/lots/", {"lots": [{"code": "L1", "players": [player]}]})
        lot = listed["auction"]["lots"][0]["id"]
        olga = client.made(f"tournaments/{hall.tournament}/payers/", {"name": "Olga Zabala"})["payer"]
        client.made(f"lots/{lot}/open/", None, 200)
        client.made(f"lots/{lot}/bids/", {"amount": 10000, "payers": [olga]})
        client.made(f"lots/{lot}/hammer/", None, 200)
        accounts = client.read(f"tournaments/{hall.tournament}/payers/")
        payer = next(each["id"] for each in accounts if player in each["entrants"])
        secret = client.made(f"payers/{payer}/link/", None)["secret"]
    return SoldLot(site, auction, payer, secret)


def first_tap(sold: SoldLot, open_page: OpenPage, **more: Any) -> Page:
    """Come in by the link and open what the second tap will do."""
    phone = open_page(f"/b/{sold.secret}/", **more)
    phone.get_by_role("button", name="This is me").click()
    phone.locator("summary", has_text="Buy back 1/2 for 50").click()
    expect(phone.locator(".offer")).to_contain_text("buys 1/2 from Olga Zabala and owes 50 at the desk.")
    assert not scrolls_sideways(phone)
    return phone


def the_yes(phone: Page) -> Any:
    return phone.get_by_role("button", name="Yes, buy back for 50")


@pytest.mark.parametrize("javascript", [True, False])
def test_two_taps_buy_back_and_the_desk_sees_it(sold: SoldLot, open_page: OpenPage, javascript: bool) -> None:
    desk = open_page(f"/auctions/{sold.auction}/desk/", 1280, signed_in_as=DESK_1)
    phone = first_tap(sold, open_page, javascript=javascript)
    assert sold.owned() == ""

    the_yes(phone).click()

    expect(phone.locator("#bidder-rest")).to_contain_text("1/2 of it")
    expect(phone.locator(".offer")).to_have_count(0)
    expect(desk.locator("main")).to_contain_text("bought 1/2 of lot L1 back from Olga Zabala for 50")
    assert sold.owned() == "0.5"


def test_a_yes_that_is_tapped_twice_buys_once(sold: SoldLot, open_page: OpenPage) -> None:
    phone = first_tap(sold, open_page)

    the_yes(phone).dblclick()

    expect(phone.locator("#bidder-rest")).to_contain_text("1/2 of it")
    expect(phone.locator("#problem")).to_have_count(0)
    assert sold.owned() == "0.5"


def test_a_yes_without_a_network_buys_nothing_and_is_tapped_again(sold: SoldLot, open_page: OpenPage) -> None:
    phone = first_tap(sold, open_page)
    phone.context.set_offline(True)

    the_yes(phone).click()
    phone.wait_for_url("chrome-error://**")
    assert sold.owned() == ""
    phone.context.set_offline(False)
    phone.go_back()
    if not the_yes(phone).is_visible():
        phone.locator("summary", has_text="Buy back 1/2 for 50").click()
    the_yes(phone).click()

    expect(phone.locator("#bidder-rest")).to_contain_text("1/2 of it")
    assert sold.owned() == "0.5"


def test_a_yes_whose_answer_is_lost_counts_once_when_it_is_tapped_again(sold: SoldLot, open_page: OpenPage) -> None:
    phone = first_tap(sold, open_page)
    lost: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        if lost:
            return route.continue_()
        lost.append(route.request.post_data or "")
        route.fetch(max_redirects=0)
        return route.abort("internetdisconnected")

    phone.route("**/buyback/**", lose_the_first_answer)
    the_yes(phone).click()
    phone.wait_for_url("chrome-error://**")
    phone.go_back()
    if the_yes(phone).is_visible():
        the_yes(phone).click()

    expect(phone.locator("#bidder-rest")).to_contain_text("1/2 of it")
    assert (len(lost), sold.owned()) == (1, "0.5")
