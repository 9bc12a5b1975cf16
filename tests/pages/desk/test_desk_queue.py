"""Lines of the desk's queue: written once, in the state in which they are interpreted, or put as a question."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from rules.match.terms import TOP
from tests.factories import a_caller, a_desk_helper, a_director, a_drawn_event, card_of, match_of
from tests.pages.at_the_desk import Director, Seen
from tests.pages.desk.test_desk_line import family, pair
from tournaments.actions.matches.results import Report, report_result
from tournaments.models import Event, Result, Withdrawal

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Four players: A1 is Petra Horvat against Ömer Yıldırım, A2 Falk Brenner against Ainhoa Etxeberria."""
    return a_drawn_event(4, "none", key="1", length=7)


@pytest.fixture
def desk(event: Event) -> Director:
    return Director(a_director(event.tournament.club), event)


def queue(desk: Director, line: str, once: str = "line.desk1.1", **more: str) -> Seen:
    """Send a line as the page's script does."""
    number = desk.event.tournament.stream.number
    fields = {"once": once, "queued": "1", "number": str(number)} | more | {"line": line}
    answer = desk.client.post(desk.address, fields, headers={"X-Desk": "1"})
    return Seen(answer.status_code, answer.content.decode())


def test_a_line_is_written_and_answered_with_the_sentence_of_its_record(event: Event, desk: Director) -> None:
    top, bottom = pair(event, "A1")

    answer = queue(desk, f"{family(top)} 3")

    assert (answer.status, answer.kind) == (200, "recorded")
    assert f"A1 {top} beat {bottom} 7–3" in answer.sentence
    assert card_of(event, "A1").score == (7, 3)


def test_a_line_sent_again_is_answered_with_its_own_record_and_written_once(event: Event, desk: Director) -> None:
    """The name stands for the next match by then: without the key the line would be written there."""
    top, _ = pair(event, "A1")
    other, _ = pair(event, "A2")
    queue(desk, f"{family(other)} 1", "line.desk1.0")

    first = queue(desk, f"{family(top)} 3")
    again = queue(desk, f"{family(top)} 3")

    assert card_of(event, "B1").status == "open"
    assert (again.kind, again.sentence) == ("recorded", first.sentence)
    assert Result.objects.count() == 2


def test_a_line_with_the_key_of_another_is_answered_with_what_was_written(event: Event, desk: Director) -> None:
    command = f"result {match_of(event, 'A1').pk} 3-7"
    queue(desk, "a1 7-3")

    answer = queue(desk, "a1 3-7", command=command, seen="2")

    assert (answer.kind, card_of(event, "A1").score) == ("recorded", (7, 3))


def test_what_nobody_has_read_replaces_no_result_and_takes_nobody_out(event: Event, desk: Director) -> None:
    top, _ = pair(event, "A1")
    queue(desk, "a1 7-3", "line.desk1.1")

    corrected, left = queue(desk, "a1 3-7", "line.desk1.2"), queue(desk, f"{family(top)} leaves", "line.desk1.3")

    assert (corrected.kind, left.kind) == ("corrects", "leaves")
    assert card_of(event, "A1").score == (7, 3)
    assert not Withdrawal.objects.exists()


def test_what_can_not_be_done_says_why_and_is_not_written(event: Event, desk: Director) -> None:
    answers = [queue(desk, line, f"line.desk1.{line}") for line in ("zzz 3", "a1 6-3", "a1", "b1 7-0", "t5")]

    assert [answer.kind for answer in answers] == ["nobody", "cannot", "shows", "cannot", "free"]
    assert not Result.objects.exists()


def test_several_meanings_are_choices_and_the_one_chosen_is_written() -> None:
    event = a_drawn_event(8, "none", key="1", length=7)
    desk = Director(a_director(event.tournament.club), event)

    question = queue(desk, "h 3")
    form = question.forms[1]
    answer = queue(desk, "h 3", command=form.commands[0], seen=form.hidden["seen"])

    assert question.kind == "several"
    assert answer.kind == "recorded"
    assert Result.objects.count() == 1


def test_the_same_result_from_another_desk_is_no_second_one(event: Event, desk: Director) -> None:
    Director(a_desk_helper(event.tournament.club), event).write("a1 7-3")

    assert queue(desk, "a1 7-3").kind == "already"


