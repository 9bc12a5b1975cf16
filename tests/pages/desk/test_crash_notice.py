"""After a crash the desk shows what was recorded last, until someone confirms that it was checked."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from runtime.server import crash_marker
from tests.factories import a_director, a_drawn_event, a_stranger, play_code
from tournaments.models import Event

pytestmark = pytest.mark.django_db
BACK = datetime(2100, 1, 1, 14, 44, tzinfo=UTC)


@pytest.fixture
def event() -> Event:
    event = a_drawn_event(4)
    play_code(event, "A1")
    return event


@pytest.fixture
def crashed() -> Iterator[None]:
    folder: Path = settings.DATA_DIR
    crash_marker.mark_start(folder, datetime(2099, 12, 31, tzinfo=UTC))
    crash_marker.mark_start(folder, BACK)
    yield
    crash_marker.mark_stop(folder)


def at_the_desk(event: Event) -> Client:
    client = Client()
    client.force_login(a_director(event.tournament.club))
    return client


def test_the_desk_shows_the_restart_and_the_last_record(event: Event, crashed: None) -> None:
    page = at_the_desk(event).get(f"/tournaments/{event.tournament_id}/").content.decode()

    assert "stopped unexpectedly and restarted at 15:44" in page
    assert f'<a href="/tournaments/{event.tournament_id}/memory/4/">4</a>' in page
    assert "<b>A1</b>" in page


def test_visitors_and_strangers_see_no_notice(event: Event, crashed: None) -> None:
    stranger = Client()
    stranger.force_login(a_stranger())

    for client in (Client(), stranger):
        assert "not stopped in order" not in client.get(f"/tournaments/{event.tournament_id}/").content.decode()


def test_dismissing_the_notice_dismisses_it_for_everybody(event: Event, crashed: None) -> None:
    desk = at_the_desk(event)

    answer = desk.post(f"/tournaments/{event.tournament_id}/crash-notice/")

    assert (answer.status_code, crash_marker.last_crash(settings.DATA_DIR)) == (303, None)
    assert "not stopped in order" not in desk.get(f"/tournaments/{event.tournament_id}/").content.decode()


def test_a_stranger_cannot_dismiss_it(event: Event, crashed: None) -> None:
    stranger = Client()
    stranger.force_login(a_stranger())

    assert stranger.post(f"/tournaments/{event.tournament_id}/crash-notice/").status_code == 403
    assert Client().post(f"/tournaments/{event.tournament_id}/crash-notice/").status_code == 403
    assert crash_marker.last_crash(settings.DATA_DIR) is not None


def test_after_a_clean_stop_there_is_no_notice(event: Event) -> None:
    assert "not stopped in order" not in at_the_desk(event).get(f"/tournaments/{event.tournament_id}/").content.decode()
