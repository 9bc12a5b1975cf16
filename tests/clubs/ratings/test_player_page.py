"""The page of a player in a list: curve, form, opponents; what the public sees of a minor; paper and embedded table."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from clubs.actions.embeds import list_hosts
from clubs.actions.persons.details import add_person
from clubs.actions.persons.merging import merge_people
from clubs.actions.persons.steps import PersonSheet
from clubs.pages.ratings.curve import curve_of, strip_of
from clubs.papers.ratings import rating_paper
from clubs.read.ratings.listing import listing_of
from clubs.read.ratings.lists import list_of
from clubs.read.ratings.player import PlayerMatch, opponents_of, rated_person
from tests.clubs.ratings.lists import FIRST, a_list, a_result, a_season, counted, people, receive
from tests.factories import Program, a_caller, a_club, a_desk_helper, a_director

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def a_match(at: int, rating: float, *, won: bool, provisional: bool = False) -> PlayerMatch:
    return PlayerMatch(at, FIRST, won, 7, 2, "Bob", rating, 0.0, None, provisional, None)


def test_the_curve_is_a_step_for_each_match_and_below_it_the_form() -> None:
    ratings = (1510, 1520, 1500, 1540, 1550)
    won = (True, True, False, True, True)
    matches = [
        a_match(at, rating, won=each, provisional=at < 2)
        for at, (rating, each) in enumerate(zip(ratings, won, strict=True))
    ]

    curve = curve_of(matches, 1500, values=True)

    assert curve is not None
    # Level lines every 50 from 1500 on, 150 px high: 10 points are 15 px.
    assert [(level.value, level.y) for level in curve.levels] == [(1600, 24), (1550, 99), (1500, 174)]
    assert curve.dotted == "M0 174V159H14V144H28"
    assert curve.solid == "M28 144V174H42V114H56V99H70"
    assert curve.won == "M1 224l6 -26l6 26zM15 224l6 -26l6 26zM43 224l6 -26l6 26zM57 224l6 -26l6 26z"
    assert curve.lost == "M29 224l6 26l6 -26z"
    assert (curve.end, curve.y) == (70, 99)


def test_a_level_next_to_the_last_value_has_no_number() -> None:
    matches = [a_match(at, rating, won=True) for at, rating in enumerate((1510, 1530, 1550, 1570, 1597))]

    curve = curve_of(matches, 1500, values=True)

    assert curve is not None
    assert [level.value for level in curve.levels] == [1600, 1550, 1500]
    assert [level.value for level in curve.numbered] == [1550, 1500]


def test_below_five_matches_and_where_values_are_private_only_the_form_is_drawn() -> None:
    four = [a_match(at, 1500.0, won=True) for at in range(4)]

    few, private = curve_of(four, 1500, values=True), curve_of([*four, *four], 1500, values=False)

    assert few is not None
    assert private is not None
    assert (few.levels, few.solid, private.levels, private.solid) == ((), "", (), "")
    assert few.won.startswith("M1 50l6 -26")
    assert curve_of([], 1500, values=True) is None


def test_small_points_are_those_of_the_latest_matches() -> None:
    assert strip_of([True, False]) == ("M0 20l5 -18l5 18z", "M11 2l5 18l5 -18z", 22)
    assert strip_of([True] * 30)[2] == 220


@pytest.mark.django_db
def test_a_player_has_matches_changes_opponents_and_corrections() -> None:
    club = a_club()
    ann, bob, cid, *_ = people(club)
    view = a_list(club)
    played = [a_result(1, ann, bob), a_result(2, cid, ann), a_result(3, ann, bob, length=9)]
    receive(club, played)
    receive(club, [*played[:2], a_result(3, ann, bob, length=5)], 2)
    counted(view)

    player = rated_person(listing_of(list_of(view.pk), NOON), ann)

    assert [(each.match, each.won, each.opponent_name, each.length) for each in player.matches] == [
        (1, True, "Bob Baker", 7), (2, False, "Cid Cooper", 7), (3, True, "Bob Baker", 5),
    ]  # fmt: skip
    assert [each.corrected is not None for each in player.matches] == [False, False, True]
    assert player.matches[0].change == 26.457513110646005
    assert player.matches[1].change == player.matches[1].rating - player.matches[0].rating
    assert [(each.name, each.results) for each in opponents_of(player)] == [
        ("Bob Baker", (True, True)), ("Cid Cooper", (False,)),
    ]  # fmt: skip


@pytest.mark.django_db
def test_the_page_shows_numbers_curve_latest_and_head_to_head(client: Client) -> None:
    club = a_club()
    persons = people(club)
    view = a_list(club)
    receive(club, a_season(persons, 40))
    counted(view)
    other = a_list(club, "Second list", list={"preset": "belgium"})

    text = client.get(f"/ratings/{view.pk}/people/{persons[0]}/").content.decode()

    assert "<h1><bdi>Ann Archer</bdi></h1>" in text
    assert "of 8" in text
    assert 'class="solid"' in text
    assert "Head to head" in text
    assert f'href="/ratings/{other.pk}/people/{persons[0]}/"' in text
    assert client.get(f"/ratings/{other.pk}/people/{persons[0]}/").status_code == 404
    assert client.get(f"/ratings/{view.pk}/people/999999/").status_code == 404


@pytest.mark.django_db
def test_of_a_minor_the_public_sees_no_values_and_the_desk_does(client: Client) -> None:
    club = a_club()
    mia = add_person(club.pk, PersonSheet("Mia Kessler", adult_on="2999-01-01"), "youth", a_caller()).person
    bob = people(club, ["Bob Baker"])[0]
    view = a_list(club)
    receive(club, [a_result(match, mia, bob) for match in range(1, 8)])
    counted(view)
    address = f"/ratings/{view.pk}/people/{mia}/"

    public = client.get(address).content.decode()
    data = Program(None).get(f"ratings/{view.pk}/people/{mia}/").data
    client.force_login(a_desk_helper(club))
    desk = client.get(address).content.decode()

    assert ("Mia K." in public, "Kessler" in public, 'class="solid"' in public, "+26" in public) == (
        True, False, False, False,
    )  # fmt: skip
    assert [each["rating"] for each in data["matches"]] == [None] * 7
    assert ('class="solid"' in desk, "+26" in desk) == (True, True)
    at_desk = Program(a_director(club)).get(f"ratings/{view.pk}/people/{mia}/").data
    assert float(at_desk["matches"][0]["rating"]) == 1526.457513110646


@pytest.mark.django_db
def test_a_merged_person_leads_to_whom_they_are_now(client: Client) -> None:
    club = a_club()
    ann, bob, cid, *_ = people(club)
    view = a_list(club)
    receive(club, [a_result(1, ann, bob), a_result(2, cid, bob)])
    merge_people(ann, cid, a_caller())
    counted(view)

    assert client.get(f"/ratings/{view.pk}/people/{ann}/")["Location"] == f"/ratings/{view.pk}/people/{cid}/"


@pytest.mark.django_db
def test_a_player_page_needs_as_many_statements_for_five_matches_as_for_many(client: Client) -> None:
    club = a_club()
    persons = people(club)
    view = a_list(club)
    counts = []
    for matches in (10, 60):
        receive(club, a_season(persons, matches), matches)
        counted(view)
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/ratings/{view.pk}/people/{persons[0]}/")
        counts.append(len(captured))

    assert counts[0] == counts[1]
    assert counts[0] <= 24


@pytest.mark.django_db
def test_other_sites_may_show_a_public_list_in_a_frame_and_nothing_else(client: Client) -> None:
    club = a_club()
    ann, bob, *_ = people(club)
    view = a_list(club)
    receive(club, [a_result(1, ann, bob)])
    counted(view)
    list_hosts(club.pk, ["www.example.org"], a_caller())

    embedded, page = client.get(f"/embed/ratings/{view.pk}/"), client.get(f"/ratings/{view.pk}/")

    assert "X-Frame-Options" not in embedded.headers
    assert "frame-ancestors www.example.org" in embedded["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"
    text = embedded.content.decode()
    assert ("Ann Archer" in text, "<form" in text) == (True, False)
    Program(a_director(club)).patch(f"ratings/{view.pk}/", {"name": "Club list", "public": False})
    assert client.get(f"/embed/ratings/{view.pk}/").status_code == 404


@pytest.mark.django_db
def test_the_list_is_printed_with_its_day(client: Client, tmp_path: Path) -> None:
    club = a_club()
    ann, bob, *_ = people(club)
    view = a_list(club, listing={"experience": "8"})
    receive(club, [a_result(1, ann, bob), a_result(2, ann, bob)])
    receive(club, [a_result(1, ann, bob)], 2)
    counted(view)

    paper = rating_paper(listing_of(list_of(view.pk), NOON), NOON)

    assert (paper.title, paper.foot) == ("Club list", "as of 2 March 2026, 12:00")
    assert paper.rows == [
        ("", "Ann Archer (provisional)", "1526.5", "7", "1", "1"),
        ("", "Bob Baker (provisional)", "1473.5", "7", "1", "0"),
    ]
    answer = client.get(f"/ratings/{view.pk}/list.pdf")
    assert answer["Content-Type"] == "application/pdf"
    assert client.get(f"/ratings/{view.pk}/list.pdf?paper=none").status_code == 422
    (tmp_path / "list.pdf").write_bytes(answer.content)
    assert "Ann Archer" in PdfReader(tmp_path / "list.pdf").pages[0].extract_text()
