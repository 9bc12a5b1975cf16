"""Sheets made ahead: asked for by the clock once it is quiet, each state of a tournament once."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from journal import jobs
from journal.models import Job, Record
from tests.factories import a_drawn_event, an_entered_event, play_code
from tournaments.tasks import QUIET, SHEETS, STALE, ask_for_sheets

pytestmark = pytest.mark.django_db


def later(**span: int) -> datetime:
    """Return a time after the last record."""
    return Record.objects.order_by("-at").values_list("at", flat=True)[0] + timedelta(**span)


def test_sheets_are_asked_for_when_nothing_was_recorded_for_a_moment() -> None:
    event = a_drawn_event(8)

    asked = [ask_for_sheets(later(seconds=1)), ask_for_sheets(later(seconds=3)), ask_for_sheets(later(seconds=4))]

    assert asked == [0, 1, 0]
    assert Job.objects.get().arguments == f'{{"tournament":{event.tournament_id}}}'


def test_what_is_recorded_later_asks_again() -> None:
    event = a_drawn_event(8)
    ask_for_sheets(later(seconds=3))
    play_code(event, "A1")

    assert ask_for_sheets(later(seconds=3)) == 1


def test_an_event_that_is_not_drawn_has_no_sheets() -> None:
    an_entered_event(8)

    assert ask_for_sheets(later(seconds=3)) == 0


def test_a_tournament_of_last_week_is_left_alone() -> None:
    a_drawn_event(8)

    assert ask_for_sheets(later(hours=13)) == 0
    assert timedelta(hours=12) == STALE
    assert timedelta(seconds=3) == QUIET


def test_the_job_makes_the_sheets() -> None:
    a_drawn_event(8)
    ask_for_sheets(timezone.now() + QUIET)
    job = jobs.take(timezone.now() + QUIET)
    assert job is not None

    jobs.carry_out(job)

    assert (job.task, Job.objects.get().state) == (SHEETS, Job.State.DONE)
