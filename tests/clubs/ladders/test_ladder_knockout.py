"""The end of a ladder's season: a knockout of its top players."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from clubs.actions.ladders.entering import Entry, enter_on_ladder
from clubs.actions.ladders.opening import Opening, open_ladder
from tests.factories import Program, a_caller, a_club, a_desk_helper, a_director
from tournaments.models import Event
from tournaments.read.entrants.names import plain_names_in

pytestmark = pytest.mark.django_db
FORM = {"top": "4", "length": "7", "consolation": "none", "key": "63 55 21", "once": "a-key"}


def test_the_top_play_without_who_is_frozen_and_a_repeated_form_makes_one(client: Client) -> None:
    club, since = a_club(), datetime.now(UTC) - timedelta(days=2)
    opening = Opening("Winter ladder", ["Ann", "Bob", "Cid", "Dee", "Eve"], {"preset": "rac"}, "UTC", since)
    ladder = open_ladder(club.pk, opening, a_caller()).ladder.pk
    enter_on_ladder(ladder, Entry("freeze", who=2, at=since + timedelta(days=1)), a_caller())
    address = f"/ladders/{ladder}/knockout/"
    client.force_login(a_director(club))

    page = client.get(address).content.decode()
    answers = [client.post(address, FORM) for _ in range(2)]

    event = Event.objects.get()
    assert not re.search(r"\bBob\b", page[page.index("<h1") :])  # a form's random keys may have the letters in them
    assert [answer["Location"] for answer in answers] == [f"/events/{event.pk}/"] * 2
    assert (event.tournament.club, plain_names_in(event.pk)) == (club, ["Ann", "Cid", "Dee", "Eve"])
    assert client.post(address, FORM | {"top": "1", "once": "b"}).status_code == 422


def test_a_program_makes_it_once_and_a_preview_makes_nothing() -> None:
    club = a_club()
    players = ["Ann", "Bob", "Cid", "Dee", "Eve"]
    ladder = open_ladder(club.pk, Opening("Winter ladder", players, {}, "UTC"), a_caller()).ladder.pk
    program, address = Program(a_director(club)), f"ladders/{ladder}/knockout/"

    preview = program.post(f"{address}?preview=1", {"top": 4})
    assert (preview.status, preview.data, Event.objects.count()) == (200, {"event": None}, 0)
    answers = [program.post(address, {"top": 4, "key": "63 55 21"}, Idempotency_Key="a-key") for _ in range(2)]

    event = Event.objects.get()
    assert [(answer.status, answer.data) for answer in answers] == [(201, {"event": event.pk})] * 2
    assert plain_names_in(event.pk) == ["Ann", "Bob", "Cid", "Dee"]
    assert program.post(address, {"top": 1}).status == 400


def test_the_desk_makes_none(client: Client) -> None:
    club = a_club()
    ladder = open_ladder(club.pk, Opening("Winter", ["Ann", "Bob"], {}, "UTC"), a_caller()).ladder.pk
    client.force_login(a_desk_helper(club))

    assert client.post(f"/ladders/{ladder}/knockout/", FORM).status_code == 403
