"""The score of a match that is still on, reported by its points alone."""

import pytest

from rules.errors import RuleBroken
from rules.match.score import Score, report_running
from rules.match.terms import Terms


def test_a_running_score_has_no_winner() -> None:
    assert report_running(Terms(7), (3, 6)) == Score((3, 6), None, (3, 6))


def test_a_running_score_may_still_be_the_start_score() -> None:
    assert report_running(Terms(7, start=(2, 0)), (2, 0)) == Score((2, 0), None, (2, 0))


@pytest.mark.parametrize(
    ("points", "code", "facts"),
    [
        ((-1, 0), "score.negative", {"score": (-1, 0), "length": 7}),
        ((7, 3), "match.over", {"score": (7, 3), "length": 7}),
        ((0, 8), "match.over", {"score": (0, 8), "length": 7}),
        ((1, 5), "score.start", {"score": (1, 5), "length": 7, "start": (2, 0)}),
    ],
)
def test_a_running_score_that_cannot_be_is_refused(
    points: tuple[int, int], code: str, facts: dict[str, object]
) -> None:
    with pytest.raises(RuleBroken) as broken:
        report_running(Terms(7, start=(2, 0)), points)

    assert (broken.value.code, broken.value.facts) == (code, facts)
