"""The standings of a Swiss on paper, and its pairing list: whom everybody played, in words and in order."""

import io
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from pypdf import PdfReader

from clubs.papers.listing import Column, Kind, Listing, listing_pdf
from rules.match.terms import TOP
from tests.factories import a_caller, play_code, play_out
from tests.pages.reading import page_of
from tests.papers.printed import needs_poppler, outside, overlapping, printed
from tests.stories.test_swiss import a_swiss
from tournaments.actions.draws.pairing import pair_round
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.models import Event
from tournaments.papers.pairings import LARGEST, pairing_list
from tournaments.papers.standings import standings_list
from tournaments.read.draws.rounds import swiss_view
from tournaments.read.draws.view import draw_view
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of, event_of
from tournaments.words.papers.sheets import standings_heads

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


@needs_poppler
@pytest.mark.parametrize("language", ["en", "de", "bg", "eu", "sq"])
@pytest.mark.parametrize("rounds", [3, 6])
def test_the_heads_of_the_columns_stand_apart_in_every_language(language: str, rounds: int) -> None:
    event = a_swiss(8, losses="6")
    for _ in range(rounds - 1):
        play_out(event)
        pair_round(event.pk, a_caller())

    with translation.override(language):
        (page,) = printed(listing_pdf(standings_list(event_of(event.pk))))
        heads = " ".join(standings_heads()).split()

    # Two words without white between them are read as one.
    assert [head for head in heads if head not in [word.text for word in page.words]] == []
    assert overlapping(page) == []


@needs_poppler
def test_seven_rounds_lie_on_their_side_and_every_result_stands_on_one_line() -> None:
    event = a_swiss(16, losses="6")
    for _ in range(6):
        play_out(event)
        pair_round(event.pk, a_caller())
    play_out(event)

    listing = standings_list(event_of(event.pk))
    (page, *_) = printed(listing_pdf(listing))

    assert page.width > page.height
    results = [cell for row in listing.rows for cell in map(str, row[2:9])]
    assert len(results) == 7 * 16
    lines: dict[float, list[str]] = {}
    for word in page.words:
        lines.setdefault(round(word.top), []).append(word.text)
    assert all(any(" ".join(cell.split()) in " ".join(line) for line in lines.values()) for cell in results[:7])


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


def a_pairing_list(tables: int) -> Listing:
    """Return a pairing list of that many tables; a player of the first one has a long name."""
    long = "Maria del Carmen Fernández de Oñate"
    rows = [(f"D{at}", long if at == 1 else f"Player {at}", "Opponent", "1–0 · 1–0") for at in range(1, tables + 1)]
    columns = (Column("", 12), Column("", 36, Kind.NAME), Column("", 36, Kind.NAME), Column("", 16, Kind.ASIDE))
    return Listing("Round D", "", "", columns, rows, largest=LARGEST, wraps=True)


def height_of(word: str, listing: Listing) -> float:
    [height] = {
        round(each.bottom - each.top, 2) for each in printed(listing_pdf(listing))[0].words if each.text == word
    }
    return height


@needs_poppler
@pytest.mark.parametrize(("tables", "larger"), [(4, 1.6), (20, 1.4)])
def test_a_short_pairing_list_is_set_larger_though_a_long_name_wraps(tables: int, larger: float) -> None:
    full = height_of("Opponent", a_pairing_list(40))
    short = a_pairing_list(tables)

    assert height_of("Opponent", short) == pytest.approx(full * larger, abs=0.05)
    [page] = printed(listing_pdf(short))
    assert (outside(page, columns=1), overlapping(page)) == ([], [])
