"""Sheets made ahead: asked for by the clock once it is quiet, each state of a tournament once."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from journal.models import Record
from runtime.models import Job
from tests.factories import a_drawn_event, an_entered_event, play_code
from tournaments.tasks import QUIET, STALE, ask_for_sheets

pytestmark = pytest.mark.django_db


def later(**span: int) -> datetime:
    """Return a time after the last record."""
    return Record.objects.order_by("-at").values_list("at", flat=True)[0] + timedelta(**span)


def test_sheets_are_enqueued_after_a_moment_without_records() -> None:
    event = a_drawn_event(8)

    rows = [ask_for_sheets(later(seconds=1)), ask_for_sheets(later(seconds=3)), ask_for_sheets(later(seconds=4))]

    assert rows == [0, 1, 0]
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


def test_the_command_makes_the_sheets(capsys: pytest.CaptureFixture[str], settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    event = a_drawn_event(8)

    call_command("sheets", str(event.tournament_id), at_once=True)
    first = capsys.readouterr().out.splitlines()
    call_command("sheets", str(event.tournament_id), at_once=True)

    assert first[:2] == ["1 of 2", "2 of 2"]
    assert [name.split("-")[1] for name in first[2:]] == ["main", "consolation"]
    assert capsys.readouterr().out == ""


def test_a_tournament_that_is_not_there_has_no_sheets() -> None:
    with pytest.raises(CommandError, match=r"tournament\.unknown"):
        call_command("sheets", "404", at_once=True)


def test_a_machine_with_better_things_to_do_makes_none_ahead(settings: Settings) -> None:
    settings.SHEETS_AHEAD = False
    a_drawn_event(8)

    assert ask_for_sheets(later(seconds=3)) == 0
