"""One point, one match: what is counted is in the singular where there is one."""

import re

import pytest
from django.test import Client

from rules.drawing.parts import Column, Head
from tests.factories import a_director, a_tournament
from tests.pages.test_setup import EVENT
from tournaments.words.papers.drawing import head_words


@pytest.mark.parametrize(("length", "words"), [(1, "to 1 point"), (3, "to 3 points")])
def test_the_head_of_a_round_says_to_how_many_points(length: int, words: str) -> None:
    assert head_words(Column(Head.ROUND, "A", length, 0.0, 50.0))[:2] == ["A", words]


@pytest.mark.django_db
def test_the_forecast_of_two_entrants_is_one_match() -> None:
    tournament = a_tournament()
    client = Client()
    client.force_login(a_director(tournament.club))

    page = client.post(
        f"/tournaments/{tournament.pk}/events/new/",
        EVENT | {"consolation": "none", "consolation_lengths": "", "entrants": "2", "do": "preview"},
        headers={"X-Fragment": "1"},
    ).content.decode()

    shown = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert re.search(r"\b1 match ?, 1 round\b", shown)