class Meanwhile:
    """Another desk that enters a slip just before a statement of this one (from 0), if that comes before the lock."""

    def __init__(self, statement: int, enter_slip: Callable[[], object]) -> None:
        self.left, self.enter_slip, self.has_entered = statement, enter_slip, False

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SAVEPOINT"):
            self.left = -1
        self.left -= 1
        if self.left == -1:
            self.has_entered = True
            self.enter_slip()
        return execute(sql, params, many, context)


@pytest.mark.parametrize("statement", range(15))
def test_a_slip_that_another_desk_enters_at_any_moment_is_no_question(
    event: Event, desk: Director, statement: int
) -> None:
    match, caller = match_of(event, "A1").pk, a_caller()
    other_desk = Meanwhile(statement, lambda: report_result(match, Report(points=(7, 3)), caller))

    with connection.execute_wrapper(other_desk):
        answer = queue(desk, "a1 7-3")

    assert (answer.status, answer.kind) == (200, "already" if other_desk.has_entered else "recorded")
    assert Result.objects.count() == 1
    assert other_desk.has_entered or statement >= 12


def test_a_name_whose_match_another_person_finished_meanwhile_is_asked_about(event: Event, desk: Director) -> None:
    """The slip is of A1, which a phone reported while it was typed; the name now stands for B1."""
    top, _ = pair(event, "A1")
    other, _ = pair(event, "A2")
    queue(desk, f"{family(other)} 1", "line.desk1.0")
    number = event.tournament.stream.number
    report_result(match_of(event, "A1").pk, Report(points=(7, 3)), a_caller())

    question = queue(desk, f"{family(top)} 3", number=str(number))
    next_line = queue(desk, f"{family(top)} 3", "line.desk1.2", number=str(number + 9))

    assert (question.kind, card_of(event, "A1").winner) == ("reports", TOP)
    assert next_line.kind == "recorded"


def test_own_lines_of_the_same_desk_are_no_reason_to_ask(event: Event, desk: Director) -> None:
    top, _ = pair(event, "A1")
    other, _ = pair(event, "A2")
    number = str(event.tournament.stream.number)

    kinds = [
        queue(desk, f"{family(name)} 3", f"line.desk1.{turn}", number=number).kind
        for turn, name in enumerate((top, other, top))
    ]

    assert kinds == ["recorded", "recorded", "recorded"]
    assert card_of(event, "B1").score == (7, 3)


def test_a_line_that_must_be_shown_first_is_not_written(event: Event, desk: Director) -> None:
    assert queue(desk, "a1 7-3", ask="1").kind == "reports"
    assert not Result.objects.exists()


def test_undo_in_the_queue_undoes_the_line_before(event: Event, desk: Director) -> None:
    queue(desk, "a1 7-3", "line.desk1.1")

    assert queue(desk, "undo", "line.desk1.2").kind == "undone"
    assert card_of(event, "A1").status == "open"


def test_a_sentence_that_nobody_had_time_to_read_is_asked_about_like_none(event: Event, desk: Director) -> None:
    queue(desk, "a1 7-3", "line.desk1.1")
    command = f"correct {match_of(event, 'A1').pk} 3-7"

    unread = queue(desk, "a1 3-7", "line.desk1.2", command=command, seen="2", unread="1")
    read = queue(desk, "a1 3-7", "line.desk1.2", command=command, seen="2")

    assert (unread.kind, read.kind) == ("corrects", "recorded")
    assert card_of(event, "A1").score == (3, 7)


def test_a_sentence_that_is_out_of_date_is_compared_with_what_counts_now(event: Event, desk: Director) -> None:
    form = desk.type("a1 3-7").form(f"result {match_of(event, 'A1').pk} 3-7")
    Director(a_desk_helper(event.tournament.club), event).write("a1 7-3")

    answer = queue(
        desk, "a1 3-7", command=form.commands[0], seen=form.hidden["seen"], saw=form.hidden["saw"], unread="1"
    )

    assert (answer.status, answer.kind) == (409, "stale")
    assert card_of(event, "A1").score == (7, 3)
