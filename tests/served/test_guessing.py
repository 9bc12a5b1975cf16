"""Eight clients that guess a password at the same instant get ten tries together, on either database."""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from urllib.parse import urlencode

from .servers import Site

GUESSERS, GUESSES = 8, 4
PAGE = "/sign-in/"


def test_ten_of_thirty_two_guesses_are_checked(site: Site) -> None:
    site.token("petra@example.org")

    with ThreadPoolExecutor(GUESSERS) as pool:
        running = [pool.submit(guesses, site, guesser) for guesser in range(GUESSERS)]
    answered = Counter(status for each in running for status in each.result())

    assert answered == {422: 10, 429: 22}


def guesses(site: Site, guesser: int) -> list[int]:
    """Guess four times and return the status of each answer."""
    rows = []
    server = HTTPConnection("127.0.0.1", site.ports[guesser % len(site.ports)], timeout=60)
    server.request("GET", PAGE)
    page = server.getresponse()
    cookie = (page.headers["Set-Cookie"] or "").partition(";")[0]
    secret = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())[0]
    for guess in range(GUESSES):
        body = {"csrfmiddlewaretoken": secret, "username": "petra@example.org", "password": f"{guesser} {guess}"}
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        server.request("POST", PAGE, urlencode(body), headers)
        answer = server.getresponse()
        answer.read()
        rows.append(answer.status)
    server.close()
    return rows
