"""How far an event has come: the same count on every page, of matches that somebody will play."""

import re

import pytest
from django.test import Client

from tests.factories import a_director, a_drawn_event, play_out
from tournaments.models import Event
from tournaments.read.draws.view import draw_view
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of
from tournaments.read.progress import progress_in
from tournaments.read.tournaments import matches_in

pytestmark = pytest.mark.django_db


def matches(event: Event) -> int:
    event.refresh_from_db()
    return progress_in([draw_view(draw_of(event), names_in(event.pk))]).matches


@pytest.mark.parametrize(
    ("entrants", "consolation", "at_first", "at_the_end"),
    [
        (8, "none", 7, 7),
        (5, "progressive", 6, 6),
        (9, "progressive", 14, 14),
        (20, "progressive", 36, 36),
        (5, "first_match", 6, 5),
        (9, "first_match", 12, 11),
        (20, "first_match", 30, 26),
    ],
)
def test_a_match_counts_once_two_can_come(entrants: int, consolation: str, at_first: int, at_the_end: int) -> None:
    event = a_drawn_event(entrants, consolation)
    assert (matches(event), matches_in([event.tournament_id])) == (at_first, {event.tournament_id: at_first})

    play_out(event)
    assert (matches(event), matches_in([event.tournament_id])) == (at_the_end, {event.tournament_id: at_the_end})


def test_every_page_gives_the_same_number(client: Client) -> None:
    event = a_drawn_event(9, "progressive")
    tournament = event.tournament
    client.force_login(a_director(tournament.club))

    for path in (
        f"/tournaments/{tournament.pk}/desk/",
        f"/tournaments/{tournament.pk}/",
        f"/tournaments/{tournament.pk}/wall/",
        f"/events/{event.pk}/",
        f"/events/{event.pk}/matches/",
    ):
        text = " ".join(re.sub(r"<[^>]+>", " ", client.get(path).content.decode()).split())
        assert re.search(r"0 of 14\b|14 matches", text), (path, re.findall(r"\d+ of \d+|\d+ matches", text))
