"""Receipts: what was paid, how, by whom and when, and nothing about anyone else."""

from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from rules.errors import RuleBroken
from tests.factories import a_caller
from tests.tournaments.money.evenings import a_charged_open, payer_of
from tournaments.actions.money.cash import Hand, take
from tournaments.models import Entrant, Tournament
from tournaments.papers.money.receipt import receipt_pdf
from tournaments.read.events import tournament_of
from tournaments.read.money.receipts import receipt_paper

pytestmark = pytest.mark.django_db


def a_receipt(amount: int | None = None, **hand: Any) -> tuple[Tournament, int]:
    tournament, _, _ = a_charged_open(3)
    payer = payer_of(Entrant.objects.get(number=2, event__name="Main").pk)
    receipt = take(payer, None, amount, Hand(**hand), a_caller()).receipt
    return tournament_of(tournament.pk), receipt.pk


def printed(made: bytes) -> tuple[str, tuple[int, int], int]:
    """Return the words of a PDF, the size of its first page in mm, and how many pages it has."""
    reader = PdfReader(BytesIO(made))
    box = reader.pages[0].mediabox
    words = " ".join(" ".join(page.extract_text() for page in reader.pages).split())
    return words, (round(float(box.width) / 72 * 25.4), round(float(box.height) / 72 * 25.4)), len(reader.pages)


def test_a_receipt_has_its_number_lines_means_and_change() -> None:
    tournament, record = a_receipt(given=10000)

    words, size, pages = printed(receipt_pdf(receipt_paper(tournament, record)))

    assert (size, pages) == ((105, 148), 1)
    for part in ("Bilbao Autumn Open", "Bilbao Backgammon Club", "Receipt 0001", "Petra Horvat", "Registration 25.00",
                 "Main, entry 60.00", "Paid, cash EUR 85.00", "Given 100.00", "Change 15.00", "desk 1"):  # fmt: skip
        assert part in words
    assert "Falk" not in words
    assert "Still owed" not in words


def test_a_receipt_of_a_part_says_what_is_still_owed() -> None:
    tournament, record = a_receipt(7000, means="card")

    words, _, _ = printed(receipt_pdf(receipt_paper(tournament, record)))

    assert "Paid, card EUR 70.00" in words
    assert "Still owed 15.00" in words


def test_a_slip_is_as_long_as_its_lines() -> None:
    tournament, record = a_receipt(means="voucher", voucher="v-012")

    words, size, pages = printed(receipt_pdf(receipt_paper(tournament, record), "slip"))

    assert (size, pages) == ((72, 90), 1)
    assert "Paid, voucher V-012 EUR 85.00" in words


def test_another_paper_is_refused() -> None:
    tournament, record = a_receipt()

    with pytest.raises(RuleBroken, match=r"paper\.unknown"):
        receipt_pdf(receipt_paper(tournament, record), "A3")
