"""Players of several events: who is busy, who rests, which match goes first, no start after an hour, and anyway."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from clubs.actions.persons.details import add_person
from clubs.actions.persons.steps import PersonSheet
from journal.refusals import Refused
from journal.verify import verify
from rules.errors import RuleBroken
from rules.match.terms import BOTTOM, TOP
from tests.contents import refusal
from tests.factories import (
    a_caller,
    a_drawn_event,
    a_format,
    a_tournament,
    card_of,
    entrant_named,
    match_of,
    play_code,
)
from tournaments.actions.draws.making import make_draw
from tournaments.actions.draws.rounds import call_together
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.entrants.people import link_entrants
from tournaments.actions.events import TournamentSheet, change_tournament, copy_tournament, open_event
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.actions.steps import Outcome
from tournaments.models import Event, Match, Tournament

pytestmark = pytest.mark.django_db
# Nine in the evening in Bilbao.
EVENING = datetime(2026, 11, 21, 20, tzinfo=UTC)
Clock = Callable[[datetime], None]


def a_side_event(main: Event, *entries: Entry, last_start: str = "") -> Event:
    """Return a drawn event of these entrants in the same tournament."""
    conditions = {"last_start": last_start}
    side = open_event(main.tournament_id, "Jackpot", a_format("none", 5), a_caller(), conditions)
    enter(side.pk, list(entries), a_caller())
    make_draw(side.pk, "jackpot", a_caller())
    return side


def both_of(main: Event, code: str) -> list[str]:
    return [player.name for player in card_of(main, code).players if player]


def two_events(*, rest: int = 0) -> tuple[Event, Event]:
    """Return a main event of eight and a jackpot, whose A1 has a player of the main event's A1."""
    main = a_drawn_event(8)
    if rest:
        change_tournament(main.tournament_id, {"rest": rest}, a_caller())
    return main, a_side_event(main, Entry(both_of(main, "A1")[0]), Entry("Arben Leka"))


def call(event: Event, code: str, table: str = "4", *, anyway: bool = False) -> Outcome:
    return call_match(match_of(event, code).pk, table, a_caller(), anyway=anyway)


def held(event: Event, code: str) -> Any:
    return refusal(partial(call, event, code), Refused)


# --- Busy


@pytest.mark.parametrize("begun", [False, True])
def test_a_player_who_is_called_or_plays_elsewhere_holds_a_match(begun: bool) -> None:
    main, jackpot = two_events()
    call(main, "A1", "1")
    if begun:
        start_match(match_of(main, "A1").pk, a_caller())

    refused = held(jackpot, "A1")

    name, busy = both_of(main, "A1")[0], match_of(main, "A1").pk
    assert (refused.code, refused.status) == ("player.busy", 409)
    assert {each: refused.facts[each] for each in ("name", "match", "match_code", "event")} == {
        "name": name, "match": busy, "match_code": "A1", "event": "Main",
    }  # fmt: skip
    assert [each["code"] for each in refused.facts["holds"]] == ["player.busy"]


def test_a_match_that_is_held_is_called_anyway_and_the_answer_notes_why() -> None:
    main, jackpot = two_events()
    start_match(match_of(main, "A1").pk, a_caller())

    outcome = call(jackpot, "A1", anyway=True)

    assert [(note.code, note.game, note.facts["match_code"]) for note in outcome.notes] == [("player.busy", None, "A1")]
    assert card_of(jackpot, "A1").table == "4"
    assert verify() == []


def test_a_match_that_nothing_holds_is_called_anyway_without_a_note() -> None:
    main, _ = two_events()

    assert call(main, "A2", anyway=True).notes == ()


def test_who_sits_already_is_moved_without_a_question() -> None:
    main, jackpot = two_events()
    call(jackpot, "A1", anyway=True)
    call(main, "A1", "1", anyway=True)

    assert call(jackpot, "A1", "5").match == card_of(jackpot, "A1")


def test_a_match_that_is_over_keeps_nobody_busy() -> None:
    main, jackpot = two_events()
    start_match(match_of(main, "A1").pk, a_caller())
    play_code(main, "A1")

    assert call(jackpot, "A1").notes == ()


# --- Who is who


def test_namesakes_of_two_clubs_are_two_people() -> None:
    main = a_drawn_event(4)
    first, second = (
        a_side_event(main, Entry("Jan Novak", club), Entry(f"Somebody of {club}", club)) for club in ("Praha", "Brno")
    )
    start_match(match_of(first, "A1").pk, a_caller())

    assert call(second, "A1").notes == ()


def test_a_link_to_a_person_tells_who_it_is_under_any_name() -> None:
    main = a_drawn_event(4)
    jackpot = a_side_event(main, Entry("A. Berg-Lund"), Entry("Arben Leka"))
    person = add_person(main.tournament.club_id, PersonSheet("Ann Berg"), "", a_caller()).person
    first = match_of(main, "A1").top_id or 0
    link_entrants(main.pk, {first: person}, a_caller())
    link_entrants(jackpot.pk, {entrant_named(jackpot, "A. Berg-Lund").pk: person}, a_caller())
    start_match(match_of(main, "A1").pk, a_caller())

    refused = held(jackpot, "A1")

    assert (refused.code, refused.facts["name"]) == ("player.busy", "A. Berg-Lund")


# --- Twice


def test_of_two_ready_matches_the_event_that_was_made_first_goes_first() -> None:
    main, jackpot = two_events()

    refused = held(jackpot, "A1")

    assert (refused.code, refused.facts["match_code"], refused.facts["event"]) == ("player.twice", "A1", "Main")
    assert call(main, "A1").notes == ()


