"""Eight clients that guess a PIN at the same instant get five tries together, on either database."""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection
from urllib.parse import urlencode

import pytest

from .clients import Client
from .servers import Site

GUESSERS, GUESSES = 8, 4


@dataclass(frozen=True, slots=True)
class Door:
    """The page of a PIN, its player, and the right PIN."""

    page: str
    entrant: int
    pin: str
    link: str


@pytest.fixture
def door(desk: Client) -> Door:
    club = desk.made("clubs/", {"name": "Graz"})["id"]
    tournament = desk.made("tournaments/", {"club": club, "name": "Spring", "timezone": "UTC"})["id"]
    format_ = {"main": "knockout", "consolation": "none", "length": 5}
    event = desk.made("events/", {"tournament": tournament, "name": "Main", "format": format_})["id"]
    desk.made(f"events/{event}/entrants/", {"entrants": [{"name": "Petra Horvat"}]})
    slip = desk.made(f"events/{event}/links/", {})["slips"][0]
    return Door(f"/p/{event}/", slip["entrant"], slip["pin"], slip["path"])


def test_five_of_thirty_two_guesses_from_one_address_are_checked(site: Site, door: Door) -> None:
    with ThreadPoolExecutor(GUESSERS) as pool:
        running = [pool.submit(guesses, site, guesser, door, wrong(door, guesser)) for guesser in range(GUESSERS)]
    answered = [each for one in running for each in one.result()]

    assert Counter(status for status, _ in answered) == {422: 5, 429: 27}
    assert len({page for status, page in answered if status == 422}) == 1


def test_twenty_wrong_guesses_from_many_addresses_lock_the_pin_but_not_the_link(site: Site, door: Door) -> None:
    with ThreadPoolExecutor(GUESSERS) as pool:
        running = [
            pool.submit(guesses, site, guesser, door, wrong(door, guesser), f"127.0.0.{guesser + 2}")
            for guesser in range(GUESSERS)
        ]
    heard = {each for one in running for each in one.result()}
    right = guesses(site, 0, door, [door.pin], "127.0.0.20")

    assert set(right) == heard
    assert len(heard) == 1
    with Client(site.ports[0]) as player:
        player.token = door.link.removeprefix("/l/").rstrip("/")
        # Not 401: the link is known, but there is no such match.
        assert player.post("matches/0/start/").status == 404
    assert player.token not in site.log()


def wrong(door: Door, guesser: int) -> list[str]:
    return [f"{(int(door.pin) + 1 + GUESSES * guesser + guess) % 1_000_000:06d}" for guess in range(GUESSES)]


def guesses(site: Site, guesser: int, door: Door, pins: list[str], place: str = "127.0.0.1") -> list[tuple[int, str]]:
    """Guess, and return the answers: the status, and the page without typed and random parts."""
    rows = []
    port = site.ports[guesser % len(site.ports)]
    server = HTTPConnection("127.0.0.1", port, timeout=60, source_address=(place, 0))
    server.request("GET", door.page)
    page = server.getresponse()
    cookie = (page.headers["Set-Cookie"] or "").partition(";")[0]
    secret = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())[0]
    for pin in pins:
        body = {"csrfmiddlewaretoken": secret, "name": door.entrant, "pin": pin}
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        server.request("POST", door.page, urlencode(body), headers)
        answer = server.getresponse()
        text = re.sub(r'(csrfmiddlewaretoken" value=")\w+', r"\1", answer.read().decode())
        rows.append((answer.status, text.replace(pin, "")))
    server.close()
    return rows
