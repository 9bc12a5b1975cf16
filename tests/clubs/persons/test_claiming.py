"""A player claims their person by a link, and sees their club, their matches and their own account."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from clubs.actions.persons.details import add_person, set_person_contact
from clubs.actions.persons.erasing import erase_person
from clubs.actions.persons.steps import PersonSheet
from clubs.models import PersonClaim, Role, User
from clubs.tasks import account_erasure
from journal.verify import verify
from runtime.models import Job
from tests.factories import a_caller, a_director, a_drawn_event, a_stranger, entrant_named
from tests.permissions.test_canaries import stored
from tournaments.actions.entrants.people import link_entrants
from tournaments.actions.money.fees import FeeSheet, set_fees
from tournaments.models import Event

pytestmark = pytest.mark.django_db

NEWCOMER = {"name": "Canary Claimant", "email": "falk@barpoint.example", "password": "three words here"}
FEE = {"code": "registration", "kind": "registration", "name": "", "amount": 5000, "event": None, "prices": []}


@pytest.fixture
def event() -> Event:
    return a_drawn_event(4, "none", length=7)


@pytest.fixture
def person(event: Event) -> int:
    person = add_person(event.tournament.club_id, PersonSheet("Falk Brenner"), "full", a_caller()).person
    set_person_contact(person, {"phone": "+49 171"}, a_caller())
    link_entrants(event.pk, {entrant_named(event, "Falk Brenner").pk: person}, a_caller())
    return person


@pytest.fixture
def link(event: Event, person: int) -> str:
    """Return the path of a link that a director made."""
    director = Client()
    director.force_login(a_director(event.tournament.club))
    page = director.post(f"/people/{person}/link/").content.decode()
    return str(re.findall(r"<textarea[^>]*>http://testserver([^<]+)</textarea>", page)[0])


def shown(browser: Client, address: str) -> str:
    answer: Any = browser.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_a_newcomer_claims_their_person_and_sees_their_club(event: Event, person: int, link: str) -> None:
    set_fees(event.tournament_id, FeeSheet("EUR", [FEE]), a_caller())
    browser = Client()

    assert "Falk Brenner" in shown(browser, link)
    assert browser.post(link, NEWCOMER).status_code == 303

    page = shown(browser, "/my-club/")
    assert "Falk Brenner" in page
    assert event.tournament.name in page
    assert "50.00" in page
    assert Role.objects.live().get(user__email=NEWCOMER["email"]).kind == "member"
    assert json.loads(browser.get(f"/people/{person}/person.json").content)["contact"]["phone"] == "+49 171"
    assert verify() == []


def test_a_link_works_once_and_for_one_user(event: Event, person: int, link: str) -> None:
    first, second = Client(), Client()
    first.force_login(a_stranger())
    second.force_login(a_stranger("uwe@barpoint.example"))

    assert first.post(link).status_code == 303
    assert second.post(link).status_code == 409
    assert PersonClaim.objects.count() == 1
    assert second.get(f"/people/{person}/person.json").status_code == 403
    assert "You have not claimed a person yet." in shown(second, "/my-club/")


def test_erasing_a_person_erases_the_account_that_claimed_them(person: int, link: str) -> None:
    Client().post(link, NEWCOMER)
    user = User.objects.get(email=NEWCOMER["email"])

    erase_person(person, a_caller())
    arguments = json.loads(Job.objects.get(task="clubs.tasks.account_erasure").arguments)
    account_erasure(**arguments)

    assert arguments == {"user": user.pk}
    assert [place for place, text in stored() if NEWCOMER["email"] in text or NEWCOMER["name"] in text] == []
    assert not User.objects.get(pk=user.pk).is_active
    assert verify() == []


def test_an_account_with_other_roles_stays(event: Event, person: int, link: str) -> None:
    director = Client()
    director.force_login(User.objects.get(email="petra@barpoint.example"))
    director.post(link)

    erase_person(person, a_caller())

    assert not Job.objects.filter(task="clubs.tasks.account_erasure").exists()
