"""The picture of a draw that a link to it shows."""

from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from tests.factories import a_drawn_event, an_entered_event, match_of, play

pytestmark = pytest.mark.django_db


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))


@pytest.mark.parametrize("entrants", [2, 5, 8, 33])
def test_a_draw_of_any_size_is_a_picture_of_one_size(client: Client, entrants: int) -> None:
    event = a_drawn_event(entrants)

    answer = client.get(f"/events/{event.pk}/draw.png")

    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert opened(answer.content).size == (1200, 630)
    assert len(answer.content) < 100_000


def test_it_follows_the_results(client: Client) -> None:
    event = a_drawn_event(4, length=7)
    before = client.get(f"/events/{event.pk}/draw.png")

    play(match_of(event, "A1"))

    after = client.get(f"/events/{event.pk}/draw.png", headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after.content != before.content


def test_before_the_draw_it_shows_the_names_only(client: Client) -> None:
    event = an_entered_event(4)

    picture = opened(client.get(f"/events/{event.pk}/draw.png").content)

    assert picture.size == (1200, 630)
    assert len(picture.crop((0, 200, 1200, 630)).getcolors() or []) == 1


def test_an_unknown_event_has_none(client: Client) -> None:
    assert client.get("/events/999/draw.png").status_code == 404


def test_the_page_of_the_draw_names_its_picture(client: Client) -> None:
    event = a_drawn_event(4)

    page = client.get(f"/events/{event.pk}/").content.decode()

    assert f'<meta property="og:image" content="http://testserver/events/{event.pk}/draw.png">' in page
    assert 'property="og:title" content="Bilbao Autumn Open: Main"' in page
