"""The game of an event on its set-up page: every game with two sentences, and rulesets of the club's own."""

import re
from typing import Any

import pytest
from django.test import Client

from rules.rulesets import CYCLES, RULESETS
from tests.factories import a_director, a_drawn_event, a_tournament
from tests.pages.test_setup import EVENT
from tournaments.models import Event, Tournament
from tournaments.words.events.games import about, preset_name

pytestmark = pytest.mark.django_db


def of(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(a_director(tournament.club))
    return client


def set_up(tournament: Tournament, client: Client | None = None, **more: str) -> Any:
    return (client or of(tournament)).post(f"/tournaments/{tournament.pk}/events/new/", EVENT | more)


@pytest.mark.parametrize("id_", [*RULESETS, *CYCLES])
def test_every_game_has_a_name_and_two_sentences(id_: str) -> None:
    assert preset_name(id_) != id_
    assert about(id_).count(". ") == 1
    assert about(id_).endswith(".")


def test_the_set_up_offers_every_game_and_says_what_it_is() -> None:
    tournament = a_tournament()

    director = of(tournament)
    page = director.get(f"/tournaments/{tournament.pk}/events/new/").content.decode()
    answer = director.post(
        f"/tournaments/{tournament.pk}/events/new/", EVENT | {"game": "plakoto", "do": "preview"}, HTTP_X_FRAGMENT="1"
    )

    assert [id_ for id_ in (*RULESETS, *CYCLES) if f'value="{id_}"' not in page] == []
    assert "Nobody is hit: a single checker is pinned until the opponent leaves it." in answer.content.decode()


def test_an_event_of_a_cycle_is_set_up_on_the_page() -> None:
    answer = set_up(a_tournament(), game="tavli")

    assert answer.status_code == 303
    played = Event.objects.get().rules.played
    assert (played.cycle, [game.id for game in played.games]) == ("tavli", ["portes", "plakoto", "fevga"])
    assert Event.objects.get().rules.crawford is False


def test_a_club_copies_a_game_names_it_and_is_offered_it_again() -> None:
    tournament = a_tournament()

    director = of(tournament)
    first = set_up(tournament, director, game="tapa", own_name="Lion’s Tapa", own_options="both_mothers = replay_0_0")
    page = director.get(f"/tournaments/{tournament.pk}/events/new/").content.decode()
    again = set_up(tournament, director, name="Second", game="own:own_lion_s_tapa")
    third = {"name": "Third", "own_name": "Lion’s Tapa", "own_options": "mother_rule = off"}
    changed = set_up(tournament, director, game="own:own_lion_s_tapa", **third)

    assert [each.status_code for each in (first, again, changed)] == [303, 303, 303]
    assert "Lion’s Tapa" in page
    kept = [event.rules.played.games[0] for event in Event.objects.order_by("pk")]
    assert [(game.id, game.version, game.copy_of, game.mother_rule) for game in kept] == [
        ("own_lion_s_tapa", 1, "tapa", True),
        ("own_lion_s_tapa", 1, "tapa", True),
        ("own_lion_s_tapa", 2, "tapa", False),
    ]
    assert kept[0] == kept[1]


@pytest.mark.parametrize(
    ("own_name", "own_options", "sentence"),
    [
        ("", "mother_rule = off", "Give the ruleset a name of its own."),
        ("Ours", "mother_rule", "This option of the game, or its value, is not known. (mother_rule)"),
        ("Ours", "head_rule = one_per_turn", "These options of the game can&#x27;t be combined. (head_rule)"),
        ("Ours", "contact = hit", "Board, contact and start make a game what it is"),
    ],
)
def test_options_that_cannot_be_are_refused_at_their_field(own_name: str, own_options: str, sentence: str) -> None:
    answer = set_up(a_tournament(), game="tapa", own_name=own_name, own_options=own_options)

    assert answer.status_code == 422
    assert sentence in answer.content.decode()


def test_the_rules_of_the_cube_go_with_the_games_that_have_no_cube() -> None:
    tournament = a_tournament()
    director = of(tournament)

    page = director.get(f"/tournaments/{tournament.pk}/events/new/").content.decode()
    for number, (game, ticks) in enumerate([("tavli", "on"), ("plakoto", ""), ("portes", "on"), ("schwab", "on")]):
        answer = set_up(tournament, director, name=f"E{number}", game=game, crawford=ticks, holland="on")
        assert answer.status_code == 303, game

    hidden = set(re.findall(r'<option value="([a-z_0-9]+)"[^>]* class="no-cube"', page))
    cube = {"standard", "nackgammon", "hypergammon", "pilz_wening", "schwab"}
    assert hidden == {*RULESETS, *CYCLES} - cube
    assert page.index('class="cube-rules"') < page.index('name="crawford"') < page.index('name="holland"')
    kept = [(event.rules.crawford, event.rules.holland) for event in Event.objects.order_by("pk")]
    assert kept == [(False, False), (False, False), (False, False), (True, True)]


def test_a_drawn_event_without_a_cube_says_nothing_of_crawford() -> None:
    client = of((event := a_drawn_event(2, "none", ruleset="narde")).tournament)
    backgammon = a_drawn_event(2, "none")

    page = client.get(f"/events/{event.pk}/setup/").content.decode()

    assert "Crawford" not in page
    assert "Holland" not in page
    assert "Crawford rule" in of(backgammon.tournament).get(f"/events/{backgammon.pk}/setup/").content.decode()


def test_a_drawn_event_names_its_game() -> None:
    event = a_drawn_event(2, "none", ruleset="narde")

    page = of(event.tournament).get(f"/events/{event.pk}/setup/").content.decode()

    assert "Long Nardi" in page
