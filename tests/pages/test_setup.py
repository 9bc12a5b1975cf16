"""Setting up without a script: a tournament, its events, and what a format costs before it is kept."""

import re
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from clubs.models import User
from journal.verify import verify
from tests.contents import nothing_changes
from tests.factories import (
    a_caller,
    a_club,
    a_desk_helper,
    a_director,
    a_drawn_event,
    a_stranger,
    a_tournament,
    an_entered_event,
    an_event,
    undo,
)
from tournaments.actions.events import EventSheet, copy_tournament, set_up_event
from tournaments.actions.events import TournamentSheet as Told
from tournaments.models import Entrant, Event, Setup, Tournament, stored_json

pytestmark = pytest.mark.django_db

TOURNAMENT = {
    "name": "Winter Open", "starts_on": "2026-12-05", "starts_at": "13:00", "place": "Casino", "director": "Petra",
    "tables": "8", "timezone": "Europe/Madrid",
}  # fmt: skip
EVENT = {
    "name": "Main", "consolation": "progressive", "main_lengths": "5 5 7 7 9", "consolation_lengths": "3",
    "crawford": "on", "clock": "required", "reserve": "120", "delay": "12", "grace": "5", "each": "5",
    "minutes_per_point": "10", "legal_moves": "on", "phones": "on", "phone_grace": "15", "fee": "20 €", "prizes": "",
    "notes": "", "entrants": "23",
}  # fmt: skip


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def of(event: Event) -> Client:
    return signed_in(a_director(event.tournament.club))


def seen(event: Event) -> int:
    return Setup.objects.filter(event=event).count()


# --- A tournament


@override_settings(MACHINE_ZONE="Europe/Madrid")
def test_a_clubs_first_tournament_is_offered_the_time_zone_of_the_machine() -> None:
    club = a_club()

    page = signed_in(a_director(club)).get(f"/clubs/{club.pk}/tournaments/new/").content.decode()

    chosen = re.findall(r'<option value="([^"]+)" selected>', page)
    assert chosen == ["Europe/Madrid"]
    assert '<optgroup label="Europe">' in page


@override_settings(MACHINE_ZONE="Pacific/Auckland")
def test_a_clubs_first_tournament_is_offered_today_there_and_the_person_who_opens_it() -> None:
    club = a_club()
    director = a_director(club)

    page = signed_in(director).get(f"/clubs/{club.pk}/tournaments/new/").content.decode()

    today = timezone.now().astimezone(ZoneInfo("Pacific/Auckland")).date()
    assert f'name="starts_on" value="{today}"' in page
    assert f'name="director" value="{director.name}"' in page


def test_a_tournament_is_made_and_leads_to_its_first_event() -> None:
    club = a_club()

    answer = signed_in(a_director(club)).post(f"/clubs/{club.pk}/tournaments/new/", TOURNAMENT)

    made = Tournament.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/tournaments/{made.pk}/events/new/")
    assert (made.name, made.place, made.director, str(made.starts_at)) == ("Winter Open", "Casino", "Petra", "13:00:00")
    assert [each["name"] for each in stored_json(made.tables)] == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert verify() == []


def test_the_next_tournament_begins_where_the_last_one_was() -> None:
    club = a_club()
    client = signed_in(a_director(club))
    client.post(f"/clubs/{club.pk}/tournaments/new/", TOURNAMENT)

    page = client.get(f"/clubs/{club.pk}/tournaments/new/").content.decode()

    assert 'value="Casino"' in page
    assert 'value="Europe/Madrid"' in page
    assert 'value="Winter Open"' not in page
    assert "2026-12-05" not in page


def test_a_copy_takes_two_clicks_and_a_date_and_brings_nobody() -> None:
    earlier = an_entered_event(5, length={"main": 9, "consolation": 5})
    club = earlier.tournament.club_id
    client = of(earlier)
    page = client.get(f"/clubs/{club}/tournaments/new/?copy={earlier.tournament_id}").content.decode()

    answer = client.post(
        f"/clubs/{club}/tournaments/new/",
        {"copy": earlier.tournament_id, "name": "", "starts_on": "2026-12-12", "timezone": "Europe/Madrid"},
    )

    made = Tournament.objects.order_by("pk").last()
    assert made is not None
    copied = made.events.get()
    assert "A copy of <bdi>Bilbao Autumn Open</bdi>" in page
    assert answer["Location"] == f"/events/{copied.pk}/entrants/paste/"
    assert (made.name, str(made.starts_on)) == ("Bilbao Autumn Open", "2026-12-12")
    assert (copied.format, copied.conditions) == (earlier.format, earlier.conditions)
    assert Entrant.objects.filter(event=copied).count() == 0
    assert made.stream.name == f"tournament:{made.pk}"
    assert verify() == []


