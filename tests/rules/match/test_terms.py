"""Terms of a match: what may be agreed, and how far away a score is."""

import pytest

from rules.errors import RuleBroken
from rules.match.score import replay
from rules.match.terms import BOTTOM, TOP, Side, Terms, Win


@pytest.mark.parametrize("length", [1, 2, 11, 25, 99])
def test_a_match_may_have_any_length_from_1_to_99(length: int) -> None:
    terms = Terms(length)

    assert terms.length == length


@pytest.mark.parametrize("length", [-1, 0, 100])
def test_other_lengths_are_refused(length: int) -> None:
    with pytest.raises(RuleBroken) as broken:
        Terms(length)

    assert broken.value.code == "length.range"
    assert broken.value.facts == {"length": length, "shortest": 1, "longest": 99}


@pytest.mark.parametrize("start", [(0, 0), (3, 0), (10, 0), (0, 10), (10, 10)])
def test_penalty_points_may_start_a_match_anywhere_below_its_length(start: tuple[int, int]) -> None:
    terms = Terms(11, start)

    assert terms.start == start


@pytest.mark.parametrize("start", [(11, 0), (0, 11), (-1, 0), (0, -1), (12, 12)])
def test_a_start_that_decides_the_match_or_is_negative_is_refused(start: tuple[int, int]) -> None:
    with pytest.raises(RuleBroken) as broken:
        Terms(11, start)

    assert broken.value.code == "start.range"
    assert broken.value.facts == {"start": start, "length": 11}


def test_holland_without_crawford_is_refused() -> None:
    with pytest.raises(RuleBroken, match=r"holland\.alone"):
        Terms(11, crawford=False, holland=True)


def test_holland_with_crawford_is_allowed() -> None:
    assert Terms(11, holland=True).holland


@pytest.mark.parametrize(
    ("points", "away", "shown", "winner"),
    [
        ((0, 0), (11, 11), (0, 0), None),
        ((10, 7), (1, 4), (10, 7), None),
        ((11, 10), (0, 1), (11, 10), TOP),
        ((3, 13), (8, 0), (3, 11), BOTTOM),
    ],
)
def test_terms_know_points_away_the_score_shown_and_the_winner(
    points: tuple[int, int], away: tuple[int, int], shown: tuple[int, int], winner: Side | None
) -> None:
    terms = Terms(11)

    assert terms.away(points) == away
    assert terms.shown(points) == shown
    assert terms.winner(points) == winner


@pytest.mark.parametrize(("length", "codes"), [(1, []), (2, ["length.even"]), (11, []), (12, ["length.even"])])
def test_an_even_length_is_noted_not_refused(length: int, codes: list[str]) -> None:
    score = replay(Terms(length), [])

    assert [note.code for note in score.notes] == codes
    assert all(note.game is None and note.facts == {"length": length} for note in score.notes)


def test_each_side_knows_the_other() -> None:
    assert TOP.other is BOTTOM
    assert BOTTOM.other is TOP
    assert (TOP.place, BOTTOM.place) == (0, 1)
    assert (Side("top"), Side("bottom")) == (TOP, BOTTOM)


def test_wins_pay_one_two_and_three() -> None:
    assert [win.points for win in (Win.SINGLE, Win.GAMMON, Win.BACKGAMMON)] == [1, 2, 3]
