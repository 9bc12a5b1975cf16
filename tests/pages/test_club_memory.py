"""The memory of a club: who got which role by whom, for its directors; an owner undoes it there."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.actions.roles import change_role, end_role
from clubs.models import Club, Role, User
from journal.models import Record
from journal.triggers import lifted
from tests.contents import nothing_changes
from tests.factories import a_club, a_club_owner, a_desk_helper, a_director, a_member, a_tournament, by
from tournaments.actions.events import TournamentSheet, copy_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def owner(club: Club, client: Client) -> User:
    """The owner, signed in. Record 1 of the club says that they got their role."""
    owner = a_club_owner(club)
    client.force_login(owner)
    return owner


def text_of(answer: Any) -> str:
    page = answer.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") : page.index("</main")]).split())


def role_of(user: User) -> int:
    return Role.objects.live().get(user=user).pk


def test_it_says_who_got_which_role_by_whom(club: Club, owner: User, client: Client) -> None:
    helper = a_desk_helper(club)
    change_role(role_of(helper), "director", by(owner))
    end_role(role_of(helper), by(owner))

    answer = text_of(client.get(f"/clubs/{club.pk}/memory/"))

    assert "Sten no longer has a role" in answer
    assert "Sten is now a director" in answer
    assert "Sten became a desk helper" in answer
    assert "Ainhoa became an owner" in answer
    assert re.search(r"4 records, chain checked \d\d:\d\d", answer)


def test_a_tournament_is_named_as_it_was_made(club: Club, owner: User, client: Client) -> None:
    made = a_tournament(club, name="Spring Open & Co")
    copy_tournament(made.pk, TournamentSheet(name="Summer Open"), by(owner))

    answer = text_of(client.get(f"/clubs/{club.pk}/memory/"))

    assert "Spring Open &amp; Co was made" in answer
    assert "Summer Open was made from an earlier tournament" in answer


def test_the_page_of_the_club_leads_to_it(club: Club, owner: User, client: Client) -> None:
    assert f'href="/clubs/{club.pk}/memory/"' in client.get(f"/clubs/{club.pk}/").content.decode()
    client.force_login(a_desk_helper(club))
    assert "memory/" not in client.get(f"/clubs/{club.pk}/").content.decode()


def test_an_owner_looks_at_an_undo_and_does_it(club: Club, owner: User, client: Client) -> None:
    helper = a_desk_helper(club)
    path = f"/clubs/{club.pk}/memory/2/undo/"

    with nothing_changes():
        looked = text_of(client.get(path))
    answer = client.post(path)

    assert "Sten became a desk helper" in looked
    assert "match" not in looked
    assert (answer.status_code, answer["Location"]) == (303, f"/clubs/{club.pk}/memory/?record=3#r3")
    assert not Role.objects.live().filter(user=helper).exists()
    assert "undone by 3" in text_of(client.get(f"/clubs/{club.pk}/memory/"))


def test_a_director_reads_it_and_is_not_offered_an_undo(club: Club, owner: User, client: Client) -> None:
    client.force_login(a_director(club))

    record = client.get(f"/clubs/{club.pk}/memory/1/").content.decode()

    assert "undo/" not in record
    assert "This can't be undone" in text_of(client.get(f"/clubs/{club.pk}/memory/1/undo/"))
    assert client.post(f"/clubs/{club.pk}/memory/1/undo/").status_code == 403


def test_a_later_record_about_the_same_person_stands_in_the_way(club: Club, owner: User, client: Client) -> None:
    helper = a_desk_helper(club)
    change_role(role_of(helper), "member", by(owner))

    page = client.get(f"/clubs/{club.pk}/memory/2/undo/").content.decode()

    assert f'href="/clubs/{club.pk}/memory/3/undo/"' in page
    answer = client.post(f"/clubs/{club.pk}/memory/2/undo/")
    assert (answer.status_code, "There is a problem" in text_of(answer)) == (409, True)


def test_the_last_owner_stays_and_the_page_says_why(club: Club, owner: User, client: Client) -> None:
    answer = client.post(f"/clubs/{club.pk}/memory/1/undo/")

    assert (answer.status_code, "A club needs at least one owner" in text_of(answer)) == (409, True)


def test_people_and_kinds_are_searched(club: Club, owner: User, client: Client) -> None:
    a_desk_helper(club)
    a_member(club)
    a_tournament(club)

    numbers = [
        re.findall(r'<tr id="r(\d+)"', client.get(f"/clubs/{club.pk}/memory/", query).content.decode())
        for query in ({"q": "sten"}, {"kind": "tournament"}, {"kind": "role"})
    ]

    assert numbers == [["2"], ["4"], ["3", "2", "1"]]


def test_a_broken_chain_is_said(club: Club, owner: User, client: Client) -> None:
    with lifted():
        Record.objects.filter(stream=club.stream, number=1).update(verb="role.taken")

    assert "Record 1 does not match its seal." in text_of(client.get(f"/clubs/{club.pk}/memory/"))


def test_what_is_not_there_is_not_found(club: Club, owner: User, client: Client) -> None:
    paths = [f"/clubs/{club.pk}/memory/99/", f"/clubs/{club.pk}/memory/99/undo/", "/clubs/4711/memory/"]

    assert [client.get(path).status_code for path in paths] == [404, 404, 404]


def test_the_ledger_costs_the_same_for_one_person_and_for_three(club: Club, owner: User, client: Client) -> None:
    paths = ["", "1/", "1/undo/"]
    one = [statements(client, f"/clubs/{club.pk}/memory/{path}") for path in paths]
    a_desk_helper(club)
    a_member(club)

    three = [statements(client, f"/clubs/{club.pk}/memory/{path}") for path in paths]

    assert (one, three) == ([6, 6, 6], [6, 6, 6])


def statements(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        client.get(path)
    return len(queries)
