"""The lists of an event: what they say, to whom, and what they cost."""

import re

import pytest
from django.test import Client
from django.utils.html import escape

from rules.match.terms import BOTTOM
from tests.factories import (
    a_caller,
    a_director,
    a_drawn_event,
    a_format,
    a_stranger,
    a_tournament,
    an_entered_event,
    an_event,
    cards,
    entrant_named,
    match_of,
    play,
    play_code,
    play_out,
)
from tests.pages.reading import page_of, statements
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import open_event
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.models import Tick

pytestmark = pytest.mark.django_db

LISTS = ("matches", "entrants", "places")


# --- What it costs


@pytest.mark.parametrize(("page", "cost"), [("matches", 5), ("entrants", 5), ("places", 5)])
def test_a_list_takes_the_same_statements_for_8_and_for_128(client: Client, page: str, cost: int) -> None:
    small, large = a_drawn_event(8), a_drawn_event(128)
    play_code(small, "A1")
    play_code(large, "A1")

    assert [statements(client, f"/events/{event.pk}/{page}/") for event in (small, large)] == [cost, cost]


@pytest.mark.parametrize(("page", "cost"), [("matches", 8), ("entrants", 9), ("places", 8)])
def test_to_staff_a_list_costs_who_they_are_and_what_they_may(client: Client, page: str, cost: int) -> None:
    event = a_drawn_event(8)
    client.force_login(a_director(event.tournament.club))

    assert statements(client, f"/events/{event.pk}/{page}/") == cost


@pytest.mark.parametrize(("page", "most"), [("matches", 9_000), ("entrants", 6_000), ("places", 6_000)])
def test_a_list_of_128_is_light_on_the_wire(client: Client, page: str, most: int) -> None:
    event = a_drawn_event(128)

    answer = client.get(f"/events/{event.pk}/{page}/", headers={"Accept-Encoding": "gzip"})

    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) < most


# --- Fresh or not


@pytest.mark.parametrize("page", ["", *[f"{each}/" for each in LISTS]])
def test_an_unchanged_page_is_not_sent_again(client: Client, page: str) -> None:
    event = a_drawn_event(8)
    path = f"/events/{event.pk}/{page}"
    tag = client.get(path)["ETag"]

    unchanged = client.get(path, headers={"If-None-Match": tag})
    play_code(event, "A1")
    changed = client.get(path, headers={"If-None-Match": tag})

    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert (changed.status_code, changed["ETag"] == tag) == (200, False)


def test_a_kept_page_does_not_outlive_the_session_of_its_forms(client: Client) -> None:
    event = an_entered_event(2)
    director = a_director(event.tournament.club)
    client.force_login(director)
    client.get(f"/events/{event.pk}/entrants/")
    tag = client.get(f"/events/{event.pk}/entrants/")["ETag"]

    client.cookies.pop("csrf")
    again = client.get(f"/events/{event.pk}/entrants/", headers={"If-None-Match": tag})

    assert again.status_code == 200


# --- Matches


def test_matches_say_their_state_in_a_word(client: Client) -> None:
    event = a_drawn_event(8)
    play_code(event, "A1", loser_points=3)
    start_match(match_of(event, "A2").pk, a_caller())
    report_result(match_of(event, "A3").pk, Report(points=(7, 1), settled=False), a_caller())

    html = page_of(client, f"/events/{event.pk}/matches/")

    states = dict(re.findall(r'<li class="pair" id="([A-Z]\d+)" data-state="([a-z_]+)"', html))
    assert [states[code] for code in ("A1", "A2", "A3", "A4", "B1", "C1")] == [
        "final", "playing", "unsettled", "ready", "waiting", "waiting",
    ]  # fmt: skip
    assert "winner of A2" in html
    assert "loser of" in html


@pytest.mark.parametrize(("show", "codes"), [("now", ["A2"]), ("ready", ["A3", "A4"]), ("finished", ["A1"])])
def test_matches_can_be_distinguished_by_their_state(client: Client, show: str, codes: list[str]) -> None:
    event = a_drawn_event(8, "none")
    play_code(event, "A1")
    start_match(match_of(event, "A2").pk, a_caller())

    html = page_of(client, f"/events/{event.pk}/matches/?show={show}")

    assert re.findall(r'class="pair" id="([A-Z]\d+)"', html) == codes


