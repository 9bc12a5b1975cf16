"""What a phone's home screen needs of a player's page."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from PIL import Image

from tests.factories import a_drawn_event
from tests.pages.on_the_phone import Player
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[3]


@pytest.fixture
def entrant() -> int:
    return Entrant.objects.filter(event=a_drawn_event(4)).values_list("pk", flat=True)[0]


def kept_by(client: Client, entrant: int) -> dict[str, object]:
    """Return what the service worker of a player's page keeps."""
    script = client.get(f"/my/{entrant}/worker.js").content.decode()
    kept: dict[str, object] = json.loads(script.partition("self.kept = ")[2].partition(";\n")[0])
    return kept


def test_the_manifest_names_the_tournament_and_begins_at_the_players_page(client: Client, entrant: int) -> None:
    answer = client.get(f"/my/{entrant}/app.webmanifest")

    app = json.loads(answer.content)
    assert answer["Content-Type"] == "application/manifest+json"
    assert (app["name"], app["short_name"]) == ("Bilbao Autumn Open – Barpoint", "Barpoint")
    assert {app[name] for name in ("id", "start_url", "scope")} == {f"/my/{entrant}/"}
    assert [(each["sizes"], each["purpose"]) for each in app["icons"]] == [
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]


def test_icons_show_their_drawings() -> None:
    checked = subprocess.run(
        [sys.executable, "bin/icons", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (checked.returncode, checked.stdout) == (0, "")


def test_the_mark_of_the_maskable_icon_lies_inside_the_circle_that_is_always_shown() -> None:
    picture = Image.open(ROOT / "static" / "img" / "icon-maskable-512.png").convert("RGB")
    paper = picture.getpixel((0, 0))

    farthest = max(
        (x - 255.5) ** 2 + (y - 255.5) ** 2 for x in range(512) for y in range(512) if picture.getpixel((x, y)) != paper
    )

    assert farthest <= (0.4 * 512) ** 2


def test_the_worker_keeps_the_page_without_a_connection_and_all_that_it_needs(client: Client, entrant: int) -> None:
    page = client.get(f"/my/{entrant}/offline/").content.decode()

    kept = kept_by(client, entrant)

    linked = sorted({*re.findall(r'(?:href|src)="(/static/[^"]+)"', page)})
    assert kept["page"] == f"/my/{entrant}/offline/"
    assert kept["files"] == linked
    assert len(linked) == 7


def test_the_worker_changes_with_the_language_of_the_page(client: Client, entrant: int) -> None:
    english = kept_by(client, entrant)["version"]

    client.cookies["language"] = "de"

    assert kept_by(client, entrant)["version"] != english
    assert kept_by(client, entrant)["version"] == kept_by(client, entrant)["version"]


@pytest.mark.parametrize("file", ["app.webmanifest", "worker.js", "offline/"])
def test_nobody_has_no_home_screen(client: Client, file: str) -> None:
    assert client.get(f"/my/987654/{file}").status_code == 404


def test_the_page_of_a_hall_names_none_of_it(entrant: int) -> None:
    page = Player(entrant).page()

    assert "webmanifest" not in page
    assert "my_home_screen" not in page
