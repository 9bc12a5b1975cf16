"""After a restore: a phone that joined after the backup comes back by the slip that it came by."""

import pytest
from django.conf import settings
from django.test import Client

from tests.contents import nothing_changes
from tests.factories import a_caller, a_drawn_event, match_of
from tournaments.actions.closing import close_event
from tournaments.actions.phones.links import MOST_PHONES, make_slips, rotate_links, take_link
from tournaments.models import Event, Phone
from tournaments.models.links import Slip
from tournaments.read.draws.view import one_match

pytestmark = pytest.mark.django_db
ADDRESS = "http://192.168.178.23:8000"


@pytest.fixture
def event() -> Event:
    return a_drawn_event(2, "none")


@pytest.fixture
def slip(event: Event) -> Slip:
    return make_slips(event.pk, a_caller(), ADDRESS)[0]


def join(client: Client, event: Event, slip: Slip, by: str) -> None:
    if by == "link":
        client.post(f"/l/{slip.secret}/")
    else:
        client.post(f"/p/{event.pk}/", {"name": slip.entrant, "pin": slip.pin})


def is_restored() -> None:
    """Forget the phones, as a backup from before they joined does."""
    Phone.objects.all().delete()


@pytest.mark.parametrize("by", ["link", "pin"])
def test_a_phone_that_joined_after_the_backup_sees_its_page(client: Client, event: Event, slip: Slip, by: str) -> None:
    join(client, event, slip, by)
    is_restored()

    with nothing_changes():
        answer = client.get(f"/my/{slip.entrant}/")

    assert answer.status_code == 200


@pytest.mark.parametrize("by", ["link", "pin"])
def test_its_first_report_lets_it_in_again(client: Client, event: Event, slip: Slip, by: str) -> None:
    join(client, event, slip, by)
    is_restored()
    match = match_of(event, "A1")
    body = {"match": match.pk, "between": f"{match.top_id}-{match.bottom_id}", "do": "final"}

    answer = client.post(f"/my/{slip.entrant}/claim/", body | {"winner": "top", "loser": "3"})

    assert (answer.status_code, one_match(match.pk).score) == (303, (7, 3))
    phone = Phone.objects.live().get()
    assert phone.entrant_id == slip.entrant
    client.get(f"/my/{slip.entrant}/")
    assert Phone.objects.count() == 1


@pytest.mark.parametrize("why", ["rotated", "closed", "another PIN"])
@pytest.mark.parametrize("by", ["link", "pin"])
def test_a_slip_that_ended_lets_nobody_in(client: Client, event: Event, slip: Slip, by: str, why: str) -> None:
    join(client, event, slip, by)
    is_restored()
    if why == "rotated":
        rotate_links(event.tournament_id, a_caller())
    elif why == "closed":
        close_event(event.pk, a_caller())
    else:
        make_slips(event.pk, a_caller(), ADDRESS)

    answer = client.get(f"/my/{slip.entrant}/")

    # A link keeps working when another slip is printed; a PIN does not.
    assert answer.status_code == (200 if (why, by) == ("another PIN", "link") else 303)


def test_a_phone_that_signed_off_or_was_one_too_many_stays_out(client: Client, event: Event, slip: Slip) -> None:
    join(client, event, slip, "link")
    kept = {name: each.value for name, each in client.cookies.items()}
    for _ in range(MOST_PHONES):
        take_link(slip.secret)

    assert client.get(f"/my/{slip.entrant}/").status_code == 303
    client.cookies.load(kept)
    assert client.post(f"/my/{slip.entrant}/claim/").status_code == 403


def test_a_slip_alone_or_of_another_player_opens_nothing(client: Client, event: Event, slip: Slip) -> None:
    other = make_slips(event.pk, a_caller(), ADDRESS)[1]
    join(client, event, slip, "link")
    name = f"slip-{slip.entrant}"
    slip_cookie = client.cookies[name].value
    client.cookies.clear()

    client.cookies[name] = slip_cookie
    alone = client.get(f"/my/{slip.entrant}/")
    client.cookies[f"slip-{other.entrant}"] = slip_cookie
    client.cookies[f"player-{other.entrant}"] = "x" * 43
    others = client.get(f"/my/{other.entrant}/")

    assert (alone.status_code, others.status_code) == (303, 303)


def test_a_phone_whose_slip_the_backup_does_not_know_keeps_its_cookies_for_a_later_one(
    client: Client, event: Event, slip: Slip
) -> None:
    client.cookies[f"player-{slip.entrant}"], client.cookies[f"slip-{slip.entrant}"] = "x" * 43, "link:" + "y" * 22

    answer = client.get(f"/my/{slip.entrant}/")

    assert (answer.status_code, list(answer.cookies)) == (303, [])


def test_signing_off_forgets_the_slip_too(client: Client, event: Event, slip: Slip) -> None:
    join(client, event, slip, "link")

    answer = client.post(f"/my/{slip.entrant}/leave/")

    assert {name: each["max-age"] for name, each in answer.cookies.items() if slip.secret not in each.value} == {
        f"player-{slip.entrant}": 0,
        f"slip-{slip.entrant}": 0,
    }


def test_the_slip_is_sent_to_the_players_pages_only(client: Client, event: Event, slip: Slip) -> None:
    join(client, event, slip, "link")

    cookie = client.cookies[f"slip-{slip.entrant}"]

    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (f"/my/{slip.entrant}/", True, "Lax")
    assert not settings.HTTPS
