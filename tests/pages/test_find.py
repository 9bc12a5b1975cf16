"""The search of a tournament: people, matches and pages from everywhere, and straight there if it is only one."""

import re

import pytest
from django.test import Client

from tests.factories import a_caller, a_director, a_drawn_event, an_event, match_of, play_code
from tests.pages.reading import page_of, statements
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def hits(client: Client, event: Event, words: str) -> list[str]:
    """Return what the page lists, or the address to which it leads at once."""
    answer = client.get(f"/tournaments/{event.tournament_id}/find/", {"q": words})
    if answer.status_code == 302:
        return [answer["Location"]]
    html = answer.content.decode()
    return re.findall(r'<bdi\s+class="name"\s*>(.*?)</bdi>', html[html.index("<main") :])


@pytest.fixture
def event() -> Event:
    event = an_event()
    entries = [Entry("Анна Иванова", club="Bilbao BC"), Entry("Ana Kola", club="Leeds"), Entry("Ömer Yıldırım")]
    enter(event.pk, [*entries, Entry("Zoe Marsh")], a_caller())
    make_draw(event.pk, "63 55", a_caller())
    return event


def test_people_are_found_by_name_club_and_latin_letters_with_their_open_match(client: Client, event: Event) -> None:
    by_name, by_club, by_script = (hits(client, event, words) for words in ("ana", "leeds", "ivanova"))
    by_plain = hits(client, event, "omer")

    assert by_name[0] == "Ana Kola"
    assert by_club[0] == "Ana Kola"
    assert by_script[0] == "Анна Иванова"
    assert by_plain[0] == "Ömer Yıldırım"
    assert [len(each) for each in (by_name, by_club, by_script)] == [2, 2, 2]
    assert all(" – " in each[1] for each in (by_name, by_club, by_script))


def test_a_code_leads_straight_to_its_match_and_a_player_who_is_out_to_their_page(client: Client, event: Event) -> None:
    match = match_of(event, "A1")
    play_code(event, "A1")
    play_code(event, "A2")
    loser = match_of(event, "A1")
    assert loser.result is not None

    assert hits(client, event, "a1") == [f"/matches/{match.pk}/"]
    assert hits(client, event, "b1") == [f"/matches/{match_of(event, 'B1').pk}/"]


def test_pages_are_found_that_the_reader_may_see(client: Client, event: Event) -> None:
    assert hits(client, event, "plac") == [f"/events/{event.pk}/places/"]
    assert hits(client, event, "papers") == []
    client.force_login(a_director(event.tournament.club))

    assert hits(client, event, "papers") == [f"/tournaments/{event.tournament_id}/papers/"]
    assert hits(client, event, "")[0] == event.tournament.name


def test_nothing_is_found_of_another_tournament_and_hostile_words_are_text(client: Client, event: Event) -> None:
    other = a_drawn_event(4)

    assert hits(client, other, "ivanova") == []
    html = page_of(client, f"/tournaments/{event.tournament_id}/find/?q=<script>alert(1)</script>")
    assert "&lt;script&gt;" in html
    assert "<script>alert" not in html


def test_the_search_costs_the_same_for_8_and_for_128_and_stands_on_every_page(client: Client) -> None:
    small, large = a_drawn_event(8), a_drawn_event(128)
    costs = [statements(client, f"/tournaments/{each.tournament_id}/find/?q=p") for each in (small, large)]

    assert costs[0] == costs[1]
    html = page_of(client, f"/events/{small.pk}/")
    assert re.search(rf'<a href="/tournaments/{small.tournament_id}/find/" data-find>', html)
    assert "js/find.js" in html
