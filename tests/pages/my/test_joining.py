"""A phone comes in by a link or a PIN, reaches one player's pages, and leaves."""

import re

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import a_caller, a_drawn_event
from tournaments.actions.closing import close_event
from tournaments.actions.phones.links import make_slips, rotate_links
from tournaments.models import Event, Link, Phone
from tournaments.models.links import Slip
from tournaments.read.entrants.listed import entrant_list

pytestmark = pytest.mark.django_db

ADDRESS = "http://192.168.178.23:8000"
UNKNOWN = "/l/" + "x" * 22 + "/"


@pytest.fixture
def event() -> Event:
    return a_drawn_event(4)


@pytest.fixture
def slip(event: Event) -> Slip:
    return make_slips(event.pk, a_caller(), ADDRESS)[0]


def without_tokens(page: bytes) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page.decode())


def test_a_link_says_whose_it_is_and_looking_uses_nothing_up(client: Client, slip: Slip) -> None:
    for _ in range(3):
        answer = client.get(f"/l/{slip.secret}/")

    page = answer.content.decode()
    assert answer.status_code == 200
    assert slip.name in page
    assert "Bilbao Autumn Open" in page
    assert page.count("<button") == 1
    assert Phone.objects.count() == 0
    assert answer["Referrer-Policy"] == "strict-origin"
    assert "no-store" in answer["Cache-Control"]


def test_one_button_changes_a_link_for_a_cookie_of_this_player(client: Client, slip: Slip) -> None:
    answer = client.post(f"/l/{slip.secret}/")

    cookie = answer.cookies[f"player-{slip.entrant}"]
    assert (answer.status_code, answer["Location"]) == (303, f"/my/{slip.entrant}/")
    assert (cookie["path"], cookie["httponly"], cookie["samesite"], cookie["secure"]) == (
        f"/my/{slip.entrant}/",
        True,
        "Lax",
        "",
    )
    assert len(cookie.value) == 43
    assert not Phone.objects.filter(hash=cookie.value).exists()
    assert answer["Referrer-Policy"] == "strict-origin"


def test_behind_https_the_cookie_is_bound_to_the_host(
    client: Client, slip: Slip, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "HTTPS", True)

    answer = client.post(f"/l/{slip.secret}/")

    cookie = answer.cookies[f"__Host-player-{slip.entrant}"]
    assert (cookie["path"], cookie["httponly"], cookie["secure"]) == ("/", True, True)


@pytest.mark.parametrize("why", ["unknown", "rotated", "closed"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_that_does_not_count_is_answered_the_same_whatever_the_reason(
    client: Client, event: Event, slip: Slip, why: str, method: str
) -> None:
    expected = client.get(UNKNOWN)
    if why == "rotated":
        rotate_links(event.tournament_id, a_caller())
    elif why == "closed":
        close_event(event.pk, a_caller())
    secret = "y" * 22 if why == "unknown" else slip.secret

    answer = getattr(client, method)(f"/l/{secret}/")

    assert (answer.status_code, answer.content) == (404, expected.content)
    assert answer["Referrer-Policy"] == "strict-origin"
    assert Phone.objects.live().count() == 0


def test_a_name_is_chosen_from_a_list_sorted_by_name(client: Client, event: Event) -> None:
    with CaptureQueriesContext(
        connection,
    ) as query:
        page = client.get(f"/p/{event.pk}/").content.decode()

    options = re.findall(r"<option value=\"\d*\"[^>]*>([^<]+)<", page)
    named = {each.name: each.number for each in entrant_list(event.pk)}
    in_order = ["Ainhoa Etxeberria", "Falk Brenner", "Ömer Yıldırım", "Petra Horvat"]
    assert options == ["Choose", *(f"{named[name]} {name}" for name in in_order)]
    assert 'inputmode="numeric"' in page
    assert len(query) == 2


@pytest.mark.parametrize("written", ["{0}", "{0:.3} {1}", " {0:.3}-{1} "])
def test_a_pin_is_read_however_it_is_written(client: Client, event: Event, slip: Slip, written: str) -> None:
    typed = written.format(slip.pin, slip.pin[3:])

    answer = client.post(f"/p/{event.pk}/", {"name": slip.entrant, "pin": typed})

    assert (answer.status_code, answer["Location"]) == (303, f"/my/{slip.entrant}/")
    assert f"player-{slip.entrant}" in answer.cookies


def test_digits_of_other_scripts_are_digits(client: Client, event: Event, slip: Slip) -> None:
    arabic = "".join(chr(0x660 + int(each)) for each in slip.pin)

    assert client.post(f"/p/{event.pk}/", {"name": slip.entrant, "pin": arabic}).status_code == 303


def test_missing_fields_are_shown_before_a_try_is_spent(client: Client, event: Event, slip: Slip) -> None:
    for _ in range(6):
        answer = client.post(f"/p/{event.pk}/", {"name": "", "pin": "48291"})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Choose your name." in page
    assert "Type the six digits on your slip." in page
    assert client.post(f"/p/{event.pk}/", {"name": slip.entrant, "pin": slip.pin}).status_code == 303


@pytest.mark.parametrize("why", ["wrong", "unknown", "closed", "of another event"])
def test_whatever_is_wrong_the_page_is_the_same(client: Client, event: Event, slip: Slip, why: str) -> None:
    wrong = "111111" if slip.pin != "111111" else "222222"
    expected = client.post(f"/p/{event.pk}/", {"name": slip.entrant, "pin": wrong})
    entrant, pin = slip.entrant, slip.pin
    if why == "wrong":
        pin = wrong
    elif why == "closed":
        close_event(event.pk, a_caller())
        pin = wrong
    elif why == "unknown":
        entrant, pin = 0, wrong
    else:
        other = a_drawn_event(2)
        entrant, pin = make_slips(other.pk, a_caller(), ADDRESS)[0].entrant, wrong

    answer = client.post(f"/p/{event.pk}/", {"name": entrant, "pin": pin})

    chosen = f' value="{slip.entrant}" selected'
    posted, same = (
        without_tokens(each.content).replace(chosen, f' value="{slip.entrant}"') for each in (answer, expected)
    )
    assert (answer.status_code, posted) == (422, same)


def test_too_many_tries_are_refused_with_the_minutes_to_wait(client: Client, event: Event, slip: Slip) -> None:
    wrong = "111111" if slip.pin != "111111" else "222222"

    answers = [client.post(f"/p/{event.pk}/", {"name": slip.entrant, "pin": wrong}) for _ in range(6)]

    assert [answer.status_code for answer in answers] == [422] * 5 + [429]
    assert "Too many tries. Try again in 15 min" in answers[-1].content.decode()


def test_signing_off_removes_the_cookie(client: Client, event: Event, slip: Slip) -> None:
    client.post(f"/l/{slip.secret}/")

    answer = client.post(f"/my/{slip.entrant}/leave/")

    assert (answer.status_code, answer["Location"]) == (303, f"/events/{event.pk}/")
    assert answer.cookies[f"player-{slip.entrant}"]["max-age"] == 0
    assert Phone.objects.live().count() == 0
    assert client.post(f"/my/{slip.entrant}/leave/").status_code == 403
    assert Link.objects.live().count() == 4


def test_a_cookie_is_no_other_players(client: Client, event: Event, slip: Slip) -> None:
    joined = client.post(f"/l/{slip.secret}/").cookies[f"player-{slip.entrant}"].value
    other = make_slips(event.pk, a_caller(), ADDRESS)[1].entrant
    client.cookies[f"player-{other}"] = joined

    assert client.post(f"/my/{other}/leave/").status_code == 403
    assert Phone.objects.live().count() == 1
