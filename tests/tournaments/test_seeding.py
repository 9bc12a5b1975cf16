"""Pots and full seeding in an event: set up, drawn, repeated by anybody, and a late entrant's bye."""

import io
import json
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from django.test import Client

from journal.verify import verify
from rules.__main__ import main
from rules.errors import RuleBroken
from tests.factories import Program, a_caller, a_director, a_tournament, an_event, an_owner
from tests.pages.test_setup import EVENT
from tests.tournaments.test_drawn_apart import KEY, lines_of
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.models import Event
from tournaments.read.odds import odds_of
from tournaments.words.events.formats import format_sentence

pytestmark = pytest.mark.django_db


def an_event_of_sixteen(seeding: str) -> Event:
    """Return an event of sixteen: the first four in pot 1, the next four in pot 2; ratings fall from 2000 by 10."""
    event = an_event(seeding=seeding)
    seeds = [1] * 4 + [2] * 4 + [None] * 8 if seeding == "pots" else [None] * 16
    entries = [Entry(f"Player {n}", rating=str(2000 - 10 * n), seed=seed) for n, seed in enumerate(seeds, start=1)]
    enter(event.pk, entries, a_caller())
    return event


def repeated(client: Client, event: Event, folder: Path, *words: str) -> dict[int, int]:
    """Return the draw as the command repeats it from the file of its page."""
    path = folder / "names"
    path.write_bytes(client.get(f"/events/{event.pk}/draw.txt").content)
    printed = io.StringIO()
    with redirect_stdout(printed):
        assert main(["draw", str(path), "--key", KEY, "--event", str(event.pk), *words, "--json"]) == 0
    return {each["line"]: each["number"] for each in json.loads(printed.getvalue())["lines"] if each["number"]}


def test_giants_of_one_pot_come_into_different_quarters(client: Client, tmp_path: Path) -> None:
    event = an_event_of_sixteen(seeding="pots")

    make_draw(event.pk, KEY, a_caller())

    lines = lines_of(event)
    for pot in (range(1, 5), range(5, 9)):
        assert {(line - 1) // 4 for line, number in lines.items() if number in pot} == {0, 1, 2, 3}
    assert repeated(client, event, tmp_path, "--pots") == lines
    page = client.get(f"/events/{event.pk}/draw-key/").content.decode()
    assert "--pots</pre>" in page
    assert "Players with the same seed are a pot" in page
    assert verify() == []


def test_seeded_in_full_ratings_decide_every_line(client: Client, tmp_path: Path) -> None:
    event = an_event_of_sixteen(seeding="full")

    make_draw(event.pk, KEY, a_caller())

    lines = lines_of(event)
    assert [lines[line] for line in range(1, 17)] == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]
    assert repeated(client, event, tmp_path, "--pots") == lines
    assert "Everybody is seeded" in client.get(f"/events/{event.pk}/draw-key/").content.decode()


def test_without_pots_a_shared_seed_is_refused() -> None:
    event = an_event()
    enter(event.pk, [Entry("Anna", seed=1), Entry("Boris", seed=1)], a_caller())

    with pytest.raises(RuleBroken) as refused:
        make_draw(event.pk, KEY, a_caller())

    assert refused.value.code == "seed.shared"


def test_a_late_entrant_takes_the_bye_of_the_last_who_was_given_one() -> None:
    event = an_event(seeding="full")
    enter(event.pk, [Entry(f"Player {n}", rating=str(2000 - n)) for n in range(1, 6)], a_caller())
    make_draw(event.pk, KEY, a_caller())

    late = enter(event.pk, [Entry("Late")], a_caller()).entrants[0]

    # Byes went to 1, 2 and 3: the third of them plays.
    lines = lines_of(event)
    assert late.line is not None
    assert lines[late.line - 1] == 3


@pytest.mark.parametrize("seeding", ["pots", "full"])
def test_odds_before_the_draw_know_the_seeds(seeding: str) -> None:
    known = odds_of(an_event_of_sixteen(seeding=seeding))

    assert known is not None
    # In full no two draws differ, as all the ratings do.
    assert (known.draws == 1) is (seeding == "full")


def test_the_set_up_chooses_pots_and_shows_them_again() -> None:
    tournament, browser = a_tournament(), Client()
    browser.force_login(a_director(tournament.club))

    answer = browser.post(f"/tournaments/{tournament.pk}/events/new/", EVENT | {"main": "knockout", "seeding": "pots"})

    event = Event.objects.get()
    page = browser.get(f"/events/{event.pk}/setup/").content.decode()
    assert (answer.status_code, event.rules.as_data()["seeding"]) == (303, "pots")
    assert '<option value="pots" selected>' in page
    assert "Players of one pot come into different sections of the draw." in format_sentence(event.rules)


def test_a_program_asks_for_pots_in_the_format() -> None:
    body = {"tournament": a_tournament().pk, "name": "Main", "format": {"seeding": "pots"}}

    made = Program(an_owner()).post("events/", body)

    assert (made.status, made.data["format"]["seeding"]) == (201, "pots")
