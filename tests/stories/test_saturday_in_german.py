"""A Saturday in Graz: the tournament speaks German, its slips German and Basque, and nobody reads a word of English."""

import io
import re

import pytest
from django.test import Client
from pypdf import PdfReader

from clubs.actions.people import choose_language
from tests.factories import a_club, a_director, card_of, match_of, play_code
from tests.languages.bracketed import Shown
from tests.pages.at_the_desk import Director
from tests.pages.on_the_phone import lower, text_of, upper
from tests.pages.test_setup import EVENT, TOURNAMENT
from tournaments.models import Event

pytestmark = pytest.mark.django_db

ENTRANTS = (
    "Gerhard Huber\nMiren Etxeberria\nJožica Novak\nHeidi Gruber\nAnton Šimić\nKlara Baumgartner\nمحمد علي\nTone Kos"
)
# Words that stand in nearly every English sentence, and in no German one.
ENGLISH = re.compile(
    r"\b(?:the|and|of|with|from|by|is|are|not|yet|your|points?|players?|entrants?|winner|loser|enter)\b", re.I
)
# The names of the tournament and of its event, and the words that the desk understands in English too.
GIVEN = re.compile(r"Port of Spain|Isle of Man|Winter Open|Main|Petra|Casino|petro \w+|c3 start|new Ana Kola")


def english(client: Client, path: str) -> list[str]:
    """Return the texts of a page that hold an English word; the page says that it is German."""
    page = client.get(path, follow=True).content.decode()
    assert '<html lang="de"' in page, path
    return [text.strip() for text in Shown(page).texts if ENGLISH.search(GIVEN.sub("", text))]


def paper(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer["Content-Type"] == "application/pdf", path
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)


def test_a_saturday_in_german() -> None:
    club = a_club("Graz")
    petra = a_director(club)
    choose_language(petra, "de")
    office = Client()
    office.force_login(petra)

    # The director makes the tournament and its event, enters eight players and draws them.
    office.post(f"/clubs/{club.pk}/tournaments/new/", TOURNAMENT | {"language": "de", "second_language": "eu"})
    tournament = club.tournaments.get().pk
    office.post(f"/tournaments/{tournament}/events/new/", EVENT)
    event = Event.objects.get(tournament=tournament)
    office.post(f"/events/{event.pk}/entrants/paste/", {"text": ENTRANTS, "do": "enter"})
    office.post(f"/events/{event.pk}/draw-key/", {"key": "63 55 21"})
    assert event.entrants.count() == 8

    # Slips and sheets carry both languages.
    slips = paper(office, f"/events/{event.pk}/slips.pdf")
    sheet = paper(office, f"/events/{event.pk}/sheet.pdf")
    assert "Sieger ankreuzen" in slips or "ankreuzen" in slips
    assert " / " in sheet
    assert not re.search(r"\b(?:to \d points|Winner|Loser|entrants)\b", sheet + slips)

    # The desk calls a match, the players report from their phones, the opponent's phone confirms.
    desk = Director(petra, event)
    match = match_of(event, "A1")
    desk.write("a1 t4")
    phones = [who(match) for who in (upper, lower)]
    for phone in phones:
        phone.client.cookies["language"] = "de"
        assert not ENGLISH.search(phone.reads()), phone.reads()
    answered = text_of(phones[0].post("claim", match, do="final", score="7-3").content.decode())
    assert not ENGLISH.search(answered), answered
    phones[1].post("confirm", match)
    assert card_of(event, "A1").score == (7, 3)

    # The rest is played.
    for code in ("A2", "A3", "A4", "B1", "B2", "C1"):
        play_code(event, code)

    # Whoever looks on, in any language, sees a German wall; every page of the desk and of the public is German.
    wall = Client(headers={"accept-language": "bg"})
    public = Client(headers={"accept-language": "fr"})
    seen = {f"wall {path}": english(wall, path) for path in (f"/tournaments/{tournament}/wall/",)}
    for path in (
        f"/tournaments/{tournament}/", f"/events/{event.pk}/", f"/events/{event.pk}/matches/",
        f"/events/{event.pk}/places/", f"/events/{event.pk}/entrants/", f"/matches/{match.pk}/",
    ):  # fmt: skip
        seen[f"public {path}"] = english(public, path)
    for path in ("desk/", "papers/", "memory/", "settings/", "tables/", "fees/", "cash/"):
        seen[f"office {path}"] = english(office, f"/tournaments/{tournament}/{path}")
    for path in ("setup/", "draw-key/", "slips/", "prizes/", "entrants/", "entrants/paste/"):
        seen[f"office {path}"] = english(office, f"/events/{event.pk}/{path}")
    assert {path: texts for path, texts in seen.items() if texts} == {}
