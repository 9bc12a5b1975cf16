"""Embeds: shown in pages of the hosts that a club's owner listed, refused elsewhere, without cookies."""

import json

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from clubs.actions.embeds import list_hosts, read_host
from clubs.actions.sights import show_to
from clubs.actions.undo import undo
from clubs.models import Club, Sight
from clubs.read.embeds import hosts_of
from journal.models import Record
from rules.errors import RuleBroken
from tests.clubs.ladders.ladders import a_ladder
from tests.factories import a_caller, a_club_owner, a_director, a_drawn_event, by, match_of, play
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return a_drawn_event(4, length=7)


@pytest.fixture
def club(event: Event) -> Club:
    return event.tournament.club


def embeds(event: Event) -> list[str]:
    of_event = [f"/embed/events/{event.pk}/{what}/" for what in ("draw", "results", "standings")]
    ladder = a_ladder(event.tournament.club).ladder.pk
    return [*of_event, f"/embed/clubs/{event.tournament.club_id}/calendar/", f"/embed/ladders/{ladder}/"]


def test_nobody_may_show_them_before_a_site_is_listed(event: Event, client: Client) -> None:
    for address in embeds(event):
        answer = client.get(address)

        assert answer.status_code == 200
        assert answer["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_pages_of_the_listed_sites_may_and_no_others(event: Event, club: Club, client: Client) -> None:
    list_hosts(club.pk, ["https://www.example.org/our-club/", "EXAMPLE.org:8080"], a_caller())

    for address in embeds(event):
        answer = client.get(address)

        assert "X-Frame-Options" not in answer.headers
        assert "frame-ancestors www.example.org example.org:8080;" in answer["Content-Security-Policy"] + ";"
        assert not answer.cookies


def test_an_embed_that_did_not_change_says_who_may_show_it_all_the_same(
    event: Event, club: Club, client: Client
) -> None:
    list_hosts(club.pk, ["www.example.org"], a_caller())
    address = f"/embed/events/{event.pk}/draw/"
    etag = client.get(address)["ETag"]

    answer = client.get(address, headers={"If-None-Match": etag})

    assert answer.status_code == 304
    assert "frame-ancestors www.example.org" in answer["Content-Security-Policy"]
    list_hosts(club.pk, [], a_caller())
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_embeds_show_the_draw_the_results_and_the_places(event: Event, client: Client) -> None:
    play(match_of(event, "A1"))
    winner = match_of(event, "A1").goes_on
    name = str(client.get(f"/embed/events/{event.pk}/results/").content)

    assert "7" in name
    assert winner is not None
    for what in ("draw", "results", "standings"):
        content = client.get(f"/embed/events/{event.pk}/{what}/").content.decode()
        assert '<base target="_top">' in content
        assert "<form" not in content
        assert "<nav" not in content.replace('<nav class="tabs quarters"', "")


def test_a_link_to_a_player_in_the_draw_leads_to_the_page_of_the_draw(event: Event, client: Client) -> None:
    answer = client.get(f"/embed/events/{event.pk}/draw/?player=3")

    assert answer["Location"] == f"/events/{event.pk}/?player=3"


def test_the_colours_can_be_fixed(event: Event, client: Client) -> None:
    address = f"/embed/events/{event.pk}/draw/"

    assert b'data-ink="dark"' in client.get(f"{address}?theme=dark").content
    assert b'data-ink="light"' in client.get(f"{address}?theme=light").content
    assert b"data-ink" not in client.get(f"{address}?theme=blue").content


def test_a_ladder_for_members_stays_with_them(event: Event, club: Club, client: Client) -> None:
    ladder = a_ladder(club).ladder.pk
    show_to(club.pk, Sight.Kind.LADDER, ladder, a_caller(), public=False)

    assert client.get(f"/embed/ladders/{ladder}/").status_code == 404


def test_scripts_on_the_listed_sites_read_public_data_and_others_do_not(
    event: Event, club: Club, client: Client
) -> None:
    list_hosts(club.pk, ["www.example.org"], a_caller())
    ladder = a_ladder(club).ladder.pk
    for address in (
        f"/api/v1/events/{event.pk}/draw/", f"/api/v1/events/{event.pk}/standings/",
        f"/api/v1/events/{event.pk}/matches/", f"/api/v1/clubs/{club.pk}/nights/", f"/api/v1/ladders/{ladder}/",
    ):  # fmt: skip
        own = client.get(address, headers={"Origin": "https://www.example.org"})
        foreign = client.get(address, headers={"Origin": "https://www.example.com"})

        assert own.status_code == 200
        assert own["Access-Control-Allow-Origin"] == "https://www.example.org"
        assert "Access-Control-Allow-Origin" not in foreign.headers
        assert "Access-Control-Allow-Credentials" not in own.headers
        assert "Origin" in own["Vary"]


def test_only_an_owner_lists_the_sites_and_it_can_be_undone(club: Club) -> None:
    with pytest.raises(PermissionDenied):
        list_hosts(club.pk, ["www.example.org"], by(a_director(club)))
    owner = a_club_owner(club)
    list_hosts(club.pk, ["www.example.org"], by(owner))
    list_hosts(club.pk, ["other.example.org"], by(owner))

    undo("club", club.pk, Record.objects.filter(stream=club.stream).latest("number").number, by(owner))

    assert hosts_of(club.pk) == ("www.example.org",)


@pytest.mark.parametrize(
    ("typed", "host"),
    [
        ("www.example.org", "www.example.org"), (" Example.ORG ", "example.org"),
        ("https://example.org/a/b?c", "example.org"),
        ("example.org:443", "example.org"), ("example.org:8443", "example.org:8443"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("localhost:8000", "localhost:8000"),
    ],
)  # fmt: skip
def test_a_host_is_taken_out_of_what_was_typed(typed: str, host: str) -> None:
    assert read_host(typed) == host


@pytest.mark.parametrize("typed", ["", "*", "*.example.org", "'self'", "a b", "x;y", "exa_mple.org", "-a.org", "a..b"])
def test_what_is_no_host_is_refused(typed: str) -> None:
    with pytest.raises(RuleBroken, match=r"host\.unreadable"):
        read_host(typed)


@given(st.text(max_size=40))
def test_whatever_is_typed_no_host_can_widen_the_policy(typed: str) -> None:
    try:
        host = read_host(typed)
    except RuleBroken:
        return
    assert not set(host) & set(" ;,*'\"\\/\t\n")
    assert read_host(host) == host


def test_the_owners_page_has_a_snippet_of_everything(event: Event, club: Club, client: Client) -> None:
    a_ladder(club)
    client.force_login(a_club_owner(club))

    answer = client.post(f"/clubs/{club.pk}/embeds/", {"hosts": "www.example.org\nexample.org", "once": "k"})

    assert answer.status_code == 303
    page = client.get(f"/clubs/{club.pk}/embeds/").content.decode()
    for address in embeds(event)[:4]:
        assert f"iframe src=&quot;http://testserver{address}&quot;" in page
    assert hosts_of(club.pk) == ("www.example.org", "example.org")
    assert client.post(f"/clubs/{club.pk}/embeds/", {"hosts": "*", "once": "l"}).status_code == 422


def test_the_calendar_holds_tournaments_as_whole_days(event: Event, club: Club, client: Client) -> None:
    tournament = event.tournament
    type(tournament).objects.filter(pk=tournament.pk).update(starts_on="2030-11-20", place="Casino; Bilbao")

    feed = client.get(f"/clubs/{club.pk}/calendar.ics")

    lines = feed.content.decode().split("\r\n")
    assert feed["Content-Type"] == "text/calendar; charset=utf-8"
    assert "DTSTART;VALUE=DATE:20301120" in lines
    assert "LOCATION:Casino\\; Bilbao" in lines
    assert f"URL:http://testserver/tournaments/{tournament.pk}/" in lines


def test_the_latest_finals_are_a_feed(event: Event, club: Club, client: Client) -> None:
    for code in ("A1", "A2", "B1"):
        play(match_of(event, code))

    feed = client.get(f"/clubs/{club.pk}/results.atom").content.decode()

    assert "Bilbao Autumn Open: Main" in feed
    assert "7–0" in feed
    assert json.dumps(f"http://testserver/events/{event.pk}/") in feed