def test_a_copied_event_is_set_up_and_undone_like_any_other() -> None:
    earlier = an_event()
    made = copy_tournament(earlier.tournament_id, Told("Again", "UTC"), a_caller())
    event = made.events.get()
    set_up_event(event.pk, EventSheet("Main", {"length": 3}), a_caller())

    undo(made.pk, 1, a_caller())

    event.refresh_from_db()
    assert event.format == earlier.format
    assert verify() == []


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"name": " "}, "Enter a name."),
        ({"timezone": "Europe/Nowhere"}, "Time zone not known."),
        ({"tables": "201"}, "this needs a number from 0 to 200"),
        ({"starts_on": "soon"}, "Enter a valid date."),
        ({"place": "x\u202ey"}, "contains an invisible character"),
    ],
)
def test_errors_of_a_tournament_are_shown_and_typed_values_stay(changes: dict[str, str], text: str) -> None:
    club = a_club()
    client = signed_in(a_director(club))

    with nothing_changes():
        answer = client.post(f"/clubs/{club.pk}/tournaments/new/", TOURNAMENT | changes)

    page = answer.content.decode()
    assert answer.status_code == 422
    assert text in page
    assert "<title>Problem:" in page
    assert 'value="Petra"' in page


def test_settings_change_and_an_outdated_form_is_refused() -> None:
    tournament = a_tournament()
    client = signed_in(a_director(tournament.club))
    address = f"/tournaments/{tournament.pk}/settings/"

    first = client.post(address, TOURNAMENT | {"seen": "0"})
    second = client.post(address, TOURNAMENT | {"seen": "0", "name": "Mine"})

    tournament.refresh_from_db()
    assert (first.status_code, second.status_code) == (303, 409)
    assert tournament.name == "Winter Open"
    assert 'value="Mine"' in second.content.decode()
    assert "Someone changed this meanwhile" in second.content.decode()


# --- An event


def test_an_event_is_made_with_its_conditions_and_leads_to_its_entrants() -> None:
    tournament = a_tournament()

    answer = signed_in(a_director(tournament.club)).post(f"/tournaments/{tournament.pk}/events/new/", EVENT)

    made = Event.objects.get()
    assert answer["Location"] == f"/events/{made.pk}/entrants/paste/"
    assert stored_json(made.format)["length"]["main"] == {"default": 5, "last": [7, 7, 9], "rounds": []}
    assert stored_json(made.conditions)["clock"] == {"delay": 12, "reserve_per_point": 120, "status": "required"}
    assert stored_json(made.conditions)["fee"] == "20 €"
    assert stored_json(made.conditions)["reporting"] == {"grace": 15, "phones": True}


def test_looking_tells_the_consequences_and_changes_nothing() -> None:
    tournament = a_tournament()
    client = signed_in(a_director(tournament.club))

    with nothing_changes():
        page = client.post(f"/tournaments/{tournament.pk}/events/new/", EVENT | {"do": "preview"}).content.decode()

    # 22 + 20 matches; 10 minutes a point; the consolation ends after A B C D of the main and G … L below.
    assert "For 23 entrants" in page
    assert "<dd>42</dd>" in page
    assert "<dd>9</dd>" in page
    assert "<b>E</b> 9" in page
    assert "<b>G</b> 3" in page
    assert "Expected rematches 0.41." in page
    assert "Longest wait 2 rounds." in page


def test_a_script_asks_for_the_consequences_alone() -> None:
    event = an_entered_event(8)

    answer = of(event).post(
        f"/events/{event.pk}/setup/", EVENT | {"do": "preview", "entrants": ""}, headers={"X-Fragment": "1"}
    )

    page = answer.content.decode()
    assert "<html" not in page
    assert "For 8 entrants" in page


