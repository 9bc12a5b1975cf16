import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.notation import read_play
from rules.notation.numbers import read_ascending, write_ascending
from rules.notation.position_id import (
    MatchState,
    read_match_id,
    read_position_id,
    write_match_id,
    write_position_id,
)
from rules.notation.xgid import XgPosition, read_xgid, write_xgid
from rules.points import ascending
from rules.rulesets import STANDARD, ruleset
from tests.rules.game.positions import positions

START = Position.start(STANDARD)
HARD = [json.loads(line) for line in (Path(__file__).parents[1] / "data" / "positions.jsonl").read_text().splitlines()]


def test_the_start_has_its_well_known_ids() -> None:
    assert write_position_id(START) == "4HPwATDgc/ABMA"
    assert read_position_id("4HPwATDgc/ABMA") == START
    assert write_xgid(XgPosition(START)) == "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"


def test_every_hard_position_comes_back_from_its_id() -> None:
    for hard in HARD:
        position = read_position_id(hard["id"])

        assert (list(position.player[1:]), list(position.opponent[1:])) == (hard["me"], hard["opp"])
        assert write_position_id(position) == hard["id"]


@given(positions())
def test_any_position_survives_both_ids(position: Position) -> None:
    if any(position.player[point] and position.opponent[25 - point] for point in range(1, 25)):
        return
    assert read_position_id(write_position_id(position)) == position
    assert read_xgid(write_xgid(XgPosition(position, turn=1))).position == position


