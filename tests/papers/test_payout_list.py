"""The payout list on three pages: where the heads, the amounts and the room for signatures stand."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from clubs.papers.listing import Listing, listing_pdf
from tests.factories import play_out
from tests.papers.printed import PrintedPage, Word, needs_poppler, outside, overlapping, printed
from tests.tournaments.money.test_prizes import a_funded_event
from tournaments.papers.money.payout_list import payout_list
from tournaments.read.events import event_of

pytestmark = [pytest.mark.django_db, needs_poppler]

AMOUNT = re.compile(r"\d{1,3}\.\d\d")
MARGIN = 14


def on_three_pages() -> Listing:
    """Return the payouts of eight entrants nine times over: their prizes, and nine sums."""
    _, event = a_funded_event()
    play_out(event)
    listing = payout_list(event_of(event.pk))
    count = len(listing.rows)
    sums = {at + count * each for at in listing.sums for each in range(9)}
    return replace(listing, rows=[*listing.rows] * 9, sums=frozenset(sums))


def amounts(page: PrintedPage) -> list[Word]:
    below = head(page, "Prize").bottom
    return [word for word in page.words if AMOUNT.fullmatch(word.text) and word.top > below]


def head(page: PrintedPage, text: str) -> Word:
    return min((word for word in page.words if word.text == text), key=lambda word: word.top)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_every_page_has_the_heads_and_every_amount_stands_under_its_own(paper: str) -> None:
    listing = on_three_pages()

    pages = printed(listing_pdf(listing, paper))

    assert len(pages) == 3
    assert sum(len(amounts(page)) for page in pages) == len(listing.rows) == 54
    edges = {round(word.right, 1) for page in pages for word in amounts(page)}
    assert len(edges) == 1
    for page in pages:
        for text in ("Place", "Name", "Prize", "Received,"):
            assert head(page, text).bottom < min(word.top for word in amounts(page))
        assert abs(head(page, "Prize").right - edges.copy().pop()) < 0.5
        assert (outside(page, columns=1, margin=MARGIN - 1), overlapping(page)) == ([], [])


def test_beside_every_amount_is_room_for_a_signature_of_45_mm_and_rows_of_11() -> None:
    pages = printed(listing_pdf(on_three_pages()))

    for page in pages:
        signed_from = head(page, "Received,").left
        assert page.width - MARGIN - signed_from >= 45
        rows = sorted(amounts(page), key=lambda word: word.top)
        below_heads = [word for word in page.words if rows[0].top - 2 < word.top < rows[-1].bottom + 2]
        assert [word.text for word in below_heads if word.left > signed_from - 1] == []
        steps = [lower.top - upper.top for upper, lower in pairwise(rows)]
        assert min(steps) >= 10.9
