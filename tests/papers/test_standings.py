"""The standings of a Swiss on paper, and its pairing list: whom everybody played, in words and in order."""

import io
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from clubs.papers.listing import listing_pdf
from rules.match.terms import TOP
from tests.factories import a_caller, play_code, play_out
from tests.pages.reading import page_of
from tests.papers.printed import needs_poppler, outside, overlapping, printed
from tests.stories.test_swiss import a_swiss
from tournaments.actions.draws.pairing import pair_round
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.models import Event
from tournaments.papers.pairings import pairing_list
from tournaments.papers.standings import standings_list
from tournaments.read.draws.rounds import swiss_view
from tournaments.read.draws.view import draw_view
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of, event_of

pytestmark = pytest.mark.django_db


def rows_of(event: Event, *, blank: bool = False) -> list[tuple[str, ...]]:
    return [tuple(map(str, row)) for row in standings_list(event_of(event.pk), blank=blank).rows]


def test_the_sheet_that_the_tournament_leads_to_is_printed() -> None:
    event = a_swiss(6)
    play_code(event, "A1", TOP, 2)
    client = Client()
    assert f"/events/{event.pk}/sheet.pdf?bracket=main" in page_of(client, f"/tournaments/{event.tournament_id}/")

    answer: Any = client.get(f"/events/{event.pk}/sheet.pdf?bracket=main&paper=A4")

    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    assert answer.status_code == 200
    assert "standings" in text
    assert "5–2" in text
    assert [name for name in names_in(event.pk).values() if name not in text] == []


def test_a_result_has_the_number_of_the_opponents_row() -> None:
    event = a_swiss(6)
    play_code(event, "A1", TOP, 2)
    won, lost = (line.name for line in _in_a1(event))

    row = {each[1]: each for each in rows_of(event)}

    assert row[won][2] == f"5–2 ({row[lost][0]})"
    assert row[lost][2] == f"2–5 ({row[won][0]})"
    assert row[won][3:] == ("1", "0", "0", "")


def _in_a1(event: Event) -> list[Any]:
    """Return the lines of the two who played A1, the winner first."""
    shown = swiss_view(draw_view(draw_of(event_of(event.pk)), names_in(event.pk)))
    played = [line for line in shown.lines if line.won + line.lost]
    return sorted(played, key=lambda line: line.lost)


def test_a_blank_one_has_the_names_and_no_result() -> None:
    event = a_swiss(6)
    play_code(event, "A1", TOP, 2)

    assert {cell for row in rows_of(event, blank=True) for cell in row[2:]} == {""}


@needs_poppler
@pytest.mark.parametrize("paper", ["A4", "Letter", "Legal"])
def test_twenty_one_players_and_four_rounds_stand_on_one_page(paper: str) -> None:
    event = a_swiss(21, losses="3")
    for _ in range(3):
        play_out(event)
        pair_round(event.pk, a_caller())

    (page,) = printed(listing_pdf(standings_list(event_of(event.pk)), paper))

    assert outside(page, columns=1, margin=13) == []
    assert overlapping(page) == []


def test_the_pairing_list_says_bye_and_sorts_names_without_marks() -> None:
    event = a_swiss(4)
    enter(event.pk, [Entry("Ödön Abel")], a_caller())

    by_name = [str(row[1]) for row in pairing_list(event_of(event.pk), "name").rows]
    against = [row[2] for row in pairing_list(event_of(event.pk)).rows]

    assert by_name == sorted(by_name, key=lambda name: name.replace("Ö", "O"))
    assert "–" not in against


def test_the_records_of_a_pairing_list_have_dashes() -> None:
    event = a_swiss(4)
    play_out(event)
    pair_round(event.pk, a_caller())

    records = {row[3] for row in pairing_list(event_of(event.pk)).rows}

    assert records == {"1–0 · 1–0", "0–1 · 0–1"}
