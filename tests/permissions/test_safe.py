"""Rules for every address: GET changes nothing, other sites can post nothing, security headers are set."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client

from clubs.actions.embeds import list_hosts
from clubs.actions.people import set_password
from clubs.models import SignInCode, Tries
from tests.contents import content_hash
from tests.factories import a_caller, an_owner
from tests.permissions.test_matrix import rows
from tests.permissions.world import World, a_world, query_of

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parent.parent.parent
LOOKING = [row["address"] for row in rows() if row["method"] == "GET"]
CHANGING = [(row["method"], row["address"]) for row in rows() if row["method"] != "GET"]


def a_browser(world: World, who: str, *, enforce_csrf_checks: bool = False) -> Client:
    browser = Client(enforce_csrf_checks=enforce_csrf_checks)
    browser.cookies = SimpleCookie(world.cookies[who].output(header="", sep=";"))
    return browser


def everything() -> tuple[str, int, int, int]:
    """Return the contents of the database: the memory and all that follows from it, sessions, codes and tries."""
    return content_hash(), Session.objects.count(), SignInCode.objects.count(), Tries.objects.count()


def test_a_get_request_changes_nothing() -> None:
    world = a_world()
    before = everything()

    for who in ("anonymous", "site"):
        browser = a_browser(world, who)
        for address in LOOKING:
            browser.get(world.path(address), query_of(address))

    assert everything() == before


@pytest.mark.parametrize("number", [(1 << 63) - 1, 1 << 63])
def test_a_number_that_no_row_has_is_answered_everywhere(number: int) -> None:
    world = a_world()
    things = {name: number if isinstance(thing, int) else thing for name, thing in world.things.items()}
    wrong = []

    for row in rows():
        answer = replace(world, things=things).ask("site", row["method"], row["address"])
        if answer.status_code >= 500:
            wrong.append((row["method"], row["address"], answer.status_code))

    assert wrong == []


# Names that pages and the API read in a query as numbers.
ASKED_FOR_NUMBERS = (
    "account", "after", "at", "auction", "before", "changed", "copy", "done", "drawer", "ended", "event", "from",
    "gone", "line", "m", "match", "number", "page", "person", "places", "player", "pot", "record", "seen", "template",
    "tournament",
)  # fmt: skip


@pytest.mark.parametrize("text", ["1" * 5000, "²"])
def test_a_query_that_is_no_possible_number_is_answered_everywhere(text: str) -> None:
    world = a_world()
    wrong = []

    for address in LOOKING:
        answer = world.ask("site", "GET", address, dict.fromkeys(ASKED_FOR_NUMBERS, text))
        if answer.status_code >= 500:
            wrong.append((address, answer.status_code))

    assert wrong == []


# Stand in pages of the sites that the club's owner listed; none is listed at first.
FRAMED = [address for address in LOOKING if address.startswith("/embed/")]


def test_every_page_has_the_security_headers() -> None:
    world, open_doors = a_world(), []

    for who in ("anonymous", "site"):
        browser = a_browser(world, who)
        for address in LOOKING:
            answer = browser.get(world.path(address), query_of(address))
            posted = {name.lower(): value for name, value in answer.headers.items()}
            policy = posted.get("content-security-policy", "")
            closed = [
                "default-src 'self'" in policy,
                "object-src 'none'" in policy,
                "base-uri 'none'" in policy,
                "frame-ancestors 'none'" in policy,
                "unsafe" not in policy and "nonce" not in policy,
                posted.get("x-content-type-options") == "nosniff",
                posted.get("x-frame-options") == "DENY",
                posted.get("referrer-policy")
                == ("strict-origin" if address.startswith(("/l/", "/b/")) else "same-origin"),
            ]
            if not all(closed):
                open_doors.append((who, address, closed))

    assert open_doors == []


def test_what_stands_in_a_page_of_another_site_has_nothing_to_press_and_sets_no_cookie() -> None:
    world = a_world()
    list_hosts(int(world.things["clubs"]), ["www.example.org"], a_caller())

    for address in FRAMED:
        answer = a_browser(world, "site").get(world.path(address))

        assert answer.status_code == 200
        assert "frame-ancestors www.example.org" in answer["Content-Security-Policy"]
        assert not re.search(rb"<(form|button|input|textarea)", answer.content)
        assert not answer.cookies


def test_another_site_can_change_nothing_in_the_name_of_its_visitors() -> None:
    world = a_world()
    browser = a_browser(world, "site", enforce_csrf_checks=True)
    before, answered = everything(), {}

    for method, address in CHANGING:
        query = {"content_type": "application/json"} if address.startswith("/api/") else {}
        answered[method, address] = getattr(browser, method.lower())(world.path(address), **query).status_code

    assert {query: status for query, status in answered.items() if status != 403} == {}
    assert everything() == before


def test_a_refusal_page_names_nobody() -> None:
    world = a_world()
    answer = a_browser(world, "stranger").get(world.path("/clubs/<int:pk>/members/"))

    assert answer.status_code == 403
    assert "@barpoint.example" not in answer.content.decode()


def test_scripts_cannot_read_cookies(client: Client) -> None:
    owner = an_owner()
    set_password(owner.email, "three words here", a_caller())
    client.get("/sign-in/")
    client.post("/sign-in/", {"username": owner.email, "password": "three words here"})

    flags = {name: (each["httponly"], each["samesite"], each["secure"]) for name, each in client.cookies.items()}

    # Over plain http there can be no Secure cookie.
    assert flags == dict.fromkeys(("csrf", "device", "session"), (True, "Lax", ""))


def test_behind_https_cookies_are_bound_to_the_host_and_http_is_redirected() -> None:
    query = (
        "import json, config.settings as s; print(json.dumps([s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME,"
        " s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.SECURE_HSTS_SECONDS]))"
    )

    posted = subprocess.run(
        [sys.executable, "-c", query],
        cwd=ROOT,
        env=os.environ | {"BARPOINT_HTTPS": "1"},
        capture_output=True,
        check=True,
        text=True,
    )

    assert json.loads(posted.stdout) == ["__Host-session", "__Host-csrf", True, True, True, 31_536_000]


def test_the_crawl_really_visits_pages() -> None:
    """The crawl would notice a GET request that writes."""
    before = everything()

    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO clubs_tries (name, spent, ends_at) VALUES ('x', 1, '2026-11-20')")

    assert everything() != before
