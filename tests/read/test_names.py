"""Two entrants of one event are never shown under the same name."""

import pytest

from tests.factories import a_caller, a_tournament, an_event
from tournaments.actions.entrants.entering import Entry, enter, rename
from tournaments.models import Event
from tournaments.read.entrants.listed import in_order_of_names
from tournaments.read.entrants.names import EntrantName, distinct_names, names_in, names_in_tournament

pytestmark = pytest.mark.django_db


def entered(*entries: Entry) -> Event:
    event = an_event()
    enter(event.pk, list(entries), a_caller())
    return event


@pytest.mark.parametrize(
    ("namesakes", "shown"),
    [
        ([("Praha", ""), ("Leeds", "")], ["Jan Novák (Praha)", "Jan Novák (Leeds)"]),
        ([("Praha", ""), ("", "SVK")], ["Jan Novák (Praha)", "Jan Novák (SVK)"]),
        ([("Praha", ""), ("", "")], ["Jan Novák (Praha)", "Jan Novák (#2)"]),
        ([("Praha", "CZE"), ("Praha", "SVK")], ["Jan Novák (CZE)", "Jan Novák (SVK)"]),
        ([("Praha", ""), ("Praha", ""), ("Leeds", "")], ["Jan Novák (#1)", "Jan Novák (#2)", "Jan Novák (Leeds)"]),
        ([("", ""), ("", "")], ["Jan Novák (#1)", "Jan Novák (#2)"]),
        ([("Praha", "CZE")], ["Jan Novák"]),
    ],
)
def test_a_namesake_has_what_no_other_namesake_has(namesakes: list[tuple[str, str]], shown: list[str]) -> None:
    entrants = [EntrantName(7 + at, 1, at, "Jan Novák", *marks) for at, marks in enumerate(namesakes, start=1)]

    assert list(distinct_names(entrants).values()) == shown


def test_erased_names_stay_empty() -> None:
    assert distinct_names([EntrantName(1, 1, 1, ""), EntrantName(2, 1, 2, "")]) == {1: "", 2: ""}


def test_the_same_name_in_another_event_needs_no_mark() -> None:
    tournament = a_tournament()
    for _ in range(2):
        enter(an_event(tournament).pk, [Entry("Jan Novák", club="Praha"), Entry("Ann Lee")], a_caller())

    assert list(names_in_tournament(tournament.pk).values()) == ["Jan Novák", "Ann Lee"] * 2


def test_the_mark_goes_when_the_namesake_is_renamed() -> None:
    event = entered(Entry("Jan Novák", club="Praha"), Entry("Ann Lee"), Entry("Jan Novák"))
    before = names_in(event.pk)

    rename(list(before)[2], {"name": "Jon Novák"}, a_caller())

    assert list(before.values()) == ["Jan Novák (Praha)", "Ann Lee", "Jan Novák (#3)"]
    assert list(names_in(event.pk).values()) == ["Jan Novák", "Ann Lee", "Jon Novák"]


def test_lists_by_name_keep_namesakes_together() -> None:
    event = entered(Entry("Jan Novák", club="Praha"), Entry("Zoë Lee"), Entry("Jan Novák", club="Brno"))

    assert [name for _, _, name in in_order_of_names(event.pk)] == ["Jan Novák (Brno)", "Jan Novák (Praha)", "Zoë Lee"]
