"""The desk as it is shown: who needs somebody, who is ready, who is on, the tables, what was done."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from journal.verbs import undoable
from rules.match.terms import TOP
from rules.timing.holds import Why
from tests.factories import (
    a_caller,
    a_desk_helper,
    a_director,
    a_drawn_event,
    a_format,
    a_stranger,
    an_entered_event,
    an_event,
    card_of,
    entrant_named,
    match_of,
    play_code,
    play_out,
)
from tests.pages.at_the_desk import Director, plain
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import open_event
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.actions.matches.tables import furnish
from tournaments.models import Event, Table
from tournaments.pages.desk.board import Viewer, desk_sheet
from tournaments.pages.desk.sheet import Desk
from tournaments.read.events import tournament_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return a_drawn_event(8, "progressive", key="1", length=5)


@pytest.fixture
def director(event: Event) -> Director:
    return Director(a_director(event.tournament.club), event)


def sheet(event: Event, *, later: int = 0, by: Any = None) -> Desk:
    """Return the desk as the system itself sees it, so many minutes from now."""
    now = timezone.now() + timedelta(minutes=later)
    return desk_sheet(tournament_of(event.tournament_id), Viewer(by or a_caller().actor, now, undoable()))


def codes(rows: Any) -> list[str]:
    return [row.match.code for row in rows]


def test_ready_matches_are_sorted_by_what_waits_for_them_and_the_first_is_chosen(event: Event) -> None:
    rows = sheet(event, later=9)

    assert codes(rows.ready) == ["A1", "A2", "A3", "A4"]
    assert [row.held for row in rows.ready] == [3, 3, 3, 3]
    assert [(row.table, row.command) for row in rows.ready][:2] == [
        ("1", f"call {match_of(event, 'A1').pk} 1"),
        ("2", f"call {match_of(event, 'A2').pk} 2"),
    ]
    assert [row.minutes for row in rows.ready] == [9, 9, 9, 9]
    assert rows.chosen == match_of(event, "A1").pk


def test_a_called_match_waits_for_its_start_and_is_missing_after_the_grace_time(event: Event) -> None:
    call_match(match_of(event, "A2").pk, "7", a_caller())

    soon, late = sheet(event, later=4), sheet(event, later=5)

    assert [(row.match.code, row.state, row.table, row.minutes, row.action) for row in soon.on] == [
        ("A2", "called", "7", 4, "start")
    ]
    assert [(row.match.code, row.state, row.minutes) for row in late.needs] == [("A2", "missing", 5)]


def test_a_missing_player_may_cost_points_one_tap_away(event: Event) -> None:
    match = match_of(event, "A2")
    call_match(match.pk, "7", a_caller())

    row = next(row for row in sheet(event, later=6).needs if row.match.id == match.pk)

    assert (row.penalty_address, row.address) == (f"/matches/{match.pk}/penalty/", f"/matches/{match.pk}/")


def test_a_match_that_takes_longer_than_expected_needs_the_director(event: Event) -> None:
    start_match(match_of(event, "A1").pk, a_caller())

    on, over = sheet(event, later=41), sheet(event, later=63)

    assert [(row.match.code, row.minutes, row.left, row.action) for row in on.on] == [("A1", 41, 14, "result")]
    assert [(row.match.code, row.state, row.over) for row in over.needs] == [("A1", "over", 8)]


def test_a_result_that_is_not_confirmed_needs_the_director(event: Event) -> None:
    report_result(match_of(event, "A1").pk, Report(points=(5, 3), settled=False), a_caller())

    rows = sheet(event)

    assert [(row.match.code, row.state, row.match.score, row.action) for row in rows.needs] == [
        ("A1", "unsettled", (5, 3), "confirm")
    ]


def test_a_match_is_ready_since_its_second_player_was_known(event: Event) -> None:
    play_code(event, "A1")
    play_code(event, "A2")

    rows = {row.match.code: row.minutes for row in sheet(event, later=6).ready}

    assert rows["B1"] == 6
    assert set(rows) == {"A3", "A4", "B1", "D1"} | set()


def test_the_most_urgent_gets_the_first_free_table(event: Event) -> None:
    furnish(event.tournament_id, [Table("stream", "filming"), Table("3"), Table("4"), Table("5")], a_caller())
    call_match(match_of(event, "A4").pk, "4", a_caller())

    rows = sheet(event)

    assert [(row.match.code, row.table) for row in rows.ready] == [("A1", "3"), ("A2", "5"), ("A3", "")]
    assert [(tile.name, tile.state, tile.note) for tile in rows.tables] == [
        ("stream", "closed", "filming"),
        ("3", "free", ""),
        ("4", "taken", "A4"),
        ("5", "free", ""),
    ]


def test_progress_and_end_follow_from_what_is_played(event: Event) -> None:
    before = sheet(event)
    play_code(event, "A1")
    start_match(match_of(event, "A2").pk, a_caller())

    rows = sheet(event)

    assert (before.played, before.total) == (0, 12)
    assert (rows.played, rows.playing, rows.total) == (1, 1, 12)
    assert [state for _, state in rows.points].count("done") == 2
    assert [state for _, state in rows.points].count("now") == 2
    assert rows.ends
    assert rows.holds_most in ("A2", "A3", "A4")


def test_own_actions_come_first_and_only_they_can_be_undone(event: Event, director: Director) -> None:
    director.write("a1 5-3")
    Director(a_desk_helper(event.tournament.club), event).write("a2 5-0")

    page = director.look()

    done = page.section("done")
    assert done.index("A1") < done.index("A2")
    assert "Sten" in done
    assert [form.commands for form in page.forms if form.commands and form.commands[0].startswith("undo ")] == [
        ("undo 4",)
    ]
    assert "Sten, " not in page.row(match_of(event, "A1").pk)


def test_a_row_that_another_desk_acted_on_names_it_for_a_minute(event: Event, director: Director) -> None:
    Director(a_desk_helper(event.tournament.club), event).write("a2 t5")

    assert "Sten, " in director.look().row(match_of(event, "A2").pk)
    assert [row.acted for row in sheet(event, later=2).on if row.match.code == "A2"] == [""]


def test_a_busy_player_is_shown_with_the_expected_end(event: Event) -> None:
    names = [card.name for card in (card_of(event, "A1").top, card_of(event, "A2").top) if card]
    side = open_event(event.tournament_id, "Jackpot", a_format("none", 5), a_caller())
    enter(side.pk, [Entry(name) for name in names], a_caller())
    make_draw(side.pk, "7", a_caller())
    start_match(match_of(event, "A1").pk, a_caller())

    rows = {(row.event, row.match.code): row for row in sheet(event).ready}

    [hold] = rows["Jackpot", "A1"].holds
    assert (hold.why, hold.name, hold.event, hold.code) == (Why.BUSY, names[0], "Main", "A1")
    assert hold.time
    assert rows["Main", "A2"].holds == ()


def test_buttons_do_what_they_say(event: Event, director: Director) -> None:
    match = match_of(event, "A1").pk

    called = director.press(f"call {match} 1")
    started = director.press(f"start {match}")
    written = director.press(f"result {match} 2-5")
    undone = director.press(f"undo {sheet(event).number}")

    assert "called" in called.row(match)
    assert called.sentence.startswith("A1 called to table 1")
    assert "0 min" in started.row(match)
    assert written.row(match) == ""
    assert undone.sentence.startswith("Undone: A1 ")
    assert card_of(event, "A1").status == "open"


def test_a_button_that_comes_too_late_is_refused_on_the_same_page(event: Event, director: Director) -> None:
    match = match_of(event, "A1").pk
    page = director.look()
    call_match(match_of(event, "A2").pk, "1", a_caller())

    answer = director.post(page.form(f"call {match} 1"), f"call {match} 1")

    html = answer.content.decode()
    assert answer.status_code == 409
    assert "There is a problem" in html
    assert "<title>Problem:" in html
    assert "Table 1 is taken by" in html


def test_a_result_is_three_taps(event: Event, director: Director) -> None:
    match = match_of(event, "A1")
    start_match(match.pk, a_caller())

    form = director.look().form(f"result {match.pk} 5-0")

    assert form.commands == tuple(
        [f"result {match.pk} 5-{loser}" for loser in range(5)] + [f"result {match.pk} {loser}-5" for loser in range(5)]
    )


def test_before_the_draw_it_counts_who_is_not_checked_in_and_once_somebody_has_paid_the_unpaid() -> None:
    event = an_entered_event(3)
    director = Director(a_director(event.tournament.club), event)
    falk = entrant_named(event, "Falk Brenner").pk

    page = director.press(f"tick {falk} here on")
    paid = director.press(f"tick {falk} paid on")

    assert "2 are not checked in." in plain(page.html)
    assert "unpaid" not in page.html
    assert "2 are not checked in. 2 are unpaid." in plain(paid.html)
    assert f"/events/{event.pk}/draw-key/" in paid.html or "Draw" in paid.html


def test_an_empty_desk_teaches() -> None:
    event = an_event()
    director = Director(a_director(event.tournament.club), event)

    page = director.look()

    assert "Nobody is entered. Type new and a name in the line above" in plain(page.html)


def test_with_nothing_to_do_the_desk_shows_the_next_free_table(event: Event, director: Director) -> None:
    for code in ("A1", "A2", "A3", "A4"):
        call_match(match_of(event, code).pk, code[1], a_caller())

    page = director.look()

    assert "Nothing needs you. Next free table: 5" in plain(page.html)


def test_when_all_is_played_the_places_come_first(event: Event, director: Director) -> None:
    play_out(event)

    page = director.look()

    assert "Main is over" in plain(page.html)
    assert card_of(event, "C1").goes_on is TOP
    assert sheet(event).is_over
    assert sheet(event).ends == ""


def test_several_events_are_one_desk_with_the_event_before_the_code(event: Event, director: Director) -> None:
    side = open_event(event.tournament_id, "Jackpot", a_format("none", 3), a_caller())
    enter(side.pk, [Entry("Ana Kola"), Entry("Luan Berisha")], a_caller())
    make_draw(side.pk, "9", a_caller())

    rows = sheet(event)
    director.write("jack a1 3-1")

    assert {row.event for row in rows.ready} == {"Main", "Jackpot"}
    assert card_of(side, "A1").score == (3, 1)


def test_it_costs_seven_statements_whatever_the_field_and_one_more_for_the_actors() -> None:
    costs = []
    for entrants in (8, 128):
        event = a_drawn_event(entrants, "progressive", length=5)
        start_match(match_of(event, "A1").pk, a_caller())
        play_code(event, "A2")
        tournament = tournament_of(event.tournament_id)
        with CaptureQueriesContext(connection) as captured:
            desk_sheet(tournament, Viewer(a_caller().actor, timezone.now(), undoable()))
        costs.append(len(captured))

    assert costs == [7, 7]


def test_a_second_event_costs_nothing_more(event: Event, director: Director) -> None:
    side = open_event(event.tournament_id, "Jackpot", a_format("none", 3), a_caller())
    director.look()
    with CaptureQueriesContext(connection) as one:
        director.look()
    enter(side.pk, [Entry("Ana Kola"), Entry("Luan Berisha")], a_caller())
    make_draw(side.pk, "9", a_caller())
    with CaptureQueriesContext(connection) as two:
        director.look()
    with CaptureQueriesContext(connection) as line:
        director.client.get(f"{director.address}line/", {"q": "a1 5-2"})

    assert (len(one), len(two), len(line)) == (12, 12, 8)


def test_a_board_that_has_not_changed_is_not_sent_again(director: Director) -> None:
    director.look()
    first = director.client.get(f"{director.address}?board=1")

    with CaptureQueriesContext(connection) as captured:
        again = director.client.get(f"{director.address}?board=1", headers={"If-None-Match": first["ETag"]})

    assert first.content.decode().lstrip().startswith('<div class="desk"')
    assert (again.status_code, again.content) == (304, b"")
    assert len(captured) == 4


def test_the_desk_is_for_those_who_work_there(event: Event) -> None:
    address = f"/tournaments/{event.tournament_id}/desk/"
    stranger = Client()
    stranger.force_login(a_stranger())

    passing, refused, none = Client().get(address), stranger.get(address), stranger.get("/tournaments/4711/desk/")

    assert (passing.status_code, passing["Location"]) == (302, f"/sign-in/?next={address}")
    assert (refused.status_code, none.status_code) == (403, 404)


def test_tables_are_typed_one_a_line_with_ranges_and_reasons(event: Event, director: Director) -> None:
    address = f"/tournaments/{event.tournament_id}/tables/"

    answer = director.client.post(address, {"lines": "1-3\n8: stream\n"})
    closed = director.client.post(address, {"close": "2"})
    wrong = director.client.post(address, {"lines": "1\n1"})

    assert (answer.status_code, closed.status_code, wrong.status_code) == (302, 302, 422)
    assert [(each.name, each.closed) for each in tournament_of(event.tournament_id).furniture] == [
        ("1", ""),
        ("2", "closed"),
        ("3", ""),
        ("8", "stream"),
    ]
    assert "Table 1 is named twice" in wrong.content.decode()
