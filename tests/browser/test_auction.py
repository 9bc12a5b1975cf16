"""An auction in browsers: a desk by keyboard, a projector, and three phones of which one loses its network."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage, scrolls_sideways
from tests.browser.halls import DESK_1, Hall, make_hall
from tests.served.clients import Request
from tests.served.servers import Site

LOTS = 12
BIDDERS = ("Olga Zabala", "Max Oyarzun", "Ilir Shehu")
RULES: dict[str, Any] = {
    "opening": 5000, "bands": [[0, 1000]], "clock": 600, "soft_close": 60, "house": "10", "unit": 500, "phones": True,
    "table": [{"bracket": "main", "place": 1, "share": 3}, {"bracket": "main", "place": 2, "share": 1}],
}  # fmt: skip


@dataclass(slots=True)
class Room:
    """An auction with its lots and the secrets of three bidders."""

    hall: Hall
    auction: int
    lots: list[int]
    secrets: list[str]
    pages: list[Page] = field(default_factory=list)

    def lot(self, site: Site, at: int) -> dict[str, Any]:
        """Return a lot as the API has it."""
        with site.client(DESK_1) as client:
            lots: list[dict[str, Any]] = client.read(f"auctions/{self.auction}/")["lots"]
        return lots[at]


@pytest.fixture
def room(site: Site) -> Room:
    """Set up an auction of 12 lots of one player each, with a link for each of three bidders."""
    hall = make_hall(site, LOTS, drawn=False)
    with site.client(DESK_1) as client:
        club = client.read(f"tournaments/{hall.tournament}/")["club"]
        assert client.send(Request(f"clubs/{club}/auctions/", {"notice": 1}, "PUT")).status == 200
        fees = {"currency": "EUR", "fees": []}
        assert client.send(Request(f"tournaments/{hall.tournament}/fees/", fees, "PUT")).status == 200
        auction = client.made(f"events/{hall.event}/auctions/", {"rules": RULES})["auction"]["id"]
        entrants = [each["id"] for each in client.read(f"events/{hall.event}/entrants/")]
        lots = [{"code": f"L{at}", "players": [entrant]} for at, entrant in enumerate(entrants, start=1)]
        listed = client.made(f"auctions/{auction}/lots/", {"lots": lots})["auction"]["lots"]
        payers = [client.made(f"tournaments/{hall.tournament}/payers/", {"name": name})["payer"] for name in BIDDERS]
        secrets = [client.made(f"payers/{payer}/link/", None)["secret"] for payer in payers]
    return Room(hall, auction, [lot["id"] for lot in listed], secrets)


def a_phone(room: Room, open_page: OpenPage, at: int) -> Page:
    """Come in by a link."""
    phone = open_page(f"/b/{room.secrets[at]}/")
    expect(phone.locator("h1")).to_have_text(BIDDERS[at])
    phone.get_by_role("button", name="This is me").click()
    return phone


def enter(desk: Page, text: str, kind: str) -> None:
    """Type a line, wait for its meaning, and press Enter: the next line can be typed at once."""
    desk.locator("#line").fill(text)
    expect(desk.locator(f'.sentence[data-kind="{kind}"]')).to_be_visible()
    desk.keyboard.press("Enter")
    expect(desk.locator('.sentence[data-kind="recorded"]')).to_be_visible()
    expect(desk.locator("#line")).to_have_value("")


def open_next(desk: Page, code: str) -> None:
    """Press Enter on the empty line, which puts the next lot on the block."""
    expect(desk.locator("[data-open-next]")).to_be_visible()
    # Enter right behind another Enter opens nothing.
    expect(desk.locator("#line[data-bounce]")).to_have_count(0)
    desk.locator("#line").press("Enter")
    expect(desk.locator("#block .lot-box")).to_have_text(code)
    expect(desk.locator("#block .about")).to_contain_text("No bid yet")


def bid(phone: Page, amount: int, code: str) -> None:
    button = phone.get_by_role("button", name=f"Bid {amount} for {code}", exact=True)
    expect(button).to_be_enabled()
    # A tap that follows a change of the price at once does nothing.
    expect(phone.locator("[data-settling]")).to_have_count(0)
    button.click()


def test_twelve_lots_a_projector_and_three_phones_one_of_which_loses_its_network(
    site: Site, room: Room, open_page: OpenPage
) -> None:
    desk = open_page(f"/auctions/{room.auction}/desk/", 1280, signed_in_as=DESK_1)
    projector = open_page(f"/auctions/{room.auction}/", 1920)
    olga, max_, ilir = (a_phone(room, open_page, at) for at in range(3))

    open_next(desk, "L1")
    bid(olga, 50, "L1")
    expect(olga.get_by_text("You have the high bid")).to_be_visible()
    expect(projector.locator(".room-who")).to_have_text("Olga Zabala")
    bid(max_, 60, "L1")
    expect(olga.locator("#bidder")).to_contain_text("Your 50 was passed.")
    expect(projector.locator(".room-bid")).to_contain_text("60")
    expect(desk.get_by_role("button", name="Hammer: 60, Max Oyarzun")).to_be_visible()
    enter(desk, "sold", "hammers")
    expect(projector.locator(".room-verdict")).to_have_text("Sold")
    expect(max_.locator("#bidder")).to_contain_text("L1 is yours: 60")

    open_next(desk, "L2")
    expect(ilir.get_by_role("button", name="Bid 50 for L2")).to_be_enabled()
    late_bid_without_a_network(site, room, desk, ilir)

    open_next(desk, "L3")
    bid_whose_answer_is_lost(site, room, ilir)
    enter(desk, "sold", "hammers")

    for at in range(3, LOTS):
        open_next(desk, f"L{at + 1}")
        enter(desk, f"b 50 {BIDDERS[at % 3].split()[0].lower()}", "bids")
        enter(desk, "sold", "hammers")

    expect(projector.locator(".room-foot")).to_contain_text(f"{LOTS} lots sold, 620")
    expect(projector.locator(".room-first")).to_contain_text("418")
    sold = [room.lot(site, at)["sales"][0]["price"] // 100 for at in range(LOTS)]
    assert sold == [60, 60, 50, *[50] * 9]


def late_bid_without_a_network(site: Site, room: Room, desk: Page, phone: Page) -> None:
    """A phone bids without a network; the lot is hammered to another, and the bid is refused when it arrives."""
    phone.context.set_offline(True)
    bid(phone, 50, "L2")
    outgoing = phone.locator("#outgoing")
    expect(outgoing).to_contain_text("Your bid of 50 for L2 is on this phone only.")
    expect(phone.get_by_role("button", name="Take the bid back")).to_be_visible()
    expect(phone.locator("html.no-news")).to_have_count(1)
    assert room.lot(site, 1)["bids"] == []

    enter(desk, "60 max", "bids")
    enter(desk, "sold", "hammers")
    phone.context.set_offline(False)

    expect(outgoing).to_contain_text("L2 was hammered at")
    expect(outgoing).to_contain_text("It went to Max Oyarzun. You owe nothing for L2.")
    assert [each["amount"] for each in room.lot(site, 1)["bids"]] == [6000]
    phone.get_by_role("button", name="Close").click()
    expect(outgoing).to_be_hidden()


def bid_whose_answer_is_lost(site: Site, room: Room, phone: Page) -> None:
    """A bid arrives and its answer does not: it is sent again under its key, and counts once."""
    lost: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        if lost:
            return route.continue_()
        lost.append(route.request.post_data or "")
        route.fetch()
        return route.abort("internetdisconnected")

    phone.route("**/bid/**", lose_the_first_answer)
    bid(phone, 50, "L3")

    expect(phone.get_by_text("You have the high bid")).to_be_visible()
    expect(phone.locator("#outgoing")).to_be_hidden()
    assert len(lost) == 1
    assert [each["amount"] for each in room.lot(site, 2)["bids"]] == [5000]


def test_a_limit_stops_the_bidder_and_never_leaves_the_phone(room: Room, open_page: OpenPage) -> None:
    desk = open_page(f"/auctions/{room.auction}/desk/", 1280, signed_in_as=DESK_1)
    phone = a_phone(room, open_page, 0)
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(f"{request.url} {request.post_data or ''}"))
    open_next(desk, "L1")
    expect(phone.get_by_role("button", name="Bid 50 for L1")).to_be_enabled()

    phone.get_by_label("My limit for this lot").fill("55")

    expect(phone.locator(".steps-of-bid .over")).to_have_count(2)
    bid(phone, 50, "L1")
    expect(phone.get_by_text("You have the high bid")).to_be_visible()
    assert [each for each in sent if "55" in each.partition(" ")[2].partition("once")[0]] == []


def test_a_phone_without_scripts_bids_and_reads_why_it_was_refused(site: Site, room: Room, open_page: OpenPage) -> None:
    with site.client(DESK_1) as client:
        client.made(f"lots/{room.lots[0]}/open/", None, 200)
    phone = open_page(f"/b/{room.secrets[0]}/", javascript=False)
    phone.get_by_role("button", name="This is me").click()
    other = open_page(f"/b/{room.secrets[1]}/", javascript=False)
    other.get_by_role("button", name="This is me").click()

    phone.get_by_role("button", name="Bid for L1").click()
    other.get_by_role("button", name="Bid for L1").click()

    expect(phone.get_by_text("You have the high bid")).to_be_visible()
    expect(other.locator("#problem")).to_contain_text("Olga Zabala bid 50 first, by phone. Next from 60.")
    # Nothing is outside of the window either.
    assert not scrolls_sideways(other)
