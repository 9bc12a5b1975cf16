"""Called to a table: where, who else sits there, and what it leaves alone."""

from functools import partial

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext

from journal.book import Previewed
from journal.models import Record
from journal.refusals import Refused, Superseded, Unknown
from journal.verify import verify
from rules.errors import RuleBroken
from rules.match.terms import TOP
from tests.contents import nothing_changes, refusal
from tests.factories import (
    a_caller,
    a_club,
    a_desk_helper,
    a_drawn_event,
    a_format,
    a_stranger,
    a_tournament,
    by,
    card_of,
    in_order_of_lines,
    match_of,
    play_code,
    undo,
)
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import open_event
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.corrections import clear_result
from tournaments.actions.matches.results import start_match
from tournaments.actions.matches.tables import close_table, furnish
from tournaments.actions.steps import Outcome
from tournaments.models import Call, Event, Match, Table

pytestmark = pytest.mark.django_db


def call(event: Event, code: str, table: str | int) -> Outcome:
    return call_match(match_of(event, code).pk, table, a_caller())


def take_back(event: Event, back: int = 0) -> object:
    """Undo the last record, or the one ``back`` before it."""
    event.tournament.stream.refresh_from_db()
    return undo(event.tournament_id, event.tournament.stream.number - back, a_caller())


def two_events(*names: str) -> tuple[Event, Event]:
    """Return two drawn events of one tournament; ``names`` are entered in the second."""
    first = a_drawn_event(8)
    second = open_event(first.tournament_id, "Jackpot", a_format("none", 5), a_caller())
    entered = in_order_of_lines(second, list(names or ("Ana Kola", "Arben Leka")), "jackpot")
    enter(second.pk, [Entry(name) for name in entered], a_caller())
    make_draw(second.pk, "jackpot", a_caller())
    return first, second


def test_a_call_says_where_and_is_a_fact() -> None:
    event = a_drawn_event(8)

    outcome = call(event, "A3", 4)

    assert outcome.match == card_of(event, "A3")
    assert (card_of(event, "A3").table, card_of(event, "A3").called) == ("4", True)
    assert Record.objects.order_by("-pk")[0].verb == "match.called"
    assert Call.objects.get().table == "4"
    assert verify() == []


def test_a_call_leaves_begun_and_version_alone() -> None:
    event = a_drawn_event(8)

    outcome = call(event, "A3", "4")

    assert (card_of(event, "A3").begun, card_of(event, "A3").version, outcome.moved) == (False, 1, ())


def test_a_call_moves_and_an_empty_one_is_taken_back() -> None:
    event = a_drawn_event(8)
    call(event, "A3", "4")
    start_match(match_of(event, "A3").pk, a_caller())

    moved = call(event, "A3", "stage")
    back = call(event, "A3", " ")

    assert moved.match is not None
    assert (moved.match.table, moved.match.called, moved.match.begun) == ("stage", True, True)
    assert back.match is not None
    assert (back.match.table, back.match.called, back.match.begun) == ("", False, True)


@pytest.mark.parametrize(
    ("posted", "kept"),
    [("04", "4"), (" 12 ", "12"), ("٧", "7"), ("Stage  1", "Stage 1"), ("Ω left", "Ω left"), ("a" * 12, "a" * 12)],
)
def test_a_table_is_read_as_people_write_it(posted: str, kept: str) -> None:
    event = a_drawn_event(8)

    call(event, "A3", posted)

    assert card_of(event, "A3").table == kept


@pytest.mark.parametrize(
    ("posted", "code"), [("a" * 13, "name.long"), ("4\n5", "name.hidden"), ("4\u202e", "name.hidden")]
)
def test_a_table_that_nobody_can_read_is_refused(posted: str, code: str) -> None:
    event = a_drawn_event(8)

    assert refusal(partial(call, event, "A3", posted)).code == code


def test_what_stands_already_is_refused_so_that_two_desks_make_one_record() -> None:
    event = a_drawn_event(8)
    call(event, "A3", "4")

    again = refusal(partial(call, event, "A3", "04"), Refused)
    nothing = refusal(partial(call, event, "A4", ""), Refused)

    assert (again.code, again.facts["table"], again.facts["match"]) == ("match.called", "4", card_of(event, "A3"))
    assert nothing.code == "match.uncalled"


