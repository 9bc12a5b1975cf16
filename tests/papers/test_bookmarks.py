"""The bookmarks of papers that hold many cards or slips: one for each, by which it is found on a screen."""

import io
from collections.abc import Sequence

import pytest
from django.test import Client
from pypdf import PdfReader

from rules.drawing.paper import Paper
from tests.factories import a_caller, a_director, a_drawn_event, match_of, play_out
from tournaments.actions.matches.tables import furnish
from tournaments.models import Event, Table
from tournaments.models.links import Slip
from tournaments.papers.slips.link_slips import link_slips_pdf

pytestmark = pytest.mark.django_db


def bookmarks(event: Event, *pages: str) -> list[list[str]]:
    """Return the bookmarks of papers, in order."""
    client = Client()
    client.force_login(a_director(event.tournament.club))
    return [titles(client.get(f"{page}?paper=A4").content) for page in pages]


def titles(document: bytes) -> list[str]:
    outline: Sequence[object] = PdfReader(io.BytesIO(document)).outline
    return [str(getattr(each, "title", "")) for each in outline]


def test_each_score_card_is_a_bookmark_with_its_match_and_player() -> None:
    event = a_drawn_event(4)

    (cards,) = bookmarks(event, f"/events/{event.pk}/cards.pdf")

    assert cards == ["A1 Petra Horvat", "A1 Falk Brenner", "A2 Ömer Yıldırım", "A2 Ainhoa Etxeberria"]


def test_each_slip_with_a_link_and_each_badge_is_a_bookmark_with_its_player() -> None:
    event = a_drawn_event(3)
    players = ["Falk Brenner", "Petra Horvat", "Ömer Yıldırım"]

    assert bookmarks(event, f"/events/{event.pk}/badges.pdf") == [players]
    slips = [Slip(at, at, name, "Main", f"{'k' * 21}{at}", f"00000{at}") for at, name in enumerate(players, start=1)]
    assert titles(link_slips_pdf(slips, ("Bilbao Autumn Open", 7, "http://192.168.1.7:8000"), Paper.A4)) == players


def test_each_slip_for_a_result_is_a_bookmark_with_its_match() -> None:
    event = a_drawn_event(4)

    slips = bookmarks(event, f"/events/{event.pk}/slips.pdf", f"/matches/{match_of(event, 'A2').pk}/slip.pdf")

    assert slips == [["A1", "A2"], ["A2", "A2"]]


def test_each_certificate_is_a_bookmark_with_its_name_and_each_table_card_with_its_table() -> None:
    event = a_drawn_event(4, "none")
    furnish(event.tournament_id, [Table("1"), Table("Stage")], a_caller())
    play_out(event)

    given, cards = bookmarks(
        event, f"/events/{event.pk}/certificates.pdf", f"/tournaments/{event.tournament_id}/table-cards.pdf"
    )

    assert given == ["Petra Horvat", "Ömer Yıldırım", "Falk Brenner", "Ainhoa Etxeberria"]
    assert cards == ["1", "Stage"]