def test_hypergammon_positions_count_three_checkers() -> None:
    start = Position.start(ruleset("hypergammon"))

    assert read_position_id(write_position_id(start), checkers=3) == start
    with pytest.raises(RuleBroken, match=r"position\.crowded"):
        read_position_id(write_position_id(START), checkers=3)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "position_id.text"),
        ("4HPwATDgc/ABM", "position_id.text"),
        ("4HPwATDgc/AB!A", "position_id.text"),
        ("4HPwATDgc/ABMé", "position_id.text"),
        ("//////////////", "position.crowded"),
        ("AQAAAAAAAAAAAP"[:13] + "/", "position_id.text"),
        ("AAAAAAAAAAAAgA", "position_id.bits"),
        ("AQAAAAAAAAIAAA", "position.shared_point"),
    ],
)
def test_a_text_that_is_no_position_id_is_refused_with_a_code(text: str, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_position_id(text)

    assert refused.value.code in {code, "position_id.bits"}


def test_too_many_checkers_have_no_id() -> None:
    crowd = Position((0, 16) + (0,) * 24, START.opponent)

    with pytest.raises(RuleBroken, match=r"position\.no_id"):
        write_position_id(crowd)
    with pytest.raises(RuleBroken, match=r"position\.no_id"):
        write_xgid(XgPosition(crowd))


def test_a_match_id_holds_cube_score_and_dice() -> None:
    state = MatchState(2, 0, 1, dice=(5, 2), turn=1, length=9, score=(2, 4), jacoby=False)

    assert write_match_id(state) == "QYkqASAAIAAE"
    assert read_match_id("QYkqASAAIAAE") == state
    assert read_match_id("cAkAAAAAAAAA") == MatchState(on_roll=1, turn=1)


STATES = st.builds(
    MatchState,
    cube=st.sampled_from([1, 2, 64, 2**15]),
    owner=st.sampled_from([None, 0, 1]),
    on_roll=st.integers(0, 1),
    crawford=st.booleans(),
    game_state=st.integers(0, 4),
    turn=st.integers(0, 1),
    doubled=st.booleans(),
    resigned=st.integers(0, 3),
    dice=st.sampled_from([(0, 0), (6, 6), (3, 1)]),
    length=st.integers(0, 32767),
    score=st.tuples(st.integers(0, 32767), st.integers(0, 32767)),
    jacoby=st.booleans(),
)


@given(STATES)
def test_any_state_survives_its_match_id(state: MatchState) -> None:
    assert read_match_id(write_match_id(state)) == state


@pytest.mark.parametrize(
    ("text", "code"),
    [("QYkqASAAIA", "match_id.text"), ("//////////8=", "match_id.text"), ("////////////", "match_id.bits"),
     ("MIAHAAAAAAAA", "dice.range")],
)  # fmt: skip
def test_a_text_that_is_no_match_id_is_refused_with_a_code(text: str, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_match_id(text)

    assert refused.value.code == code


@pytest.mark.parametrize(
    "state", [MatchState(cube=3), MatchState(cube=2**16), MatchState(length=-1), MatchState(score=(0, 32768))]
)
def test_a_state_a_match_id_cannot_hold_is_refused(state: MatchState) -> None:
    with pytest.raises(RuleBroken, match=r"match_id\.range"):
        write_match_id(state)
    with pytest.raises(RuleBroken, match=r"dice\.range"):
        write_match_id(MatchState(dice=(7, 1)))


def test_an_xgid_holds_the_board_the_cube_the_dice_and_the_score() -> None:
    xg = read_xgid("XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:0:3:1:5:10")

    assert (xg.cube, xg.owner, xg.turn, xg.dice, xg.score) == (2, 0, 1, (6, 3), (0, 3))
    assert (xg.crawford, xg.jacoby, xg.length, xg.largest_cube) == (True, False, 5, 1024)
    assert xg.position.opponent[6] == 5
    assert xg.position.player[24] == 1
    assert write_xgid(xg) == "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:0:3:1:5:10"


@pytest.mark.parametrize("waiting", ["D", "B", "R"])
def test_an_xgid_may_hold_an_offer_in_money_play(waiting: str) -> None:
    xg = read_xgid(f"-b----E-C---eE---c-e----B-:0:0:1:{waiting}:0:0:3:0:10")

    assert (xg.waiting, xg.dice, xg.jacoby, xg.beavers, xg.crawford) == (waiting, None, True, True, False)
    assert f":{waiting}:" in write_xgid(xg)


BOARD = "-b----E-C---eE---c-e----B-"


@pytest.mark.parametrize(
    "text",
    [
        "", BOARD, f"{BOARD}:0:0:0:00:0:0:0:0:10", f"{BOARD}:0:2:1:00:0:0:0:0:10", f"{BOARD}:x:0:1:00:0:0:0:0:10",
        f"{BOARD}:21:0:1:00:0:0:0:0:10", f"{BOARD[1:]}:0:0:1:00:0:0:0:0:10", f"x{BOARD[1:]}:0:0:1:00:0:0:0:0:10",
        f"A{BOARD[1:]}:0:0:1:00:0:0:0:0:10", f"{BOARD[:-1]}a:0:0:1:00:0:0:0:0:10", f"{BOARD}:0:0:1:00:0:0:4:0:10",
    ],
)  # fmt: skip
def test_a_text_that_is_no_xgid_is_refused_with_a_code(text: str) -> None:
    with pytest.raises(RuleBroken, match=r"xgid\.text"):
        read_xgid(text)


def test_dice_and_crowds_in_an_xgid_are_checked() -> None:
    with pytest.raises(RuleBroken, match=r"dice\.text"):
        read_xgid(f"{BOARD}:0:0:1:70:0:0:0:0:10")
    with pytest.raises(RuleBroken, match=r"position\.crowded"):
        read_xgid("-bo---E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")


@given(st.text(max_size=60))
def test_any_text_is_read_as_an_id_or_refused_with_a_code(text: str) -> None:
    for read in (read_position_id, read_match_id, read_xgid):
        with pytest.raises(RuleBroken):
            read(text)


def test_ascending_numbers_count_every_point_the_other_way() -> None:
    assert [ascending(point) for point in (0, 1, 24, 25)] == [25, 24, 1, 0]
    assert read_ascending("0/3 19/25 12/18(2)") == read_play("25/22 6/off 13/7(2)")
    assert write_ascending("bar/22* 13/7(2) 6/off") == "bar/3* 12/18(2) 19/off"
    with pytest.raises(RuleBroken, match=r"position\.point"):
        ascending(26)
    with pytest.raises(RuleBroken, match=r"play\.text"):
        read_ascending("26/30")
