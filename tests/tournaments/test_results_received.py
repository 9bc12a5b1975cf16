"""A club's ratings follow what its tournaments settle: results, corrections, undoing, links, and final orders."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from clubs.actions.persons.details import add_person
from clubs.actions.persons.steps import PersonSheet
from clubs.actions.ratings.receiving import receive_results
from clubs.models import Club, FinishedEvent, PlayedMatch, RatedPlayer
from clubs.tasks import ask_for_ratings
from journal.models import Record
from journal.verify import verify
from rules.match.terms import BOTTOM
from runtime.jobs import queue, workers
from runtime.models import Job
from tests.clubs.ratings.lists import a_list, counted, rows_of
from tests.factories import a_caller, a_drawn_event, match_of, named_players, play, play_code, play_out, undo
from tournaments.actions.entrants.people import link_entrants
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.results import Report, report_result
from tournaments.models import Entrant, Event, Match
from tournaments.read.club.results import results_of, tournaments_behind
from tournaments.tasks import ask_for_results

pytestmark = pytest.mark.django_db


def a_linked_event(size: int = 4, consolation: str = "none", **more: Any) -> tuple[Event, dict[int, int]]:
    """Return a drawn event whose entrants are all linked to people of the club, and entrant → person."""
    event = a_drawn_event(size, consolation, **more)
    club = event.tournament.club_id
    entrants = list(Entrant.objects.filter(event=event).order_by("number").values_list("pk", flat=True))
    persons = [add_person(club, PersonSheet(name), "full", a_caller()).person for name in named_players(size)]
    links = dict(zip(entrants, persons, strict=True))
    link_entrants(event.pk, dict(links), a_caller())
    return event, links


def received(event: Event) -> list[PlayedMatch]:
    """Let the club receive what there is, and return the latest turns by match."""
    receive_results(results_of(event.tournament_id))
    rows = PlayedMatch.objects.filter(club=event.tournament.club_id).order_by("match", "turn")
    return list({row.match: row for row in rows}.values())


def later(**span: int) -> datetime:
    """Return a time after the last record."""
    return Record.objects.order_by("-at").values_list("at", flat=True)[0] + timedelta(**span)


def test_a_settled_match_is_received_once_with_whom_the_club_knows() -> None:
    event, links = a_linked_event(length=5)
    match = match_of(event, "A1")
    play(match)

    (row,) = received(event)
    again = received(event)

    winner, loser = links[match.top_id or 0], links[match.bottom_id or 0]
    assert (row.winner_id, row.loser_id, row.length, row.kind, row.entrants) == (winner, loser, 5, "played", 4)
    assert (row.match, row.event, row.bracket, row.void) == (match.pk, event.pk, "main", False)
    assert [each.pk for each in again] == [row.pk]
    assert Record.objects.filter(verb="results.received").count() == 1
    assert verify() == []


def test_a_result_that_is_not_settled_waits() -> None:
    event, _ = a_linked_event()
    match = match_of(event, "A1")

    play(match, settled=False)

    assert received(event) == []


def test_a_correction_keeps_its_place_in_time_and_an_undone_result_counts_no_more() -> None:
    event, links = a_linked_event()
    match = match_of(event, "A1")
    play(match)
    (first,) = received(event)

    correct_result(match.pk, Report(points=(2, 7)), "misread", a_caller())
    (corrected,) = received(event)

    assert (corrected.winner_id, corrected.turn) == (links[match.bottom_id or 0], 2)
    assert corrected.played == first.played
    record = Record.objects.get(verb="match.corrected")
    undo(event.tournament_id, record.number, a_caller())
    assert received(event)[0].winner_id == links[match.top_id or 0]
    undo(event.tournament_id, Record.objects.get(verb="match.finished").number, a_caller())
    assert [(row.turn, row.void) for row in received(event)] == [(4, True)]


def test_a_walkover_is_known_as_one_and_a_retirement_as_unfinished() -> None:
    event, _ = a_linked_event()
    report_result(match_of(event, "A1").pk, Report(forfeit=(BOTTOM,), why="no_show"), a_caller())
    report_result(match_of(event, "A2").pk, Report(points=(3, 2), forfeit=(BOTTOM,), why="retired"), a_caller())

    assert [row.kind for row in received(event)] == ["walkover", "unfinished"]


def test_whom_the_club_does_not_know_is_nobody_until_they_are_linked() -> None:
    event, links = a_linked_event()
    match = match_of(event, "A1")
    play(match)
    link_entrants(event.pk, {match.top_id or 0: None}, a_caller())
    assert [(row.winner_id, row.loser_id) for row in received(event)] == [(None, links[match.bottom_id or 0])]

    link_entrants(event.pk, {match.top_id or 0: links[match.top_id or 0]}, a_caller())

    assert [row.winner_id for row in received(event)] == [links[match.top_id or 0]]


def test_the_order_of_an_event_comes_when_everything_is_played_and_goes_when_something_is_open_again() -> None:
    event, links = a_linked_event(4, "none")
    play_code(event, "A1")
    received(event)
    assert FinishedEvent.objects.count() == 0

    play_out(event)
    received(event)

    order = FinishedEvent.objects.get()
    first, second = (match_of(event, "B1").top_id or 0, match_of(event, "B1").bottom_id or 0)
    losers = [links[match_of(event, code).bottom_id or 0] for code in ("A1", "A2")]
    assert order.places == f"[[{links[first]}],[{links[second]}],[{losers[0]},{losers[1]}]]"
    assert (order.name, order.void) == ("Bilbao Autumn Open: Main", False)
    last = Record.objects.filter(verb="match.finished").order_by("-number")[0]
    undo(event.tournament_id, last.number, a_caller())
    received(event)
    assert [each.void for each in FinishedEvent.objects.order_by("turn")] == [False, True]


def test_the_clock_brings_results_into_the_list_by_jobs(at: Callable[[datetime], None]) -> None:
    event, links = a_linked_event()
    club: Club = event.tournament.club
    view = a_list(club)
    match = match_of(event, "A1")
    at(later(minutes=5))
    play(match)
    soon = later(seconds=1)
    assert (ask_for_results(soon), tournaments_behind(soon)) == (0, [])

    assert ask_for_results(later(seconds=3)) == 1
    assert ask_for_results(later(seconds=4)) == 0
    run_jobs()
    assert ask_for_ratings(later(seconds=4)) == 1
    run_jobs()

    assert [row.match for row in rows_of(view)] == [match.pk]
    values = dict(RatedPlayer.objects.filter(rating_list=view.pk).values_list("person", "rating"))
    assert values[links[match.top_id or 0]] > 1500 > values[links[match.bottom_id or 0]]
    assert (ask_for_results(later(seconds=9)), ask_for_ratings(later(seconds=9))) == (0, 0)
    assert Job.objects.exclude(state=Job.State.DONE).count() == 0


def run_jobs() -> None:
    """Run the jobs that are due, in this thread."""
    while (job := queue.lease(later(seconds=10))) is not None:
        workers.run(job)


def test_a_tournament_of_a_club_without_lists_is_left_alone() -> None:
    event, _ = a_linked_event()
    play_code(event, "A1")

    assert ask_for_results(later(seconds=3)) == 0


def test_every_match_of_every_bracket_counts() -> None:
    event, _ = a_linked_event(8, "progressive")
    view = a_list(event.tournament.club)
    play_out(event)

    assert len(received(event)) == Match.objects.filter(draw__event=event, result__isnull=False).count()
    counted(view)
    assert [row.match for row in rows_of(view)] == [
        row.match for row in sorted(received(event), key=lambda each: (each.played, each.match))
    ]
    assert verify() == []
