"""What the desk offers once something was entered: an undo with its preview, and the end of an event."""

import pytest

from journal.models import Stream
from tests.factories import a_caller, a_director, a_drawn_event, match_of
from tests.pages.at_the_desk import Director, plain
from tournaments.actions.matches.results import start_match
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return a_drawn_event(8, "progressive", key="1", length=5)


@pytest.fixture
def director(event: Event) -> Director:
    return Director(a_director(event.tournament.club), event)


def test_the_entry_line_is_a_field_with_an_example(event: Event, director: Director) -> None:
    page = director.look().html

    field = page[page.index('id="line"') :]
    assert 'placeholder="petro 1"' in field[: field.index(">")]


def test_an_undo_that_a_begun_match_forbids_leads_to_its_preview_and_on_to_the_correction(
    event: Event, director: Director
) -> None:
    for code in ("a1", "a2"):
        director.write(f"{code} 5-3")
    number = Stream.objects.get(pk=event.tournament.stream_id).number - 1
    start_match(match_of(event, "B1").pk, a_caller())

    shown = director.press(f"undo {number}")

    assert "would lose a player" in plain(shown.html)
    assert f'href="/matches/{match_of(event, "A1").pk}/correction/"' in shown.html


def test_an_undo_takes_one_line_of_just_done(event: Event, director: Director) -> None:
    director.write("a1 5-3")
    director.press(f"undo {Stream.objects.get(pk=event.tournament.stream_id).number}")

    done = director.look().section("done")

    assert done.count("A1") == 1
    assert "undone" in done
    assert "Undone" not in done
