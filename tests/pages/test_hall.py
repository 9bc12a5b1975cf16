"""The hall's network is plain http and hostile: no password and no desk over it, unless somebody takes the risk."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from clubs.actions.people import set_password
from tests.factories import Program, a_caller, a_club, a_desk_helper, a_drawn_event, a_match, an_owner

pytestmark = pytest.mark.django_db

IN_THE_HALL: dict[str, Any] = {"REMOTE_ADDR": "192.168.1.20"}


def a_browser() -> Client:
    """Return a browser in which the owner has signed in."""
    browser = Client()
    browser.force_login(an_owner())
    return browser


@pytest.mark.parametrize("path", ["/sign-in/", "/owner/any/"])
def test_a_password_never_crosses_the_hall(client: Client, path: str) -> None:
    answer = client.get(path, **IN_THE_HALL)

    assert answer.status_code == 403
    assert "http://localhost:80/sign-in/" in answer.content.decode()
    assert "--lan-desk" in answer.content.decode()


@pytest.mark.parametrize("address", ["127.0.0.1", "127.3.2.1", "::1", "::ffff:127.0.0.1"])
def test_the_laptop_itself_is_not_the_hall(client: Client, address: str) -> None:
    assert client.get("/sign-in/", REMOTE_ADDR=address).status_code == 200


@pytest.mark.parametrize("address", ["192.168.1.20", "10.0.0.1", "fe80::1", "::ffff:192.168.1.20", "8.8.8.8", ""])
def test_everybody_else_is(client: Client, address: str) -> None:
    assert client.get("/sign-in/", REMOTE_ADDR=address).status_code == 403


def test_a_session_taken_in_the_hall_is_worth_nothing() -> None:
    browser, match = a_browser(), a_match()

    page = browser.get("/", **IN_THE_HALL)
    answer = browser.post(f"/api/v1/matches/{match.pk}/start/", content_type="application/json", **IN_THE_HALL)

    assert "Itziar" not in page.content.decode()
    assert answer.status_code == 401
    assert browser.post(f"/api/v1/matches/{match.pk}/start/", content_type="application/json").status_code == 200


def test_anybody_in_the_hall_reads_the_draw(client: Client) -> None:
    event = a_drawn_event(4)

    assert client.get(f"/events/{event.pk}/", **IN_THE_HALL).status_code == 200


def test_who_takes_the_risk_signs_in_from_the_hall(client: Client, settings: Settings) -> None:
    owner = an_owner()
    set_password(owner.email, "three words here", a_caller())
    settings.LAN_DESK = True

    answer = client.post("/sign-in/", {"username": owner.email, "password": "three words here"}, **IN_THE_HALL)

    assert answer.status_code == 302
    assert "Itziar" in client.get("/", **IN_THE_HALL).content.decode()


def test_a_token_works_from_anywhere() -> None:
    match = a_match()
    program = Program(a_desk_helper(a_club("Wien")))
    program.headers["X-Forwarded-For"] = "127.0.0.1"
    owner = Program(an_owner())
    owner.client.defaults |= IN_THE_HALL

    assert owner.post(f"matches/{match.pk}/start/").status == 200
    assert program.post(f"matches/{match.pk}/start/").status == 403


def test_a_forged_header_does_not_make_a_request_local(client: Client) -> None:
    answer = client.get("/sign-in/", headers={"X-Forwarded-For": "127.0.0.1"}, **IN_THE_HALL)

    assert answer.status_code == 403
