"""The tables of the room: named once, in the desk's own order, closed for a reason."""

from functools import partial

import pytest

from journal.models import Record, Words
from journal.refusals import Refused, Unknown
from journal.verify import verify
from tests.contents import refusal
from tests.factories import Program, a_caller, a_desk_helper, a_tournament, undo
from tournaments.actions.matches.tables import close_table, furnish, open_table
from tournaments.models import Table, Tournament
from tournaments.read.events import tables

pytestmark = pytest.mark.django_db


def numbered(count: int) -> list[Table]:
    return [Table(str(number)) for number in range(1, count + 1)]


def test_a_room_is_furnished_and_remembered() -> None:
    tournament = a_tournament()

    furnish(tournament.pk, [Table(" 01 "), Table("2", "  stream "), Table("Bar")], a_caller())

    assert tables(tournament.pk) == (Table("1"), Table("2", "stream"), Table("Bar"))
    assert Record.objects.order_by("-pk")[0].verb == "tables.set"
    assert Words.objects.get().text == "1, 2 (stream), Bar"
    assert verify() == []


@pytest.mark.parametrize(
    ("posted", "code"),
    [
        ([Table("1"), Table("01")], "tables.twice"),
        ([Table("Bar"), Table("BAR")], "tables.twice"),
        (numbered(201), "tables.many"),
        ([Table(" ")], "name.empty"),
        ([Table("thirteen long")], "name.long"),
        ([Table("1\n2")], "name.hidden"),
        ([Table("1", "x" * 41)], "reason.long"),
        ([Table("1", "a\u202eb")], "reason.hidden"),
    ],
)
def test_a_room_that_cannot_be_is_refused(posted: list[Table], code: str) -> None:
    tournament = a_tournament()

    assert refusal(partial(furnish, tournament.pk, posted, a_caller())).code == code


def test_a_room_holds_two_hundred_tables_or_none() -> None:
    tournament = a_tournament()

    furnish(tournament.pk, numbered(200), a_caller())
    full = len(tables(tournament.pk))
    furnish(tournament.pk, [], a_caller())

    assert (full, tables(tournament.pk)) == (200, ())


def test_one_table_is_closed_and_opened_and_the_others_stay() -> None:
    tournament = a_tournament()
    furnish(tournament.pk, [Table("1"), Table("Bar")], a_caller())

    close_table(tournament.pk, "bar", "wobbles", a_caller())
    closed = tables(tournament.pk)
    open_table(tournament.pk, "BAR", a_caller())

    assert closed == (Table("1"), Table("Bar", "wobbles"))
    assert tables(tournament.pk) == (Table("1"), Table("Bar"))


def test_a_table_is_closed_for_a_reason_and_only_where_it_stands() -> None:
    tournament = a_tournament()
    furnish(tournament.pk, numbered(2), a_caller())

    assert refusal(lambda: close_table(tournament.pk, "1", " ", a_caller())).code == "reason.empty"
    assert refusal(lambda: close_table(tournament.pk, "3", "gone", a_caller())).code == "table.unknown"
    assert refusal(lambda: open_table(tournament.pk, "3", a_caller())).code == "table.unknown"
    assert refusal(lambda: furnish(99, [], a_caller()), Unknown).code == "tournament.unknown"


def test_tables_are_set_again_not_undone() -> None:
    tournament = a_tournament()
    furnish(tournament.pk, numbered(2), a_caller())

    assert refusal(lambda: undo(tournament.pk, 1, a_caller()), Refused).code == "undo.never"


def test_a_program_reads_and_sets_them() -> None:
    tournament = Tournament.objects.get(pk=a_tournament().pk)
    program, path = Program(a_desk_helper(tournament.club)), f"tournaments/{tournament.pk}/tables/"
    posted = {"tables": [{"name": "1", "closed": ""}, {"name": "8", "closed": "stream"}]}

    empty = program.get(path)
    put = program.put(path, {"tables": [{"name": "1"}, {"name": "8", "closed": "stream"}]})

    assert (empty.data, put.status, put.data, program.get(path).data) == ({"tables": []}, 200, posted, posted)
    assert program.put(path, {"tables": [{"name": "1"}], "closed": []}).status == 400
    assert program.put(path, {"tables": [{"name": "1"}, {"name": "1"}]}).code == "tables.twice"
