"""Sums on paper have the marks of its language, and their currency stands where the language puts it."""

import re
from io import BytesIO

import pytest
from django.test import Client
from django.utils import translation
from pypdf import PdfReader

from tests.factories import a_caller, a_director
from tests.papers.test_receipts import a_receipt
from tests.tournaments.money.auctions import the_evening
from tests.tournaments.money.test_auction_closing import settle_accounts
from tests.tournaments.money.test_closing import an_evening_to_close
from tournaments.actions.auctions.paying import award_auction
from tournaments.actions.money.closing import close_books
from tournaments.actions.money.drawers import count_drawer
from tournaments.models import Tournament
from tournaments.words.bidding import pool_words

pytestmark = pytest.mark.django_db

NBSP = "\N{NO-BREAK SPACE}"
# A sum with the marks of English; days and times have more points, or none.
ENGLISH_SUM = re.compile(r"(?<![\d.])\d+\.\d\d(?![\d.])")


def papers(tournament: Tournament, language: str, *addresses: str) -> list[str]:
    """Return the words of papers that a director prints in a language, white space folded."""
    desk = Client(headers={"accept-language": language})
    desk.force_login(a_director(tournament.club))
    printed = []
    for address in addresses:
        answer = desk.get(address)
        assert answer.headers["Content-Type"] == "application/pdf"
        pages = PdfReader(BytesIO(answer.getvalue())).pages
        printed.append(" ".join(" ".join(page.extract_text() for page in pages).split()))
    return printed


@pytest.mark.parametrize(
    ("language", "total", "change"),
    [
        ("en", "Paid, cash EUR 85.00", "Change 15.00"), ("de", "Bezahlt, bar 85,00 EUR", "Rückgeld 15,00"),
        ("bg", "Платено, в брой 85,00 EUR", "Ресто 15,00"), ("sq", "Paguar, para në dorë 85,00 EUR", "Kusuri 15,00"),
        ("eu", "Ordainduta, eskudirua 85,00 EUR", "Itzulia 15,00"),
    ],
)  # fmt: skip
def test_a_receipt_puts_the_currency_where_the_language_does(language: str, total: str, change: str) -> None:
    tournament, record = a_receipt(given=10000)

    [words] = papers(tournament, language, f"/receipts/{record}/receipt.pdf")

    assert total in words
    assert change in words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Pool EUR 2,750, to the places 2,475"), ("de", f"Topf 2.750{NBSP}EUR, an die Plätze 2.475"),
        ("bg", f"Фонд 2{NBSP}750{NBSP}EUR, за местата 2{NBSP}475"),
        ("sq", f"Fondi 2.750{NBSP}EUR, për vendet 2.475"), ("eu", f"Funtsa 2.750{NBSP}EUR, postuetarako 2.475"),
    ],
)  # fmt: skip
def test_an_auction_list_says_its_pool_as_the_language_does(language: str, words: str) -> None:
    with translation.override(language):
        assert pool_words(275000, 247500, "EUR") == words


def test_no_paper_of_a_tournament_in_german_has_an_english_sum() -> None:
    tournament, event = an_evening_to_close()
    count_drawer(tournament.pk, 1, 24800, "", a_caller())
    close_books(tournament.pk, a_caller())
    of_event = [f"/events/{event.pk}/{name}.pdf" for name in ("payouts", "entry-list", "rules")]

    proof, payouts, *others = papers(tournament, "de", f"/tournaments/{tournament.pk}/closing-proof.pdf", *of_event)

    assert "Jedes Konto endet bei 0,00, und das gezählte Geld, 48,00," in proof
    assert "432,00" in payouts
    assert [words for words in (proof, payouts, *others) if ENGLISH_SUM.search(words)] == []


def test_no_paper_of_an_auction_in_german_has_an_english_sum() -> None:
    auction = the_evening()
    settle_accounts(auction)
    award_auction(auction.pk, a_caller())

    bids, owners = papers(
        auction.tournament, "de", *(f"/auctions/{auction.pk}/{name}.pdf" for name in ("list", "lots"))
    )

    assert "2.750 EUR" in bids
    assert "520,00" in owners
    assert [words for words in (bids, owners) if ENGLISH_SUM.search(words)] == []
