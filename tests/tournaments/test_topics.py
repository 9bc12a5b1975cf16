"""What a page of the memory says moved: so that a phone asks again only for what it shows."""

import pytest

from journal.models import Page
from tests.factories import (
    a_caller,
    a_drawn_event,
    a_tournament,
    an_entered_event,
    an_event,
    entrant_named,
    match_of,
    undo,
)
from tests.factories import play_code as report
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, rename, tick, withdraw
from tournaments.actions.events import change_tournament
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.results import start_match
from tournaments.actions.matches.tables import close_table, furnish
from tournaments.models import Entrant, Event, Match, Table

pytestmark = pytest.mark.django_db

# A compass has one in each direction.
EVERY_BRACKET = (
    "main", "consolation", "last_chance",
    "north", "northeast", "south", "southeast", "southwest", "west", "northwest",
)  # fmt: skip


def announced() -> set[str]:
    """Return the topics of the page written last."""
    return set(Page.objects.latest("id").topics.split())


def of(event: Event, *more: str) -> set[str]:
    """Return the topics that every change at the desk of ``event``'s tournament tells, and ``more``."""
    return {f"tournament:{event.tournament_id}", f"desk:{event.tournament_id}", *more}


def seats(*matches: Match) -> set[str]:
    return {f"entrant:{who}" for match in matches for who in (match.top_id, match.bottom_id) if who}


def test_a_result_tells_its_match_the_one_the_winner_goes_to_and_the_one_the_loser_drops_to() -> None:
    event = a_drawn_event(8)
    played, next_, dropped = (match_of(event, code) for code in ("A1", "B1", "D1"))

    report(event, "A1")

    brackets = {f"event:{event.pk}/main", f"event:{event.pk}/consolation"}
    matches = {f"match:{match.pk}" for match in (played, next_, dropped)}
    assert announced() == of(event, *brackets, *matches, *seats(played))


def test_a_match_that_starts_tells_nobody_of_the_consolation() -> None:
    event = a_drawn_event(8)
    match = match_of(event, "A1")

    start_match(match.pk, a_caller())

    assert announced() == of(event, f"event:{event.pk}/main", f"match:{match.pk}", *seats(match))


def test_a_call_and_its_undoing_tell_the_match_and_its_two() -> None:
    event = a_drawn_event(8)
    match = match_of(event, "A1")
    expected = of(event, f"event:{event.pk}/main", f"match:{match.pk}", *seats(match))

    called = call_match(match.pk, "3", a_caller())

    assert announced() == expected
    undo(event.tournament_id, called.record or 0, a_caller())
    assert announced() == expected


def test_a_draw_made_and_undone_tells_the_event_and_every_bracket_there_can_be() -> None:
    event = an_entered_event(8)
    brackets = [f"event:{event.pk}/{code}" for code in EVERY_BRACKET]
    expected = of(event, f"event:{event.pk}", *brackets)

    made = make_draw(event.pk, "63 55", a_caller())

    assert announced() == expected
    undo(event.tournament_id, made.record, a_caller())
    assert announced() == expected


def test_an_entrant_entered_renamed_and_withdrawn_tells_the_event() -> None:
    event = an_event()

    enter(event.pk, [Entry("Petra Horvat")], a_caller())

    assert announced() == of(event, f"event:{event.pk}")
    petra = Entrant.objects.get(event=event).pk
    rename(petra, {"name": "Petra Horvath"}, a_caller(seen=1))
    assert announced() == of(event, f"event:{event.pk}", f"entrant:{petra}")
    withdraw(petra, EVERYTHING, a_caller())
    assert announced() == of(event, f"event:{event.pk}", f"entrant:{petra}")


def test_a_tick_and_a_table_tell_the_desk_alone() -> None:
    event = an_entered_event(2)
    petra = entrant_named(event, "Petra Horvat")

    tick(petra.pk, "paid", True, a_caller())

    assert announced() == of(event)
    furnish(event.tournament_id, [Table("1"), Table("2")], a_caller())
    assert announced() == of(event)
    close_table(event.tournament_id, "2", "stream", a_caller())
    assert announced() == of(event)


def test_another_name_of_the_tournament_tells_everybody() -> None:
    tournament = a_tournament()

    change_tournament(tournament.pk, {"name": "Bilbao Winter Open"}, a_caller())

    assert announced() == {f"tournament:{tournament.pk}", "*"}
