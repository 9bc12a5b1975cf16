"""Links and PINs over the API: told once, kept nowhere; closing and rotating are a director's."""

import json

import pytest

from journal.models import Page, Record
from tests.factories import Program, a_desk_helper, a_director, a_drawn_event, an_owner, match_of
from tournaments.actions.phones.links import take_link, take_pin
from tournaments.models import Entrant, Event, Link

pytestmark = pytest.mark.django_db


def the_desk(event: Event) -> Program:
    return Program(a_desk_helper(event.tournament.club))


def test_links_are_shown_once_and_a_repeated_request_has_none() -> None:
    event = a_drawn_event(4)
    desk = the_desk(event)

    first = desk.post(f"events/{event.pk}/links/", Idempotency_Key="k")
    again = desk.post(f"events/{event.pk}/links/", Idempotency_Key="k")

    slips = first.data["slips"]
    assert (first.status, first.headers["Cache-Control"]) == (201, "no-store")
    assert [slip["number"] for slip in slips] == [1, 2, 3, 4]
    assert take_link(slips[0]["path"].removeprefix("/l/").rstrip("/")).entrant == slips[0]["entrant"]
    assert take_pin(slips[1]["entrant"], slips[1]["pin"], "10.0.0.1").entrant == slips[1]["entrant"]
    assert (again.status, again.headers["Idempotency-Replayed"]) == (201, "true")
    assert again.data["slips"] == [{"entrant": slip["entrant"], "number": slip["number"]} for slip in slips]
    assert Link.objects.count() == 4
    kept = json.dumps([*Page.objects.values_list("answer", flat=True), *Record.objects.values_list("body", flat=True)])
    assert [slip for slip in slips if slip["path"][3:-1] in kept or f'"{slip["pin"]}"' in kept] == []


def test_a_preview_mints_nothing_and_tells_nothing() -> None:
    event = a_drawn_event(4)

    answer = the_desk(event).post(f"events/{event.pk}/links/?preview=1")

    assert (answer.status, "pin" in answer.text.decode(), Link.objects.count()) == (200, False, 0)


def test_one_entrant_gets_a_separate_link() -> None:
    event = a_drawn_event(4)
    entrant = Entrant.objects.get(event=event, number=3).pk
    desk = the_desk(event)

    assert [each["number"] for each in desk.post(f"entrants/{entrant}/link/").data["slips"]] == [3]
    assert [
        each["number"] for each in desk.post(f"events/{event.pk}/links/", {"entrants": [entrant]}).data["slips"]
    ] == [3]  # fmt: skip
    assert desk.post(f"events/{event.pk}/links/", {"entrants": [entrant, 0]}).code == "entrant.unknown"


@pytest.mark.parametrize("number", [-1, 1 << 63, 10**30])
def test_a_number_that_no_entrant_can_have_is_refused(number: int) -> None:
    event = a_drawn_event(4)

    refused = the_desk(event).post(f"events/{event.pk}/links/", {"entrants": [number]})

    assert (refused.status, refused.code, Link.objects.count()) == (400, "unreadable", 0)


def test_rotating_and_closing_are_a_directors() -> None:
    event = a_drawn_event(4)
    tournament = event.tournament_id
    desk, director = the_desk(event), Program(a_director(event.tournament.club))
    desk.post(f"events/{event.pk}/links/")

    refused = [
        desk.post(path).status for path in (f"tournaments/{tournament}/links/rotate/", f"events/{event.pk}/close/")
    ]
    rotated = director.post(f"tournaments/{tournament}/links/rotate/")
    closed = director.post(f"events/{event.pk}/close/")

    assert refused == [403, 403]
    assert rotated.data == {"links": 4, "phones": 0}
    assert closed.data["closed"] is True
    assert desk.post(f"events/{event.pk}/links/").code == "event.closed"
    assert director.post(f"events/{event.pk}/close/").code == "event.closed"
    assert director.post(f"events/{event.pk}/reopen/").data["closed"] is False
    assert director.get(f"events/{event.pk}/").data["closed"] is False


def test_a_players_link_acts_for_that_player_until_it_ends() -> None:
    event = a_drawn_event(4)
    owner = Program(an_owner())
    slip = owner.post(f"events/{event.pk}/links/").data["slips"][0]
    player = Program(None)
    player.headers["Authorization"] = f"Bearer {slip['path'].removeprefix('/l/').rstrip('/')}"
    match = f"matches/{match_of(event, 'A1').pk}/start/"

    assert player.post(match).status == 403
    owner.post(f"tournaments/{event.tournament_id}/links/rotate/")
    assert (player.post(match).status, player.post(match).code) == (401, "token.unknown")
