"""A page holds the lock of its stream: a second one begins when the first is committed, on every database."""

import threading

import pytest
from django.db import connection, connections

from clubs.actions.clubs import open_club
from journal import book
from journal.actors import SYSTEM
from journal.models import Record, Stream
from journal.verify import verify
from tests.factories import a_caller


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("emptied_memory")
@pytest.mark.skipif(connection.vendor != "postgresql", reason="on SQLite a transaction is the lock")
def test_a_second_page_waits_for_the_first_and_goes_on_after_it() -> None:
    """Without ``select_for_update`` both read the same number, and the second dies when it writes its record."""
    open_club("Bilbao", a_caller())
    errors: list[BaseException] = []

    def second() -> None:
        try:
            with book.page("site", book.Caller(SYSTEM)) as page:
                page.record("job.retried", job=2)
        except BaseException as error:
            errors.append(error)
        finally:
            connections.close_all()

    waiting = threading.Thread(target=second)
    before = Stream.objects.get(name="site").number
    with book.page("site", book.Caller(SYSTEM)) as page:
        page.record("job.retried", job=1)
        waiting.start()
        waiting.join(0.5)
        assert waiting.is_alive(), "the second page began beside the first"
    waiting.join(20)

    assert errors == []
    numbers = Record.objects.filter(stream__name="site", verb="job.retried").order_by("number")
    assert [record.number for record in numbers] == [before + 1, before + 2]
    assert verify() == []
