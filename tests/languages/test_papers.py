"""Papers speak the languages of their tournament: one, or two that stand beside each other and keep to their room."""

import io
import re
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from django.test import Client
from django.utils.translation import get_language
from pypdf import PdfReader

from clubs.papers.chouette_curve import curve_of
from paper.html import paper_html
from paper.languages import choices_in_both, in_both, in_second, printed_in, second_language
from rules.drawing.paper import Paper
from tests.factories import a_caller, a_director, a_drawn_event
from tests.papers.printed import needs_poppler, outside, overlapping, printed
from tests.papers.test_forms import a_round, a_stack
from tests.papers.test_link_slips import DETAILS, HERE, slips
from tournaments.actions.events import change_tournament
from tournaments.models import Event
from tournaments.papers.draw_sheet import draw_sheet_html
from tournaments.papers.draw_sheet_rows import draw_sheet
from tournaments.papers.slips.link_slips import SlipDetails, link_slips_pdf
from tournaments.papers.slips.result_slips import slips_pdf
from tournaments.papers.slips.score_cards import score_cards_pdf
from tournaments.papers.slips.stacks import Stack

TWO = [("en", "de"), ("de", "eu"), ("eu", "en"), ("sq", "de"), ("bg", "en")]


def words_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def test_a_second_language_that_says_the_same_adds_nothing() -> None:
    with printed_in("en", "de"):
        assert (in_both(lambda: "Barpoint"), in_second(lambda: "Barpoint")) == ("Barpoint", "")
    with printed_in("de", "de"):
        assert second_language() == ""
    assert second_language() == ""


def test_both_languages_are_tried_before_one() -> None:
    def words() -> list[str]:
        return ["A", f"{get_language()} and more", "x"]

    with printed_in("eu", "sq"):
        assert choices_in_both(words) == ["A", "eu and more / sq and more", "eu and more", "x"]


@needs_poppler
@pytest.mark.parametrize(("first", "second"), [*TWO, ("de", ""), ("bg", "")])
@pytest.mark.parametrize(("make", "rows"), [(slips_pdf, 4), (score_cards_pdf, 2)])
def test_slips_and_cards_hold_two_languages(
    make: Callable[[Stack, str], bytes], rows: int, first: str, second: str
) -> None:
    with printed_in(first, second):
        stack = a_stack(*a_round(6, 11).forms, holland=True)
        pages = printed(make(stack, "A4"))

    for page in pages:
        assert outside(page, rows=rows) == []
        assert overlapping(page) == []


@needs_poppler
@pytest.mark.parametrize(("first", "second"), [*TWO, ("de", ""), ("bg", "")])
@pytest.mark.parametrize(
    ("details", "paper"), [(SlipDetails(), Paper.A4), (DETAILS, Paper.A4), (DETAILS, Paper.LETTER)]
)
def test_slips_with_links_hold_two_languages(details: SlipDetails, paper: Paper, first: str, second: str) -> None:
    with printed_in(first, second):
        pages = printed(link_slips_pdf(slips(10), ("Bilbao Autumn Open", 7, HERE), paper, details))

    for page in pages:
        assert outside(page) == []
        assert overlapping(page) == []


def test_the_points_of_a_chouette_are_drawn_in_every_language() -> None:
    curve = curve_of([{"Ann": 4, "Bob": -1, "Cid": -3}, {"Ann": 2, "Bob": -3, "Cid": 1}], ["Ann", "Bob", "Cid"])

    pictures = {}
    for language in ("en", "de", "bg", "eu", "sq"):
        with printed_in(language):
            page = paper_html("chouette_sheet.html", "Chouette", sheet=SimpleNamespace(curve=curve))
        pictures[language] = re.findall(r'(?: d|style|stroke-width|stroke-dasharray)="[^"]*"', page)

    assert ' d="M0.00 30.43L43.00 3.00L86.00 16.71"' in pictures["en"]
    assert [language for language, picture in pictures.items() if picture != pictures["en"]] == []


@pytest.mark.django_db
class TestOfATournament:
    @pytest.fixture
    def event(self) -> Event:
        event = a_drawn_event(8)
        change_tournament(event.tournament_id, {"language": "de", "second_language": "eu"}, a_caller())
        return event

    def test_a_draw_sheet_has_both_languages_whoever_prints_it(self, event: Event) -> None:
        answer = Client(headers={"accept-language": "bg"}).get(f"/events/{event.pk}/sheet.pdf")

        words = words_of(answer.content)
        assert "8 Meldungen / " in words or "8 Teilnehmende / " in words or " / 8 " in words

    def test_slips_have_both_languages(self, event: Event) -> None:
        desk = Client(headers={"accept-language": "bg"})
        desk.force_login(a_director(event.tournament.club))

        answer = desk.get(f"/events/{event.pk}/slips.pdf")

        assert answer.status_code == 200
        assert " / " in words_of(answer.content)

    def test_slips_with_links_have_both_languages(self, event: Event) -> None:
        desk = Client(headers={"accept-language": "bg"})
        desk.force_login(a_director(event.tournament.club))

        answer = desk.post(f"/events/{event.pk}/slips/", {"do": "all", "address": "http://192.168.1.4:8000"})

        words = words_of(answer.content)
        assert "Nummer 1" in words
        assert "Code" in words
        assert "kodea" in words

    def test_a_page_stays_in_the_language_of_its_reader(self, event: Event) -> None:
        desk = Client(headers={"accept-language": "en"})
        desk.force_login(a_director(event.tournament.club))

        page = desk.get(f"/tournaments/{event.tournament_id}/papers/").content.decode()

        assert '<html lang="en"' in page

    def test_a_sheet_in_one_language_has_no_second(self, event: Event) -> None:
        with printed_in("de"):
            assert " / " not in draw_sheet_html(draw_sheet(event.pk, "main"), "A4").replace(" / Bilbao", "")
