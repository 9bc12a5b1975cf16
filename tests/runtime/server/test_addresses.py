"""The addresses of a laptop: its current ones, not those at its start."""

import socket
from typing import NoReturn

import pytest
from django.conf import settings
from django.http import HttpRequest
from django.test import Client, RequestFactory

from runtime.server import addresses
from runtime.server.addresses import OwnHosts, addresses_of, hall_addresses, is_reached

REAL = hall_addresses


@pytest.fixture(autouse=True)
def _a_laptop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "hall_addresses", lambda: ["192.168.178.23", "10.0.0.7"])
    monkeypatch.setattr(addresses, "own_name", lambda: "laptop")
    monkeypatch.setattr(settings, "ALLOWED_HOSTS", ["*"])


def a_request_to(host: str) -> HttpRequest:
    return RequestFactory().get("/", headers={"host": host})


@pytest.mark.parametrize(
    ("host", "printed"),
    [
        ("localhost:8000", ["http://192.168.178.23:8000", "http://10.0.0.7:8000"]),
        ("127.0.0.1:8000", ["http://192.168.178.23:8000", "http://10.0.0.7:8000"]),
        ("[::1]:8000", ["http://192.168.178.23:8000", "http://10.0.0.7:8000"]),
        ("10.0.0.7:8000", ["http://10.0.0.7:8000", "http://192.168.178.23:8000"]),
        ("laptop.local", ["http://laptop.local", "http://192.168.178.23", "http://10.0.0.7"]),
    ],
)
def test_slips_name_the_address_of_the_request_then_those_of_the_laptop(host: str, printed: list[str]) -> None:
    assert addresses_of(a_request_to(host)) == printed


def test_a_name_in_the_settings_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "NAMED_HOSTS", ["barpoint.club", ".barpoint.club"])

    assert addresses_of(a_request_to("localhost:8000"))[:2] == [
        "http://barpoint.club:8000",
        "http://192.168.178.23:8000",
    ]


def test_this_machine_names_only_addresses_that_others_reach() -> None:
    assert [each for each in REAL() if each.startswith("127.") or not each.replace(".", "").isdecimal()] == []


def test_no_name_server_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_words: object) -> NoReturn:
        raise AssertionError("a laptop whose network has no name server would wait for its answer")

    for name in ("getaddrinfo", "gethostbyname", "getfqdn"):
        monkeypatch.setattr(socket, name, refuse)

    assert isinstance(REAL(), list)


def test_behind_https_it_is_the_name_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "HTTPS", True)

    assert addresses_of(a_request_to("bg.example.org")) == ["https://bg.example.org"]
    assert is_reached("http://192.168.1.4:8000", a_request_to("bg.example.org"))


def test_a_laptop_in_no_network_names_the_address_of_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "hall_addresses", list)

    assert addresses_of(a_request_to("localhost:8000")) == ["http://localhost:8000"]


def test_an_address_is_reached_while_the_laptop_has_it_on_this_port() -> None:
    request = a_request_to("localhost:8000")
    printed = ["http://192.168.178.23:8000", "http://10.0.0.7:8000", "http://laptop:8000"]

    assert all(is_reached(each, request) for each in printed)
    assert not is_reached("http://192.168.178.23:8001", request)
    assert not is_reached("http://192.168.1.4:8000", request)


def test_a_new_address_works_without_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = OwnHosts(["localhost"])
    monkeypatch.setattr(addresses, "REFRESH_SECONDS", -1.0)
    before = list(hosts)

    monkeypatch.setattr(addresses, "hall_addresses", lambda: ["192.168.1.4"])

    assert (before, list(hosts)) == (["localhost", "192.168.178.23", "10.0.0.7"], ["localhost", "192.168.1.4"])
    monkeypatch.setattr(settings, "ALLOWED_HOSTS", hosts)
    assert [a_request_to(host).get_host() for host in ("192.168.1.4:8000", "localhost")] == [
        "192.168.1.4:8000",
        "localhost",
    ]


@pytest.mark.django_db
def test_a_form_that_is_too_old_says_so_on_a_page_of_ours() -> None:
    answer = Client(enforce_csrf_checks=True, headers={"host": "localhost"}).post("/sign-out/")

    assert answer.status_code == 403
    assert "Nothing was changed." in answer.content.decode()
    assert "style=" not in answer.content.decode()