def test_a_no_show_is_shown_in_place_of_the_score(client: Client) -> None:
    event = a_drawn_event(2, "none")
    report_result(match_of(event, "A1").pk, Report(forfeit=(BOTTOM,), why="no_show"), a_caller())

    html = page_of(client, f"/events/{event.pk}/matches/")

    assert re.findall(r'<span class="points">([^<]*)</span>', html) == ["–", "n/s"]


def test_byes_are_named_below_their_round(client: Client) -> None:
    event = a_drawn_event(3, "none")

    html = page_of(client, f"/events/{event.pk}/matches/")

    assert html.count("Bye:") == 1


@pytest.mark.parametrize("page", LISTS)
def test_before_the_draw_a_list_says_what_will_stand_there(client: Client, page: str) -> None:
    event = an_event()

    html = page_of(client, f"/events/{event.pk}/{page}/")

    assert 'class="empty"' in html


# --- Entrants


def test_the_entrants_say_who_is_still_in(client: Client) -> None:
    event = a_drawn_event(4, "progressive")
    play_code(event, "A1")
    play_code(event, "A2")
    play_code(event, "B1")

    html = page_of(client, f"/events/{event.pk}/entrants/")

    stands = sorted(re.findall(r'<td class="entrant-state">([a-z ]*[a-z])', html))
    assert stands == ["champion", "in the consolation", "in the consolation", "out"]


def test_a_passer_by_sees_no_ticks_and_the_desk_does(client: Client) -> None:
    event = an_entered_event(2)
    public = page_of(client, f"/events/{event.pk}/entrants/")
    client.force_login(a_director(event.tournament.club))

    staff = page_of(client, f"/events/{event.pk}/entrants/")

    assert 'name="tick"' not in public
    assert "unpaid" not in public
    assert staff.count('class="tick"') == 4
    assert "2 not checked in" in staff
    assert "unpaid" not in staff


def test_a_tick_is_kept_and_marks_its_line(client: Client) -> None:
    event = an_entered_event(2)
    entrant = entrant_named(event, "Petra Horvat").pk
    client.force_login(a_director(event.tournament.club))

    answer = client.post(f"/events/{event.pk}/entrants/", {"tick": f"{entrant}:paid:on", "once": "a"})

    assert (answer.status_code, answer["Location"]) == (302, f"/events/{event.pk}/entrants/#e{entrant}")
    assert list(Tick.objects.values_list("entrant", "kind", "on")) == [(entrant, "paid", True)]
    assert "2 not checked in · 1 unpaid" in page_of(client, f"/events/{event.pk}/entrants/")


def test_all_can_be_ticked_at_once(client: Client) -> None:
    event = an_entered_event(3)
    client.force_login(a_director(event.tournament.club))

    client.post(f"/events/{event.pk}/entrants/", {"tick": "all:here:on", "once": "a"})
    assert "all checked in" in page_of(client, f"/events/{event.pk}/entrants/")

    client.post(f"/events/{event.pk}/entrants/", {"tick": "all:paid:on", "once": "b"})
    assert "all checked in · all paid" in page_of(client, f"/events/{event.pk}/entrants/")


def test_an_event_with_a_fee_counts_who_has_not_paid(client: Client) -> None:
    event = open_event(a_tournament().pk, "Main", a_format(), a_caller(), {"fee": "20 €"})
    enter(event.pk, [Entry("Petra Horvat"), Entry("Falk Brenner")], a_caller())
    client.force_login(a_director(event.tournament.club))

    assert "2 not checked in · 2 unpaid" in page_of(client, f"/events/{event.pk}/entrants/")


@pytest.mark.parametrize("tick", ["", "1:paid", "1:paid:maybe", "1:here:on:x", "-1:paid:on", "1:won:on"])
def test_a_tick_that_says_nothing_is_refused(client: Client, tick: str) -> None:
    event = an_entered_event(2)
    client.force_login(a_director(event.tournament.club))

    answer = client.post(f"/events/{event.pk}/entrants/", {"tick": tick, "once": "a"})

    assert answer.status_code in (404, 422)
    assert Tick.objects.count() == 0


