"""Slips with links: printed by the desk, all, missing or chosen; what they tell, and what is said when it moved."""

import re
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from clubs.models import User
from journal.models import Record
from tests.factories import a_caller, a_club, a_desk_helper, a_director, a_drawn_event, a_stranger, an_entered_event
from tests.pages.reading import page_of, statements
from tournaments.actions.closing import close_event
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, withdraw
from tournaments.actions.phones.links import make_slips, take_link
from tournaments.models import Entrant, Event, Link, Pin

pytestmark = pytest.mark.django_db

HERE = "http://192.168.178.23:8000"


@pytest.fixture(autouse=True)
def _a_laptop_in_a_hall(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine has one address in the hall's network."""
    monkeypatch.setattr("runtime.server.addresses.hall_addresses", lambda: ["192.168.178.23"])


def signed_in(user: User) -> Client:
    client = Client(headers={"host": "localhost:8000"})
    client.force_login(user)
    return client


def a_desk(event: Event) -> Client:
    return signed_in(a_desk_helper(event.tournament.club))


def posted(client: Client, event: Event, do: str, **more: Any) -> Any:
    return client.post(f"/events/{event.pk}/slips/", {"do": do, **more})


def text_of(answer: Any) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)


def test_the_desk_prints_a_slip_for_everybody() -> None:
    event = an_entered_event(12)

    answer = posted(a_desk(event), event, "all")

    pages, text = PdfReader(BytesIO(answer.content)).pages, text_of(answer)
    assert answer["Content-Type"] == "application/pdf"
    assert "no-store" in answer["Cache-Control"]
    assert len(pages) == 2
    assert "Ömer Yıldırım" in text
    assert text.count(f"192.168.178.23:8000/p/{event.pk}") == 12
    assert len(re.findall(r"PIN \d{3} \d{3}", text)) == 12
    assert set(Link.objects.values_list("address", flat=True)) == {HERE}


def test_a_printing_that_is_posted_twice_says_so_and_offers_another() -> None:
    event = an_entered_event(3)
    desk = a_desk(event)
    posted(desk, event, "all", once="a-key")

    answer = posted(desk, event, "all", once="a-key")

    assert answer.status_code == 200
    assert "These slips were already printed." in answer.content.decode()
    assert Link.objects.count() == 3


def test_only_the_missing_or_the_chosen_are_printed() -> None:
    event = an_entered_event(3)
    desk = a_desk(event)
    posted(desk, event, "all")
    late = enter(event.pk, [Entry("Noor Haddad")], a_caller()).entrants[0].id
    first = Entrant.objects.get(event=event, number=1).pk

    posted(desk, event, "new")
    posted(desk, event, "chosen", who=[first])
    nobody = posted(desk, event, "chosen")

    assert (Link.objects.filter(entrant=late).count(), Link.objects.filter(entrant=first).count()) == (1, 2)
    assert Link.objects.count() == 5
    assert nobody.status_code == 409
    assert "There are no players to print slips for." in nobody.content.decode()


def test_the_page_tells_who_has_a_slip_and_whose_phone_came_in() -> None:
    event = an_entered_event(3)
    desk = a_desk(event)
    slips = make_slips(event.pk, a_caller(), HERE)
    take_link(slips[0].secret)
    Pin.objects.filter(entrant=slips[1].entrant).update(locked_at=timezone.now())
    withdraw(slips[2].entrant, EVERYTHING, a_caller())

    page = page_of(desk, f"/events/{event.pk}/slips/")

    assert "<b>2</b> of 2 have a slip" in page
    assert "<b>1</b> with a phone signed in" in page
    assert "1 PIN locked" in page
    assert "moved" not in page


def test_slips_with_an_old_address_are_reported_with_one_button() -> None:
    event = an_entered_event(3)
    desk = a_desk(event)
    make_slips(event.pk, a_caller(), "http://192.168.1.4:8000")

    pages = [
        page_of(desk, path) for path in (f"/events/{event.pk}/slips/", f"/tournaments/{event.tournament_id}/desk/")
    ]

    for page in pages:
        assert "The laptop&#x27;s address changed" in page or "The laptop's address changed" in page
        assert "<strong><bdi>192.168.1.4:8000</bdi></strong>" in page
    posted(desk, event, "all")
    assert "still show" not in page_of(desk, f"/events/{event.pk}/slips/")


