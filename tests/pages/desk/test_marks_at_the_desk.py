"""What is wrong with the machine stands on every page of the desk and of jobs, and on no page of players."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from clubs.words.marks import SENTENCES, mark_words
from runtime.health import marks
from runtime.health.marks import Mark
from runtime.troubles import TROUBLES
from tests.factories import a_director, a_drawn_event, an_owner

pytestmark = pytest.mark.django_db
SINCE = datetime(2026, 11, 21, 12, 4, tzinfo=UTC)


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "_current", (Mark("second.failing", {"since": SINCE, "error": "second.missing"}),))


@pytest.mark.usefixtures("marked")
def test_the_desk_shows_a_mark_with_its_code_in_the_time_of_the_hall() -> None:
    event = a_drawn_event(4)
    client = Client()
    client.force_login(a_director(event.tournament.club))

    page = client.get(f"/tournaments/{event.tournament_id}/desk/").content.decode()

    assert "The second place has not taken a backup since 2026-11-21 13:04: second.missing." in page
    assert "<code>second.failing</code>" in page


def test_a_mark_comes_with_the_board_of_an_open_desk_and_goes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    event = a_drawn_event(4)
    client = Client()
    client.force_login(a_director(event.tournament.club))
    board = f"/tournaments/{event.tournament_id}/desk/?board=1"
    quiet = client.get(board)

    monkeypatch.setattr(marks, "_current", (Mark("disk.low", {"free": 300, "folder": "/data"}),))
    marked = client.get(board, headers={"If-None-Match": quiet["ETag"]})
    monkeypatch.setattr(marks, "_current", ())
    after = client.get(board, headers={"If-None-Match": marked["ETag"]})

    assert [each.status_code for each in (quiet, marked, after)] == [200, 200, 200]
    assert ["<code>disk.low</code>" in each.content.decode() for each in (quiet, marked, after)] == [False, True, False]


@pytest.mark.usefixtures("marked")
def test_players_and_spectators_see_no_mark() -> None:
    event = a_drawn_event(4)

    assert "second.failing" not in Client().get(f"/events/{event.pk}/").content.decode()


@pytest.mark.usefixtures("marked")
def test_the_page_of_jobs_shows_it_too() -> None:
    client = Client()
    client.force_login(an_owner())

    assert "<code>second.failing</code>" in client.get("/jobs/").content.decode()


def test_every_mark_has_a_sentence_without_a_gap() -> None:
    facts = {
        "free": 7, "folder": "/data", "times": 2, "seconds": 90, "at": SINCE, "now": SINCE, "record": SINCE,
        "since": SINCE, "error": "no",
    }  # fmt: skip

    sentences = {code: mark_words(code, facts, UTC) for code in [*SENTENCES, *TROUBLES]}

    assert [code for code, text in sentences.items() if "…" in text or "{" in text or text == code] == []
    assert sentences["clock.jumped"] == (
        "The clock of this machine jumped by 90 s at 2026-11-21 12:04. Check the time of day."
    )
