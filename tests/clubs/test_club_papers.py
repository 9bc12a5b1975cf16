"""Papers of a club: the ladder, the members with room to sign, membership cards, and the page behind their code."""

import io
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone, translation
from django.utils.formats import date_format
from pypdf import PdfReader

from clubs.actions.ladders.entering import Entry, enter_on_ladder
from clubs.actions.ladders.opening import Opening, open_ladder
from clubs.actions.nights import NightSheet, plan_nights
from clubs.actions.persons.details import add_person, set_person_contact
from clubs.actions.persons.memberships import begin_membership
from clubs.actions.persons.steps import PersonSheet
from clubs.models import Club
from clubs.papers.ladder import ladder_paper
from clubs.papers.listing import listing_pdf
from clubs.papers.members import check_in_address, member_list_paper
from clubs.read.ladders.view import ladder_of, ladder_view
from clubs.read.nights import coming_nights, here_at
from clubs.read.persons.rows import person_rows
from tests.factories import a_caller, a_club, a_director
from tests.papers.printed import needs_poppler, printed

pytestmark = pytest.mark.django_db
TODAY = date(2026, 3, 2)
SINCE = datetime.now(UTC) - timedelta(hours=5)


def a_member(club: Club, name: str, kind: str = "full", ends_on: date | None = None) -> int:
    """Add a person who belongs to the club since 2025."""
    person = add_person(club.pk, PersonSheet(name), "", a_caller()).person
    begin_membership(person, kind, date(2025, 9, 1), ends_on, a_caller())
    set_person_contact(person, {"email": "secret@barpoint.example", "phone": "+34 600"}, a_caller())
    return person


def text_of(content: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


def test_the_ladder_on_paper_has_places_deadlines_and_who_is_away() -> None:
    club = a_club()
    opening = Opening("Winter ladder", ["Ann", "Bob", "Cid"], {"preset": "rac"}, "Europe/Madrid", SINCE)
    ladder = open_ladder(club.pk, opening, a_caller()).ladder.pk
    enter_on_ladder(ladder, Entry("challenge", a=2, b=1, at=SINCE + timedelta(hours=1)), a_caller())
    enter_on_ladder(ladder, Entry("freeze", who=3, at=SINCE + timedelta(hours=2)), a_caller())

    until = (SINCE + timedelta(hours=1)).astimezone(ZoneInfo("Europe/Madrid")) + timedelta(days=7)
    paper = ladder_paper(ladder_view(ladder_of(ladder)), SINCE + timedelta(hours=3))

    assert (paper.title, paper.what) == ("Winter ladder", f"{club.name} · 3 players, 1 open challenge")
    assert list(paper.rows) == [
        ("1", "Ann", "", ""),
        ("2", "Bob", f"challenges Ann, until {date_format(until, 'D j M, H:i')}", ""),
        ("3", "Cid", "frozen", ""),
    ]


def test_a_challenge_whose_deadline_has_passed_when_it_is_entered_is_settled_at_once() -> None:
    club, since = a_club(), datetime.now(UTC) - timedelta(days=30)
    ladder = open_ladder(club.pk, Opening("Winter", ["Ann", "Bob"], {"preset": "rac"}, "UTC", since), a_caller()).ladder

    enter_on_ladder(ladder.pk, Entry("challenge", a=2, b=1, at=since + timedelta(days=1)), a_caller())

    view = ladder_view(ladder_of(ladder.pk))
    assert ([view.name(each) for each in view.order], view.open) == (["Bob", "Ann"], [])


def test_the_list_of_members_has_no_guests_no_contacts_and_room_to_sign(client: Client) -> None:
    club = a_club()
    a_member(club, "Ann Archer")
    a_member(club, "Gus Guest", "guest")
    a_member(club, "Old Timer", ends_on=date(2025, 12, 31))

    paper = member_list_paper(club.name, person_rows(club.pk), TODAY)

    assert (paper.what, list(paper.rows)) == (
        f"{club.name} · 1 member",
        [("1", "Ann Archer", "Member", "1 Sep 2025", "")],
    )
    client.force_login(a_director(club))
    text = text_of(client.get(f"/clubs/{club.pk}/members.pdf").content)
    assert ("Ann Archer" in text, "Gus" in text, "secret" in text, "600" in text) == (True, False, False, False)


@needs_poppler
@pytest.mark.parametrize("language", ["en", "de", "bg", "eu", "sq"])
def test_the_list_of_members_has_a_day_on_one_line_in_every_language(language: str) -> None:
    club = a_club()
    a_member(club, "Ann Archer")

    with translation.override(language):
        listing = member_list_paper(club.name, person_rows(club.pk), TODAY)
        (page,) = printed(listing_pdf(listing))

    # Without the 1 of the first of September, which is also the number of the member.
    day = [each for each in str(listing.rows[0][3]).split() if len(each) > 1]
    tops = {round(word.top, 1) for word in page.words if word.text in day and 40 < word.top < page.height - 30}
    assert len(day) > 1
    assert len(tops) == 1


def test_a_card_for_each_member_ten_to_a_page_or_only_one(client: Client) -> None:
    club = a_club()
    people = [a_member(club, f"Member {at}") for at in range(11)]
    client.force_login(a_director(club))

    every = client.get(f"/clubs/{club.pk}/cards.pdf")
    one = client.get(f"/clubs/{club.pk}/cards.pdf?person={people[3]}")

    assert len(PdfReader(io.BytesIO(every.content)).pages) == 2
    assert ("Member 3" in text_of(one.content), "Member 4" in text_of(one.content)) == (True, False)
    assert client.get(f"/clubs/{club.pk}/cards.pdf?paper=none").status_code == 422


def test_the_code_of_a_card_is_the_page_that_checks_its_holder_in(client: Client) -> None:
    club = a_club()
    person = a_member(club, "Ann Archer")
    client.force_login(a_director(club))
    address = check_in_address("", person)
    assert "No night is on now" in client.get(address).content.decode()
    assert client.post(address).status_code == 422
    now = timezone.now()
    sheet = NightSheet("Tuesday", now.date(), now.time().replace(microsecond=0), "UTC", weeks=0)
    plan_nights(club.pk, sheet, a_caller())
    night = coming_nights(club.pk, now)[0]

    page = client.get(address).content.decode()
    answer = client.post(address)

    assert "Check in at Tuesday" in " ".join(page.split())
    assert (answer.status_code, answer["Location"]) == (303, f"/nights/{night.id}/")
    assert [row.name for row in here_at(night)] == ["Ann Archer"]
    assert "is checked in" in " ".join(client.get(address).content.decode().split()).lower()
