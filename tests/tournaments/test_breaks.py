"""A break of a tournament: begun, ended, undone; the desk and the expected times stand still."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from journal.actors import Actor
from journal.models import Record
from journal.verify import verify
from rules.errors import RuleBroken
from tests.contents import nothing_changes
from tests.factories import Program, a_caller, a_drawn_event, an_owner, match_of, play, undo
from tournaments.actions.breaks import begin_break, end_break
from tournaments.models import BreakBegun, Event, Tournament
from tournaments.pages.desk.board import Viewer, desk_sheet
from tournaments.read.draws.expected import expected_since

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return a_drawn_event(4)


def tournament_of(event: Event) -> Tournament:
    return Tournament.objects.select_related("stream", "club").get(pk=event.tournament_id)


def minutes_ready(event: Event, later: timedelta) -> list[int | None]:
    """Return for how long the ready matches have been ready, so much later."""
    viewer = Viewer(Actor("user", 1), timezone.now() + later, frozenset())
    return [row.minutes for row in desk_sheet(tournament_of(event), viewer).ready]


def code_of(act: Any) -> str:
    with pytest.raises(RuleBroken) as refused:
        act()
    return refused.value.code


def test_waiting_stands_still_while_a_break_lasts(event: Event) -> None:
    before = minutes_ready(event, timedelta(minutes=40))

    begin_break(event.tournament_id, 30, a_caller())

    assert before == [40, 40]
    assert minutes_ready(event, timedelta(minutes=20)) == [0, 0]
    assert minutes_ready(event, timedelta(minutes=40, seconds=30)) == [10, 10]
    assert verify() == []


def test_a_break_with_an_open_end_lasts_until_it_is_ended(event: Event) -> None:
    begin_break(event.tournament_id, None, a_caller())

    assert minutes_ready(event, timedelta(hours=3)) == [0, 0]
    end_break(event.tournament_id, a_caller())
    assert minutes_ready(event, timedelta(minutes=30, seconds=30)) == [30, 30]
    assert code_of(lambda: end_break(event.tournament_id, a_caller())) == "break.none"
    assert verify() == []


def test_an_announced_break_can_end_before(event: Event) -> None:
    begin_break(event.tournament_id, 60, a_caller())
    end_break(event.tournament_id, a_caller())

    assert minutes_ready(event, timedelta(minutes=50, seconds=30)) == [50, 50]


def test_undo_takes_a_break_back_as_if_it_had_never_been(event: Event) -> None:
    begin_break(event.tournament_id, 60, a_caller())
    end_break(event.tournament_id, a_caller())
    ended, begun = (Record.objects.get(verb=f"break.{what}").number for what in ("ended", "begun"))

    assert code_of(lambda: undo(event.tournament_id, begun, a_caller())) == "undo.superseded"
    undo(event.tournament_id, ended, a_caller())
    assert minutes_ready(event, timedelta(minutes=50)) == [0, 0]
    undo(event.tournament_id, begun, a_caller())

    assert minutes_ready(event, timedelta(minutes=50, seconds=30)) == [50, 50]
    assert tournament_of(event).pauses == ()
    assert verify() == []


def test_a_second_break_and_an_impossible_one_are_refused(event: Event) -> None:
    begin_break(event.tournament_id, 60, a_caller())

    with nothing_changes():
        assert code_of(lambda: begin_break(event.tournament_id, 5, a_caller())) == "break.on"
        assert code_of(lambda: begin_break(event.tournament_id, 0, a_caller())) == "break.minutes"


def test_nothing_is_expected_to_begin_before_the_break_ends(event: Event) -> None:
    now = timezone.now()
    play(match_of(event, "A1"))
    done = begin_break(event.tournament_id, 45, a_caller())

    draw = expected_since(tournament_of(event), now + timedelta(minutes=1)).draws[event.pk]

    open_match = match_of(event, "A2").place
    assert draw.since == done.ends
    assert draw.begins(open_match) == done.ends


def test_the_desk_begins_and_ends_a_break_by_a_button(event: Event, client: Client) -> None:
    client.force_login(an_owner())
    address = f"/tournaments/{event.tournament_id}/desk/"

    client.post(address, {"command": f"break {event.tournament_id} 30"})
    during = client.get(address).content.decode()
    client.post(address, {"command": f"breakend {event.tournament_id}"})
    after = client.get(address).content.decode()

    assert ("Break until" in during, "End the break" in during) == (True, True)
    assert "End the break" not in after
    assert "The break ended" in after


def test_the_wall_says_that_a_break_lasts(event: Event, client: Client) -> None:
    done = begin_break(event.tournament_id, 45, a_caller())

    page = client.get(f"/tournaments/{event.tournament_id}/wall/").content.decode()

    assert done.ends is not None
    until = done.ends.astimezone(ZoneInfo(event.tournament.timezone))
    assert f"break until {until:%H:%M}" in page


def test_a_program_begins_and_ends_a_break(event: Event) -> None:
    program, address = Program(an_owner()), f"tournaments/{event.tournament_id}/breaks/"

    begun = program.post(address, {"minutes": 30})

    assert begun.status == 201
    assert program.post(address, {}).code == "break.on"
    ended = program.post(f"{address}end/")
    assert (ended.status, ended.data["begins"]) == (200, begun.data["begins"])
    assert program.post(f"{address}end/").code == "break.none"
    assert program.post(address, {"minutes": 0}).status == 400


def test_no_database_keeps_a_break_that_ends_before_it_begins(event: Event) -> None:
    now = timezone.now()
    record = Record.objects.latest("pk")
    with pytest.raises(IntegrityError), transaction.atomic():
        BreakBegun.objects.create(record=record, tournament_id=event.tournament_id, at=now, until=now)


def test_a_break_that_was_changed_by_hand_is_noticed(event: Event) -> None:
    begin_break(event.tournament_id, 30, a_caller())
    Tournament.objects.update(breaks="[]")

    assert [flaw.code for flaw in verify()] == ["tournament.breaks"]