def test_the_end_is_shown_as_a_time_of_day() -> None:
    tournament = a_tournament()
    client = signed_in(a_director(tournament.club))
    client.post(f"/tournaments/{tournament.pk}/settings/", TOURNAMENT | {"seen": "0", "tables": ""})
    event = EVENT | {"do": "preview", "consolation": "none", "main_lengths": "5", "entrants": "8"}

    page = client.post(f"/tournaments/{tournament.pk}/events/new/", event).content.decode()

    assert "<dd>15:30</dd>" in page
    assert "2 h 30 min" in page


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"name": ""}, "Enter a name."),
        ({"main_lengths": "5 5 x 7 9"}, "Round C needs a number from 1 to 99."),
        ({"consolation_lengths": "3 100"}, "Round L needs a number from 1 to 99."),
        ({"main_lengths": "x 2 3 4 5 6 7"}, "The 1. length needs a number from 1 to 99."),
        ({"main_lengths": " "}, "Enter the length"),
        ({"holland": "on", "crawford": ""}, "The Holland rule needs the Crawford rule."),
        ({"delay": "121"}, "Delay, seconds a turn: this needs a number from 0 to 120."),
        ({"notes": "a\u202eb"}, "This contains an invisible character."),
    ],
)
def test_errors_of_an_event_are_shown_at_their_field(changes: dict[str, str], text: str) -> None:
    event = an_entered_event(23)
    client = of(event)

    with nothing_changes():
        answer = client.post(f"/events/{event.pk}/setup/", EVENT | {"entrants": "32"} | changes)

    page = answer.content.decode()
    assert answer.status_code == 422
    assert text in page
    assert "There is a problem" in page
    assert 'value="20 €"' in page


def test_an_event_takes_over_how_an_earlier_one_was_played() -> None:
    earlier = an_event(consolation="first_match", length=13)

    page = of(earlier).get(f"/tournaments/{earlier.tournament_id}/events/new/?from={earlier.pk}").content.decode()

    assert 'name="main_lengths" value="13"' in page
    assert re.search(r'value="first_match"[^>]*checked', page)


def test_once_drawn_the_format_stands_still_and_says_why_and_conditions_change() -> None:
    event = a_drawn_event(4, length=7)
    client = of(event)
    page = client.get(f"/events/{event.pk}/setup/").content.decode()

    changed = EVENT | {"seen": seen(event), "main_lengths": "7", "consolation": "none"}
    answer = client.post(f"/events/{event.pk}/setup/", changed)

    event.refresh_from_db()
    assert "The format is fixed once drawn" in page
    assert f'href="/events/{event.pk}/draw-key/"' in page
    assert answer.status_code == 303
    assert (event.rules.lengths("main").default, len(event.rules.brackets)) == (7, 2)
    assert stored_json(event.conditions)["fee"] == "20 €"
    assert verify() == []


def test_a_second_desk_sees_that_the_set_up_changed() -> None:
    event = an_event()
    client = of(event)
    client.post(f"/events/{event.pk}/setup/", EVENT | {"seen": "1"})

    answer = client.post(f"/events/{event.pk}/setup/", EVENT | {"seen": "1", "fee": "25 €"})

    assert answer.status_code == 409
    assert 'value="25 €"' in answer.content.decode()


# --- Who, and what it costs


@pytest.mark.parametrize(
    "address",
    ["clubs/{c}/tournaments/new", "tournaments/{t}/settings", "tournaments/{t}/events/new", "events/{e}/setup"],
)
def test_only_directors_set_up(address: str) -> None:
    event = an_event()
    club = event.tournament.club
    path = f"/{address.format(c=club.pk, t=event.tournament_id, e=event.pk)}/"

    answers = [
        Client().get(path),
        signed_in(a_stranger()).get(path),
        signed_in(a_desk_helper(club)).get(path),
        signed_in(a_director(club)).get(path),
    ]

    assert [each.status_code for each in answers] == [302, 403, 403, 200]
    assert answers[0]["Location"] == f"/sign-in/?next={path}"


def statements(client: Client, path: str, data: dict[str, Any] | None = None) -> int:
    with CaptureQueriesContext(connection) as captured:
        client.get(path) if data is None else client.post(path, data)
    return len(captured)


def test_a_set_up_page_costs_the_same_for_3_entrants_and_for_128() -> None:
    small, large = an_entered_event(3), an_entered_event(128)
    counts = []
    for event in (small, large):
        client = signed_in(a_director(event.tournament.club, f"d{event.pk}@barpoint.example"))
        client.get("/")
        counts.append(statements(client, f"/events/{event.pk}/setup/"))

    assert counts == [9, 9]


# --- The way back


@pytest.mark.parametrize("path", ["settings/", "events/new/", "setup/", "entrants/paste/", "draw-key/", "card/"])
def test_the_line_above_a_heading_leads_back(path: str) -> None:
    event = a_drawn_event(4)
    tournament = event.tournament
    entrant = Entrant.objects.filter(event=event)[0]
    address = (
        f"/tournaments/{tournament.pk}/{path}" if path in ("settings/", "events/new/") else f"/events/{event.pk}/{path}"
    )

    page = of(event).get(f"/entrants/{entrant.pk}/" if path == "card/" else address).content.decode()

    kicker = page.split('<p class="kicker">')[1].split("</p>")[0]
    assert f'<a href="/tournaments/{tournament.pk}/">' in kicker