def test_a_match_that_is_not_open_is_not_called() -> None:
    event = a_drawn_event(7)
    play_code(event, "A3")

    assert refusal(partial(call, event, "A1", "4"), Refused).code == "match.bye"
    assert refusal(partial(call, event, "A3", "4"), Refused).code == "match.finished"
    assert refusal(partial(call, event, "B1", "4"), Refused).code == "match.waiting"
    assert refusal(lambda: call_match(99, "4", a_caller()), Unknown).code == "match.unknown"


def test_a_match_of_a_draw_that_was_made_again_is_not_called() -> None:
    event = a_drawn_event(8)
    old = match_of(event, "A3")
    make_draw(event.pk, "again", a_caller())

    refused = refusal(lambda: call_match(old.pk, "4", a_caller()), Superseded)

    assert (refused.code, refused.facts["match"]) == ("draw.superseded", match_of(event, "A3").pk)


# --- Who sits there


def test_a_table_is_taken_by_whoever_was_called_first() -> None:
    event = a_drawn_event(8)
    call(event, "A3", "Stage")

    refused = refusal(partial(call, event, "A4", "STAGE"), Refused)

    assert (refused.code, refused.status) == ("table.taken", 409)
    assert refused.facts == {
        "table": "STAGE", "match": match_of(event, "A3").pk, "match_code": "A3", "event": "Main",
    }  # fmt: skip


def test_a_table_is_taken_in_whatever_event_of_the_tournament() -> None:
    main, jackpot = two_events()
    call(main, "A3", "4")

    refused = refusal(partial(call, jackpot, "A1", "4"), Refused)

    assert (refused.code, refused.facts["match_code"], refused.facts["event"]) == ("table.taken", "A3", "Main")


def test_a_table_of_another_tournament_is_another_table() -> None:
    event, other = a_drawn_event(8), a_drawn_event(8)
    call(event, "A3", "4")

    assert call(other, "A3", "4").notes == ()


def test_a_table_is_free_again_when_its_match_is_over_moved_or_called_back() -> None:
    event = a_drawn_event(8)
    call(event, "A1", "1")
    call(event, "A2", "2")
    call(event, "A3", "3")
    play_code(event, "A1")
    call(event, "A2", "22")
    call(event, "A3", "")

    for code, table in (("A4", "1"), ("A4", "2"), ("A4", "3")):
        call(event, code, table)

    assert card_of(event, "A4").table == "3"
    assert (card_of(event, "A1").table, card_of(event, "A1").status) == ("1", "finished")


def test_a_called_match_whose_player_changed_holds_no_table() -> None:
    event = a_drawn_event(8)
    play_code(event, "A1")
    play_code(event, "A2")
    call(event, "B1", "4")
    clear_result(match_of(event, "A2").pk, "wrong slip", a_caller())

    assert (card_of(event, "B1").table, call(event, "A3", "4").match is not None) == ("", True)

    play_code(event, "A2")
    assert card_of(event, "B1").table == "4", "what was entered for the two counts again when they meet again"


def test_a_superseded_draw_holds_no_table() -> None:
    event = a_drawn_event(8)
    call(event, "A3", "4")
    make_draw(event.pk, "again", a_caller())

    assert call(event, "A4", "4").match is not None


def test_a_closed_table_is_refused_with_the_reason() -> None:
    event = a_drawn_event(8)
    furnish(event.tournament_id, [Table("1"), Table("8", "stream"), Table("Stage")], a_caller())

    refused = refusal(partial(call, event, "A3", "8"), Refused)
    call(event, "A3", "stage")

    assert (refused.code, refused.facts) == ("table.closed", {"table": "8", "why": "stream"})
    assert card_of(event, "A3").table == "Stage", "as the room's list spells it"


def test_who_sits_at_a_table_that_is_closed_later_stays_there() -> None:
    event = a_drawn_event(8)
    furnish(event.tournament_id, [Table("1"), Table("8")], a_caller())
    call(event, "A3", "8")
    close_table(event.tournament_id, "8", "stream", a_caller())

    assert card_of(event, "A3").table == "8"
    assert refusal(partial(call, event, "A4", "8"), Refused).code == "table.closed"


