"""The pages of a club's members and guests, through the door."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.actions.persons.details import add_person, set_person_contact
from clubs.actions.persons.steps import PersonSheet
from clubs.models import Club
from clubs.read.persons.rows import person_rows
from tests.factories import a_caller, a_club, a_desk_helper, a_director

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def director(club: Club, client: Client) -> Client:
    client.force_login(a_director(club))
    return client


def a_person(club: Club, name: str, kind: str = "") -> int:
    return add_person(club.pk, PersonSheet(name), kind, a_caller()).person


def test_a_director_adds_a_person_and_changes_everything_about_them(director: Client, club: Club) -> None:
    added = director.post(f"/clubs/{club.pk}/people/", {"name": "Ana Ruiz", "kind": "guest", "adult_on": "2033-04-12"})
    person = person_rows(club.pk)[0].id

    assert (added.status_code, added["Location"]) == (303, f"/clubs/{club.pk}/people/?added={person}")
    page = f"/people/{person}/"
    assert director.post(page, {"do": "details", "name": "Ana Ruíz", "seen": "1"}).status_code == 303
    assert director.post(page, {"do": "contact", "email": "ana@ruiz.example"}).status_code == 303
    assert director.post(page, {"do": "membership", "kind": "full", "starts_on": "2099-01-01"}).status_code == 409
    held = person_rows(club.pk)[0].memberships[0].id
    assert director.post(f"/memberships/{held}/end/").status_code == 303
    assert director.post(page, {"do": "membership", "kind": "full", "starts_on": "2099-01-01"}).status_code == 303
    shown = director.get(page).content.decode()
    assert "Ana Ruíz" in shown
    assert "ana@ruiz.example" in shown
    memory = director.get(f"/clubs/{club.pk}/memory/").content.decode()
    assert "<bdi>Ana Ruíz</bdi> was added to the club" in memory
    assert "ana@ruiz.example" not in memory


def test_refusals_stand_at_their_field_with_what_was_typed(director: Client, club: Club) -> None:
    person = a_person(club, "Ana Ruiz")

    wrong = director.post(f"/people/{person}/", {"do": "details", "name": "Ana", "federations": "12", "seen": "1"})
    stale = director.post(f"/people/{person}/", {"do": "details", "name": "Ana", "seen": "7"})
    nameless = director.post(f"/clubs/{club.pk}/people/", {"name": ""})

    assert (wrong.status_code, stale.status_code, nameless.status_code) == (400, 409, 422)
    assert "Write a federation id as letters and a number" in wrong.content.decode()
    assert 'value="12"' in wrong.content.decode()
    assert "Enter a name." in nameless.content.decode()


def test_the_desk_sees_names_and_no_contacts(club: Club, client: Client) -> None:
    client.force_login(a_desk_helper(club))
    person = a_person(club, "Ana Ruiz", "full")
    set_person_contact(person, {"email": "ana@ruiz.example", "phone": "+34 1"}, a_caller())

    pages = [client.get(f"/clubs/{club.pk}/people/"), client.get(f"/people/{person}/")]

    assert [page.status_code for page in pages] == [200, 200]
    for page in pages:
        assert "Ana Ruiz" in page.content.decode()
        assert "ana@ruiz.example" not in page.content.decode()
    assert client.get(f"/people/{person}/person.json").status_code == 403
    assert client.get(f"/clubs/{club.pk}/people.csv").status_code == 403


def test_a_merge_is_compared_done_and_leads_on(director: Client, club: Club) -> None:
    into, gone = a_person(club, "Hannah Lindqvist"), a_person(club, "Hanna Lindquist", "guest")

    listed = director.get(f"/clubs/{club.pk}/people/").content.decode()
    preview = director.get(f"/people/{into}/merge/?gone={gone}").content.decode()
    done = director.post(f"/people/{into}/merge/", {"gone": gone})

    assert "Perhaps the same person" in listed
    assert "Hanna Lindquist" in preview
    assert done["Location"] == f"/people/{into}/?merged=1"
    assert director.get(f"/people/{gone}/")["Location"] == f"/people/{into}/"
    assert "was merged into" in director.get(f"/clubs/{club.pk}/memory/").content.decode()


def test_a_search_finds_other_spellings(director: Client, club: Club) -> None:
    for name in ("Димитър Петров", "Falk Brenner"):
        a_person(club, name)

    shown = director.get(f"/clubs/{club.pk}/people/?q=dimitar+petrov").content.decode()

    assert "Димитър Петров" in shown
    assert "Falk Brenner" not in shown


def test_the_list_as_a_file_runs_no_formula(director: Client, club: Club) -> None:
    person = a_person(club, "=cmd|' /C calc'!A0", "full")
    set_person_contact(person, {"address": "Lane 4; Bilbao"}, a_caller())

    lines = director.get(f"/clubs/{club.pk}/people.csv").content.decode("utf-8-sig").splitlines()

    assert lines[0].startswith("code;name;latin;club;country;federations;adult_on;kind;from;until;email;phone")
    assert lines[1].startswith("9E37;'=cmd|' /C calc'!A0;")
    assert '"Lane 4; Bilbao"' in lines[1]


@pytest.mark.parametrize("people", [1, 3])
def test_the_list_takes_as_many_statements_for_any_number_of_people(director: Client, club: Club, people: int) -> None:
    for at in range(people):
        a_person(club, f"Ana {at}", "full")

    with CaptureQueriesContext(connection) as statements:
        director.get(f"/clubs/{club.pk}/people/")

    assert len(statements) == 11
