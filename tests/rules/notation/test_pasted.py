"""Whatever holds a position is read: ids, ids with a state, lists of checkers; anything else is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.notation.pasted import read_checkers, read_pasted, write_checkers
from rules.notation.position_id import MatchState, write_match_id, write_position_id
from rules.notation.xgid import XgPosition, write_xgid

RACE = Position.of({5: 1, 2: 1}, {1: 1})


def test_a_bare_position_id_says_nothing_of_the_match() -> None:
    pasted = read_pasted(" 4HPwATDgc/ABMA ")

    assert (pasted.position, pasted.length, pasted.dice) == (Position.start(), None, None)


@pytest.mark.parametrize("on_roll", [0, 1])
def test_score_and_cube_of_a_match_id_are_turned_to_the_side_on_roll(on_roll: int) -> None:
    score = (2, 4) if on_roll == 0 else (4, 2)
    state = MatchState(2, on_roll, on_roll, turn=on_roll, dice=(5, 2), length=9, score=score, jacoby=False)

    pasted = read_pasted(f"{write_position_id(RACE)}:{write_match_id(state)}")

    assert (pasted.score, pasted.owner, pasted.cube, pasted.length) == ((2, 4), 0, 2, 9)
    assert (pasted.position, pasted.dice) == (RACE, (5, 2))


@pytest.mark.parametrize("turn", [0, 1])
def test_an_xgid_is_turned_to_the_side_on_roll(turn: int) -> None:
    score = (2, 4) if turn == 0 else (4, 2)
    xgid = write_xgid(XgPosition(RACE, 4, 1 - turn, turn, None, None, score, length=9))

    pasted = read_pasted(xgid)

    assert (pasted.position, pasted.score, pasted.owner, pasted.dice) == (RACE, (2, 4), 1, None)


@given(st.lists(st.integers(1, 25), max_size=15), st.lists(st.integers(1, 25), max_size=15))
def test_lists_of_checkers_are_read_as_they_are_written(own: list[int], other: list[int]) -> None:
    for points in (own, other):
        side = Position.of({point: points.count(point) for point in set(points)}, {}).player
        assert Position.of(read_checkers(write_checkers(side)), {}).player == side


@pytest.mark.parametrize(
    ("text", "counts"),
    [("6:5 8:3", {6: 5, 8: 3}), ("6x5,8×3;bar:1", {6: 5, 8: 3, 25: 1}), ("B:2 6 : 1", {25: 2, 6: 1}), ("", {})],
)  # fmt: skip
def test_lists_are_read_in_several_hands(text: str, counts: dict[int, int]) -> None:
    assert dict(read_checkers(text)) == counts


@pytest.mark.parametrize(
    ("text", "code"),
    [("six", "position.text"), ("0:3", "position.point"), ("26:1", "position.point"), ("6:5 " * 60, "position.long")],
)
def test_a_list_that_cannot_be_read_is_refused(text: str, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_checkers(text)
    assert refused.value.code == code


@given(st.text(max_size=220))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (read_pasted, read_checkers):
        try:
            read(text)
        except RuleBroken as refused:
            assert refused.code.partition(".")[0] in ("position", "position_id", "match_id", "xgid", "dice")  # noqa: PT017 -- most texts are refused
