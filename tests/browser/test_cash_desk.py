"""The cash desk in a browser: a queue by keyboard alone, a slow server, two desks, no connection, and its layout."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.typed.cash_line import read_cash_line
from rules.typed.names import folded
from tests.browser.conftest import OpenPage, axe, layout_faults
from tests.browser.halls import DESK_1, DESK_2, Hall, make_hall, press
from tests.served.clients import Request
from tests.served.servers import Site

LATENCY_MILLISECONDS = 300
TYPIST_MILLISECONDS = 60
PEOPLE = 48


def a_cash_hall(site: Site, players: int) -> Hall:
    """Make a tournament whose players are charged a registration fee of 25 and an entry of 60."""
    hall = make_hall(site, players, drawn=False)
    with site.client(DESK_1) as client:
        fees = [
            {"code": "registration", "kind": "registration", "name": "Registration", "amount": 2500, "event": None,
             "prices": []},
            {"code": "main", "kind": "entry", "name": "Main, entry", "amount": 6000, "event": hall.event, "prices": []},
        ]  # fmt: skip
        wanted = {"currency": "EUR", "fees": fees}
        assert client.send(Request(f"tournaments/{hall.tournament}/fees/", wanted, "PUT")).status == 200
    return hall


@pytest.fixture(scope="module")
def hall(site: Site) -> Hall:
    """A queue of 48 people."""
    site.token(DESK_2)
    return a_cash_hall(site, PEOPLE)


def address(hall: Hall) -> str:
    return f"/tournaments/{hall.tournament}/cash/"


def accounts(site: Site, hall: Hall) -> list[dict[str, Any]]:
    with site.client(DESK_1) as client:
        rows: list[dict[str, Any]] = client.read(f"tournaments/{hall.tournament}/payers/")
    return rows


def fewest_keys(payer: int, people: list[tuple[int, str]]) -> str:
    """Return the shortest text that names one of these people and nobody else."""
    first, *_, last = folded(next(name for key, name in people if key == payer)).split()
    texts = [last[:end] for end in range(1, len(last) + 1)]
    texts += [first[:end] for end in range(1, len(first) + 1)]
    texts += [f"{first[:one]} {last[:other]}" for one in (1, 2, 3) for other in (1, 2, 3)]
    unique = [text for text in texts if read_cash_line(text, people).who == (payer,)]
    return min(unique, key=len)


def slow_down(page: Page) -> None:
    """Delay every request of the page."""
    conditions = {
        "offline": False, "latency": LATENCY_MILLISECONDS, "downloadThroughput": -1, "uploadThroughput": -1,
    }  # fmt: skip
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", conditions)


def test_48_people_pay_by_keyboard_alone_with_at_most_eight_keys_each(
    site: Site, hall: Hall, open_page: OpenPage
) -> None:
    page = open_page(address(hall), 1280, signed_in_as=DESK_1)
    people = [(each["id"], each["name"]) for each in accounts(site, hall)]
    keys: list[int] = []

    for payer, name in people:
        typed = fewest_keys(payer, people)
        page.keyboard.type(typed)
        expect(page.locator(".sentence[data-kind=takes] .words")).to_have_text(f"{name} pays 85 in cash.")
        keys.append(len(typed) + press(page, "Enter"))
        expect(page.locator(".sentence[data-kind=taken]")).to_contain_text(f"{name} paid 85, cash.")
        assert page.input_value("#line") == ""

    rows = accounts(site, hall)
    assert len(keys) == PEOPLE
    assert max(keys) <= 8
    assert [row["balance"] for row in rows] == [0] * PEOPLE
    assert sorted(receipt["number"] for row in rows for receipt in row["receipts"]) == list(range(1, PEOPLE + 1))
    expect(page.locator("#owing")).to_contain_text("Nobody owes anything.")


def test_a_typist_on_a_slow_server_loses_and_doubles_nobody(site: Site, open_page: OpenPage) -> None:
    hall = a_cash_hall(site, 12)
    page = open_page(address(hall), 1280, signed_in_as=DESK_1)
    slow_down(page)
    people = [(each["id"], each["name"]) for each in accounts(site, hall)]

    for payer, _ in people:
        page.keyboard.type(fewest_keys(payer, people), delay=TYPIST_MILLISECONDS)
        press(page, "Enter", "Enter")

    expect(page.locator("#unsent")).to_be_hidden(timeout=30_000)
    rows = accounts(site, hall)
    assert [row["balance"] for row in rows] == [0] * 12
    assert [len(row["receipts"]) for row in rows] == [1] * 12
    assert page.input_value("#line") == ""


def test_a_part_payment_needs_its_word_and_a_refusal_keeps_the_text(site: Site, open_page: OpenPage) -> None:
    hall = a_cash_hall(site, 2)
    page = open_page(address(hall), 1280, signed_in_as=DESK_1)
    first = accounts(site, hall)[0]["name"].split()[-1].lower()

    page.keyboard.type(f"{first} 50")
    expect(page.locator(".sentence[data-kind=short]")).to_contain_text("35 short. Part payment?")
    press(page, "Enter")
    assert page.input_value("#line") == f"{first} 50"
    page.keyboard.type(" part")
    expect(page.locator(".sentence[data-kind=takes]")).to_contain_text("pays 50 in cash. 35 left.")
    press(page, "Enter")

    expect(page.locator("#owing")).to_contain_text("35.00 left of 85")
    expect(page.locator(".large")).to_contain_text("35")


def test_two_desks_at_once_take_the_money_once(site: Site, open_page: OpenPage) -> None:
    hall = a_cash_hall(site, 2)
    one = open_page(address(hall), 1280, signed_in_as=DESK_1)
    other = open_page(address(hall), 1280, signed_in_as=DESK_2)
    first = accounts(site, hall)[0]["name"].split()[-1].lower()
    for page in (one, other):
        page.keyboard.type(first)
        expect(page.locator(".sentence[data-kind=takes]")).to_be_visible()

    press(one, "Enter")
    expect(one.locator(".sentence[data-kind=taken]")).to_be_visible()
    press(other, "Enter")

    expect(other.locator(".sentence[data-kind=stale]")).to_contain_text("desk 1 took 85 at")
    assert other.input_value("#line") == first
    assert sum(len(row["receipts"]) for row in accounts(site, hall)) == 1


def test_without_a_connection_nothing_is_booked_until_somebody_sends_it_again(site: Site, open_page: OpenPage) -> None:
    hall = a_cash_hall(site, 2)
    page = open_page(address(hall), 1280, signed_in_as=DESK_1)
    first, second = (each["name"].split()[-1].lower() for each in accounts(site, hall))
    page.context.set_offline(True)

    for text in (first, second):
        page.keyboard.type(text)
        press(page, "Enter")

    expect(page.locator("#unsent [data-line=lost]")).to_have_count(2)
    expect(page.locator("[data-cash].offline")).to_be_visible()
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(1000)
    assert [len(row["receipts"]) for row in accounts(site, hall)] == [0, 0]
    page.locator("[data-send]").click()

    expect(page.locator("#unsent")).to_be_hidden()
    assert [len(row["receipts"]) for row in accounts(site, hall)] == [1, 1]


def test_the_last_payment_is_undone_by_ctrl_z(site: Site, open_page: OpenPage) -> None:
    hall = a_cash_hall(site, 2)
    page = open_page(address(hall), 1280, signed_in_as=DESK_1)
    first = accounts(site, hall)[0]["name"].split()[-1].lower()
    page.keyboard.type(first)
    expect(page.locator(".sentence[data-kind=takes]")).to_be_visible()
    press(page, "Enter")
    expect(page.locator("#done")).to_contain_text("0001")

    press(page, "Control+z")

    expect(page.locator(".sentence[data-kind=undone]")).to_be_visible()
    assert accounts(site, hall)[0]["balance"] == 8500


def test_ticks_and_sums_in_the_block_are_worked_out_at_once(site: Site, open_page: OpenPage) -> None:
    hall = a_cash_hall(site, 2)
    page = open_page(address(hall), 768, signed_in_as=DESK_1)
    page.locator("[data-take-row]").first.click()

    page.locator(".lines input[type=checkbox]").first.uncheck()
    expect(page.locator(".large")).to_contain_text("60")
    page.locator(".given input").fill("100")
    expect(page.locator(".given label")).to_contain_text("40.00")
    page.get_by_role("button", name="Take 60 in cash").click()

    expect(page.locator(".sentence[data-kind=taken]")).to_contain_text("Give back 40.00.")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_the_cash_desk_fits_and_can_be_read_by_everybody(
    site: Site, hall: Hall, open_page: OpenPage, width: int, dark: bool
) -> None:
    page = open_page(address(a_cash_hall(site, 2)), width, dark=dark, signed_in_as=DESK_1)
    page.locator("[data-take-row]").first.click()
    expect(page.locator(".person")).to_be_visible()

    assert layout_faults(page) == []
    assert axe(page) == []
