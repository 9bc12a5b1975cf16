"""The cross table: rows and columns have the same numbers, and on paper they stay while places change."""

import re

import pytest
from django.test import Client

from clubs.papers.listing import listing_pdf
from rules.match.terms import BOTTOM
from tests.factories import play_code
from tests.pages.reading import page_of
from tests.papers.printed import needs_poppler, outside, overlapping, printed
from tests.stories.pools import an_event_of_pools
from tests.stories.test_round_robin import a_club_night
from tournaments.models import Event, Line
from tournaments.papers.cross_table import cross_table_list, drawn_by_rounds
from tournaments.papers.pool_tables import pool_list
from tournaments.read.entrants.names import names_in
from tournaments.read.events import event_of

pytestmark = pytest.mark.django_db


def printed_rows(event: Event, *, blank: bool = False) -> list[tuple[str, ...]]:
    event = event_of(event.pk)
    view = drawn_by_rounds(event)
    assert view is not None
    return [tuple(map(str, row)) for row in cross_table_list(event, view, blank=blank).rows]


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def in_order_of_the_draw(event: Event) -> list[str]:
    names = names_in(event.pk)
    return [names[entrant] for entrant in Line.objects.order_by("line").values_list("entrant", flat=True)]


def test_a_printed_table_has_the_order_of_the_draw_before_and_after_every_match() -> None:
    event = a_club_night(4)
    before = printed_rows(event, blank=True)

    play_code(event, "A1", BOTTOM, 2)
    after = printed_rows(event)

    assert [row[1] for row in before] == in_order_of_the_draw(event)
    assert [row[:2] for row in after] == [row[:2] for row in before]
    assert [row[0] for row in after] == ["1", "2", "3", "4"]


def test_a_printed_table_says_the_places_and_which_are_shared() -> None:
    event = a_club_night(4)
    assert {row[-1] for row in printed_rows(event)} == {""}

    play_code(event, "A1", BOTTOM, 2)
    play_code(event, "A2", BOTTOM, 2)

    assert sorted(row[-1] for row in printed_rows(event)) == ["1–2", "1–2", "3–4", "3–4"]
    assert {row[-1] for row in printed_rows(event, blank=True)} == {""}


def test_a_cell_stands_where_row_and_column_meet() -> None:
    event = a_club_night(4)
    play_code(event, "A1", BOTTOM, 2)

    cells = [row[2:6] for row in printed_rows(event)]

    for at in range(4):
        assert cells[at][at] == "■"
        for other in range(at):
            pair = {cells[at][other], cells[other][at]}
            assert pair in ({"5–2", "2–5"}, {cells[at][other]})


@needs_poppler
@pytest.mark.parametrize("paper", ["A4", "Letter", "Legal"])
def test_a_table_of_sixteen_stands_whole_on_one_page_on_its_side(paper: str) -> None:
    event = a_club_night(16)
    play_code(event, "A1", BOTTOM, 4)
    event = event_of(event.pk)
    view = drawn_by_rounds(event)
    assert view is not None

    (page,) = printed(listing_pdf(cross_table_list(event, view), paper))

    assert page.width > page.height
    assert outside(page, columns=1, margin=13) == []
    assert overlapping(page) == []
    words = [word.text for word in page.words]
    assert ("5–4" in words, "4–5" in words) == (True, True)


def test_the_tables_of_pools_keep_their_numbers_too() -> None:
    event = an_event_of_pools(6)
    before = [row[:2] for row in pool_list(event_of(event.pk), blank=True).rows]

    play_code(event, "A1", BOTTOM, 2)

    assert [row[:2] for row in pool_list(event_of(event.pk)).rows] == before


def test_rows_and_columns_of_the_page_have_the_same_numbers_while_places_are_shared() -> None:
    event = a_club_night(4)
    play_code(event, "A1", BOTTOM, 2)
    play_code(event, "A2", BOTTOM, 2)

    html = page_of(Client(), f"/events/{event.pk}/")

    table = html.split('<table class="cross-table">')[1].split("</table>")[0]
    heads, *rows = re.findall(r"<tr[ >].*?</tr>", table, re.DOTALL)
    assert re.findall(r'class="head"[^>]*>\s*(\d+)', heads) == ["1", "2", "3", "4"]
    assert [re.findall(r'<td class="number">\s*(\d+)', row)[0] for row in rows] == ["1", "2", "3", "4"]
    assert plain(table).count("place 1, shared") == 2
    assert plain(table).count("place 3, shared") == 2
