"""One entrant's page: the matches for everyone; ticks, names, withdrawal and replacement for the desk."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import User
from journal.verify import verify
from tests.contents import nothing_changes
from tests.factories import (
    a_desk_helper,
    a_director,
    a_drawn_event,
    an_entered_event,
    card_of,
    entrant_named,
    play_code,
)
from tournaments.models import Event
from tournaments.read.entrants.listed import EntrantCard, entrant_list

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def desk(event: Event) -> Client:
    return signed_in(a_desk_helper(event.tournament.club))


def card(event: Event, name: str) -> EntrantCard:
    return next(each for each in entrant_list(event.pk) if each.name == name)


def test_everyone_sees_the_matches_of_an_entrant_and_only_the_desk_the_forms() -> None:
    event = a_drawn_event(4)
    play_code(event, "A1", loser_points=3)
    top = card_of(event, "A1").top
    assert top is not None

    page = Client().get(f"/entrants/{top.entrant}/").content.decode()

    assert f"<h1><bdi>{top.name}</bdi></h1>" in page
    assert "<b><bdi>7–3</bdi></b>" in page
    assert "At the desk" not in page
    assert "Mark as paid" not in page


def test_an_entrant_nobody_knows_is_not_found() -> None:
    assert Client().get("/entrants/4711/").status_code == 404


def test_the_desk_ticks_and_takes_the_tick_away() -> None:
    event = an_entered_event(2)
    client, who = desk(event), card(event, "Petra Horvat").id

    on = client.post(f"/entrants/{who}/", {"do": "tick", "kind": "paid", "on": "1"})
    paid = card(event, "Petra Horvat").paid
    client.post(f"/entrants/{who}/", {"do": "tick", "kind": "paid", "on": "0"})

    assert (on.status_code, on["Location"]) == (303, f"/entrants/{who}/")
    assert (paid, card(event, "Petra Horvat").paid) == (True, False)


def test_a_name_changes_and_an_outdated_form_is_refused() -> None:
    event = an_entered_event(2)
    client, who = desk(event), card(event, "Petra Horvat").id
    posted = {
        "do": "rename",
        "name": "Petra H.",
        "club": "Bilbao",
        "country": "",
        "rating": "",
        "seed": "1",
        "seen": "1",
    }

    first = client.post(f"/entrants/{who}/", posted)
    second = client.post(f"/entrants/{who}/", posted | {"name": "P. Horvat"})

    assert (first.status_code, second.status_code) == (303, 409)
    assert card(event, "Petra H.").seed == 1
    assert 'value="P. Horvat"' in second.content.decode()
    assert "<title>Problem:" in second.content.decode()


def test_withdrawing_shows_first_who_goes_on() -> None:
    event = a_drawn_event(4)
    top, bottom = card_of(event, "A1").top, card_of(event, "A1").bottom
    assert top is not None
    assert bottom is not None
    client = desk(event)

    with nothing_changes():
        shown = client.post(f"/entrants/{top.entrant}/", {"do": "withdraw", "scope": "all"})
    done = client.post(f"/entrants/{top.entrant}/", {"do": "withdraw", "scope": "all", "sure": "1"})

    assert f"A1: <bdi>{bottom.name}</bdi> goes on" in shown.content.decode()
    assert done.status_code == 303
    assert card(event, top.name).out == ("consolation", "main")
    assert verify() == []


def test_withdrawing_twice_is_refused_in_words() -> None:
    event = an_entered_event(3)
    client, who = desk(event), card(event, "Petra Horvat").id
    client.post(f"/entrants/{who}/", {"do": "withdraw", "scope": "all", "sure": "1"})

    again = client.post(f"/entrants/{who}/", {"do": "withdraw", "scope": "main", "sure": "1"})

    assert again.status_code == 409
    assert "This entrant has already withdrawn." in again.content.decode()


def test_a_director_replaces_an_entrant_and_the_desk_may_not() -> None:
    event = a_drawn_event(4)
    who = entrant_named(event, "Petra Horvat").pk
    posted = {"do": "replace", "new-name": "Standby Stan"}

    refused = desk(event).post(f"/entrants/{who}/", posted)
    done = signed_in(a_director(event.tournament.club)).post(f"/entrants/{who}/", posted)

    new = entrant_named(event, "Standby Stan").pk
    assert refused.status_code == 403
    assert (done.status_code, done["Location"]) == (303, f"/entrants/{new}/?done=replaced")
    assert card(event, "Standby Stan").line is not None


@pytest.mark.parametrize(
    ("posted", "text"),
    [
        ({"do": "rename", "name": ""}, "This field is required."),
        ({"do": "rename", "name": "Ann", "seed": "513"}, "Seed: this needs a number from 1 to 512."),
        ({"do": "withdraw"}, "Choose what the player withdraws from."),
        ({"do": "tick", "kind": "rich", "on": "1"}, "A tick must be paid or here."),
    ],
)
def test_errors_are_shown_and_nothing_changes(posted: dict[str, str], text: str) -> None:
    event = an_entered_event(2)
    client, who = desk(event), card(event, "Petra Horvat").id

    with nothing_changes():
        answer = client.post(f"/entrants/{who}/", posted)

    assert answer.status_code == 422
    assert text in answer.content.decode()
    assert "There is a problem" in answer.content.decode()


def test_a_card_costs_the_same_in_a_field_of_8_and_of_128() -> None:
    counts = []
    for n in (8, 128):
        event = a_drawn_event(n)
        path = f"/entrants/{entrant_named(event, 'Petra Horvat').pk}/"
        Client().get(path)
        with CaptureQueriesContext(connection) as captured:
            Client().get(path)
        counts.append(len(captured))

    assert counts == [8, 8]
