"""The pages and the API of rating lists: what they show, whom, and how many statements they need."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from clubs.actions.persons.details import add_person
from clubs.actions.persons.erasing import erase_person
from clubs.actions.persons.steps import PersonSheet
from clubs.models import Club, RatedPlayer
from clubs.read.ratings.lists import ListView, lists_of
from tests.clubs.ratings.lists import a_list, a_result, a_season, counted, people, receive
from tests.factories import Program, a_caller, a_club, a_desk_helper, a_director, a_member, a_stranger

pytestmark = pytest.mark.django_db


def a_counted_list(club: Club, **options: Any) -> ListView:
    ann, bob, cid, *_ = people(club)
    view = a_list(club, **options)
    receive(club, [a_result(1, ann, bob), a_result(2, ann, cid), a_result(3, cid, bob, length=3)])
    counted(view)
    return view


def test_the_list_shows_places_values_and_who_is_provisional(client: Client) -> None:
    view = a_counted_list(a_club(), listing={"experience": "11"})

    text = client.get(f"/ratings/{view.pk}/").content.decode()

    assert "1 player, 2 more provisional" in text
    assert text.index("Ann Archer") < text.index("Bob Baker") < text.index("Cid Cooper")
    assert '<td class="rating">1551.5' in text
    assert "<small>provisional</small>" in text


def test_a_list_for_members_is_shown_to_members_only(client: Client) -> None:
    club = a_club()
    view = a_counted_list(club)
    director = Program(a_director(club))
    director.patch(f"ratings/{view.pk}/", {"name": "Club list", "public": False})

    assert client.get(f"/ratings/{view.pk}/")["Location"].startswith("/sign-in/")
    assert Program(None).get(f"ratings/{view.pk}/").status == 401
    assert Program(None).get(f"clubs/{club.pk}/ratings/").data == []
    client.force_login(a_stranger())
    assert client.get(f"/ratings/{view.pk}/").status_code == 403
    assert client.get(f"/ratings/{view.pk}/list.csv").status_code == 403
    client.force_login(a_member(club))
    assert client.get(f"/ratings/{view.pk}/").status_code == 200
    assert "Club list" in client.get(f"/clubs/{club.pk}/ratings/").content.decode()


def test_a_director_opens_a_list_with_its_rules_and_changes_them_on_its_page(
    client: Client, settings: Settings
) -> None:
    settings.MACHINE_ZONE = "Europe/Madrid"
    club = a_club()
    people(club)
    client.force_login(a_director(club))
    form = {
        "name": "Long", "rule": "fibs", "exclude_walkover": "on", "exclude_one_pointer": "on", "public": "on",
        "provisional": "on", "least_length": "5", "class_width": "1860", "ramp_start": "4", "ramp_per": "166,5",
        "active_days": "365", "c": "",
    }  # fmt: skip

    opened = client.post(f"/clubs/{club.pk}/ratings/", form)
    (view,) = lists_of(club)

    assert (opened.status_code, opened["Location"]) == (303, f"/ratings/{view.pk}/")
    assert view.options == (
        '{"list":{"class_width":"1860","exclude":["walkover","one_pointer"],"k":{"per":"166.5","start":"4"},'
        '"least_length":5,"preset":"fibs","zone":"Europe/Madrid"},"listing":{"active_days":365,"provisional":true}}'
    )
    setup = client.get(f"/ratings/{view.pk}/setup/").content.decode()
    assert 'value="166.5"' in setup
    seen = {"do": "change", "seen": "1"}
    assert client.post(f"/ratings/{view.pk}/setup/", form | seen | {"rule": "glicko2"}).status_code == 422
    assert (
        client.post(f"/ratings/{view.pk}/setup/", seen | {"name": "G", "rule": "glicko2", "period": "week"}).status_code
        == 303
    )
    stale = client.post(f"/ratings/{view.pk}/setup/", seen | {"name": "G", "rule": "glicko2"})
    assert stale.status_code == 409
    assert lists_of(club)[0].options == (
        '{"list":{"exclude":[],"period":"week","preset":"glicko2","zone":"Europe/Madrid"},"listing":{"provisional":false}}'
    )


def test_a_director_imports_starting_values_and_ends_the_list(client: Client) -> None:
    club = a_club()
    people(club)
    view = a_list(club)
    client.force_login(a_director(club))

    wrong = client.post(f"/ratings/{view.pk}/setup/", {"do": "starts", "lines": "Ann Archer; 1800\nNobody; 1700"})
    right = client.post(
        f"/ratings/{view.pk}/setup/", {"do": "starts", "lines": "Ann Archer; 1800,5; 300\n\nBob Baker\t1700"}
    )
    counted(view)
    ended = client.post(f"/ratings/{view.pk}/setup/", {"do": "end"})

    assert (wrong.status_code, right.status_code, ended.status_code) == (422, 303, 303)
    assert "Line 2: 0 people are called Nobody." in wrong.content.decode()
    assert list(RatedPlayer.objects.order_by("-rating").values_list("rating", "second")) == [
        (1800.5, 300.0),
        (1700.0, 0.0),
    ]
    assert client.post(f"/ratings/{view.pk}/setup/", {"do": "end"}).status_code == 409


def test_a_program_reads_the_list_once_and_is_told_when_it_has_not_changed() -> None:
    club = a_club()
    view = a_counted_list(club)
    reader = Program(None)

    first = reader.get(f"ratings/{view.pk}/")
    again = reader.get(f"ratings/{view.pk}/", If_None_Match=first.headers["ETag"])

    assert [
        (line["place"], line["name"], line["second"], line["played"], line["won"]) for line in first.data["lines"]
    ] == [
        (1, "Ann Archer", "14.0", 2, 2),
        (2, "Cid Cooper", "10.0", 2, 1),
        (3, "Bob Baker", "10.0", 2, 0),
    ]
    assert float(first.data["lines"][0]["rating"]) == RatedPlayer.objects.order_by("-rating")[0].rating
    assert again.status == 304
    receive(club, [], 2)
    counted(view)
    assert reader.get(f"ratings/{view.pk}/", If_None_Match=first.headers["ETag"]).data["lines"] == []


def test_the_file_has_every_digit_and_no_formula(client: Client) -> None:
    club = a_club()
    ann, bob = people(club, ("=Ann", "Bob; Baker"))
    view = a_list(club)
    receive(club, [a_result(1, ann, bob)])
    counted(view)

    answer = client.get(f"/ratings/{view.pk}/list.csv")

    assert answer.content.decode("utf-8-sig").splitlines() == [
        "place;name;rating;experience;matches;won",
        "1;'=Ann;1526.457513110646;7;1;1",
        '2;"Bob; Baker";1473.542486889354;7;1;0',
    ]


def test_minors_and_erased_people_are_named_as_everybody_may_see_them(client: Client) -> None:
    club = a_club()
    mia = add_person(club.pk, PersonSheet("Mia Kessler", adult_on="2999-01-01"), "youth", a_caller()).person
    gone = add_person(club.pk, PersonSheet("Canary Quill"), "full", a_caller()).person
    view = a_list(club)
    receive(club, [a_result(1, mia, gone)])
    counted(view)

    erase_person(gone, a_caller())

    for address in (f"/ratings/{view.pk}/", f"/ratings/{view.pk}/list.csv", f"/api/v1/ratings/{view.pk}/"):
        text = client.get(address).content.decode()
        assert ("Mia K." in text, "Kessler" in text, "Canary" in text, "Player " in text) == (True, False, False, True)


def test_long_lists_come_in_pages(client: Client) -> None:
    club = a_club()
    view = a_list(club)
    person = people(club)[0]
    RatedPlayer.objects.bulk_create(
        RatedPlayer(rating_list_id=view.pk, person_id=each, rating=1500 + each, second=0, third=0)
        for each in people(club, [f"Player {number}" for number in range(205)])
    )

    first, second, other = (client.get(f"/ratings/{view.pk}/?page={page}").content.decode() for page in ("1", "2", "9"))

    assert (first.count('class="place"'), second.count('class="place"'), other.count('class="place"')) == (200, 5, 200)
    assert person


def test_a_page_needs_as_many_statements_for_one_match_as_for_many(client: Client) -> None:
    club = a_club()
    persons = people(club)
    view = a_list(club)
    client.force_login(a_desk_helper(club))
    counts = []
    for matches in (1, 20, 60):
        receive(club, a_season(persons, matches), matches)
        counted(view)
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/ratings/{view.pk}/")
        counts.append(len(captured))

    assert len(set(counts)) == 1
    assert counts[0] <= 14


def test_who_has_not_played_for_a_year_is_not_listed(client: Client) -> None:
    club = a_club()
    ann, bob, *_ = people(club)
    view = a_list(club, listing={"active_days": 365})
    receive(club, [a_result(1, ann, bob, played=a_result(1, 1, 2).played - timedelta(days=900))])
    counted(view)

    assert "Nobody yet." in client.get(f"/ratings/{view.pk}/").content.decode()
