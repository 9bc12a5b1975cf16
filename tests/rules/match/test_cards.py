"""Score cards of one match: which card keeps everything that another holds."""

import pytest

from rules.match.cards import ScoreCard
from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP

ONE, TWO = GameResult(TOP, cube=2), GameResult(BOTTOM)


def card(*games: GameResult) -> ScoreCard:
    top, bottom = (sum(each.points for each in games if each.winner is side) for side in (TOP, BOTTOM))
    return ScoreCard(games, (top, bottom))


@pytest.mark.parametrize(
    ("reported", "earlier", "adds"),
    [
        (card(ONE, TWO), card(ONE), True),
        (card(ONE, TWO), card(ONE, TWO), True),
        (card(ONE), card(), True),
        (card(ONE), card(ONE, TWO), False),
        (card(TWO, ONE), card(ONE), False),
        (card(TWO, ONE, TWO), card(ONE, TWO), False),
        (ScoreCard((), (2, 1)), card(ONE, TWO), False),
        (ScoreCard((), (6, 6)), card(ONE, TWO), False),
        (ScoreCard((), (3, 2)), ScoreCard((), (3, 1)), True),
        (ScoreCard((), (3, 0)), ScoreCard((), (2, 1)), False),
        (card(ONE, TWO), ScoreCard((), (2, 0)), True),
        (card(ONE), ScoreCard((), (2, 1)), False),
    ],
)
def test_a_card_adds_to_another_if_it_drops_nothing_of_it(reported: ScoreCard, earlier: ScoreCard, adds: bool) -> None:
    assert reported.adds_to(earlier) is adds