def test_a_laptop_with_two_addresses_asks_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runtime.server.addresses.hall_addresses", lambda: ["192.168.178.23", "10.0.0.7"])
    event = an_entered_event(2)
    desk = a_desk(event)

    page = page_of(desk, f"/events/{event.pk}/slips/")
    posted(desk, event, "all", address="http://10.0.0.7:8000")
    posted(desk, event, "all", address="http://evil.example")

    assert re.findall(r'name="address" value="([^"]+)"', page) == [HERE, "http://10.0.0.7:8000"]
    assert sorted(set(Link.objects.values_list("address", flat=True))) == ["http://10.0.0.7:8000", HERE]


def test_a_laptop_in_no_network_says_that_no_phone_reaches_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runtime.server.addresses.hall_addresses", list)
    event = an_entered_event(2)

    assert "This laptop is not in a network" in page_of(a_desk(event), f"/events/{event.pk}/slips/")


def test_only_a_director_ends_every_link_and_closes_an_event() -> None:
    event = a_drawn_event(4)
    club = event.tournament.club
    director, desk = signed_in(a_director(club)), a_desk(event)
    make_slips(event.pk, a_caller(), HERE)
    rotate, closing = f"/tournaments/{event.tournament_id}/links/rotate/", f"/events/{event.pk}/closing/"

    assert [desk.post(path).status_code for path in (rotate, closing)] == [403, 403]
    assert "Every phone is signed off" in page_of(director, rotate)
    rotated = director.post(rotate)
    closed = director.post(closing, {"do": "close"})

    assert (rotated.status_code, closed.status_code, Link.objects.live().count()) == (303, 303, 0)
    assert Event.objects.get(pk=event.pk).closed
    assert "This event is closed" in page_of(desk, f"/events/{event.pk}/slips/")
    assert director.post(closing, {"do": "close"}).status_code == 409
    director.post(closing, {"do": "open"})
    assert not Event.objects.get(pk=event.pk).closed


def test_closing_is_taken_back_on_the_page_of_its_record() -> None:
    event = a_drawn_event(4)
    director = signed_in(a_director(event.tournament.club))
    director.post(f"/events/{event.pk}/closing/", {"do": "close"})
    number = Record.objects.get(verb="event.closed").number
    path = f"/tournaments/{event.tournament_id}/memory/{number}/"

    assert "was closed" in page_of(director, path)
    assert director.get(f"{path}undo/").status_code == 200
    assert director.post(f"{path}undo/").status_code == 303
    assert not Event.objects.get(pk=event.pk).closed


def test_a_closed_event_prints_nothing() -> None:
    event = an_entered_event(2)
    desk = a_desk(event)
    close_event(event.pk, a_caller())

    assert posted(desk, event, "all").status_code == 409
    assert Link.objects.count() == 0


def test_a_wrong_paper_is_refused_before_anything_is_minted() -> None:
    event = an_entered_event(2)

    assert posted(a_desk(event), event, "all", paper="A9").status_code == 422
    assert Link.objects.count() == 0


def test_the_page_costs_the_same_for_two_and_for_forty() -> None:
    club = a_club("Graz")
    helper = a_desk_helper(club)
    costs = []
    for count in (2, 40):
        event = an_entered_event(count)
        event.tournament.club_id = club.pk
        event.tournament.save(update_fields=["club"])
        make_slips(event.pk, a_caller(), HERE)
        costs.append(statements(signed_in(helper), f"/events/{event.pk}/slips/"))

    assert costs == [10, 10]


def test_a_stranger_prints_nothing() -> None:
    event = an_entered_event(2)

    assert posted(signed_in(a_stranger()), event, "all").status_code == 403
    assert posted(Client(), event, "all").status_code == 302
    assert Link.objects.count() == 0
