"""Another length for a match: on a page of its own, beside a result, and in the set-up of a drawn event."""

import re

import pytest
from django.test import Client

from tests.factories import a_desk_helper, a_director, a_drawn_event, match_of
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def signed_in(event: Event) -> Client:
    client = Client()
    client.force_login(a_director(event.tournament.club))
    return client


def test_a_director_sets_the_length_of_one_match_on_its_page() -> None:
    event = a_drawn_event(8)
    match, client = match_of(event, "A1"), signed_in(event)
    address = f"/matches/{match.pk}/length/"

    page = client.get(f"/matches/{match.pk}/").content.decode()
    wrong = client.post(address, {"length": "many"})
    done = client.post(address, {"length": "9", "reason": "asked for by both", "seen": match.version})

    assert f'href="{address}"' in page
    assert (wrong.status_code, done.status_code) == (422, 303)
    assert match_of(event, "A1").length == 9
    assert "A1 is played to 9" in re.sub(r"<[^>]+>", "", client.get(f"/matches/{match.pk}/").content.decode())


def test_a_result_is_entered_with_the_length_that_was_played() -> None:
    event = a_drawn_event(8)
    match, client = match_of(event, "A1"), signed_in(event)
    typed = {"way": "score", "top": "5", "bottom": "3", "do": "write", "seen": match.version}

    refused = client.post(f"/matches/{match.pk}/result/", typed)
    done = client.post(f"/matches/{match.pk}/result/", typed | {"length": "5"})

    assert refused.status_code == 422
    assert "Played to another length" in refused.content.decode()
    assert (done.status_code, match_of(event, "A1").length) == (303, 5)


def test_the_set_up_of_a_drawn_event_takes_other_lengths_and_nothing_else_of_the_format() -> None:
    event = a_drawn_event(8)
    client = signed_in(event)
    page = client.get(f"/events/{event.pk}/setup/").content.decode()
    fields = dict(re.findall(r'name="(\w+)"[^>]*? value="([^"]*)"', page))
    posted = fields | {"main_lengths": "3", "consolation": "none", "clock": "allowed", "do": "keep"}

    done = client.post(f"/events/{event.pk}/setup/", posted)

    assert done.status_code == 303
    assert match_of(event, "A1").length == 3
    assert Event.objects.get(pk=event.pk).rules.brackets == event.rules.brackets


def test_the_card_of_an_entrant_exchanges_lines_and_takes_out_for_directors_only() -> None:
    event = a_drawn_event(8)
    match, client = match_of(event, "A1"), signed_in(event)
    other = match_of(event, "A2").top_id
    helper = Client()
    helper.force_login(a_desk_helper(event.tournament.club))
    posted = {"do": "exchange", "with_entrant": other, "reason": "wrong pots"}

    refused = helper.post(f"/entrants/{match.top_id}/", posted)
    done = client.post(f"/entrants/{match.top_id}/", posted)
    out = client.post(f"/entrants/{match.bottom_id}/", {"do": "take-out", "reason": "drawn twice"})

    assert refused.status_code == 403
    assert (done.status_code, out.status_code) == (303, 303)
    assert (match_of(event, "A1").top_id, match_of(event, "A1").bottom_id) == (other, None)
