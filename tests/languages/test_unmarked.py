"""No page shows a text that was never marked for translation, nor a number that a browser cannot read.

Every address of the table of rights is asked for by the public, by staff and by a player, in the language of brackets.
"""

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from http.cookies import SimpleCookie

import pytest
from django.test import Client

from journal.zones import zone_names
from tests.languages.bracketed import STANDS_IN_FOR, Shown, bracketed, unbracketed, words_in
from tests.permissions.test_matrix import rows
from tests.permissions.test_players import own
from tests.permissions.world import World, a_world, query_of

pytestmark = pytest.mark.django_db

# Names of people, clubs, tournaments, places and things in that world, as they were entered.
ENTERED = re.compile(
    r"Ömer Yıldırım|Ainhoa Etxeberria|Petra Horvat|Falk Brenner|Canary Queue|Canary Quill?|Quil|Canary Q\.|Olga Zabala|"
    r"A list|Bilbao Autumn Open|Bilbao Backgammon Club|Winter ladder|Winter list|Season|Tuesday|Main|Four\.|"
    r"\b(?:Ann|Bob|Cid)\b"
)
# Names that are the same in every language: the program, its languages, papers, forms of files, sources of rules.
NAMES = re.compile(
    r"Barpoint|Български|Deutsch|English|Euskara|Shqip|Letter|Legal|Tabloid|ARCH-[CD]|mat, snowie, xg, sgf, json|"
    r"Cambridge|Woolsey|Clinton Hill|St Albans|backgammontips\.org"
)
# What a person types, as an example: words of the desk, the cash desk and the auction are understood in English too.
TYPED = re.compile(
    r"(?:yil|petro|c3|b 240 olga|b olga|void f|new Ana|lot c)\b.*|undo|sold|pass|stop, go|"
    r"draw-1\.txt|python -m rules .*|<iframe .*"
)
# What scripts read: topics, JSON, addresses, the pause of a page that shows itself anew.
READ_BY_SCRIPTS = re.compile(r"(?:\w+:\d+(?:/\w+)?\s*)+|[{\[].*[}\]]|https?://\S+|\d+; url=.*", re.DOTALL)
# Plays, IDs of positions, events of webhooks and topics are the same in every language.
NOTATION = re.compile(r"(?:bar|\d+)/(?:off|\d+)|[A-Za-z0-9+/]{14}:[A-Za-z0-9+/]{12}|webhook\.tried test")
# The parts of the pages on show, with invented matches.
ON_SHOW = "/style/"
# How somebody reached the program, as records keep it.
CLIENTS = re.compile(r"· (?:link|browser|token)")


def is_own_word(text: str) -> bool:
    """Whether a text outside of brackets holds a word of the interface."""
    if text in zones() or text in zone_names() or READ_BY_SCRIPTS.fullmatch(text) or TYPED.fullmatch(text):
        return False
    rest = CLIENTS.sub("", NAMES.sub("", ENTERED.sub("", NOTATION.sub("", text))))
    return bool(words_in(rest))


@cache
def zones() -> set[str]:
    """Return the continents and places of all time zones, as the set-up shows them."""
    return {part.replace("_", " ").replace("/", ", ") for zone in zone_names() for part in parts_of(zone)}


def parts_of(zone: str) -> Iterator[str]:
    """Yield the continent, the place and the whole of a time zone."""
    region, _, place = zone.partition("/")
    yield from (region, place, zone)


def pages_of(world: World, language: str) -> Iterator[tuple[str, str, str]]:
    """Yield every page that somebody is shown: who, its address, the page."""
    looked_at = dict.fromkeys(row["address"] for row in (*rows(), *own()) if row["method"] == "GET")
    for who in ("anonymous", "site", "player", "opponent"):
        browser = Client()
        browser.cookies = SimpleCookie((world.cookies | world.players)[who].output(header="", sep=";"))
        browser.cookies["language"] = language
        for address in looked_at:
            if address == ON_SHOW:
                continue
            answer = browser.get(world.path(address), query_of(address))
            if answer.headers.get("Content-Type", "").startswith("text/html"):
                yield who, address, answer.content.decode()


def test_no_page_shows_a_text_that_was_never_marked() -> None:
    world, unmarked, count = a_world(), set(), 0

    with bracketed():
        for who, address, page in pages_of(world, STANDS_IN_FOR):
            count += 1
            for text in map(unbracketed, Shown(page).texts):
                if is_own_word(text):
                    unmarked.add((who, address, text))

    assert count > 200
    assert sorted(unmarked) == []


class Attributes(HTMLParser):
    """The attributes that a browser or a script reads as numbers."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.values: set[tuple[str, str]] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        texts = ("title", "alt", "placeholder", "aria-label", "content")
        self.values |= {(name, value) for name, value in attrs if value and name not in texts}


def test_no_number_that_a_browser_reads_has_the_comma_of_a_language() -> None:
    world, comma = a_world(), re.compile(r"\d,\d")
    english = {(who, address): Attributes(page).values for who, address, page in pages_of(world, "en")}

    wrong = {
        (address, *each)
        for who, address, page in pages_of(world, "de")
        for each in Attributes(page).values - english[who, address]
        if comma.search(each[1])
    }

    assert sorted(wrong) == []


def test_the_brackets_are_seen_through() -> None:
    shown = Shown('<p title="A word">⟦Table ⟦x⟧⟧ of <bdi>Ann</bdi> <b>⟦here⟧</b></p><script>never()</script>').texts

    assert [unbracketed(each) for each in shown if each.strip()] == ["A word", "of ·"]
