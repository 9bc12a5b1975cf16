"""Lengths change after the draw, lines are exchanged, and an entrant drawn twice is taken out."""

import json

import pytest
from django.core.exceptions import PermissionDenied

from journal.models import Stream
from journal.refusals import Refused
from journal.verify import verify
from rules.errors import RuleBroken
from tests.contents import nothing_changes
from tests.factories import a_caller, a_desk_helper, a_drawn_event, by, match_of, play_code, undo
from tournaments.actions.draws.lines import exchange_lines, take_out
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import EventSheet, set_up_event
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.lengths import set_length
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.models import Event, Line
from tournaments.read.draws.view import draw_view
from tournaments.read.entrants.listed import entrant_list
from tournaments.read.events import draw_of

pytestmark = pytest.mark.django_db


def take_back(event: Event, record: int) -> None:
    undo(event.tournament_id, record, a_caller())


def lengths(event: Event) -> dict[str, int]:
    return {match.code: match.length for match in draw_view(draw_of(Event.objects.get(pk=event.pk)), {}).matches}


def with_lengths(event: Event, **wanted: object) -> EventSheet:
    data = json.loads(Event.objects.get(pk=event.pk).format)
    return EventSheet(format=data | {"length": {**data["length"], **wanted}})


def test_one_match_is_played_to_another_length_and_undone() -> None:
    event = a_drawn_event(8)
    match = match_of(event, "A2")
    before = match.length

    done = set_length(match.pk, 9, "late start", a_caller())

    assert (done.match and done.match.length, lengths(event)["A2"], lengths(event)["A1"]) == (9, 9, before)
    assert (done.moved, match_of(event, "A2").version) == (("A2",), match.version + 1)
    assert verify() == []
    take_back(event, done.record or 0)
    assert lengths(event)["A2"] == before
    assert verify() == []


def test_a_match_played_to_the_wrong_length_is_entered_as_played() -> None:
    event = a_drawn_event(8)
    match = match_of(event, "A1")

    with pytest.raises(RuleBroken):
        report_result(match.pk, Report(points=(5, 3)), a_caller())
    done = report_result(match.pk, Report(points=(5, 3), length=5), a_caller())

    assert (done.match and done.match.score, lengths(event)["A1"]) == ((5, 3), 5)
    assert verify() == []
    take_back(event, done.record or 0)
    assert (lengths(event)["A1"], match_of(event, "A1").result) == (match.length, None)
    assert verify() == []


def test_a_result_of_the_wrong_length_is_corrected_with_the_length_that_was_played() -> None:
    event = a_drawn_event(8)
    play_code(event, "A1")
    match = match_of(event, "A1")

    correct_result(match.pk, Report(points=(2, 3), length=3), "played to 3", a_caller())

    assert lengths(event)["A1"] == 3
    assert match_of(event, "A1").goes_on_id == match.bottom_id
    assert verify() == []


def test_the_length_of_a_finished_match_and_a_senseless_one_are_refused() -> None:
    event = a_drawn_event(8)
    play_code(event, "A1")

    with nothing_changes():
        for code, length, refusal in (
            ("A1", 9, "match.finished"),
            ("A2", 100, "length.range"),
            ("A2", 0, "length.range"),
        ):
            with pytest.raises(RuleBroken) as refused:
                set_length(match_of(event, code).pk, length, "", a_caller())
            assert refused.value.code == refusal
        with pytest.raises(Refused):
            set_length(match_of(event, "A2").pk, match_of(event, "A2").length, "", a_caller())


def test_a_helper_sets_no_length() -> None:
    event = a_drawn_event(8)
    helper = by(a_desk_helper(event.tournament.club))

    with nothing_changes(), pytest.raises(PermissionDenied):
        set_length(match_of(event, "A1").pk, 9, "", helper)
    with nothing_changes(), pytest.raises(PermissionDenied):
        report_result(match_of(event, "A1").pk, Report(points=(9, 6), length=9), helper)


def test_rounds_that_have_not_begun_get_other_lengths_without_a_new_draw() -> None:
    event = a_drawn_event(8)
    play_code(event, "A1")
    draw, before = draw_of(event).pk, lengths(event)

    set_up_event(event.pk, with_lengths(event, consolation=1), a_caller())

    now = lengths(event)
    assert draw_of(Event.objects.get(pk=event.pk)).pk == draw
    consolation = {code for code in now if now[code] != before[code]}
    assert (now["A1"], {now[code] for code in consolation}) == (before["A1"], {1})
    assert consolation
    assert verify() == []


def test_a_round_that_has_begun_keeps_its_length_and_names_its_matches() -> None:
    event = a_drawn_event(8)
    start_match(match_of(event, "A3").pk, a_caller())

    with nothing_changes(), pytest.raises(Refused) as refused:
        set_up_event(event.pk, with_lengths(event, main=9), a_caller())

    assert (refused.value.code, refused.value.facts) == ("lengths.begun", {"matches": ["A3"]})


def test_undoing_the_set_up_brings_the_lengths_back_unless_a_result_rests_on_them() -> None:
    event = a_drawn_event(8)
    before = lengths(event)
    set_up_event(event.pk, with_lengths(event, main=9), a_caller())
    number = Stream.objects.get(pk=event.tournament.stream_id).number
    report = report_result(match_of(event, "A1").pk, Report(points=(9, 0)), a_caller())

    with pytest.raises(Refused):
        take_back(event, number)
    take_back(event, report.record or 0)
    take_back(event, number)

    assert lengths(event) == before
    assert verify() == []


def test_anything_but_lengths_stays_fixed_after_the_draw() -> None:
    event = a_drawn_event(8)
    data = json.loads(event.format)

    with nothing_changes(), pytest.raises(Refused) as refused:
        set_up_event(event.pk, EventSheet(format=data | {"crawford": False, "holland": False}), a_caller())

    assert refused.value.code == "draw.format"


def lines(event: Event) -> dict[str, int | None]:
    return {each.name: each.line for each in entrant_list(event.pk)}


def test_two_entrants_exchange_their_lines_and_the_undo_puts_them_back() -> None:
    event = a_drawn_event(8)
    one, other = entrant_list(event.pk)[:2]
    before = lines(event)

    done = exchange_lines(one.id, other.id, "wrong pots", a_caller())

    assert (lines(event)[one.name], lines(event)[other.name]) == (before[other.name], before[one.name])
    assert verify() == []
    take_back(event, done.record)
    assert lines(event) == before
    assert verify() == []


def test_nobody_exchanges_lines_once_a_match_of_theirs_has_begun() -> None:
    event = a_drawn_event(8)
    match = match_of(event, "A1")
    start_match(match.pk, a_caller())
    other = match_of(event, "A2").top_id or 0

    with nothing_changes(), pytest.raises(Refused) as refused:
        exchange_lines(match.top_id or 0, other, "wrong pots", a_caller())

    assert refused.value.code == "match.begun"


def test_an_entrant_drawn_twice_is_taken_out_and_a_forgotten_player_takes_the_line() -> None:
    event = a_drawn_event(8)
    twice = entrant_list(event.pk)[3]

    done = take_out(twice.id, "drawn twice", a_caller())
    seated = enter(event.pk, [Entry("Forgotten Falk")], a_caller())

    assert (done.line, seated.entrants[0].line) == (None, twice.line)
    assert Line.objects.filter(entrant=None).count() == 1
    assert verify() == []
