"""Players of several events in a browser: the desk and the wall say who is busy, and a question is asked first."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, axe, layout_faults, scrolls_sideways, shoot
from tests.browser.halls import DESK_1, FORMAT, Hall, make_hall
from tests.served.servers import Site


@pytest.fixture
def hall(site: Site) -> Hall:
    """A main event of eight, in whose A1 they play, and a jackpot of one of them and somebody else."""
    hall = make_hall(site, 8)
    with site.client(DESK_1) as client:
        first = next(each for each in hall.matches(client, "open") if each["code"] == "A1")
        side = {"tournament": hall.tournament, "name": "Jackpot 50", "format": FORMAT}
        jackpot = client.made("events/", side)["id"]
        names = [first["top"]["name"], "Bo Berg"]
        client.made(f"events/{jackpot}/entrants/", {"entrants": [{"name": name} for name in names]})
        client.made(f"events/{jackpot}/draw/", {"key": "12 34"})
        client.made(f"matches/{first['id']}/start/", {}, 200)
    return hall


def fits(page: Page) -> bool:
    return not scrolls_sideways(page) and layout_faults(page) == [] and axe(page) == []


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_the_desk_says_who_is_busy_at_every_width(open_page: OpenPage, hall: Hall, width: int) -> None:
    page = open_page(hall.desk, width, signed_in_as=DESK_1)

    expect(page.get_by_text("plays Jackpot")).to_have_count(0)
    expect(page.get_by_text("plays Main A1 till").first).to_be_visible()
    shoot(page, f"holds-{width}")
    assert fits(page)


def test_a_typed_call_of_a_busy_player_is_confirmed_by_one_button(open_page: OpenPage, hall: Hall) -> None:
    page = open_page(hall.desk, 1280, signed_in_as=DESK_1)

    page.keyboard.type("jack a1 t7")
    expect(page.locator(".sentence[data-kind=calls]")).to_be_visible()
    page.keyboard.press("Enter")
    question = page.locator("#question .sentence[data-kind=held]")
    expect(question).to_contain_text("plays A1 of Main now.")
    shoot(page, "holds-question")
    question.get_by_role("button", name="call anyway").click()

    expect(page.locator("#done")).to_contain_text("A1 called to table 7")


def test_the_wall_lists_what_waits_last(open_page: OpenPage, hall: Hall) -> None:
    page = open_page(f"/tournaments/{hall.tournament}/wall/?show=next", 1280)

    expect(page.get_by_text("waits till").first).to_be_visible()
    shoot(page, "holds-wall")
    assert fits(page)
