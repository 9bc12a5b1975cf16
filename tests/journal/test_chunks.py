"""Rows in chunks: all of them, in order, and no statement is open while they are handed out."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from django.db import connection

from journal.chunks import all_in_chunks, in_chunks
from journal.models import Record
from tests.factories import a_drawn_event, play_out


@pytest.mark.django_db
@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_every_row_comes_once_and_in_order(size: int) -> None:
    play_out(a_drawn_event(4))
    everything = list(Record.objects.order_by("pk"))

    assert list(in_chunks(Record.objects.all(), size=size)) == everything
    assert list(all_in_chunks(Record, size=size)) == everything


@pytest.mark.django_db
def test_rows_of_one_stream_come_in_the_order_of_their_numbers() -> None:
    event = a_drawn_event(4)
    stream = event.tournament.stream

    numbers = [record.number for record in in_chunks(Record.objects.filter(stream=stream), "number", size=2)]

    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("emptied_memory")
@pytest.mark.skipif(connection.vendor != "sqlite", reason="readers hold up writers on SQLite only")
@pytest.mark.parametrize("read", [in_chunks, all_in_chunks])
def test_a_reader_that_thinks_about_a_row_holds_nobody_up(read: Callable[..., Iterator[Record]]) -> None:
    a_drawn_event(4)
    name = connection.settings_dict["NAME"]

    rows = read(Record.objects.all() if read is in_chunks else Record, size=2)
    next(rows)
    with closing(sqlite3.connect(name, uri=True, timeout=0, isolation_level=None)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        writer.execute("ROLLBACK")

    assert len(list(rows)) > 2
