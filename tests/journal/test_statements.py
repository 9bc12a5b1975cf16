"""Statements that are written once read and write what Django's own do."""

import sqlite3
from typing import Any

import pytest
from django.db import connection
from django.db.models import Count, Max, Model, TextField
from django.test.utils import CaptureQueriesContext

from journal.models import Page, Record, Stream
from journal.statements import Blank, Columns, Reading, insert, insert_all, written_out
from rules.match.terms import BOTTOM
from tests.depth import ON_POSTGRESQL
from tests.factories import a_caller, a_drawn_event, match_of, play
from tests.phones import says
from tournaments.actions.matches.calls import call_match
from tournaments.actions.steps import BESIDE
from tournaments.models import Entrant, Event, Match, Tick

pytestmark = pytest.mark.django_db

reading = Reading(lambda: Match.objects.filter(pk=Blank("pk")), ["draw__event", *BESIDE], ["draw__plan"])


def columns_of(match: Match) -> list[tuple[Any, ...]]:
    """Return what was read of a match and of everything beside it: type, columns, whether it is new."""
    read: list[tuple[Any, ...]] = []
    for path in ["", "draw", "draw__event", "call", "penalty", "start", "card", "top_claim", *BESIDE]:
        model: Model | None = match
        for name in path.split("__") if path else []:
            model = model and model._state.fields_cache[name]
        if model is not None:
            columns = {name: value for name, value in vars(model).items() if name != "_state"}
            read.append((path, type(model), columns, model._state.adding))
    return read


@pytest.fixture
def called() -> Match:
    """A match that was called and reported by one player."""
    match = match_of(a_drawn_event(4), "A1")
    call_match(match.pk, "7", a_caller())
    says(match, BOTTOM, (7, 5))
    return match


def test_a_reading_returns_what_django_reads(called: Match) -> None:
    untouched = match_of(called.draw.event, "A2")

    for match in (called, untouched):
        theirs = Match.objects.select_related("draw__event", *BESIDE).defer("draw__plan").get(pk=match.pk)
        [ours] = reading(pk=match.pk)
        assert columns_of(ours) == columns_of(theirs)


def test_a_reading_is_one_statement_and_reads_what_it_left_out_when_it_is_wanted(called: Match) -> None:
    with CaptureQueriesContext(connection) as queries:
        [match] = reading(pk=called.pk)
        assert match.draw.event.name == "Main"
        assert match.call is not None
        assert match.call.record.verb == "match.called"
    assert len(queries) == 1

    plan = called.draw.plan
    with CaptureQueriesContext(connection) as queries:
        assert match.draw.plan == plan
    assert len(queries) == 1


def test_a_reading_finds_nothing_where_nothing_is() -> None:
    assert reading(pk=4711) == []


@pytest.mark.parametrize("number", [1 << 63, 10**30, -(10**30)])
def test_a_number_that_no_column_can_hold_is_in_no_row(called: Match, number: int) -> None:
    keys = Columns(lambda: Match.objects.filter(pk=Blank("pk")).values_list("pk"))

    assert (reading(pk=called.pk), keys(pk=called.pk)) == ([called], [(called.pk,)])
    assert (reading(pk=number), keys(pk=number)) == ([], [])


def test_a_blank_may_be_a_text(called: Match) -> None:
    by_name = Reading(lambda: Stream.objects.filter(name=Blank("name", TextField())))
    name = f"tournament:{called.draw.event.tournament_id}"

    assert [stream.name for stream in by_name(name=name)] == [name]
    assert by_name(name="x' OR '1'='1") == []


def test_inserted_rows_are_those_that_were_given(called: Match) -> None:
    play(match_of(called.draw.event, "A2"))
    stream = Stream.objects.get(name=f"tournament:{called.draw.event.tournament_id}")
    last = Record.objects.filter(stream=stream).latest("number")
    page = Page(id=stream.record_id(90), stream=stream, actor="user:1", status=200, body_hash="", answer="", topics="")
    record = Record(
        id=page.pk, page=page, stream=stream, number=90, verb="match.finished", at=last.at, body="{}", hash="0"
    )

    insert([page])
    insert([record])

    assert not record._state.adding
    again = Record.objects.select_related("page").get(pk=record.pk)
    assert (again.at, again.body, again.page.actor, again.page.key) == (last.at, "{}", "user:1", None)


def test_a_text_with_a_quote_is_no_constant_of_a_statement() -> None:
    with pytest.raises(ValueError, match="'"):
        written_out(Stream.objects.filter(name="tournament:1' --"))


def test_rows_without_keys_get_theirs_in_order_and_refer_to_rows_that_were_saved_after_they_were_made() -> None:
    event = a_drawn_event(4)
    record = Record.objects.latest("pk")
    entrants = [Entrant(event=event, number=number, record=record) for number in (91, 92)]
    ticks = [Tick(entrant=entrant, kind="here", on=True, record=record) for entrant in entrants]

    insert(entrants)
    insert(ticks)

    assert list(Entrant.objects.filter(number__gt=90).values_list("pk", "number")) == [
        (entrants[0].pk, 91),
        (entrants[1].pk, 92),
    ]
    assert [tick.entrant_id for tick in Tick.objects.order_by("pk")] == [entrants[0].pk, entrants[1].pk]
    assert [tick.pk for tick in Tick.objects.order_by("pk")] == [tick.pk for tick in ticks]


@pytest.mark.skipif(ON_POSTGRESQL, reason="only SQLite can be told to take fewer values")
def test_rows_with_more_values_than_a_statement_takes_go_into_several() -> None:
    event = a_drawn_event(4)
    record = Record.objects.latest("pk")
    entrants = [Entrant(event=event, number=number, record=record) for number in range(91, 96)]
    columns = len(Entrant._meta.concrete_fields)
    before = connection.connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 2 * columns)

    try:
        with CaptureQueriesContext(connection) as sent:
            insert_all(entrants)
    finally:
        connection.connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, before)

    assert len(sent) == 3
    assert list(Entrant.objects.filter(number__gt=90).order_by("number").values_list("pk", "number")) == [
        (each.pk, each.number) for each in entrants
    ]


def test_rows_of_which_only_some_have_keys_are_refused() -> None:
    record = Record(pk=1)

    with pytest.raises(ValueError, match="all rows are known, or none"):
        insert([record, Record()])


def test_a_reading_gives_rows_their_annotations(called: Match) -> None:
    counted = Reading(
        lambda: Event.objects.filter(pk=Blank("pk")).annotate(many=Count("draws"), last=Max("draws__number")),
        beside=["tournament"],
        annotated=["many", "last"],
    )

    [event] = counted(pk=called.draw.event_id)

    assert (vars(event)["many"], vars(event)["last"], event.tournament.pk) == (1, 1, called.draw.event.tournament_id)
