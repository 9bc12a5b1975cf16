"""Players and the public are shown nothing in English that the languages of players lack.

Every address of the table of rights is asked for by the public, and those of players by a player, in a language that
puts brackets around what it cannot say. Bulgarian stands for all three: they have the same texts (bin/messages).
"""

import re
from collections.abc import Iterator
from http.cookies import SimpleCookie

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext, ngettext

from tests.languages.bracketed import OPEN, SHUT, Shown, lacking
from tests.permissions.test_matrix import rows
from tests.permissions.test_players import own
from tests.permissions.world import World, a_world, query_of

pytestmark = pytest.mark.django_db

LANGUAGE = "bg"
# For people who install Barpoint, send its scores into a stream, or write templates.
FOR_STAFF = ("/owner/<str:secret>/", "/tournaments/<int:pk>/stream/", "/style/")
ENGLISH = re.compile(f"{OPEN}([^{OPEN}{SHUT}]*){SHUT}")


def pages_of_players(world: World) -> Iterator[tuple[str, str]]:
    """Yield the pages that the public and a player are shown: the address and the page."""
    for who, table in (("anonymous", rows()), ("player", own())):
        browser = Client()
        browser.cookies = SimpleCookie((world.cookies | world.players)[who].output(header="", sep=";"))
        browser.cookies["language"] = LANGUAGE
        for address in dict.fromkeys(row["address"] for row in table if row["method"] == "GET"):
            if address in FOR_STAFF or address.startswith("/api/"):
                continue
            answer = browser.get(world.path(address), query_of(address))
            if answer.headers.get("Content-Type", "").startswith("text/html"):
                yield address, answer.content.decode()


def test_players_are_shown_nothing_that_their_language_lacks() -> None:
    world, english, count = a_world(), set(), 0

    with lacking(LANGUAGE):
        for address, page in pages_of_players(world):
            count += 1
            english |= {(address, text) for each in Shown(page).texts for text in ENGLISH.findall(each)}

    assert count > 80
    assert sorted(english) == []


def test_what_a_language_lacks_is_put_into_brackets() -> None:
    with lacking(LANGUAGE), translation.override(LANGUAGE):
        shown = [gettext("Draw"), gettext("Become the owner"), ngettext("%(n)s is entered.", "%(n)s are entered.", 2)]

    assert shown == ["Схема", f"{OPEN}Become the owner{SHUT}", f"{OPEN}%(n)s are entered.{SHUT}"]
