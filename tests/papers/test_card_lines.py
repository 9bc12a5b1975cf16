"""The lines of score cards: where they stand, on every kind of page."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paper.canvas import Colour
from tournaments.papers.slips.card_lines import FINE, SIDE, Lines, card_paths

CARD = Lines(x=105.0, y=0.0, width=105.0, height=148.0, rows=13, row=4.962, ticked=True)
BAR = re.compile(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-([\d.]+)z")

type Bar = tuple[float, float, float, float]


def bars(card: Lines, colour: Colour, *, mirrored: bool = False, page_width: float = 210.0) -> list[Bar]:
    """Return the lines of one colour: left, top, width, height."""
    path = next(each for each in card_paths([card], page_width, mirrored=mirrored) if each.fill == colour.value)
    rows = [tuple(map(float, bar)) for bar in BAR.findall(path.d)]
    assert "".join(BAR.sub("", path.d)) == ""
    return [(left, top, width, height) for left, top, width, height, _ in rows]


def test_every_game_has_a_line_to_write_on() -> None:
    rows = [bar for bar in bars(CARD, Colour.GREY) if bar[2] == 91.0]

    assert [(left, round(top + height, 3)) for left, top, _, height in rows] == [
        (112.0, round(53.5 + row * 4.962, 3)) for row in range(1, 14)
    ]


def test_the_columns_of_games_reach_from_the_heads_to_the_last_row() -> None:
    columns = [bar for bar in bars(CARD, Colour.GREY) if bar[2] == FINE]

    assert {(top, round(top + height, 3)) for _, top, _, height in columns} == {(48.0, 53.05), (53.5, 118.006)}
    assert len(columns) == 10


@pytest.mark.parametrize(("ticked", "lines"), [(True, 6), (False, 2)])
def test_only_a_card_with_a_crawford_game_has_a_box_to_tick(ticked: bool, lines: int) -> None:
    card = Lines(x=0.0, y=0.0, width=104.8, height=148.0, rows=3, row=8.5, ticked=ticked)

    assert len(bars(card, Colour.INK)) == lines


@given(
    x=st.sampled_from([0.0, 105.0]),
    y=st.sampled_from([0.0, 148.5]),
    rows=st.integers(3, 14),
    ticked=st.booleans(),
    mirrored=st.booleans(),
)
def test_the_lines_of_a_card_stay_on_it_beside_the_white(
    x: float, y: float, rows: int, ticked: bool, mirrored: bool
) -> None:
    card = Lines(x, y, 104.8, 148.3, rows, round(min(65 / rows, 8.5), 3), ticked)
    left = 210.0 - x - 104.8 if mirrored else x

    for colour in (Colour.INK, Colour.GREY):
        for bar_left, top, width, height in bars(card, colour, mirrored=mirrored):
            assert left + SIDE - 0.002 <= bar_left
            assert bar_left + width <= left + 104.8 - SIDE + 0.002
            assert y + 28 - 0.002 <= top
            assert top + height <= y + 148.3 - 6.6
            assert min(width, height) >= FINE - 0.001
