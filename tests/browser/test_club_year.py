"""The club between tournaments in a real browser: a challenge on two phones, a night, two people who were one."""

import re
from datetime import datetime
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, layout_faults
from tests.served.servers import Site

OWNER = "demo@barpoint.example"
ZONE = "Europe/Madrid"


def a_new_member(open_page: OpenPage, director: Page, club: int, name: str) -> Page:
    """Return the phone of a member who was invited and joined."""
    director.goto(f"{base(director)}/clubs/{club}/members/")
    director.get_by_role("radio", name=re.compile("^Member")).check()
    director.get_by_role("button", name="Make a link").click()
    phone = open_page(urlsplit(director.get_by_label("Copy it now").input_value()).path)
    phone.get_by_label("Your name").fill(name)
    phone.get_by_label("E-mail").fill(f"{name.split()[0].lower()}-of-the-year@barpoint.example")
    phone.get_by_label("Password").fill("three words here")
    phone.get_by_role("button", name="Join").click()
    expect(phone).to_have_url(re.compile(rf"/clubs/{club}/$"))
    return phone


def base(page: Page) -> str:
    return "{0.scheme}://{0.netloc}".format(urlsplit(page.url))


def test_a_challenge_goes_from_the_invitation_to_a_changed_ladder_on_two_phones(
    open_page: OpenPage, site: Site
) -> None:
    with site.client() as client:
        club = client.made("clubs/", {"name": "Ladder club"})["id"]
        ladder = client.made(f"clubs/{club}/ladders/", {"name": "Winter ladder", "options": {"preset": "cambridge"}})
    director = open_page("/sign-in/", 1280, signed_in_as=OWNER)
    jon, kai = (a_new_member(open_page, director, club, name) for name in ("Jon Garmendia", "Kai Oberholzer"))
    address = f"{base(director)}/ladders/{ladder['id']}/"
    for phone in (jon, kai):
        phone.goto(address)
        phone.get_by_role("button", name="Join the ladder").click()
        expect(phone.get_by_role("button", name="Join the ladder")).to_have_count(0)

    kai.get_by_label("Jon Garmendia").check()
    kai.get_by_role("button", name="Challenge").click()
    jon.goto(address)
    jon.get_by_text("Enter for L1").click()
    jon.get_by_role("button", name="Accept").click()
    kai.goto(address)
    kai.get_by_text("Enter for L1").click()
    kai.get_by_role("radio", name="Kai Oberholzer").check()
    kai.get_by_label("Points of the winner").fill("11")
    kai.get_by_label("Points of the loser").fill("8")
    kai.get_by_role("button", name="Enter the result").click()
    expect(kai.get_by_text("unless the opponent reports something else")).to_be_visible()
    jon.goto(address)
    assert (layout_faults(jon), layout_faults(kai)) == ([], [])
    jon.get_by_role("button", name="Confirm: Kai Oberholzer won 11–8").click()

    expect(jon.locator("table.ladder tbody tr")).to_have_text([re.compile("1.*Kai", re.S), re.compile("2.*Jon", re.S)])
    expect(jon.get_by_text("beat Jon Garmendia 11–8 and took the place")).to_be_visible()


def test_a_night_goes_from_checking_in_to_the_standings(open_page: OpenPage, site: Site) -> None:
    with site.client() as client:
        club = client.made("clubs/", {"name": "Night club"})["id"]
        for name in ("Ann Fabry", "Bob Kilmer", "Cid Marlow", "Dee Novak"):
            client.made(f"clubs/{club}/people/", {"name": name, "kind": "full"})
        today = datetime.now(ZoneInfo(ZONE)).date().isoformat()
        night = client.made(
            f"clubs/{club}/nights/", {"name": "Tuesday", "first": today, "at": "00:01", "zone": ZONE, "minutes": 1438}
        )["nights"][0]
    desk = open_page(f"/nights/{night}/", signed_in_as=OWNER)

    for name in ("Ann Fabry", "Bob Kilmer", "Cid Marlow", "Dee Novak"):
        desk.get_by_role("button", name=name, exact=True).click()
    expect(desk.get_by_role("link", name="Draw 4 players")).to_be_visible()
    assert layout_faults(desk) == []
    desk.get_by_role("link", name="Draw 4 players").click()
    desk.get_by_role("button", name="Make the draw").click()
    event = re.findall(r"/events/(\d+)/", desk.url)[0]
    with site.client() as client:
        for _ in range(8):
            for match in client.read(f"events/{event}/matches/?status=open"):
                client.made(f"matches/{match['id']}/result/", {"score": [match["length"], 0]}, 200)
    desk.goto(f"{base(desk)}/events/{event}/places/")

    expect(desk.locator(".winner .champion")).to_be_visible()
    for name in ("Ann Fabry", "Bob Kilmer", "Cid Marlow", "Dee Novak"):
        expect(desk.get_by_text(name).first).to_be_visible()


def test_two_rows_of_one_person_are_merged_and_parted_again(open_page: OpenPage, site: Site) -> None:
    with site.client() as client:
        club = client.made("clubs/", {"name": "Merging club"})["id"]
        kept, gone = (
            client.made(f"clubs/{club}/people/", {"name": name})["id"]
            for name in ("Hannah Lindqvist", "Hanna Linquist")
        )
    page = open_page(f"/people/{kept}/merge/?gone={gone}", signed_in_as=OWNER)

    expect(page.get_by_text("Entries, memberships and check-ins of Hanna Linquist")).to_be_visible()
    page.get_by_role("button", name="Merge them").click()
    page.goto(f"{base(page)}/clubs/{club}/people/")
    expect(page.get_by_text("Hanna Linquist")).to_have_count(0)
    page.goto(f"{base(page)}/clubs/{club}/memory/")
    latest = max(map(int, page.locator("td.number a").all_inner_texts()))
    page.get_by_role("link", name=str(latest), exact=True).click()
    page.get_by_role("link", name=re.compile("^Undo")).click()
    page.get_by_role("button", name=re.compile("^Undo record")).click()
    page.goto(f"{base(page)}/clubs/{club}/people/")

    expect(page.get_by_text("Hanna Linquist").first).to_be_visible()
