"""The wall: what stands on which of its pages, for which shape of projector, and what it costs."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from rules.draws.derive import derive
from rules.match.terms import TOP, Side
from tests.factories import (
    a_caller,
    a_drawn_event,
    a_tournament,
    an_entered_event,
    an_event,
    cards,
    match_of,
    named_players,
    play,
)
from tests.pages.reading import page_of, statements
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter, withdraw
from tournaments.actions.events import open_event
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.management.demo import CUP, load_demo
from tournaments.models import Event, Match, Tournament
from tournaments.models.switches import plan_of
from tournaments.pages.wall.drawings import derived_of
from tournaments.pages.wall.rows import BESIDE_ROOM, RULING_ROOM, Hall, WallResult, both_fitted, fitted
from tournaments.pages.wall.sheet import Query, WallPage, query_of, wall_sheet
from tournaments.read.draws.expected import expected_times
from tournaments.read.entered import entered_draw
from tournaments.read.events import draw_of

pytestmark = pytest.mark.django_db


def pages(tournament: Tournament, shape: str = "wide", **query: str) -> tuple[WallPage, ...]:
    sheet = wall_sheet(tournament, timezone.now(), query_of(query))
    return next(deck.pages for deck in sheet.decks if deck.shape == shape)


def kinds(tournament: Tournament, shape: str = "wide", **query: str) -> list[str]:
    return [page.kind for page in pages(tournament, shape, **query)]


def call(event: Event, count: int) -> None:
    ready = Match.objects.filter(draw=event.current_draw_id, status=1, begun=False).order_by("place")[:count]
    for number, match in enumerate(ready, start=1):
        call_match(match.pk, str(number), a_caller())


# --- What it costs


def test_the_wall_takes_the_same_statements_for_8_and_for_128(client: Client) -> None:
    small, large = a_drawn_event(8), a_drawn_event(128)
    for event in (small, large):
        call(event, 3)
        play(match_of(event, "A4"))

    assert [statements(client, f"/tournaments/{each.tournament_id}/wall/") for each in (small, large)] == [6, 6]


def test_the_wall_takes_the_same_statements_for_one_event_and_for_three(client: Client) -> None:
    one, three = a_tournament(name="One"), a_tournament(name="Three")
    for tournament, count in ((one, 1), (three, 3)):
        for number in range(count):
            event = an_event(tournament)
            enter(event.pk, [Entry(name) for name in named_players(4)], a_caller())
            make_draw(event.pk, f"12 {number}", a_caller())

    assert [statements(client, f"/tournaments/{each.pk}/wall/") for each in (one, three)] == [6, 6]


# --- Which pages there are


def test_an_empty_wall_is_one_page(client: Client) -> None:
    event = an_entered_event(4)

    assert kinds(event.tournament) == ["still"]
    assert "Not drawn yet." in page_of(client, f"/tournaments/{event.tournament_id}/wall/")


def test_a_page_with_nothing_is_skipped() -> None:
    event = a_drawn_event(4, "none")

    assert kinds(event.tournament) == ["draw", "next"]


def test_who_plays_stands_beside_the_latest_results() -> None:
    event = a_drawn_event(8, "none")
    play(match_of(event, "A1"), loser_points=3)
    start_match(match_of(event, "A2").pk, a_caller())

    first = pages(event.tournament)[0]

    assert first.kind == "home"
    assert [(row.match.code, row.state) for row in first.matches[0]] == [("A2", "playing")]
    assert [(result.own.match.code, result.own.score) for result in first.results[0]] == [("A1", (7, 3))]


def test_the_called_come_first_in_the_order_of_tables() -> None:
    event = a_drawn_event(16, "none")
    for code, table in (("A1", "10"), ("A2", "9"), ("A3", "2")):
        call_match(match_of(event, code).pk, table, a_caller())
    start_match(match_of(event, "A3").pk, a_caller())

    first = pages(event.tournament)[0]

    rows = [(row.match.table, row.state) for row in first.matches[0]]
    assert rows == [("9", "called"), ("10", "called"), ("2", "playing")]


def test_called_players_are_on_every_second_page() -> None:
    event = a_drawn_event(16, "none")
    call(event, 2)

    assert kinds(event.tournament) == ["playing", "draw", "playing", "draw", "playing", "next"]


def test_more_called_than_a_page_holds_leave_room_for_nothing_else() -> None:
    event = a_drawn_event(64, "none")
    call(event, 30)

    assert kinds(event.tournament) == ["playing", "playing", "playing"]
    assert kinds(event.tournament, "tall") == ["playing", "playing"]


def test_who_was_called_long_ago_is_taken_to_play() -> None:
    event = a_drawn_event(4, "none")
    call(event, 1)

    later = wall_sheet(event.tournament, timezone.now() + timedelta(minutes=20), Query())

    assert later.decks[0].pages[0].matches[0][0].state == "playing"


@pytest.mark.parametrize(("shape", "rows"), [("wide", 6), ("tall", 8)])
def test_no_column_is_longer_than_its_shape_has_room_for(shape: str, rows: int) -> None:
    event = a_drawn_event(64, "none")
    call(event, 20)

    columns = [column for page in pages(event.tournament, shape) for column in page.matches]

    assert max(len(column) for column in columns) == rows


def test_parts_and_events_can_be_chosen(client: Client) -> None:
    event = a_drawn_event(8, "none")
    play(match_of(event, "A1"))
    call(event, 1)

    assert kinds(event.tournament, show="results") == ["results"]
    assert kinds(event.tournament, show="next,results") == ["results", "next"]
    assert kinds(event.tournament, event="4711") == ["still"]
    light = page_of(client, f"/tournaments/{event.tournament_id}/wall/?ink=light&show=results")
    assert 'data-ink="light"' in light
    assert "url=?page=1&amp;show=results&amp;ink=light" in light


def test_the_server_turns_the_pages_where_no_script_does(client: Client) -> None:
    event = a_drawn_event(4, "none")

    first, second = (page_of(client, f"/tournaments/{event.tournament_id}/wall/?page={page}") for page in (0, 1))

    shown = r'<section class="wall-page is-(\w+)">'
    assert re.findall(shown, first) == ["draw", "draw"]
    assert re.findall(shown, second) == ["next", "next"]


def test_an_unknown_tournament_has_no_wall(client: Client) -> None:
    assert client.get("/tournaments/4711/wall/").status_code == 404


# --- The draw on it


@pytest.mark.parametrize("last_chance", [False, True])
@pytest.mark.parametrize("consolation", ["none", "first_match", "progressive"])
def test_the_rows_of_the_matches_hold_the_whole_draw(consolation: str, last_chance: bool) -> None:
    event = a_drawn_event(11, consolation, last_chance=last_chance and consolation != "none")
    lowest = event.rules.brackets[-1].code
    withdraw(match_of(event, "A4").top_id or match_of(event, "A4").bottom_id or 0, lowest, a_caller())
    while True:
        event.refresh_from_db()
        entered = entered_draw(draw_of(event), event.tournament.stream_id)
        rows = expected_times(event.tournament, timezone.now()).draws[event.pk]

        posted, known = derived_of(rows.view), derive(plan_of(draw_of(event)), entered.state.facts)

        assert (posted.tops, posted.bottoms, posted.statuses) == (known.tops, known.bottoms, known.statuses)
        ready = Match.objects.filter(draw=event.current_draw_id, status=1).order_by("-place").first()
        if ready is None:
            break
        neither = ready.place % 5 == 0
        report = Report(forfeit=(Side.TOP, Side.BOTTOM), why="no_show") if neither else Report(points=(7, 2))
        report_result(ready.pk, report, a_caller(seen=ready.version))


def test_the_draw_begins_with_the_round_that_is_played() -> None:
    event = a_drawn_event(16, "none")
    for number in range(1, 9):
        play(match_of(event, f"A{number}"))
    start_match(match_of(event, "B1").pk, a_caller())

    drawn = [page for page in pages(event.tournament) if page.kind == "draw"]

    assert [(page.part, page.parts) for page in drawn] == [(1, 1)]
    assert drawn[0].drawing is not None
    assert ">B1<" in drawn[0].drawing.svg
    assert ">A1<" not in drawn[0].drawing.svg


def test_a_large_draw_is_shown_in_parts_of_eight_lines() -> None:
    event = a_drawn_event(32, "none")

    drawn = [page for page in pages(event.tournament) if page.kind == "draw"]

    assert [(page.part, page.parts) for page in drawn] == [(1, 4), (2, 4), (3, 4), (4, 4)]


# --- Names


def test_names_are_as_long_as_there_is_room() -> None:
    assert fitted("Petra Horvat", 12) == "Petra Horvat"
    assert fitted("Maria del Carmen Fernández de Oñate", 12) == "M. Fernández"
    assert fitted("Q" * 60, 5) == "QQQQ…"


def test_what_one_name_leaves_the_other_has() -> None:
    assert both_fitted("Ann", "Wolfgang Bergström-Hohenfels", 23) == ("Ann", "Wolfgang Bergström-Hohenfels")
    assert both_fitted("Nikolaos Papadimitriou", "Wolfgang Bergström-Hohenfels", 18) == (
        "Papadimitriou",
        "Bergström",
    )


def names_in(result: WallResult) -> tuple[str, str]:
    names = result.own.match.names
    return names if result.own.match.winner in (TOP, None) else (names[1], names[0])


def test_names_leave_room_for_a_ruling_beside_them() -> None:
    load_demo()
    cup = Event.objects.get(tournament__name=CUP)

    results = Hall([*expected_times(cup.tournament, timezone.now()).draws.values()], timezone.now()).results()

    ruled, played = results[:2]
    assert (ruled.own.match.code, played.own.match.code) == ("A7", "K1")
    assert ruled.beside == both_fitted(*names_in(ruled), BESIDE_ROOM - RULING_ROOM)
    assert played.beside == both_fitted(*names_in(played), BESIDE_ROOM)


def test_the_sentence_of_a_ruling_has_a_line_of_its_own() -> None:
    load_demo()

    results = next(page for page in pages(Event.objects.get(tournament__name=CUP).tournament) if page.kind == "results")

    assert [(each.own.match.code, each.lines) for each in results.results[0]][:2] == [("A7", 2), ("K1", 1)]
    assert [sum(each.lines for each in column) for column in results.results] == [10, 10]


# --- Pairs, events with long names, and counts


def a_doubles_event(pairs: int, short: int = 0) -> Event:
    """Return a drawn event of pairs, the first of which have ``short`` names."""
    names = [f"A {number} / B {number}" for number in range(1, short + 1)]
    names += [f"Player {number} Longestname / Partner {number} Familyname" for number in range(short + 1, pairs + 1)]
    format_ = {"main": "knockout", "consolation": "none", "length": 5}
    event = open_event(a_tournament().pk, "Doubles", format_, a_caller(), {"entrants": "pair"})
    enter(event.pk, [Entry(name) for name in names], a_caller())
    make_draw(event.pk, "63 55 21 64", a_caller())
    event.refresh_from_db()
    return event


def test_results_of_pairs_stand_over_the_whole_width() -> None:
    event = a_doubles_event(16)
    for code in ("A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "B1", "B2"):
        play(match_of(event, code))

    shown = [page for page in pages(event.tournament, show="results") if page.kind == "results"]

    assert [page.size for page in shown] == [1, 1]
    assert [len(column) for page in shown for column in page.results] == [5, 5]
    assert all("…" not in name for page in shown for each in page.results[0] for name in each.full)


def test_no_page_of_results_holds_more_lines_than_it_has_room_for() -> None:
    event = a_doubles_event(32, short=20)
    # The latest results have a long name and two lines each, the first ones have one line.
    first = [card for card in cards(event).values() if card.letter == "A"]
    for card in sorted(first, key=lambda each: sum(map(len, each.names))):
        play(card)

    shown = [page.results[0] for page in pages(event.tournament, show="results") if page.kind == "results"]

    assert [sum(each.large_lines + each.lines - 1 for each in column) <= 10 for column in shown] == [True] * len(shown)
    assert len(shown[0]) == 5


def test_a_draw_of_pairs_has_fewer_and_wider_columns() -> None:
    doubles, singles = a_doubles_event(8), a_drawn_event(8, "none")

    wide, narrow = (
        next(page.drawing for page in pages(event.tournament, show="draw") if page.drawing)
        for event in (doubles, singles)
    )

    assert wide.heads.count("<text") < narrow.heads.count("<text")


def test_the_foot_counts_as_on_now_what_stands_under_playing(client: Client) -> None:
    event = a_drawn_event(8, "none")
    call(event, 3)
    start_match(match_of(event, "A1").pk, a_caller())

    page = page_of(client, f"/tournaments/{event.tournament_id}/wall/")

    assert len(pages(event.tournament, show="playing")[0].matches[0]) == 3
    assert "3 on now" in page


def test_the_heading_of_a_lower_bracket_has_no_blank_before_its_comma(client: Client) -> None:
    tournament = a_tournament()
    for number in (1, 2):
        event = an_event(tournament)
        enter(event.pk, [Entry(name) for name in named_players(8)], a_caller())
        make_draw(event.pk, f"12 {number}", a_caller())

    page = " ".join(page_of(client, f"/tournaments/{tournament.pk}/wall/").split())

    assert "<span><bdi>Main</bdi>, Consolation</span>" in page