def test_free_tables_are_checked_under_the_lock() -> None:
    event = a_drawn_event(8)

    with CaptureQueriesContext(connection) as captured:
        call(event, "A3", "4")

    rows = [query["sql"] for query in captured.captured_queries]
    begin = next(at for at, sql in enumerate(rows) if sql.startswith(("BEGIN", "SAVEPOINT")))
    lock = next(at for at, sql in enumerate(rows) if 'FROM "journal_stream"' in sql)
    wanted = next(at for at, sql in enumerate(rows) if '"tournaments_match"."status" =' in sql)
    written = next(at for at, sql in enumerate(rows) if sql.startswith('INSERT INTO "tournaments_call"'))
    assert begin < lock < wanted < written < len(rows) - 1


# --- Undo


def test_a_result_is_undone_whatever_was_called_before_it() -> None:
    event = a_drawn_event(8)
    call(event, "A3", "4")
    play_code(event, "A3")

    take_back(event)

    assert (card_of(event, "A3").status, card_of(event, "A3").table) == ("open", "4")


def test_a_start_is_undone_whatever_was_called_after_it() -> None:
    event = a_drawn_event(8)
    start_match(match_of(event, "A3").pk, a_caller())
    call(event, "A3", "4")

    take_back(event, 1)

    assert (card_of(event, "A3").begun, card_of(event, "A3").table) == (False, "4")


def test_a_call_is_undone_after_the_match_and_its_result_stays() -> None:
    event = a_drawn_event(8)
    call(event, "A3", "4")
    play_code(event, "A3", TOP, 3)

    take_back(event, 1)

    card = card_of(event, "A3")
    assert (card.status, card.score, card.table, card.version) == ("finished", (7, 3), "", 2)
    assert verify() == []


def test_an_earlier_call_is_undone_after_the_later_one() -> None:
    event = a_drawn_event(8)
    call(event, "A3", "4")
    call(event, "A3", "5")

    assert refusal(partial(take_back, event, 1), Refused).code == "undo.superseded"
    take_back(event)
    assert card_of(event, "A3").table == "4"


def test_a_move_is_not_undone_to_a_table_that_others_have_or_that_is_closed() -> None:
    event = a_drawn_event(8)
    furnish(event.tournament_id, [Table("4"), Table("5")], a_caller())
    call(event, "A3", "4")
    call(event, "A3", "5")
    call(event, "A4", "4")

    assert refusal(partial(take_back, event, 1), Refused).code == "table.taken"
    play_code(event, "A4")
    close_table(event.tournament_id, "4", "wobbles", a_caller())
    assert refusal(partial(take_back, event, 3), Refused).code == "table.closed"


# --- Who may, and trying


def test_the_desk_calls_and_strangers_do_not() -> None:
    event = a_drawn_event(8)
    match = match_of(event, "A3").pk
    desk, elsewhere = a_desk_helper(event.tournament.club), a_desk_helper(a_club("Wien"), "x@barpoint.example")

    stranger = a_stranger()

    refusal(lambda: call_match(match, "4", by(elsewhere)), PermissionDenied)
    refusal(lambda: call_match(match, "4", by(stranger)), PermissionDenied)

    assert call_match(match, "4", by(desk)).record is not None


def test_a_call_that_is_tried_changes_nothing_and_a_stale_one_is_refused() -> None:
    event = a_drawn_event(8)
    match = match_of(event, "A3").pk

    with nothing_changes(), pytest.raises(Previewed):
        call_match(match, "4", a_caller(preview=True))
    assert refusal(lambda: call_match(match, "4", a_caller(seen=7)), RuleBroken).code == "stale"


def test_the_row_of_a_call_is_held_against_the_facts() -> None:
    event = a_drawn_event(8)
    call(event, "A3", "4")
    Match.objects.filter(code="A3").update(call=None)

    assert [(flaw.code, flaw.where) for flaw in verify()] == [("match.row", f"event {event.pk} A3")]


def test_a_tournament_without_a_list_of_tables_has_any_table() -> None:
    assert a_tournament().furniture == ()
