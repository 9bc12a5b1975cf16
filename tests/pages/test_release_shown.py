"""The version is shown to programs and to people who will be asked for it, and to nobody's phone in the hall."""

import pytest
from django.test import Client

from barpoint import __version__
from tests.factories import a_drawn_event, an_owner

pytestmark = pytest.mark.django_db


def test_a_program_reads_the_version_at_the_root_of_the_api(client: Client) -> None:
    answer = client.get("/api/v1/")

    assert answer.json() == {"program": "Barpoint", "release": __version__, "schema": "/api/schema/"}
    assert client.post("/api/v1/").status_code == 405


def test_the_foot_shows_the_version_to_those_who_sign_in(client: Client) -> None:
    event = a_drawn_event(4)
    for_spectators = client.get(f"/events/{event.pk}/").content.decode()
    client.force_login(an_owner())

    for_the_owner = client.get(f"/events/{event.pk}/").content.decode()

    assert f"<span>Barpoint {__version__}</span>" in for_the_owner
    assert f"Barpoint {__version__}" not in for_spectators
