"""What anybody sees: the events, a draw, its sheet; and what a page says when there is nothing."""

from html.parser import HTMLParser
from io import BytesIO

import pytest
from django.test import Client
from pypdf import PdfReader

from clubs.actions.clubs import open_club
from journal.actors import SYSTEM
from journal.book import Caller
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import TournamentSheet, open_event, open_tournament
from tournaments.management.demo import load_demo
from tournaments.models import Event, Tournament

pytestmark = pytest.mark.django_db

FORMAT = {"main": "knockout", "consolation": "progressive", "length": 5}


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def tags(html: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = Tags()
    parser.feed(html)
    return parser.tags


def an_event(names: list[str], drawn: bool = True) -> int:
    club = open_club("Club", Caller(actor=SYSTEM))
    tournament = open_tournament(club.pk, TournamentSheet("PlayerPage"), Caller(actor=SYSTEM))
    event = open_event(tournament.pk, "Main", FORMAT, Caller(actor=SYSTEM)).pk
    if names:
        enter(event, [Entry(name) for name in names], Caller(actor=SYSTEM))
    if drawn:
        make_draw(event, "63 55", Caller(actor=SYSTEM))
    return event


def the_open() -> Event:
    """Load the demo and return the event of its first tournament."""
    return Event.objects.select_related("tournament__stream").get(tournament=load_demo())


def test_an_empty_installation_says_what_to_do_next(client: Client) -> None:
    page = client.get("/")

    assert page.status_code == 200
    assert "Nothing here yet" in page.content.decode()
    assert 'href="/sign-in/"' in page.content.decode()


def test_the_front_page_lists_the_demo(client: Client) -> None:
    load_demo()

    html = client.get("/").content.decode()

    by_name = dict(Tournament.objects.order_by("pk").values_list("name", "pk"))
    assert list(by_name) == ["Bilbao Autumn Open", "Bilbao Sunday Cup"]
    for name, pk in by_name.items():
        assert f'href="/tournaments/{pk}/"' in html
        assert f'<bdi class="name">{name}</bdi>' in html


def test_a_page_lets_nothing_in_from_elsewhere(client: Client) -> None:
    event = the_open()

    page = client.get(f"/events/{event.pk}/")

    policy = page["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "object-src 'none'" in policy
    addresses = [a.get("href") or a.get("src") for tag, a in tags(page.content.decode()) if tag in ("link", "img", "a")]
    assert [address for address in addresses if address and not address.startswith(("/", "#", "?"))] == []


@pytest.mark.parametrize("bracket", ["main", "consolation"])
def test_the_sheet_of_the_demo_is_one_page(client: Client, bracket: str) -> None:
    event = the_open()

    answer = client.get(f"/events/{event.pk}/sheet.pdf?bracket={bracket}&paper=A4")

    assert answer["Content-Type"] == "application/pdf"
    assert len(PdfReader(BytesIO(answer.content)).pages) == 1


def test_a_sheet_that_cannot_be_says_why(client: Client) -> None:
    event = an_event(["Ann", "Bob"])

    answers = [client.get(f"/events/{event}/sheet.pdf?{query}") for query in ("paper=A9", "bracket=side")]

    assert [answer.status_code for answer in answers] == [422, 400]
    assert "Use one of these: A4, A3, A2, A1, Letter, Legal, Tabloid, ARCH-C, ARCH-D." in answers[0].content.decode()


def test_an_unknown_event_is_not_found(client: Client) -> None:
    page = client.get("/events/4711/")

    assert page.status_code == 404
    assert "Event not found" in page.content.decode()


def test_reading_changes_nothing(client: Client) -> None:
    event = the_open()
    before = event.tournament.stream.head

    for path in ("/", f"/events/{event.pk}/", f"/api/v1/events/{event.pk}/", f"/api/v1/events/{event.pk}/matches/"):
        client.get(path)

    event.tournament.stream.refresh_from_db()
    assert event.tournament.stream.head == before


def test_an_unknown_address_is_told_to_a_program_as_every_refusal(client: Client) -> None:
    program, person = client.get("/api/v1/nothing/"), client.get("/nothing/")

    assert (program.status_code, program.json()["code"]) == (404, "not_found")
    assert person.status_code == 404
    assert "There is nothing here" in person.content.decode()
