"""The page of papers: everything to print in two clicks, for those who may; it warns of letters that no font has."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from clubs.models import User
from paper.font_packages import packages_for
from tests.factories import (
    a_caller,
    a_desk_helper,
    a_drawn_event,
    a_stranger,
    an_event,
    match_of,
    named_players,
    play_code,
)
from tests.pages.test_public_pages import tags
from tests.tournaments.money.auctions import AnAuction
from tests.tournaments.money.test_prizes import a_funded_event
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.matches.calls import call_match
from tournaments.actions.money.prizes import set_pot
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _sheets_apart(tmp_path: Path) -> Iterator[None]:
    before, settings.DATA_DIR = settings.DATA_DIR, tmp_path
    yield
    settings.DATA_DIR = before


def signed_in(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def the_desk(event: Event) -> Client:
    return signed_in(a_desk_helper(event.tournament.club))


def address(event: Event, query: str = "") -> str:
    return f"/tournaments/{event.tournament_id}/papers/{query}"


def links(html: str) -> list[str]:
    return [
        str(attributes["href"])
        for tag, attributes in tags(html)
        if tag == "a" and ".pdf" in str(attributes.get("href"))
    ]


def pages(answer: Any) -> list[str]:
    assert answer["Content-Type"] == "application/pdf"
    return [page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages]


def test_every_paper_that_the_page_leads_to_can_be_printed(client: Client) -> None:
    event = a_drawn_event(8)
    desk = the_desk(event)

    for paper in ("A4", "A2"):
        answer = links(desk.get(address(event, f"?paper={paper}")).content.decode())

        assert len(answer) >= 7
        assert [link for link in answer if desk.get(link).status_code != 200] == []


def test_the_paper_that_was_chosen_stands_in_every_link(client: Client) -> None:
    event = a_drawn_event(32)

    html = client.get(address(event, "?paper=A1")).content.decode()

    sheets = [link for link in links(html) if "sheet.pdf" in link]
    assert sheets
    assert all("paper=A1" in link for link in sheets)
    assert any("tiles=A4" in link for link in sheets)


@pytest.mark.parametrize(
    ("entrants", "paper", "text"),
    [
        (16, "A4", "to write on with a marker, too small to read from an easel. For an easel take A3."),
        (16, "A3", "fit for an easel"),
        (32, "A4", "For an easel take A2"),
        (32, "A3", "to write on with a marker"),
        (64, "A4", "for reading only"),
        (64, "A1", "fit for an easel"),
        (128, "A4", "On A4 it is printed in parts"),
        (128, "A1", "No single sheet is fit for an easel"),
    ],
)
def test_the_page_says_which_paper_is_fit(client: Client, entrants: int, paper: str, text: str) -> None:
    event = a_drawn_event(entrants, "none")

    html = client.get(address(event, f"?paper={paper}")).content.decode()

    assert text in " ".join(html.split()).replace("</strong>", "").replace("<strong>", "")


def test_an_old_sheet_in_the_hand_is_told(client: Client) -> None:
    event = a_drawn_event(4)
    number = Event.objects.select_related("tournament__stream").get(pk=event.pk).tournament.stream.number

    assert (
        f"Sheet {number - 1}. {number} is ready." in client.get(address(event, f"?seen={number - 1}")).content.decode()
    )
    assert f"Sheet {number} is the newest." in client.get(address(event, f"?seen={number}")).content.decode()
    assert "is ready." not in client.get(address(event, "?seen=nonsense")).content.decode()


def test_a_page_left_open_says_when_its_sheets_are_old(client: Client) -> None:
    event = a_drawn_event(4)
    chosen = next(
        str(attributes["href"])
        for tag, attributes in tags(client.get(address(event)).content.decode())
        if tag == "a" and str(attributes.get("href")).startswith("?paper=A3")
    )
    play_code(event, "A1")

    html = client.get(address(event, chosen)).content.decode()

    assert "is ready.</strong>" in html.split(" data-live>")[1].split("</div>")[0]


def test_letters_that_would_be_missing_are_told_with_their_package(client: Client) -> None:
    event = an_event()
    enter(event.pk, [Entry("Li 文中"), Entry("Niran", "ไทย"), Entry("Νίκος Ñandú")], a_caller())

    html = client.get(address(event)).content.decode()

    assert "Letters would be missing" in html
    assert "apt-get install fonts-noto-cjk" in html
    assert "apt-get install fonts-noto-core" in html
    assert "Νίκος" not in html


@pytest.mark.parametrize(
    ("letters", "packages"),
    [
        ("文中", ("fonts-noto-cjk",)),
        ("한か", ("fonts-noto-cjk",)),
        ("ไ", ("fonts-noto-core",)),
        ("अ文", ("fonts-noto-core", "fonts-noto-cjk")),
        ("🂡", ("fonts-noto-color-emoji",)),
        ("\U000e0101", ("fonts-unifont",)),
    ],
)
def test_every_script_has_a_package(letters: str, packages: tuple[str, ...]) -> None:
    assert packages_for(letters) == packages


def test_the_public_sees_no_forms_of_the_desk_and_no_money(client: Client) -> None:
    event = a_drawn_event(8)

    html = client.get(address(event)).content.decode()

    assert "entry-list.pdf" not in html
    assert "cards.pdf" not in html
    assert client.get(f"/events/{event.pk}/entry-list.pdf").status_code == 302
    assert signed_in(a_stranger()).get(f"/events/{event.pk}/entry-list.pdf").status_code == 403


def test_score_cards_are_for_what_is_ready_for_a_round_or_for_chosen_matches() -> None:
    event = a_drawn_event(8)
    desk = the_desk(event)
    call_match(match_of(event, "A2").pk, "12", a_caller())

    ready, of_round = desk.get(f"/events/{event.pk}/cards.pdf"), desk.get(f"/events/{event.pk}/cards.pdf?round=b")
    chosen = desk.get(f"/events/{event.pk}/cards.pdf?codes=a2,+C1&paper=A4")

    assert len(pages(ready)) == 4
    assert "Table 12" in pages(ready)[1]
    assert len(pages(of_round)) == 2
    assert "winner of A1" in pages(of_round)[0]
    assert len(pages(chosen)) == 1


@pytest.mark.parametrize(
    ("query", "status", "text"),
    [
        ("?codes=A1+Z9", 400, "Match Z9 not found."),
        ("?round=Q", 400, "Round Q not found."),
        ("?paper=A1", 422, "This does not come on that paper. Use one of these: A5, A4, Letter."),
    ],
)
def test_cards_that_can_not_be_made_are_refused_in_words(query: str, status: int, text: str) -> None:
    event = a_drawn_event(8)

    answer = the_desk(event).get(f"/events/{event.pk}/cards.pdf{query}")

    assert answer.status_code == status
    assert text in answer.content.decode()


def test_no_cards_where_no_match_is_ready() -> None:
    event = a_drawn_event(2, "none")
    play_code(event, "A1")

    answer = the_desk(event).get(f"/events/{event.pk}/slips.pdf")

    assert answer.status_code == 409
    assert "No match is ready" in answer.content.decode()


def test_the_slip_of_one_match_names_both() -> None:
    event = a_drawn_event(2, "none")

    (page,) = pages(the_desk(event).get(f"/matches/{match_of(event, 'A1').pk}/slip.pdf"))

    assert page.count("Falk Brenner") >= 2
    assert page.count("Petra Horvat") >= 2


def test_a_sheet_that_did_not_change_is_not_sent_again(client: Client) -> None:
    event = a_drawn_event(8)
    path = f"/events/{event.pk}/sheet.pdf?paper=A4"
    first = client.get(path)

    again = client.get(path, headers={"if-none-match": first["ETag"]})
    play_code(event, "A1")
    after = client.get(path, headers={"if-none-match": first["ETag"]})

    assert (again.status_code, again.content) == (304, b"")
    assert after.status_code == 200


def test_a_tournament_without_events_says_that_there_is_nothing(client: Client) -> None:
    event = an_event()

    html = client.get(address(event)).content.decode()

    assert "Not drawn yet" in html
    assert client.get("/tournaments/999/papers/").status_code == 404


def test_the_page_takes_the_same_statements_for_one_event_and_for_three_and_any_field(client: Client) -> None:
    small, large = a_drawn_event(8), a_drawn_event(128)
    for number in (2, 3):
        event = an_event(large.tournament)
        enter(event.pk, [Entry(name) for name in named_players(8)], a_caller())
        make_draw(event.pk, f"63 55 {number}", a_caller())

    counts = []
    for path in (address(small), address(large)):
        client.get(path)
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
        counts.append(len(queries))

    assert counts == [6, 6]


def test_a_sheet_made_before_takes_a_read_of_its_event_alone(client: Client) -> None:
    event = a_drawn_event(32)
    path = f"/events/{event.pk}/sheet.pdf?paper=A4"
    client.get(path)

    with CaptureQueriesContext(connection) as queries:
        client.get(path)

    assert len(queries) == 1


@pytest.mark.parametrize(("path", "count"), [("places", 7), ("rules", 4), ("cards", 8), ("entry-list", 8)])
def test_every_paper_takes_the_same_statements_for_8_and_128(path: str, count: int) -> None:
    counts = []
    for entrants in (8, 128):
        event = a_drawn_event(entrants)
        desk = signed_in(a_desk_helper(event.tournament.club, f"desk{entrants}@barpoint.example"))
        query = f"/events/{event.pk}/{path}.pdf" + ("?codes=A1" if path == "cards" else "")
        desk.get(query)
        with CaptureQueriesContext(connection) as queries:
            desk.get(query)
        counts.append(len(queries))

    assert counts == [count, count]


def hrefs(html: str) -> list[str]:
    return [str(attributes["href"]) for tag, attributes in tags(html) if tag == "a" and attributes.get("href")]


def test_the_papers_and_files_of_side_pools_and_auctions_are_led_to() -> None:
    auction = AnAuction(4)
    auction.lists(("A", [0, 1]))
    _, funded = a_funded_event()
    set_pot(funded.pk, "pool", {"table": [{"bracket": "main", "place": 1, "share": 1}]}, "set late", a_caller())

    desk = the_desk(auction.event)
    of_auction = hrefs(desk.get(address(auction.event)).content.decode())
    of_pool = hrefs(the_desk(funded).get(address(funded)).content.decode())

    led = [each for each in of_auction if each.startswith("/auctions/")]
    assert led == [
        f"/auctions/{auction.pk}/list.pdf?paper=A4",
        f"/auctions/{auction.pk}/lots.pdf?paper=A4",
        f"/auctions/{auction.pk}/file.json",
    ]
    assert [each for each in of_pool if "payout.json" in each] == [
        f"/events/{funded.pk}/payout.json",
        f"/events/{funded.pk}/payout.json?pot=pool",
    ]
    assert {desk.get(each).status_code for each in led} == {200}
