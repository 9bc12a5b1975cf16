"""Jobs of three pages, read back from where their texts stand: once cut and stacked, nobody has to sort them."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from paper.stacking import cut_and_stack
from rules.drawing.paper import Paper
from tests.papers.printed import PrintedPage, needs_poppler, printed
from tests.papers.test_cards import ROOM
from tests.papers.test_forms import a_round
from tests.papers.test_link_slips import HERE, slips
from tournaments.papers.cards.badges import Badge, Badges, badges_pdf
from tournaments.papers.cards.table_cards import table_cards_pdf
from tournaments.papers.slips.link_slips import link_slips_pdf
from tournaments.papers.slips.result_slips import slips_pdf
from tournaments.papers.slips.score_cards import score_cards_pdf


def label(page: PrintedPage, at: tuple[int, int], grid: tuple[int, int], words: str) -> str:
    """Return the first word like ``words`` in column and row ``at`` of a page that is cut to a ``grid``, "" if none."""
    wide, high = page.width / grid[0], page.height / grid[1]
    here = (word for word in page.words if (int(word.left // wide), int(word.top // high)) == at)
    return next((word.text for word in here if re.fullmatch(words, word.text)), "")


def cut(made: bytes, columns: int, rows: int, words: str, *, mirrored: bool = False) -> list[str]:
    """Cut all pages of a job at once, lay the piles on each other, and return what stands on each card from the top."""
    pages = printed(made)
    across = range(columns - 1, -1, -1) if mirrored else range(columns)
    places = [(column, row) for row in range(rows) for column in across]
    stacked = [label(page, at, (columns, rows), words) for at in places for page in pages]
    return [text for text in stacked if text]


def codes(count: int) -> list[str]:
    return [f"A{number}" for number in range(1, count + 1)]


@given(cards=st.lists(st.integers(), max_size=60, unique=True), places=st.integers(1, 10))
def test_piles_laid_on_each_other_are_in_order_and_take_no_page_more(cards: list[int], places: int) -> None:
    pages = cut_and_stack(cards, places)

    assert [page[place] for place in range(places) for page in pages if place < len(page)] == cards
    assert len(pages) == -(-len(cards) // places)
    assert all(0 < len(page) <= places for page in pages)


@needs_poppler
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_three_pages_of_result_slips_stack_in_the_order_of_the_round(paper: str) -> None:
    made = slips_pdf(a_round(20), paper)

    assert len(printed(made)) == 3
    assert cut(made, 2, 4, r"A\d+") == codes(20)


@needs_poppler
def test_slips_of_a_language_read_from_the_right_stack_from_the_right() -> None:
    with translation.override("ar"):
        made = slips_pdf(a_round(20), "A4")

    assert cut(made, 2, 4, r"A\d+", mirrored=True) == codes(20)


@needs_poppler
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_three_pages_of_score_cards_cut_across_stack_with_both_cards_of_a_match_side_by_side(paper: str) -> None:
    made = score_cards_pdf(a_round(6), paper)

    assert len(printed(made)) == 3
    for column in (0, 1):
        stacked = [label(page, (column, row), (2, 2), r"A\d") for row in (0, 1) for page in printed(made)]
        assert stacked == codes(6)


@needs_poppler
@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
def test_three_pages_of_player_slips_stack_in_the_order_of_their_numbers(paper: Paper) -> None:
    made = link_slips_pdf(slips(23), ("Bilbao Autumn Open", 7, HERE), paper)

    assert len(printed(made)) == 3
    # Of a PIN its second half: slip 7 has PIN 000 007.
    assert cut(made, 2, 5, r"0[0-2]\d(?<!000)") == [f"{number:03d}" for number in range(1, 24)]


@needs_poppler
def test_three_pages_of_badges_stack_by_family_name() -> None:
    names = tuple(f"{letter}{letter.lower()}x" for letter in "ABCDEFGHIJKLMNOPQRSTUVW")
    badges = Badges("Badges", "Open", "", tuple(Badge(name, "", at) for at, name in enumerate(names, start=1)))

    assert cut(badges_pdf(badges, "A4"), 2, 5, r"[A-W][a-w]x") == [*names]


@needs_poppler
def test_three_pages_of_table_cards_stack_by_number() -> None:
    tables = tuple(str(number) for number in range(11, 16))

    made = table_cards_pdf(replace(ROOM, tables=tables, wifi_name="", wifi_password=""), "A4")

    assert len(printed(made)) == 3
    assert cut(made, 1, 2, r"1[1-5]") == [*tables]


def test_a_job_of_one_page_is_read_along_its_rows() -> None:
    cards: Sequence[str] = codes(7)

    assert cut_and_stack(cards, 8) == [tuple(cards)]
