"""The lists of an event and the front of a tournament: what they say, to whom, and what they cost."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from rules.match.terms import BOTTOM
from tests.factories import (
    a_club,
    a_director,
    a_drawn_event,
    a_hand,
    a_stranger,
    a_tournament,
    an_entered_event,
    an_event,
    an_owner,
    entrant_named,
    match_of,
    play_code,
    play_out,
)
from tournaments.actions.draws import make_draw
from tournaments.actions.entrants import Entry, enter
from tournaments.actions.events import TournamentSheet, open_tournament
from tournaments.actions.matches import Report, report_result, start_match
from tournaments.models import Tick

pytestmark = pytest.mark.django_db

LISTS = ("matches", "entrants", "places")


def page_of(client: Client, path: str) -> str:
    """Return the page as text, whitespace folded."""
    return re.sub(r"\s+", " ", client.get(path).content.decode())


def statements(client: Client, path: str) -> int:
    """Return what a page costs when its plan was compiled before, as it is in a process that serves."""
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


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


def test_the_front_of_a_tournament_takes_the_same_statements_for_one_event_and_for_three(client: Client) -> None:
    one, three = a_tournament(name="One"), a_tournament(name="Three")
    for tournament, count in ((one, 1), (three, 3)):
        for _ in range(count):
            event = an_event(tournament)
            assert event.current_draw_id is None

    assert [statements(client, f"/tournaments/{each.pk}/") for each in (one, three)] == [4, 4]


def test_the_front_of_a_tournament_takes_the_same_statements_for_8_and_for_128(client: Client) -> None:
    small, large = a_drawn_event(8), a_drawn_event(128)
    for event in (small, large):
        start_match(match_of(event, "A1").pk, a_hand())

    assert [statements(client, f"/tournaments/{each.tournament_id}/") for each in (small, large)] == [6, 6]


def test_the_first_page_takes_the_same_statements_for_one_club_and_for_three(client: Client) -> None:
    a_tournament(a_club("Bilbao"))
    one = statements(client, "/?all")
    for name in ("Bergen", "Berlin"):
        a_tournament(a_club(name))

    assert (one, statements(client, "/?all")) == (2, 2)


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
    start_match(match_of(event, "A2").pk, a_hand())
    report_result(match_of(event, "A3").pk, Report(points=(7, 1), settled=False), a_hand())

    html = page_of(client, f"/events/{event.pk}/matches/")

    states = dict(re.findall(r'<li class="pair" id="([A-Z]\d+)" data-state="([a-z_]+)"', html))
    assert [states[code] for code in ("A1", "A2", "A3", "A4", "B1", "C1")] == [
        "final", "playing", "unsettled", "ready", "waiting", "waiting",
    ]  # fmt: skip
    assert "winner of A2" in html
    assert "loser of" in html


@pytest.mark.parametrize(("show", "codes"), [("now", ["A2"]), ("ready", ["A3", "A4"]), ("finished", ["A1"])])
def test_matches_can_be_told_apart_by_their_state(client: Client, show: str, codes: list[str]) -> None:
    event = a_drawn_event(8, "none")
    play_code(event, "A1")
    start_match(match_of(event, "A2").pk, a_hand())

    html = page_of(client, f"/events/{event.pk}/matches/?show={show}")

    assert re.findall(r'class="pair" id="([A-Z]\d+)"', html) == codes


def test_a_player_who_did_not_come_is_told_in_the_score_place(client: Client) -> None:
    event = a_drawn_event(2, "none")
    report_result(match_of(event, "A1").pk, Report(forfeit=(BOTTOM,), why="no_show"), a_hand())

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

    stands = sorted(re.findall(r'<td class="stands">([a-z ]+)', html))
    assert stands == ["champion", "consolation", "consolation", "out"]


def test_a_passer_by_sees_no_ticks_and_the_desk_does(client: Client) -> None:
    event = an_entered_event(2)
    public = page_of(client, f"/events/{event.pk}/entrants/")
    client.force_login(a_director(event.tournament.club))

    staff = page_of(client, f"/events/{event.pk}/entrants/")

    assert 'name="tick"' not in public
    assert "owe" not in public
    assert staff.count('class="tick"') == 4
    assert "2 not here yet · 2 owe" in staff


def test_a_tick_is_kept_and_marks_its_line(client: Client) -> None:
    event = an_entered_event(2)
    entrant = entrant_named(event, "Petra Horvat").pk
    client.force_login(a_director(event.tournament.club))

    answer = client.post(f"/events/{event.pk}/entrants/", {"tick": f"{entrant}:paid:on", "once": "a"})

    assert (answer.status_code, answer["Location"]) == (302, f"/events/{event.pk}/entrants/#e{entrant}")
    assert list(Tick.objects.values_list("entrant", "kind", "on")) == [(entrant, "paid", True)]
    assert "2 not here yet · 1 owes" in page_of(client, f"/events/{event.pk}/entrants/")


def test_all_can_be_ticked_at_once(client: Client) -> None:
    event = an_entered_event(3)
    client.force_login(a_director(event.tournament.club))

    client.post(f"/events/{event.pk}/entrants/", {"tick": "all:here:on", "once": "a"})

    assert "all here · 3 owe" in page_of(client, f"/events/{event.pk}/entrants/")


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


# --- Names


@pytest.mark.parametrize("name", ['"><img src=x>', "<script>alert(1)</script>", "{{ name }}", "a" * 80])
def test_a_hostile_name_is_text_on_every_list(client: Client, name: str) -> None:
    event = an_event()
    enter(event.pk, [Entry(name), Entry("Petra Horvat")], a_hand())
    before = page_of(client, f"/tournaments/{event.tournament_id}/")
    make_draw(event.pk, "63 55", a_hand())
    play_out(event)

    pages = [before, *(page_of(client, f"/events/{event.pk}/{each}/") for each in LISTS)]

    shown = f"<bdi>{escape(name)}</bdi>"
    assert [shown in html for html in pages] == [True] * 4
    assert [html.count("<img") + html.count("<script>") for html in pages] == [0] * 4


# --- The front of a tournament


def test_the_front_says_how_far_every_bracket_is(client: Client) -> None:
    event = a_drawn_event(8)
    for code in ("A1", "A2", "A3", "A4"):
        play_code(event, code)

    html = page_of(client, f"/tournaments/{event.tournament_id}/")

    assert re.findall(r"<b>\d+</b> of \d+ matches", html) == ["<b>4</b> of 12 matches"]
    assert "last 4" in html
    assert html.count('class="p-done"') - 1 == 8  # 24 · 4 / 12, beside the mark


def test_the_front_of_a_finished_tournament_begins_with_the_winners(client: Client) -> None:
    event = a_drawn_event(4)
    play_out(event)

    html = page_of(client, f"/tournaments/{event.tournament_id}/")

    assert html.count('class="champion"') == 2
    assert html.index('class="champion"') < html.index("<table")
    assert "finished" in html


def test_one_hit_goes_straight_to_the_players_path(client: Client) -> None:
    event = a_drawn_event(8)
    entrant = entrant_named(event, "Ömer Yıldırım").pk

    answer = client.get(f"/tournaments/{event.tournament_id}/", {"q": "yild"})

    assert (answer.status_code, answer["Location"]) == (302, f"/events/{event.pk}/?player={entrant}")


def test_before_the_draw_a_hit_goes_to_the_entry_list(client: Client) -> None:
    event = an_entered_event(8)
    entrant = entrant_named(event, "Ömer Yıldırım").pk

    answer = client.get(f"/tournaments/{event.tournament_id}/", {"q": "omer"})

    assert answer["Location"] == f"/events/{event.pk}/entrants/#e{entrant}"


def test_several_hits_are_listed_and_none_says_how_to_look(client: Client) -> None:
    event = a_drawn_event(23)

    several = page_of(client, f"/tournaments/{event.tournament_id}/?q=h")
    none = page_of(client, f"/tournaments/{event.tournament_id}/?q=%3Cb%3Ezzz")

    assert several.count("?player=") > 1
    assert "Nobody here is called “<bdi>&lt;b&gt;zzz</bdi>”" in none


def test_before_the_draw_the_front_lists_who_is_entered(client: Client) -> None:
    event = an_entered_event(3)

    html = page_of(client, f"/tournaments/{event.tournament_id}/")

    assert "3 entered" in html
    assert "Petra Horvat" in html


def test_an_unknown_tournament_is_not_found(client: Client) -> None:
    assert client.get("/tournaments/4711/").status_code == 404


# --- The first page


def test_the_first_page_is_the_one_tournament_that_is_on(client: Client) -> None:
    event = a_drawn_event(4)
    a_tournament(a_club("Another"), "Not drawn")

    html = page_of(client, "/")

    assert f"<h1><bdi>{event.tournament.name}</bdi></h1>" in html


def test_with_two_on_the_first_page_lists_both(client: Client) -> None:
    a_drawn_event(4)
    a_drawn_event(4)

    html = page_of(client, "/")

    assert html.count('href="/tournaments/') == 2


def test_a_tournament_that_is_over_is_not_on(client: Client) -> None:
    play_out(a_drawn_event(2, "none"))

    assert "<h1>Tournaments</h1>" in page_of(client, "/")


def test_the_first_page_tells_day_place_and_how_many(client: Client) -> None:
    club = a_club()
    open_tournament(club.pk, TournamentSheet("Autumn Open", "Europe/Madrid", date(2026, 11, 21)), a_hand())

    html = page_of(client, "/")

    assert "Sat 21 Nov 2026" in html
    assert "0 entered" in html


def test_the_owner_of_an_empty_installation_is_led_to_his_first_club(client: Client) -> None:
    client.force_login(an_owner())

    html = page_of(client, "/")

    assert "First the club" in html


# --- The style page


def test_the_style_page_shows_every_part(client: Client) -> None:
    html = page_of(client, "/style/")

    assert html.count('class="pair"') == 12
    assert "There is a problem" in html
