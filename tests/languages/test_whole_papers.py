"""No paper holds English that the languages of players lack; Bulgarian, with brackets around it, stands for all."""

import io
import re
from collections.abc import Iterator
from http.cookies import SimpleCookie

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.factories import a_caller, a_director
from tests.languages.bracketed import OPEN, SHUT, lacking
from tests.permissions.test_matrix import rows
from tests.permissions.world import World, a_world, query_of
from tests.tournaments.money.auctions import the_evening
from tests.tournaments.money.test_closing import an_evening_to_close
from tournaments.actions.money.closing import close_books
from tournaments.actions.money.drawers import count_drawer

pytestmark = pytest.mark.django_db

LANGUAGE = "bg"
ENGLISH = re.compile(f"{OPEN}([^{OPEN}{SHUT}]*){SHUT}")
# Papers that this world has nothing to print on: tables, a draw by rounds, closed books.
WITHOUT = ("/tournaments/<int:pk>/table-cards.pdf", "/events/<int:pk>/pairings.pdf")
CLOSED = "/tournaments/<int:pk>/closing-proof.pdf"


def english_on(desk: Client, address: str, query: dict[str, str]) -> set[str]:
    """Return the texts of a paper that are in brackets."""
    answer = desk.get(address, {name: value for name, value in query.items() if value != "none"})
    assert answer.headers["Content-Type"] == "application/pdf", address
    pages = PdfReader(io.BytesIO(answer.getvalue())).pages
    return set(ENGLISH.findall(" ".join(" ".join(page.extract_text() for page in pages).split())))


def papers_of(world: World) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the papers of the desk and the club: the address and what is asked for."""
    for address in dict.fromkeys(row["address"] for row in rows() if row["method"] == "GET"):
        is_own = address.startswith(("/api/", "/my/"))
        if address.endswith(".pdf") and not is_own and address not in (*WITHOUT, CLOSED):
            yield world.path(address), query_of(address)
    sheet = world.path("/events/<int:pk>/sheet.pdf")
    yield sheet, {"paper": "A1", "tiles": "A4"}
    yield sheet, {"paper": "A4", "blank": "1"}


def test_the_papers_of_a_club_and_its_tournament_are_whole_in_the_languages_of_players() -> None:
    world, english = a_world(), {}
    desk = Client()
    desk.cookies = SimpleCookie(world.cookies["owner"].output(header="", sep=";"))
    desk.cookies["language"] = LANGUAGE

    with lacking(LANGUAGE):
        for address, query in papers_of(world):
            english[address, *query.values()] = english_on(desk, address, query)

    assert len(english) > 20
    assert {paper: texts for paper, texts in english.items() if texts} == {}


def test_the_money_of_an_evening_is_printed_whole_in_the_languages_of_players() -> None:
    tournament, event = an_evening_to_close()
    count_drawer(tournament.pk, 1, 24300, "5.00 missing", a_caller())
    close_books(tournament.pk, a_caller())
    desk = Client(headers={"accept-language": LANGUAGE})
    desk.force_login(a_director(tournament.club))

    with lacking(LANGUAGE):
        english = [
            english_on(desk, address, {})
            for address in (f"/tournaments/{tournament.pk}/closing-proof.pdf", f"/events/{event.pk}/payouts.pdf",
                            f"/events/{event.pk}/rules.pdf", f"/events/{event.pk}/places.pdf")
        ]  # fmt: skip

    assert english == [set()] * 4


def test_lots_and_owners_are_printed_whole_in_the_languages_of_players() -> None:
    auction = the_evening()
    desk = Client(headers={"accept-language": LANGUAGE})
    desk.force_login(a_director(auction.tournament.club))

    with lacking(LANGUAGE):
        english = [english_on(desk, f"/auctions/{auction.pk}/{name}.pdf", {}) for name in ("list", "lots")]

    assert english == [set(), set()]