def test_a_stranger_ticks_nothing(client: Client) -> None:
    event = an_entered_event(2)
    entrant = entrant_named(event, "Petra Horvat").pk
    client.force_login(a_stranger())

    answer = client.post(f"/events/{event.pk}/entrants/", {"tick": f"{entrant}:paid:on", "once": "a"})

    assert answer.status_code == 403
    assert Tick.objects.count() == 0


# --- Places


def test_places_tell_the_match_that_decided_each(client: Client) -> None:
    event = a_drawn_event(4, "none")
    play_out(event)

    html = page_of(client, f"/events/{event.pk}/places/")

    assert len(re.findall("won the final against", html)) == 1
    assert len(re.findall("lost the final to", html)) == 1
    assert len(re.findall("lost A[12] to", html)) == 2
    assert html.count('<bdi class="champion">') == 1


def test_a_long_entry_list_is_filtered_by_name_club_number_and_script(client: Client) -> None:
    event = an_event()
    others = [Entry(f"Player Number{n}") for n in range(11)] + [Entry("Ömer Yıldırım")]
    enter(event.pk, [Entry("Анна Иванова", club="Bilbao BC"), Entry("Ana Kola", club="Leeds"), *others], a_caller())

    def shown(words: str) -> list[str]:
        html = page_of(client, f"/events/{event.pk}/entrants/?q={words}")
        return re.findall(r'<a href="/players/\d+/"><bdi>(.*?)</bdi>', html)

    assert [shown(each) for each in ("omer yil", "ivan", "lee", "1", "ana leeds", "zzz")] == [
        ["Ömer Yıldırım"],
        ["Анна Иванова"],
        ["Ana Kola"],
        ["Анна Иванова"],
        ["Ana Kola"],
        [],
    ]
    assert len(shown("")) == 14
    assert 'name="q"' not in page_of(client, f"/events/{an_entered_event(5).pk}/entrants/")


def test_the_draw_is_made_from_the_top_of_the_list_and_set_up_from_the_line(client: Client) -> None:
    event = an_entered_event(5)
    client.force_login(a_director(event.tournament.club))

    html = page_of(client, f"/events/{event.pk}/entrants/")

    assert html.index("Make the draw") < html.index('id="entrants"')
    assert f'<a href="/events/{event.pk}/setup/"' in html[: html.index("</header>")]


# --- Names


@pytest.mark.parametrize("name", ['"><img src=x>', "<script>alert(1)</script>", "{{ name }}", "a" * 80])
def test_a_hostile_name_is_text_on_every_list(client: Client, name: str) -> None:
    event = an_event()
    enter(event.pk, [Entry(name), Entry("Petra Horvat")], a_caller())
    before = page_of(client, f"/tournaments/{event.tournament_id}/")
    make_draw(event.pk, "63 55", a_caller())
    play_out(event)

    pages = [before, *(page_of(client, f"/events/{event.pk}/{each}/") for each in LISTS)]

    shown = f"<bdi>{escape(name)}</bdi>"
    assert [shown in html for html in pages] == [True] * 4
    assert [html.count("<img") + html.count("<script>") for html in pages] == [0] * 4


def test_results_are_a_file_for_directors() -> None:
    event = a_drawn_event(3)
    [bye] = [card for card in cards(event).values() if card.letter == "A" and card.status == "bye"]
    [played] = [card for card in cards(event).values() if card.status == "open"]
    play(played, BOTTOM, 2)
    client = Client()
    client.force_login(a_director(event.tournament.club))

    answer = client.get(f"/events/{event.pk}/results.csv")
    public = Client().get(f"/events/{event.pk}/results.csv")

    first, *lines = answer.content.decode("utf-8-sig").splitlines()
    rows = [dict(zip(first.split(","), line.split(","), strict=True)) for line in lines]
    by_round = {row["round"] + row["kind"]: row for row in rows}
    assert public.status_code == 302
    assert [by_round["Abye"][each] for each in ("player1", "player2", "winner", "rated")] == [
        next(name for name in bye.names if name), "", "1", "no",
    ]  # fmt: skip
    row = by_round["Aplayed"]
    assert [row[each] for each in ("player1", "player2")] == list(played.names)
    length = str(played.length)
    assert [row[each] for each in ("length", "score1", "score2", "winner", "rated")] == [
        length,
        "2",
        length,
        "2",
        "yes",
    ]
    assert row["date"]
