"""Badges, cards for the tables and certificates: what they say, and that all of it stays on its page."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader

from journal.refusals import Refused
from rules.errors import RuleBroken
from tests.factories import a_caller, a_drawn_event, an_entered_event, entrant_named, play_out
from tests.papers.printed import needs_poppler, outside, overlapping, printed
from tournaments.actions.entrants.entering import EVERYTHING, withdraw
from tournaments.actions.matches.tables import furnish
from tournaments.models.events import Table
from tournaments.papers.cards.badges import badges_of, badges_pdf
from tournaments.papers.cards.certificates import Certificate, Certificates, certificates_of, certificates_pdf
from tournaments.papers.cards.table_cards import TableCards, table_cards_of, table_cards_pdf
from tournaments.read.events import event_of, tournament_of

pytestmark = pytest.mark.django_db

LONG = "Maximiliane Wilhelmine Auguste von Hohenzollern-Sigmaringen zu Fürstenberg"
ROOM = TableCards(
    "Bilbao", "Bilbao Autumn Open", ("1", "12", "Fireplace"), "Sala", "gammon2026", "http://192.0.2.7/t/1/"
)


def pages_of(made: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(made)).pages]


def test_everybody_who_has_not_withdrawn_gets_a_badge_by_family_name() -> None:
    event = an_entered_event(4)
    withdraw(entrant_named(event, "Petra Horvat").pk, EVERYTHING, a_caller())

    badges = badges_of(event_of(event.pk)).badges

    assert [(badge.name, badge.number) for badge in badges] == [
        ("Falk Brenner", 1),
        ("Ainhoa Etxeberria", 4),
        ("Ömer Yıldırım", 3),
    ]


@pytest.mark.parametrize(("paper", "edges"), [("A4", (595, 842)), ("letter", (612, 792))])
def test_ten_badges_stand_on_a_page(paper: str, edges: tuple[int, int]) -> None:
    reader = PdfReader(io.BytesIO(badges_pdf(badges_of(event_of(an_entered_event(11).pk)), paper)))

    assert len(reader.pages) == 2
    box = reader.pages[0].mediabox
    assert (round(box.width), round(box.height)) == edges


def test_a_card_stands_on_every_table_of_the_room_with_the_wifi_and_the_address() -> None:
    pages = pages_of(table_cards_pdf(ROOM, "A4"))

    assert len(pages) == 2
    assert "Fireplace" in pages[0]
    assert all(word in pages[0] for word in ("Wi-Fi: Sala", "Password: gammon2026", "192.0.2.7/t/1/", "Join the Wi-Fi"))
    assert "12" in pages[1]


def test_without_a_wifi_the_cards_have_the_code_of_the_draw_alone() -> None:
    (page,) = pages_of(table_cards_pdf(replace(ROOM, tables=("1",), wifi_name="", wifi_password=""), "A4"))

    assert "Draw and results" in page
    assert "Wi-Fi" not in page


def test_cards_need_tables() -> None:
    event = an_entered_event(2)
    with pytest.raises(RuleBroken, match=r"tables\.none"):
        table_cards_of(tournament_of(event.tournament_id), "http://192.0.2.7")

    furnish(event.tournament_id, [Table("1"), Table("2")], a_caller())

    assert table_cards_of(tournament_of(event.tournament_id), "http://192.0.2.7").tables == ("1", "2")


def test_the_first_four_and_the_winner_of_the_consolation_get_a_certificate() -> None:
    event = a_drawn_event(8)
    play_out(event)

    given = certificates_of(event_of(event.pk)).certificates

    assert [each.place for each in given] == [
        "Winner", "Second place", "Places 3–4", "Places 3–4", "Winner, Consolation",
    ]  # fmt: skip
    assert len({each.name for each in given[:4]}) == 4
    assert len(certificates_of(event_of(event.pk), "1").certificates) == 2


def test_a_place_that_an_open_result_could_change_gets_none() -> None:
    event = a_drawn_event(8)
    with pytest.raises(Refused, match=r"certificates\.none"):
        certificates_of(event_of(event.pk))


@pytest.mark.parametrize("places", ["0", "65", "-1", "four", "½"])
def test_a_number_of_places_that_cannot_be_is_refused(places: str) -> None:
    event = a_drawn_event(8)
    with pytest.raises(RuleBroken, match=r"certificates\.places"):
        certificates_of(event_of(event.pk), places)


def test_a_name_that_looks_like_code_is_printed_as_it_is() -> None:
    hostile = "<b>Ann</b> &amp; {{ x }}"
    given = Certificates("Main", hostile, hostile, "16", "21 November", hostile, "", (Certificate(hostile, "Winner"),))
    room = replace(ROOM, about=hostile, tables=(hostile,))
    for made in (certificates_pdf(given, "A4"), table_cards_pdf(room, "A4")):
        assert hostile in " ".join("".join(pages_of(made)).split())


@needs_poppler
def test_long_names_stay_on_their_cards(tmp_path: Path) -> None:
    event = a_drawn_event(8)
    play_out(event)
    badges, given = badges_of(event_of(event.pk)), certificates_of(event_of(event.pk))
    long_badges = replace(
        badges, about=LONG, badges=tuple(replace(each, name=LONG, aside=LONG) for each in badges.badges)
    )
    long_given = replace(given, about=LONG, event=LONG, certificates=(Certificate(LONG, "Winner"),))
    long_room = replace(ROOM, about=LONG, tables=(LONG,), wifi_name=LONG, wifi_password=LONG)
    files = badges_pdf(long_badges, "A4"), certificates_pdf(long_given, "A4"), table_cards_pdf(long_room, "A4")
    for made, columns, rows in zip(files, (1, 1, 1), (1, 1, 2), strict=True):
        for page in printed(made):
            assert outside(page, columns=columns, rows=rows) == []
            assert overlapping(page) == []