def test_a_player_who_withdrew_from_the_first_event_can_play_the_second() -> None:
    main, jackpot = two_events()
    report_result(match_of(main, "A1").pk, Report(forfeit=(TOP,), why="no_show"), a_caller())

    assert call(jackpot, "A1").notes == ()


# --- Rest


def test_a_player_rests_between_two_matches(at: Clock) -> None:
    at(EVENING)
    main, jackpot = two_events(rest=15)
    play_code(main, "A1")
    at(EVENING + timedelta(minutes=14))

    refused = held(jackpot, "A1")
    at(EVENING + timedelta(minutes=15))

    assert (refused.code, refused.facts["name"]) == ("player.rests", both_of(main, "A1")[0])
    assert refused.facts["until"] == (EVENING + timedelta(minutes=15)).isoformat()
    assert call(jackpot, "A1").notes == ()


def test_the_rest_holds_the_next_round_of_the_same_event_too(at: Clock) -> None:
    at(EVENING)
    main = a_drawn_event(4)
    change_tournament(main.tournament_id, {"rest": 10}, a_caller())
    play_code(main, "A1")
    play_code(main, "A2")

    assert held(main, "B1").code == "player.rests"
    assert len(held(main, "B1").facts["holds"]) == 2


def test_who_did_not_play_needs_no_rest(at: Clock) -> None:
    at(EVENING)
    main, jackpot = two_events(rest=15)
    report_result(match_of(main, "A1").pk, Report(forfeit=(BOTTOM,), why="no_show"), a_caller())

    assert call(jackpot, "A1").notes == ()


@pytest.mark.parametrize("rest", [-1, 241])
def test_a_rest_that_nobody_would_set_is_refused(rest: int) -> None:
    tournament = a_tournament()

    refused = refusal(lambda: change_tournament(tournament.pk, {"rest": rest}, a_caller()), RuleBroken)

    assert (refused.code, refused.facts) == ("rest", {"got": rest, "most": 240})


def test_no_database_keeps_a_rest_of_days() -> None:
    a_tournament()

    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.update(rest=241)


def test_a_copy_takes_the_rest_and_the_hour_over() -> None:
    main, jackpot = two_events(rest=15)
    later = a_side_event(main, Entry("Ana Kola"), Entry("Arben Leka"), last_start="22:30")

    copied = copy_tournament(main.tournament_id, TournamentSheet("Winter"), a_caller())

    assert copied.rest == 15
    assert [event.conditions for event in copied.events.order_by("pk")] == [
        event.conditions for event in (main, jackpot, later)
    ]


# --- The hour


def test_no_match_starts_after_the_hour_of_its_event(at: Clock) -> None:
    at(EVENING)
    main = a_drawn_event(4)
    change_tournament(main.tournament_id, {"starts_at": datetime(2026, 1, 1, 11, tzinfo=UTC).time()}, a_caller())
    late = a_side_event(main, Entry("Ana Kola"), Entry("Arben Leka"), last_start="22:30")
    at(EVENING + timedelta(minutes=91))

    refused = held(late, "A1")
    free = call(main, "A1")
    at(EVENING + timedelta(hours=15))

    assert (refused.code, refused.facts["last"], refused.facts["time"]) == ("event.hour", "22:30", "Sun 11:00")
    assert refused.facts["until"] == "2026-11-22T10:00:00+00:00"
    assert free.notes == ()
    assert call(late, "A1", "5").notes == ()


def test_a_match_that_is_held_for_the_next_day_lets_its_players_play_elsewhere(at: Clock) -> None:
    at(EVENING)
    main = a_drawn_event(2)
    late = a_side_event(main, Entry("Ana Kola"), Entry("Arben Leka"), last_start="19:00")
    speed = a_side_event(main, Entry("Ana Kola"), Entry("Bo Berg"))

    assert held(late, "A1").code == "event.hour"
    assert call(speed, "A1").notes == ()


def test_an_hour_that_is_none_is_refused() -> None:
    main = a_drawn_event(2)

    refused = refusal(partial(a_side_event, main, Entry("A"), Entry("B"), last_start="25:00"), RuleBroken)

    assert (refused.code, refused.facts) == ("conditions.hour", {"where": "last_start", "got": "25:00"})


# --- All at once


def test_several_matches_are_called_only_if_nothing_holds_any_of_them() -> None:
    main, jackpot = two_events()
    ready = [(match_of(main, "A1").pk, "1"), (match_of(jackpot, "A1").pk, "2")]

    refused = refusal(partial(call_together, main.tournament_id, ready, a_caller()), Refused)
    call_together(main.tournament_id, [ready[0], (match_of(main, "A2").pk, "2")], a_caller())

    assert refused.code == "player.twice"
    assert Match.objects.filter(call__isnull=False).count() == 2


def test_a_call_with_rest_and_links_costs_the_same_in_every_field() -> None:
    costs = []
    for size in (8, 64):
        main = a_drawn_event(size)
        change_tournament(main.tournament_id, {"rest": 15}, a_caller())
        person = add_person(main.tournament.club_id, PersonSheet("Ann Berg"), "", a_caller()).person
        link_entrants(main.pk, {match_of(main, "A2").top_id or 0: person}, a_caller())
        play_code(main, "A1")
        with CaptureQueriesContext(connection) as captured:
            call(main, "A3")
        rows = [query["sql"] for query in captured.captured_queries]
        begin = next(at for at, sql in enumerate(rows) if sql.startswith("SAVEPOINT"))
        costs.append(len(rows[begin + 1 : -1]))

    assert costs == [11, 11]
