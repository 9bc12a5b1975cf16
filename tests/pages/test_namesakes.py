"""Namesakes are told apart on every page, in the memory too, by what the draw has behind their name."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.factories import a_caller, a_director, an_event, match_of, play_code
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.models import Event

pytestmark = pytest.mark.django_db

# The name without the club that tells the two apart.
BARE = re.compile(r"John Smith(?! \((?:Leeds|York)\))")
APART = re.compile(r"John Smith \((?:Leeds|York)\)")


@pytest.fixture
def event() -> Event:
    """Two players of one name meet in the only match, and one of them wins it."""
    event = an_event(consolation="none")
    enter(event.pk, [Entry("John Smith", "Leeds"), Entry("John Smith", "York")], a_caller())
    make_draw(event.pk, "63 55 21", a_caller())
    play_code(event, "A1")
    return event


@pytest.fixture
def director(client: Client, event: Event) -> Client:
    client.force_login(a_director(event.tournament.club))
    return client


def text_of(client: Client, path: str) -> str:
    """Return what a person reads in the main part of a page, blanks folded."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    page = answer.content.decode().partition("<main")[2]
    page = re.sub(r"<(script|style).*?</\1>", " ", page, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.mark.parametrize(
    "path",
    [
        "/matches/{match}/",
        "/matches/{match}/correction/",
        "/events/{event}/",
        "/events/{event}/matches/",
        "/events/{event}/places/",
        "/events/{event}/draw-key/",
        "/tournaments/{tournament}/desk/",
        "/tournaments/{tournament}/memory/",
        "/tournaments/{tournament}/wall/",
    ],
)
def test_two_players_of_one_name_are_told_apart(director: Client, event: Event, path: str) -> None:
    numbers = {"match": match_of(event, "A1").pk, "event": event.pk, "tournament": event.tournament_id}

    text = text_of(director, path.format(**numbers))

    assert len(set(APART.findall(text))) == 2, text
    assert BARE.findall(text) == []


def test_the_card_of_a_player_tells_their_opponents_apart(director: Client, event: Event) -> None:
    match = match_of(event, "A1")
    assert match.top is not None
    other = "York" if match.top.number == 1 else "Leeds"

    text = text_of(director, f"/entrants/{match.top_id}/")

    assert f"A1 John Smith ({other})" in text
